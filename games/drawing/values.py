"""The small values that the drawing passes around. Lengths are *cells*: half of a tile's short side.

A tile is 4 x 2 cells. x grows to the right, y downwards. The lead's centre is (0, 0) and its line runs left to right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Key = tuple[str, str]
"""A port by the text of its tile and its name: ("55", "L1")."""

Frame = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Box(NamedTuple):
    """A room on the screen in pixels, and sizes of a tile's short side in it.

    The planner keeps tiles between `floor` and `cap`, and lets lines turn below `pleasant`; a few tiles may be shown
    somewhat larger, up to `largest`.
    """

    width: int
    height: int
    cap: float
    pleasant: float
    floor: float
    largest: float


BOXES = {"landscape": Box(1280, 480, 56, 44, 34, 65), "portrait": Box(360, 330, 40, 27, 20, 54)}


class Style(NamedTuple):
    """What the drawing must know of a ruleset: which doubles branch, and whether the first may lie lengthwise."""

    spinner: str = "first"
    lengthwise: bool = False

    def branches(self, doubles_before: int) -> bool:
        """Whether a double opens cross ports when `doubles_before` doubles lie already."""
        return self.spinner == "every" or (self.spinner == "first" and not doubles_before)


class Laying(NamedTuple):
    """A placement: `50>55.L1` as tile, lengthwise, host, port. The lead has no host."""

    tile: str
    lengthwise: bool
    host: str
    port: str

    @property
    def double(self) -> bool:
        """Whether the tile is a double."""
        return self.tile[0] == self.tile[1]

    @property
    def kind(self) -> str:
        """Which of a claim's berths the tile takes: `plain`, `double` or `lying`."""
        return "lying" if self.lengthwise else "double" if self.double else "plain"


class Berth(NamedTuple):
    """Where a tile lies: centre, extent, the direction in which the line runs through it, and whether it turned."""

    x: int
    y: int
    w: int
    h: int
    dx: int
    dy: int
    bent: bool = False


class Edge(NamedTuple):
    """A port on the table: the middle of its edge, the direction outwards, and what kind of edge it is."""

    tile: str
    name: str
    pip: int
    x: int
    y: int
    dx: int
    dy: int
    wide: bool  # a long side: straight tiles join its middle, turned ones half a unit beside it
    plain: bool  # the end of a non-double: the flanks of its last half may be joined too
    bent: bool  # its tile was itself laid in a turn

    @property
    def key(self) -> Key:
        """The port's name for dictionaries."""
        return self.tile, self.name


class Claim(NamedTuple):
    """What an edge keeps for its next tile: a berth for each kind of tile, as planes too, and what it hopes to keep."""

    edge: Edge
    plain: Berth | None
    double: Berth | None
    lying: Berth | None
    cells: int  # plane of the berths
    near: int  # plane of the squares that would come too close to them
    wish: int  # plane of the places after them
    tight: bool = False  # chosen in need: it touches something, or lies apart from its edge

    @property
    def berths(self) -> list[Berth]:
        """The berths there are."""
        return [berth for berth in self[1:4] if berth is not None]


@lru_cache(maxsize=4096)
def read(text: str) -> Laying:
    """The placement that a move's text means.

    >>> read("50>55.L1")
    Laying(tile='50', lengthwise=False, host='55', port='L1')
    >>> read("05").tile, read("55*>51.5").lengthwise
    ('50', True)
    """
    spot, _, at = text.partition(">")
    host, _, name = at.partition(".")
    return Laying(max(spot[:2], spot[1::-1]), spot.endswith("*"), max(host, host[::-1]), name)
