"""Rectangles, circles and lines on the finished picture, in sprite units (20 = a tile's short side)."""

from __future__ import annotations

from typing import NamedTuple

from games.drawing.values import Berth, Frame

UNIT = 10
"""Sprite units in a cell."""


class Rect(NamedTuple):
    """A rectangle by its borders."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def padded(self, by: float) -> Rect:
        """Larger by so much on every side."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def joined(self, other: Rect) -> Rect:
        """The rectangle around both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """The point of the rectangle that is nearest to a point."""
        return min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)

    def distance(self, x: float, y: float) -> float:
        """How far a point is away; 0 inside."""
        dx, dy = max(self.left - x, x - self.right, 0.0), max(self.top - y, y - self.bottom, 0.0)
        return float((dx * dx + dy * dy) ** 0.5)


class Line(NamedTuple):
    """A straight line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float

    def distance(self, x: float, y: float) -> float:
        """How far a point is away."""
        vx, vy = self.x2 - self.x1, self.y2 - self.y1
        length = vx * vx + vy * vy
        t = max(0.0, min(1.0, ((x - self.x1) * vx + (y - self.y1) * vy) / length)) if length else 0.0
        return float(((x - self.x1 - t * vx) ** 2 + (y - self.y1 - t * vy) ** 2) ** 0.5)

    def crosses(self, rect: Rect) -> bool:
        """Whether any part of the line lies inside the rectangle (Liang and Barsky's clipping)."""
        enter, leave = 0.0, 1.0
        vx, vy = self.x2 - self.x1, self.y2 - self.y1
        for step, room in (
            (-vx, self.x1 - rect.left),
            (vx, rect.right - self.x1),
            (-vy, self.y1 - rect.top),
            (vy, rect.bottom - self.y1),
        ):
            if step == 0:
                if room <= 0:
                    return False
            elif step < 0:
                enter = max(enter, room / step)
            else:
                leave = min(leave, room / step)
        return enter < leave

    def meets(self, other: Line) -> bool:
        """Whether two lines cross."""

        def side(a: Line, x: float, y: float) -> float:
            return (a.x2 - a.x1) * (y - a.y1) - (a.y2 - a.y1) * (x - a.x1)

        return (
            side(self, other.x1, other.y1) * side(self, other.x2, other.y2) < 0
            and side(other, self.x1, self.y1) * side(other, self.x2, self.y2) < 0
        )


def rect_of(berth: Berth) -> Rect:
    """The rectangle that a tile covers."""
    w, h = berth.w * UNIT / 2, berth.h * UNIT / 2
    return Rect(berth.x * UNIT - w, berth.y * UNIT - h, berth.x * UNIT + w, berth.y * UNIT + h)


def rect_of_frame(frame: Frame) -> Rect:
    """A frame in sprite units."""
    return Rect(*(UNIT * border for border in frame))
