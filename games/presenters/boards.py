"""One leaderboard as its viewer sees it: rows with finished texts, the robots among them as fixed marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import number_format

from accounts import ratings, sums
from accounts.boards import COLUMNS, PAIRS, RATING
from games.presenters.linked import Name, profile_url
from games.presenters.people import robot_name
from games.robots.anchors import ANCHORS
from games.rules.families import OF_PRESETS
from games.rules.ruleset import preset, preset_players
from games.words import boards as words
from games.words.rules import preset_name
from games.words.tiles import strokes_name

if TYPE_CHECKING:
    from accounts.boards import BoardPage, Line
    from accounts.models import Tally, User

#: More houses than this are said, not drawn.
MOST_HOUSES = 12
PLAYERS = {"two": 2, "three": 3, "partners": 4}


@dataclass(frozen=True)
class BoardRow:
    """One row. *error*: give or take. *houses*: of this month, drawn; *houses_text* says them."""

    place: str
    names: tuple[Name, ...]
    value: str
    mine: bool = False
    robot: bool = False
    error: str = ""
    matches: str = ""
    won: str = ""
    link: str = ""
    houses: range = range(0)
    houses_text: str = ""
    provisional: bool = False


@dataclass(frozen=True)
class BoardTable:
    """What the template draws. *own_apart*: the viewer's row, when it stands on another page."""

    rows: tuple[BoardRow, ...]
    own_apart: BoardRow | None
    column: str
    number: int
    pages: int

    @property
    def newer(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def further(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


class Book(NamedTuple):
    """A rule book whose matches count on a board: its name, its page, its fingerprint."""

    name: str
    url: str
    mark: str


def books_of(family: str, form: str) -> list[Book]:
    """The rule books of a family for this format; none for «Muggins!», which is played with every one of them."""
    players = PLAYERS[form]
    names = [name for name, of in OF_PRESETS.items() if of == family and players in preset_players(name)]
    return [
        Book(
            preset_name(name),
            f"{reverse('games:rules_of_preset', args=[name])}?players={players}",
            preset(name, players).fingerprint,
        )
        for name in names
    ]


def replay_url(code: str, number: int, move: int) -> str:
    """The address of a match at one of its moves."""
    return f"{reverse('games:replay', args=[code])}?{urlencode({'move': f'{number}.{move}'})}"


def board_table(
    page: BoardPage,
    metric: str,
    game: tuple[str, str],
    viewer: User | None,
    overall: Mapping[int, Tally],
    month: Mapping[int, Tally],
) -> BoardTable:
    """The table of a board; *overall* and *month* are the sums of those on it, for the columns beside the ratings."""
    rows = [_row(line, metric, viewer, overall, month) for line in page.lines]
    on_page = any(row.mine for row in rows)
    if metric == RATING:
        rows = _with_robots(page, rows, game)
    own = page.mine
    return BoardTable(
        rows=tuple(rows),
        own_apart=None if own is None or on_page else _row(own, metric, viewer, overall, month),
        column=str(words.COLUMN_NAMES[metric]),
        number=page.number,
        pages=page.pages,
    )


def _row(
    line: Line, metric: str, viewer: User | None, overall: Mapping[int, Tally], month: Mapping[int, Tally]
) -> BoardRow:
    names = tuple(Name(player.username, profile_url(player)) for player in line.players)
    place = number_format(line.place, force_grouping=True) if line.place is not None else ""
    mine = viewer is not None and viewer in line.players
    if metric == RATING:
        return _rating_row(line, place, names, mine, overall.get(line.row.player_id), month.get(line.row.player_id))
    row = line.row
    return BoardRow(
        place=place,
        names=names,
        value=_value(metric, row),
        mine=mine,
        matches=_count(row.matches),
        won=words.percent(row.wins, row.matches),
        link=replay_url(row.best_match, row.best_round, row.best_move) if metric == "best" and row.best else "",
    )


def _rating_row(
    line: Line, place: str, names: tuple[Name, ...], mine: bool, overall: Tally | None, month: Tally | None
) -> BoardRow:
    rating = line.row
    houses = month.houses if month is not None else 0
    return BoardRow(
        place=place,
        names=names,
        value=str(ratings.shown(rating.mu)),
        mine=mine,
        error=f"±\N{NO-BREAK SPACE}{ratings.shown_error(rating.sigma)}",
        matches=_count(rating.matches),
        won=words.percent(overall.wins, overall.matches) if overall is not None else "",
        houses=range(min(houses, MOST_HOUSES)),
        houses_text=strokes_name(50 * houses) if houses else "",
        provisional=not rating.listed,
    )


def _count(number: int) -> str:
    return str(number_format(number, force_grouping=True))


def _value(metric: str, row: Tally) -> str:
    """The figure that the board is about."""
    if metric == PAIRS:
        return _count(row.wins)
    value = getattr(row, COLUMNS[metric])
    if value is None:
        return "–"
    if metric == "rate":
        return words.percent(row.wins, row.matches)
    if metric == "pace":
        # Rounded here: left alone, Django cuts what is too long.
        return str(number_format(round(value / sums.MILLION, 1), 1)).replace("-", "−")
    return _count(value)


def _with_robots(page: BoardPage, rows: list[BoardRow], game: tuple[str, str]) -> list[BoardRow]:
    """The robots whose strength lies on this page, each before the first player who is weaker."""
    family, form = game
    marks = ANCHORS.get(family, {}).get(form, {})
    above = page.lines[0].row.mu if page.number > 1 and page.lines else None
    below = page.after.row.mu if page.after is not None else None
    here = sorted(
        (
            (mu, kind, sigma)
            for kind, (mu, sigma) in marks.items()
            if (above is None or mu < above) and (below is None or mu >= below)
        ),
        reverse=True,
    )
    merged: list[BoardRow] = []
    for line, row in zip(page.lines, rows, strict=True):
        while here and here[0][0] >= line.row.mu:
            merged.append(_robot_row(*here.pop(0)))
        merged.append(row)
    return merged + [_robot_row(*mark) for mark in here]


def _robot_row(mu: float, kind: str, sigma: float) -> BoardRow:
    return BoardRow(
        place="",
        names=(Name(robot_name(kind)),),
        value=str(ratings.shown(mu)).replace("-", "−"),
        robot=True,
        error=f"±\N{NO-BREAK SPACE}{ratings.shown_error(sigma)}",
    )
