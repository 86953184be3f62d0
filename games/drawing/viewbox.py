"""The part of the plane that is shown: all tiles, the places at open ports, all coins, and a little margin.

Width and height each take one of a ladder of sizes, 6 % apart, so that the picture does not breathe with every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.drawing.shapes import Rect
from games.drawing.values import Box

SHORT_SIDE = 20.0
MARGIN = 3.0
"""Room for outlines and for the corners round the last tile, where the floor allows it."""


LEAST_WIDTH = 248.0
"""A short line needs no more, and on screens that are less wide than the box it is larger so."""


@lru_cache(maxsize=64)
def _lengths(pixels: int, floor: float, least: float) -> tuple[float, ...]:
    """The lengths that a view may have along a border of the box, shortest first; the longest are below the floor."""
    ladder = (SHORT_SIDE * pixels / floor * 1.06**i for i in range(-60, 60))
    return tuple(length for length in ladder if length >= least)


def limits(box: Box, frame: Rect) -> tuple[float, float]:
    """How wide and high a picture may become by its coins: to the floor, or as it is where it is below the floor."""
    return (
        max(SHORT_SIDE * box.width / box.floor, frame.width),
        max(SHORT_SIDE * box.height / box.floor, frame.height),
    )


def view_box(box: Box, frame: Rect, coins: Sequence[Rect]) -> tuple[tuple[float, float, float, float], float]:
    """(left, top, width, height) and the short side's pixels when it fills the box.

    The frame of tiles and their places is in the middle; coins that hang out of it push it aside as little as needed.
    """
    whole = frame
    for coin in coins:
        whole = whole.joined(coin)
    most_wide, most_high = limits(box, frame)
    least_wide, least_high = (SHORT_SIDE * pixels / box.largest for pixels in box[:2])
    wide = _fitting(_lengths(box.width, box.floor, min(least_wide, LEAST_WIDTH)), whole.width, most_wide)
    high = _fitting(_lengths(box.height, box.floor, least_high), whole.height, most_high)
    left = _placed((frame.left + frame.right) / 2, wide, whole.left, whole.right)
    top = _placed((frame.top + frame.bottom) / 2, high, whole.top, whole.bottom)
    size = SHORT_SIDE * min(box.width / wide, box.height / high)
    return (round(left, 2), round(top, 2), round(wide, 2), round(high, 2)), round(size, 3)


def _fitting(lengths: Sequence[float], content: float, limit: float) -> float:
    """The smallest length that holds the content with its margin; the margin yields to the limit."""
    wanted = max(content, min(content + 2 * MARGIN, limit))
    return next((length for length in lengths if length >= wanted - 1e-6), wanted)


def _placed(middle: float, length: float, low: float, high: float) -> float:
    """Where an interval begins that is centred on `middle`, but holds everything from `low` to `high`."""
    return min(max(middle - length / 2, high - length), low)
