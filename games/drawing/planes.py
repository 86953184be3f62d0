"""The table as a bitmap held in one integer: whether a tile fits is then a single bit-and.

The field where tiles may lie is walled in, so a plane never runs over its own rows.
"""

from __future__ import annotations

from functools import lru_cache

from games.drawing.values import Berth, Frame

STRIDE, LEFT, TOP, WALL_WIDTH = 192, 96, 44, 8
GAP = 1
"""Cells kept free between tiles that are not joined."""
FIELD: Frame = (WALL_WIDTH - LEFT, WALL_WIDTH - TOP, LEFT - WALL_WIDTH, TOP - WALL_WIDTH)
ORIGIN = TOP * STRIDE + LEFT


@lru_cache(maxsize=1024)
def _block(w: int, h: int) -> int:
    row = (1 << w) - 1
    return sum(row << STRIDE * i for i in range(h))


_SMALL = {(w, h): _block(w, h) for w in range(1, 9) for h in range(1, 9)}


def rect(x: int, y: int, w: int, h: int) -> int:
    """The cells of a rectangle, by its top left corner."""
    block = _SMALL.get((w, h)) or _block(w, h)
    return block << (y * STRIDE + x + ORIGIN)


def cells(berth: Berth) -> int:
    """The eight cells under a tile."""
    return rect(berth.x - berth.w // 2, berth.y - berth.h // 2, berth.w, berth.h)


def halo(berth: Berth) -> int:
    """A tile's cells and a rim around them: what strangers must keep off."""
    return rect(berth.x - berth.w // 2 - GAP, berth.y - berth.h // 2 - GAP, berth.w + 2 * GAP, berth.h + 2 * GAP)


def cross(berth: Berth) -> int:
    """A tile's cells and those beside its edges, but not at its corners."""
    x, y = berth.x - berth.w // 2, berth.y - berth.h // 2
    return rect(x - GAP, y, berth.w + 2 * GAP, berth.h) | rect(x, y - GAP, berth.w, berth.h + 2 * GAP)


def near(berth: Berth) -> int:
    """Anchors (top left cells) of the 2 x 2 squares that would come too close to the tile."""
    return rect(berth.x - berth.w // 2 - 2, berth.y - berth.h // 2 - 2, berth.w + 3, berth.h + 3)


def area(left: int, top: int, right: int, bottom: int) -> int:
    """The cells between four borders, cut to the field."""
    left, top = max(left, FIELD[0]), max(top, FIELD[1])
    return rect(left, top, min(right, FIELD[2]) - left, min(bottom, FIELD[3]) - top)


def spread(room: int, x: int, y: int, wanted: int) -> int:
    """How many cells of `room` can be reached from one of them, counted up to `wanted`; 16 rows each way are seen."""
    top = max(y - 16, -TOP)
    room = room >> ((top + TOP) * STRIDE) & _WINDOW
    reached = room & (1 << ((y - top) * STRIDE + x + LEFT))
    for i in range(24):
        grown = (reached | reached << 1 | reached >> 1 | reached << STRIDE | reached >> STRIDE) & room
        if grown == reached:
            break
        reached = grown
        if i % 3 == 2 and reached.bit_count() >= wanted:
            break
    return min(reached.bit_count(), wanted)


_WINDOW = (1 << 33 * STRIDE) - 1
WALL = rect(-LEFT, -TOP, 2 * LEFT, 2 * TOP) & ~area(*FIELD)


def grown(frame: Frame, *berths: Berth | None) -> Frame:
    """The frame that also holds these berths."""
    left, top, right, bottom = frame
    for berth in berths:
        if berth is not None:
            x, y, w, h = berth.x, berth.y, berth.w >> 1, berth.h >> 1
            if x - w < left:
                left = x - w
            if x + w > right:
                right = x + w
            if y - h < top:
                top = y - h
            if y + h > bottom:
                bottom = y + h
    return left, top, right, bottom
