"""The page of the robots: the fixed ratings with their errors, drawn and as a table, and each robot in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.ratings import shown, shown_error
from games.presenters.people import robots_count
from games.robots import AT_TABLES, ROBOTS
from games.robots.anchors import ANCHORS
from games.words import robots as words
from games.words.boards import FAMILY_NAMES, FORMAT_NAMES
from games.words.tiles import with_error

#: The picture: units across for the scale, down for each robot, and from its left edge to the scale.
WIDTH, ROW, LEFT, RIGHT = 240, 30, 74, 40
STEP = 250


@dataclass(frozen=True)
class Mark:
    """A robot on the scale: where it stands, and from where to where its error reaches. Lengths in units."""

    name: str
    x: float
    low: float
    high: float
    y: int
    text: str


@dataclass(frozen=True)
class Tick:
    x: float
    text: str


@dataclass(frozen=True)
class Plot:
    """The robots of one format, the strongest on top; `spoken` says the same."""

    name: str
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    width: int
    height: int
    spoken: str


@dataclass(frozen=True)
class Row:
    game: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Portrait:
    kind: str
    name: str
    tag: str
    style: str
    method: str


@dataclass(frozen=True)
class Ladder:
    plots: tuple[Plot, ...]
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    portraits: tuple[Portrait, ...]
    counts: tuple[str, ...]
    #: Whether a robot has not been measured somewhere.
    gaps: bool


def ladder() -> Ladder:
    """Everything that the page shows."""
    return Ladder(
        plots=tuple(_plot(form) for form in ANCHORS["classic"]),
        names=tuple(robot.name for robot in ROBOTS.values()),
        rows=tuple(_row(family, form) for family, forms in ANCHORS.items() for form in forms),
        portraits=tuple(_portrait(kind) for kind in AT_TABLES),
        counts=tuple(robots_count()),
        gaps=any(forms[form].keys() != ROBOTS.keys() for forms in ANCHORS.values() for form in forms),
    )


def _portrait(kind: str) -> Portrait:
    robot = AT_TABLES[kind]
    tag = words.level_words(robot.level) if robot.level else words.sees_everything()
    return Portrait(kind, robot.name, tag, words.style(kind), words.method(kind))


def _row(family: str, form: str) -> Row:
    game = _("%(family)s, %(format)s") % {"family": FAMILY_NAMES[family], "format": str(FORMAT_NAMES[form]).lower()}
    anchors = ANCHORS[family][form]
    return Row(game, tuple(_cell(anchors.get(kind)) for kind in ROBOTS))


def _cell(anchor: tuple[float, float] | None) -> str:
    """``1878 ± 23``; a dash where nobody has measured."""
    return "–" if anchor is None else with_error(shown(anchor[0]), shown_error(anchor[1]))


def _plot(form: str) -> Plot:
    anchors = {kind: anchor for kind, anchor in ANCHORS["classic"][form].items() if kind in ROBOTS}
    ratings = {kind: (shown(mu), shown_error(sigma)) for kind, (mu, sigma) in anchors.items()}
    least = min(value - error for value, error in ratings.values()) // STEP * STEP
    most = -(-max(value + error for value, error in ratings.values()) // STEP) * STEP

    def x(value: float) -> float:
        return round(LEFT + (value - least) * WIDTH / (most - least), 1)

    strongest_first = list(reversed(ratings.items()))
    marks = [
        Mark(ROBOTS[kind].name, x(value), x(value - error), x(value + error), ROW * (place + 1), str(value))
        for place, (kind, (value, error)) in enumerate(strongest_first)
    ]
    every = STEP * (1 + (most - least) // (4 * STEP))
    ticks = [Tick(x(value), str(value)) for value in range(least, most + 1, every)]
    said = ", ".join(f"{ROBOTS[kind].name} {with_error(value, error)}" for kind, (value, error) in strongest_first)
    name = str(FORMAT_NAMES[form])
    return Plot(name, tuple(marks), tuple(ticks), LEFT + WIDTH + RIGHT, ROW * (len(marks) + 1) + 14, f"{name}: {said}")
