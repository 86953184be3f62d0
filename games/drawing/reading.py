"""How a layout is read aloud: the lead's line from left to right, then the arms, each outwards from its double.

It follows the structure, not the drawing: lines that turn are read as if they were straight.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.arms import arms_of
from games.rules.layout import Layout
from games.rules.tiles import Tile


class Turned(NamedTuple):
    """A tile and its halves in the order in which one reads them."""

    tile: Tile
    first: int
    second: int


class Arm(NamedTuple):
    """Tiles that go left, right, up or down, from the double `host` outwards."""

    direction: str
    host: Tile
    tiles: tuple[Turned, ...]


class Reading(NamedTuple):
    """The line through the lead from left to right, then the arms in the order in which they were begun."""

    line: tuple[Turned, ...]
    arms: tuple[Arm, ...]


def reading(layout: Layout) -> Reading:
    """How the layout is read; empty before the lead.

    >>> from games.rules.layout import lay_all
    >>> from games.rules.moves import Play
    >>> from games.rules.ruleset import preset
    >>> from games.rules.tiles import tile
    >>> from games.rules.ports import Port
    >>> plays = [Play(tile("64")), Play(tile("61"), Port(tile("64"), "6")), Play(tile("44"), Port(tile("64"), "4"))]
    >>> [(str(turned.tile), turned.first, turned.second) for turned in reading(lay_all(preset("pagat", 2), plays)).line]
    [('61', 1, 6), ('64', 6, 4), ('44', 4, 4)]
    """
    if layout.is_empty:
        return Reading((), ())
    directions, lead = arms_of(layout.placements), layout.placements[0].tile
    walks: dict[tuple[str, Tile], list[Turned]] = {}
    for play in layout.placements[1:]:
        assert play.port is not None
        outward = Turned(play.tile, play.port.pip, play.tile.other(play.port.pip))
        walks.setdefault(directions[play.port], []).append(outward)
    backwards = [Turned(t.tile, t.second, t.first) for t in reversed(walks.pop(("left", lead), []))]
    line = [*backwards, Turned(lead, lead.high, lead.low), *walks.pop(("right", lead), [])]
    return Reading(tuple(line), tuple(Arm(way, host, tuple(tiles)) for (way, host), tiles in walks.items()))
