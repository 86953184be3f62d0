"""A position for a page that explains: a few moves laid by the rules, drawn by the board's own code, and its sum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from math import hypot

from django.utils.translation import gettext as _

from games.drawing import BOXES, Coin, Picture, draw
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import preset
from games.rules.scoring import points_for
from games.words.tiles import joined, sum_line, tile_name

HALF_SHORT, HALF_LONG, MARGIN = 10, 20, 2
TILE = 48  # pixels
RADIUS = 7.3  # of a coin; nothing stands in its way here, for no ghosts are drawn


@dataclass(frozen=True)
class Circle:
    """What an end gives, in a circle of the usual size, and the line that joins it to its tile."""

    gives: int
    x: float
    y: float
    stem: str


@dataclass(frozen=True)
class Example:
    """A drawn position: its picture, what each end gives in the order drawn, and the points that it scores."""

    picture: Picture
    gives: tuple[int, ...]
    count: int
    points: int
    name: str

    @cached_property
    def circles(self) -> list[Circle]:
        """The board's coins at their full size."""
        return [circle_of(coin) for coin in self.picture.coins]

    @cached_property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width, height of what lies there, without the places of tiles to come."""
        tiles = [(tile.x, tile.y, *half_size(tile.angle)) for tile in self.picture.tiles]
        circles = [(circle.x, circle.y, RADIUS, RADIUS) for circle in self.circles]
        left, right = span_of([(x, w) for x, _y, w, _h in tiles + circles])
        top, bottom = span_of([(y, h) for _x, y, _w, h in tiles + circles])
        return left, top, right - left, bottom - top

    @property
    def view_box(self) -> str:
        return "{:g} {:g} {:g} {:g}".format(*self.frame)

    @property
    def width(self) -> int:
        """In pixels, where the short side of a tile is to be `TILE` wide."""
        return round(self.frame[2] * TILE / (2 * HALF_SHORT))

    @property
    def height(self) -> int:
        return round(self.frame[3] * TILE / (2 * HALF_SHORT))

    @property
    def sum_text(self) -> str:
        """``5 + 3 + 2 = 10``"""
        return sum_line(self.gives, self.count)


def circle_of(coin: Coin) -> Circle:
    """A coin grown to the usual radius, away from its tile."""
    stem = coin.stem
    length = hypot(stem.x2 - stem.x1, stem.y2 - stem.y1) or 1
    grown = RADIUS - coin.r
    x = coin.x + grown * (stem.x2 - stem.x1) / length
    y = coin.y + grown * (stem.y2 - stem.y1) / length
    return Circle(coin.end.gives, round(x, 2), round(y, 2), f"M{stem.x1:g} {stem.y1:g}L{x:g} {y:g}")


def half_size(angle: int) -> tuple[float, float]:
    """Half the width and height of a tile turned by this angle, in units of the sprite."""
    return (HALF_LONG, HALF_SHORT) if angle % 180 else (HALF_SHORT, HALF_LONG)


def span_of(parts: list[tuple[float, float]]) -> tuple[float, float]:
    """The least and greatest of middles with their half sizes, with a margin."""
    return min(at - half for at, half in parts) - MARGIN, max(at + half for at, half in parts) + MARGIN


def example(moves: tuple[str, ...], ruleset_name: str = "pagat") -> Example:
    """The position after these moves (texts as in a record), for two players; its name is in the active language."""
    plays, picture, gives, count, points = _drawn(moves, ruleset_name)
    said = _("On the table: %(tiles)s. The ends give %(sum)s.") % {
        "tiles": joined([tile_name(play.tile) for play in plays]),
        "sum": sum_line(gives, count),
    }
    return Example(picture, gives, count, points, said)


@lru_cache(maxsize=32)
def _drawn(moves: tuple[str, ...], ruleset_name: str) -> tuple[tuple[Play, ...], Picture, tuple[int, ...], int, int]:
    ruleset = preset(ruleset_name, 2)
    plays = tuple(play for play in map(parse_move, moves) if isinstance(play, Play))
    layout = reduce(Layout.lay, plays, empty_layout(ruleset))
    gives = tuple(end.gives for end in layout.ends)
    return plays, draw(layout, ruleset, BOXES["landscape"]), gives, layout.count, points_for(layout.count, ruleset)
