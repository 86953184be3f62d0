"""Figures of the rules: a few moves laid by the rules under any ruleset, drawn by the board's own code, step by step.

Nothing is said here that the engine has not worked out: counts, points and what is open come from the layouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from games.drawing import BOXES, Mark, Picture, draw
from games.presenters.board import num, place
from games.presenters.ends import gives_of
from games.presenters.example import RADIUS, Circle, circle_of, half_size, span_of
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.rules.scoring import points_for
from games.words import figures as words
from games.words.glossary import Part, explained
from games.words.tiles import points, sum_line, tile_name

#: Pixels for a unit of the drawing, of which the short side of a tile has 20.
PIXELS = 2.3
#: A hollow circle stands so far outside of the open side that gives nothing.
HOLLOW, AWAY = 4.6, 7.4

#: The shape of room for short lines, and the one in which a long line turns so that it is read on any screen.
WIDE, FOLDED = "landscape", "portrait"

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Laid:
    id: str
    transform: str
    spinner: bool
    last: bool


@dataclass(frozen=True)
class Drawing:
    """The board of one step: filled circles at the ends that count, hollow ones where a tile may lie for nothing."""

    tiles: tuple[Laid, ...]
    coins: tuple[Circle, ...]
    hollows: tuple[str, ...]
    links: tuple[str, ...]
    name: str
    box: Box


@dataclass(frozen=True)
class Holding:
    """What a player of a figure holds."""

    name: str
    tiles: tuple[str, ...]
    spoken: str
    fresh: str = ""
    pips: str = ""


@dataclass(frozen=True)
class Step:
    """One step: the board, what was done, the sum and its points, and the reason in parts with explained words.

    *kind*: ``laid``, ``draw``, ``pass``, ``sum`` (what is left is counted) or ``start`` (nothing is done yet).
    """

    did: str
    drawing: Drawing
    tile: str = ""
    sum_text: str = ""
    points_text: str = ""
    scores: bool = False
    why: tuple[tuple[Part, ...], ...] = ()
    hands: tuple[Holding, ...] = ()
    yard: str = ""
    settlement: tuple[str, ...] = ()
    kind: str = "laid"
    layout: Layout | None = field(default=None, compare=False)

    @property
    def spoken(self) -> str:
        """All of the step for the ear."""
        reasons = ["".join(part.text for part in sentence) for sentence in self.why]
        total = words.made(self.sum_text, self.points_text) if self.sum_text else ""
        return " ".join(filter(None, [self.did, total, *reasons, *self.settlement]))


@dataclass(frozen=True)
class Figure:
    """Steps that are looked at one after the other; all are drawn in the same frame, so that nothing jumps."""

    key: str
    title: str
    steps: tuple[Step, ...]
    note: str = ""
    pixels: float = PIXELS

    @property
    def frame(self) -> Box:
        """Left, top, width, height of all that any step shows."""
        boxes = [step.drawing.box for step in self.steps]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        return left, top, right - left, bottom - top

    @property
    def view_box(self) -> str:
        return " ".join(num(value) for value in self.frame)

    @property
    def width(self) -> int:
        return round(self.frame[2] * self.pixels)

    @property
    def height(self) -> int:
        return round(self.frame[3] * self.pixels)


#: The moves of each figure, spelt as in records. A step that begins with "|" is another way to lay the last tile.
MOVES: dict[str, tuple[str, ...]] = {
    "becomes": ("64", "44>64.4", "41>44.L2"),
    "sides": ("55", "50>55.L1", "53>55.L2", "52>55.S1", "65>55.S2"),
    "nine": ("41", "11>41.1", "44>41.4", "43>44.L2", "21>11.L2", "51>11.S1", "55>51.5", "50>55.L2", "31>11.S2"),
    "ways": ("50", "55>50.5", "|55*>50.5"),
    "along": ("55*", "50>55.S1", "53>55.S2", "52>55.L1"),
    "tree": ("44", "64>44.L1", "43>44.L2", "41>44.S1", "66>64.6", "65>66.L2", "62>66.S1"),
    "line": ("55", "50>55.L1", "00>50.0", "65>55.L2", "40>00.L2"),
    "most": ("64", "44>64.4", "66>64.6"),
}


def figure_keys(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Which figures a ruleset has, by the chapter where they stand."""
    if ruleset.spinner == "none":
        return {"spinner": ("most",), "count": ("line",)}
    if ruleset.spinner == "every":
        return {"spinner": ("tree",), "count": ("sides",)}
    if ruleset.lengthwise:
        return {"spinner": ("ways", "along"), "count": ("sides", "nine")}
    return {"spinner": ("becomes",), "count": ("sides", "nine")}


