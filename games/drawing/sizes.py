"""How large a picture may be drawn, and what it costs to be smaller.

Only the sizes floor * 1.06 ** n are used, so that a picture rarely changes its size, and then visibly.
"""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import NamedTuple

from games.drawing.values import Box, Frame


class Step(NamedTuple):
    """A size of the short side in pixels, and the cells that the box holds then."""

    size: float
    width: int
    height: int


class Taste(NamedTuple):
    """What the planner pays: for turns, for smaller tiles, and for want of room."""

    corner: float = 2.0
    flank: float = 3.0
    shift: float = 4.0
    offset: float = 4.0
    swing: float = 4.0
    again: float = 1.5  # a turn right after a turn
    shrink: float = 20.0  # smaller tiles, while still pleasant
    squeeze: float = 100.0  # smaller tiles, below pleasant
    starve: float = 60.0  # smaller tiles, below the floor
    crowd: float = 6.0  # for each tile's room that an arm lacks
    blind: float = 20.0  # a next tile that would find no place
    wish: float = 6.0  # taking what another edge would like to keep


TASTE = Taste()
TURN_PRICES = {"": 0.0, **{name: getattr(TASTE, name) for name in ("corner", "flank", "shift", "offset", "swing")}}


@lru_cache(maxsize=64)
def steps(box: Box) -> tuple[Step, ...]:
    """The sizes that a picture may have in a box, largest first; some lie below the floor."""
    sizes = [box.floor * 1.06**i for i in range(39, -15, -1)]
    return tuple(Step(s, int(2 * box.width / s), int(2 * box.height / s)) for s in sizes if s <= box.cap)


@lru_cache(maxsize=64)
def floor_step(box: Box) -> int:
    """The index of the smallest size that is not below the floor."""
    return max(i for i, step in enumerate(steps(box)) if step.size >= box.floor - 1e-9)


def step_for(box: Box, frame: Frame, start: int = 0) -> int:
    """The index of the largest size, from `start` on, at which the frame fits the box; the last if none does."""
    ladder, w, h = steps(box), frame[2] - frame[0], frame[3] - frame[1]
    while start < len(ladder) - 1 and (w > ladder[start].width or h > ladder[start].height):
        start += 1
    return start


@lru_cache(maxsize=64)
def prices(box: Box) -> tuple[float, ...]:
    """What each size costs."""
    return tuple(
        TASTE.shrink * log(box.cap / s)
        + TASTE.squeeze * max(0.0, log(box.pleasant / s))
        + TASTE.starve * max(0.0, log(box.floor / s))
        for s, _, _ in steps(box)
    )
