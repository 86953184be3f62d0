"""Which berths an edge offers to its next tile, and which edges a laid tile offers in its turn.

The names of the turns are those of the prices: a *corner* goes around the end of the line, a *flank* beside its last
half, a *shift* along one half of a double's long side; a double may be *offset* by one half, or *swing* around the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.drawing.values import Berth, Edge

Offer = tuple[Berth, str]
"""A berth and the name of the turn it takes ("" for straight on)."""
Spot = tuple[int, int, int, int]
"""The middle of an edge and the direction outwards."""

SIDEWAYS = {(1, 0): (0, -1), (0, -1): (-1, 0), (-1, 0): (0, 1), (0, 1): (1, 0)}
"""What lies to the left of somebody who walks in a direction."""


def both_sides(dx: int, dy: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The directions to the right and to the left: lines rather turn clockwise, the right end down, the left one up."""
    return SIDEWAYS[-dx, -dy], SIDEWAYS[dx, dy]


def spot_of(edge: Edge) -> Spot:
    """The edge's middle and direction."""
    return edge.x, edge.y, edge.dx, edge.dy


def along(x: int, y: int, dx: int, dy: int) -> Berth:
    """A tile (also a double laid lengthwise) that goes straight on."""
    return Berth(x + 2 * dx, y + 2 * dy, *((4, 2) if dx else (2, 4)), dx, dy)


def across(x: int, y: int, dx: int, dy: int) -> Berth:
    """A double that lies crosswise, joined at its middle."""
    return Berth(x + dx, y + dy, *((2, 4) if dx else (4, 2)), dx, dy)


@lru_cache(maxsize=1 << 13)
def doubles(x: int, y: int, dx: int, dy: int, plain: bool) -> tuple[Offer, ...]:
    """Crosswise doubles: joined at the middle, by a half, or by a half beside the last half."""
    w, h = (2, 4) if dx else (4, 2)
    found = [(across(x, y, dx, dy), "")]
    for tx, ty in both_sides(dx, dy):
        found.append((Berth(x + dx + tx, y + dy + ty, w, h, dx, dy), "offset"))
        if plain:
            found.append((Berth(x + 2 * tx, y + 2 * ty, h, w, tx, ty, True), "swing"))
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def turns(x: int, y: int, dx: int, dy: int, wide: bool, plain: bool) -> tuple[Offer, ...]:
    """Plain tiles that turn the line."""
    w, h = (2, 4) if dx else (4, 2)
    reach, name = (2, "shift") if wide else (1, "corner")
    found = []
    for tx, ty in both_sides(dx, dy):
        found.append((Berth(x + dx + reach * tx, y + dy + reach * ty, w, h, tx, ty, True), name))
        if plain:
            found.append((Berth(x - dx + 3 * tx, y - dy + 3 * ty, w, h, tx, ty, True), "flank"))
    return tuple(found)


def plains(x: int, y: int, dx: int, dy: int, wide: bool, plain: bool) -> tuple[Offer, ...]:
    """All berths of a plain tile, straight on first."""
    return ((along(x, y, dx, dy), ""), *turns(x, y, dx, dy, wide, plain))


def offers(edge: Edge, kind: str) -> tuple[Offer, ...]:
    """All berths that an edge has for a tile of a kind: `plain`, `double` or `lying`."""
    spot = spot_of(edge)
    if kind == "double":
        return doubles(*spot, edge.plain)
    found = plains(*spot, edge.wide, edge.plain)
    return found if kind == "plain" else tuple((berth, turn) for berth, turn in found if turn in ("", "flank"))


def exit_of(berth: Berth) -> Spot:
    """The edge by which the line leaves a tile."""
    half = (berth.w if berth.dx else berth.h) // 2
    return berth.x + half * berth.dx, berth.y + half * berth.dy, berth.dx, berth.dy


def sides_of(berth: Berth) -> tuple[Spot, Spot]:
    """The two edges left and right of the line."""
    (sx, sy), depth = SIDEWAYS[berth.dx, berth.dy], (berth.h if berth.dx else berth.w) // 2
    return (
        (berth.x + depth * sx, berth.y + depth * sy, sx, sy),
        (berth.x - depth * sx, berth.y - depth * sy, -sx, -sy),
    )


def lead_berth(tile: str, lengthwise: bool) -> Berth:
    """Where the lead lies: a crosswise double stands, everything else lies along the line."""
    return Berth(0, 0, *((2, 4) if tile[0] == tile[1] and not lengthwise else (4, 2)), 1, 0)


def line_ports(lengthwise: bool) -> tuple[str, str]:
    """The ports of a double by which the line goes through it: the way in, the way on."""
    return ("S1", "S2") if lengthwise else ("L1", "L2")


def edges_of(tile: str, berth: Berth, back: str, lengthwise: bool, branches: bool, lead: bool) -> Iterator[Edge]:
    """The edges of a laid tile that point onward; those of the lead, both ways. `back` is the half it is joined by."""
    ahead, behind = exit_of(berth), exit_of(berth._replace(dx=-berth.dx, dy=-berth.dy))
    if tile[0] != tile[1]:
        front = tile[0] if back == tile[1] else tile[1]
        yield Edge(tile, front, int(front), *ahead, False, True, berth.bent)
        if lead:
            yield Edge(tile, back, int(back), *behind, False, True, False)
        return
    pip, wide, (way_in, way_on) = int(tile[0]), not lengthwise, line_ports(lengthwise)
    yield Edge(tile, way_on, pip, *ahead, wide, False, False)
    if lead:
        yield Edge(tile, way_in, pip, *behind, wide, False, False)
    if branches:
        for name, side in zip(line_ports(not lengthwise), sides_of(berth), strict=True):
            yield Edge(tile, name, pip, *side, not wide, False, False)