def figure(key: str, ruleset: Ruleset, met: set[str] | None = None) -> Figure:
    """A figure under this ruleset; words of the game that *met* has are not explained again."""
    met = set() if met is None else met
    steps: list[Step] = []
    plays: list[Play] = []
    for text in MOVES[key]:
        instead = text.startswith("|")
        move = parse_move(text.removeprefix("|"))
        assert isinstance(move, Play)
        if instead:
            plays.pop()
        steps.append(_step(plays, move, ruleset, instead, met))
        plays.append(move)
    return Figure(key, words.title(key), tuple(steps))


def _step(plays: list[Play], move: Play, ruleset: Ruleset, instead: bool, met: set[str]) -> Step:
    before = reduce(Layout.lay, plays, empty_layout(ruleset))
    after = before.lay(move)
    return laying(before, move, after, ruleset, did=words.laid(before, move, instead), met=met)


def laying(before: Layout, move: Play, after: Layout, ruleset: Ruleset, *, did: str, met: set[str]) -> Step:
    """The step of a tile laid, its sum, its points and the reasons."""
    earned = points_for(after.count, ruleset)
    return Step(
        did=did,
        drawing=drawing_of(after, ruleset),
        tile=str(move.tile),
        sum_text=sum_line(gives_of(after), after.count),
        points_text=points(earned) if earned else words.no_points(),
        scores=earned > 0,
        why=tuple(tuple(explained(sentence, met)) for sentence in words.why(before, move, after)),
        layout=after,
    )


def drawing_of(layout: Layout, ruleset: Ruleset, shape: str = WIDE) -> Drawing:
    """The board as it lies."""
    picture = draw(layout, ruleset, BOXES[shape])
    coins = tuple(circle_of(coin) for coin in picture.coins)
    tiles = [tile_name(move.tile) for move in layout.placements]
    return Drawing(
        tiles=tuple(
            Laid(str(laid.tile), place(laid.x, laid.y, laid.angle), laid.is_spinner, laid.is_last)
            for laid in picture.tiles
        ),
        coins=coins,
        hollows=tuple(place(mark.x, mark.y, mark.angle) for mark in picture.open_marks),
        links=tuple(
            f"M{num(link.line.x1)} {num(link.line.y1)}L{num(link.line.x2)} {num(link.line.y2)}"
            for link in picture.links
            if link.tile is not None
        ),
        name=words.on_the_board(tiles, sum_line(gives_of(layout), layout.count)),
        box=_box(picture, coins),
    )


def _box(picture: Picture, coins: Sequence[Circle]) -> Box:
    """Left, top, width, height of what lies there, the hollow circles included."""
    parts = [(laid.x, laid.y, *half_size(laid.angle)) for laid in picture.tiles]
    parts += [(coin.x, coin.y, RADIUS, RADIUS) for coin in coins]
    parts += [(*_outside(mark), HOLLOW, HOLLOW) for mark in picture.open_marks]
    left, right = span_of([(x, w) for x, _y, w, _h in parts])
    top, bottom = span_of([(y, h) for _x, y, _w, h in parts])
    return left, top, right - left, bottom - top


def _outside(mark: Mark) -> tuple[float, float]:
    """The middle of a hollow circle: beyond the edge that is open."""
    dx, dy = {0: (0, 1), 90: (-1, 0), 180: (0, -1), 270: (1, 0)}[mark.angle % 360]
    return mark.x + dx * AWAY, mark.y + dy * AWAY
