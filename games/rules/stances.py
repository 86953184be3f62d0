"""How one tile stands on the table: what may still be joined to it, and what it adds to the count.

RULES.md's table of counting ends speaks of one tile at a time, so everything that a tile will ever offer
follows from the tile, how it lies, whether it branches, and which of its ports are used up. Those are few:
each such stance is built once, with its ports, ends and successors, and a layout is a row of stances.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.moves import Play
from games.rules.ports import LONG_SIDES, SHORT_SIDES, End, Port, port_names
from games.rules.tiles import MATCH, Tile, tiles_of


class Stance:
    """A tile on the table with some of its ports used up.

    `ports` may be joined now; `ends` count now and sum up to `gives`; `fits` has the bits of all tiles that
    can be joined here; `after` is the stance once a port is used; `plays` gives the plays of the tiles whose
    bits are the key (a subset of `fits`), `plays_lengthwise` the same with a choice for doubles.
    """

    __slots__ = ("after", "ends", "fits", "gives", "plays", "plays_lengthwise", "ports", "tile")

    def __init__(self, tile: Tile, ports: tuple[Port, ...], ends: tuple[End, ...], after: dict[Port, Stance]) -> None:
        self.tile = tile
        self.ports = ports
        self.ends = ends
        self.after = after
        self.gives = sum(end.gives for end in ends)
        self.fits = _fitting(ports)
        self.plays = PlayTable(ports, lengthwise=False)
        self.plays_lengthwise = PlayTable(ports, lengthwise=True)


class PlayTable(dict[int, tuple[Play, ...]]):
    """The plays at some ports for a set of fitting tiles, worked out when first asked for."""

    def __init__(self, ports: tuple[Port, ...], *, lengthwise: bool) -> None:
        super().__init__()
        self.ports = ports
        self.lengthwise = lengthwise

    def __missing__(self, bits: int) -> tuple[Play, ...]:
        plays = tuple(
            play for port in self.ports for tile in tiles_of(bits & MATCH[port.pip]) for play in self._ways(tile, port)
        )
        self[bits] = plays
        return plays

    def _ways(self, tile: Tile, port: Port) -> tuple[Play, ...]:
        plain = Play(tile, port)
        return (plain, Play(tile, port, True)) if self.lengthwise and tile.is_double else (plain,)


def _fitting(ports: tuple[Port, ...]) -> int:
    fits = 0
    for port in ports:
        fits |= MATCH[port.pip] & ~port.host.bit
    return fits


@lru_cache(maxsize=None)
def stance(tile: Tile, lengthwise: bool, branches: bool, exposed_count: bool, used: frozenset[str]) -> Stance:
    """The only stance of these properties; `used` are the names of the ports that have been joined."""
    if tile.is_double:
        names, ends = _double(tile, lengthwise, branches, exposed_count, used)
    else:
        names = tuple(name for name in port_names(tile) if name not in used)
        ends = tuple(End(tile, int(name), False, Port(tile, name)) for name in names)
    ports = tuple(Port(tile, name) for name in names)
    after = {
        port: stance(tile, lengthwise, branches, exposed_count, used | {port.name}) for port in ports
    }
    return Stance(tile, ports, ends, after)


def _double(
    tile: Tile, lengthwise: bool, branches: bool, exposed_count: bool, used: frozenset[str]
) -> tuple[tuple[str, ...], tuple[End, ...]]:
    """The open ports and the ends of a double: first in its line, and across it once the line is full."""
    in_line, across = (SHORT_SIDES, LONG_SIDES) if lengthwise else (LONG_SIDES, SHORT_SIDES)
    free = tuple(name for name in in_line if name not in used)
    if free:
        return free, _line_ends(tile, lengthwise, free)
    free = tuple(name for name in across if name not in used) if branches else ()
    ends = tuple(End(tile, tile.high, False, Port(tile, name)) for name in free) if exposed_count else ()
    return free, ends


def _line_ends(tile: Tile, lengthwise: bool, free: tuple[str, ...]) -> tuple[End, ...]:
    """A double at the end of its line: both halves if it lies crosswise, else one for each free half."""
    if lengthwise:
        return tuple(End(tile, tile.high, False, Port(tile, name)) for name in free)
    port = Port(tile, free[0]) if len(free) == 1 else None
    return (End(tile, tile.pips, True, port),)
