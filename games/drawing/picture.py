"""The finished picture of a layout: numbers only, in sprite units (20 = a tile's short side), for a template to print.

Sprite tiles stand upright with the high half on top at angle 0; angles turn clockwise, as SVG's `rotate` does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.drawing.coins import RADIUS
from games.drawing.shapes import Line, Rect
from games.rules.layout import End
from games.rules.moves import Play
from games.rules.ports import Port
from games.rules.tiles import Tile

ANGLES = {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}
"""The angle of a sprite tile whose high half lies in a direction from its middle."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a tile lies: its middle and its angle (0, 90, 180, 270)."""

    x: float
    y: float
    angle: int


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the table. `is_spinner`: it branches; `is_last`: it was laid last and gets the brass corners."""

    tile: Tile
    x: float
    y: float
    angle: int
    is_spinner: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """Where the next tile at an open port will lie: a plain one, the crosswise double, the lengthwise double.

    The plain pose is that of a tile joined by its low half; `pose_for` turns it for a certain play. `direction` names
    the arm as drawn when nothing turns: left, right, up or down.
    """

    plain: Pose | None
    double: Pose | None
    lying: Pose | None
    direction: str


@dataclass(frozen=True, slots=True)
class Coin:
    """What a counting end gives: a circle, and a stem from the tile's border to it. Draw stems below the tiles."""

    end: End
    x: float
    y: float
    r: float
    stem: Line

    @property
    def scale(self) -> float:
        """What the figure's size is to be multiplied with; 1 for the usual radius."""
        return round(self.r / RADIUS, 3)


@dataclass(frozen=True, slots=True)
class Mark:
    """A bracket at an open port that counts nothing: `M-7 3v4h14v-4` at the middle of the edge, turned by the angle."""

    port: Port
    x: float
    y: float
    angle: int


@dataclass(frozen=True, slots=True)
class Link:
    """A line to be drawn where a tile (or, with no tile, the place of the next one) lies apart from its port."""

    port: Port
    tile: Tile | None
    line: Line


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that is drawn on a board. `size` is a tile's short side in pixels when the box is filled.

    `relaid`: the last move made all tiles move, for otherwise the next ones would have had no place.
    """

    tiles: tuple[LaidTile, ...]
    slots: dict[Port, Slot]
    coins: tuple[Coin, ...]
    open_marks: tuple[Mark, ...]
    links: tuple[Link, ...]
    view_box: tuple[float, float, float, float]
    size: float
    relaid: bool


def pose_for(picture: Picture, play: Play) -> Pose:
    """Where the tile of a play would lie; KeyError when its port has no slot in this picture."""
    if play.port is None:
        return Pose(0, 0, 270 if not play.tile.is_double else 90 if play.lengthwise else 0)
    slot = picture.slots[play.port]
    pose = slot.plain if not play.tile.is_double else slot.lying if play.lengthwise else slot.double
    if pose is None:
        raise KeyError(f"{play} has no place")
    if not play.tile.is_double and play.tile.high == play.port.pip:
        return replace(pose, angle=(pose.angle + 180) % 360)
    return pose


def mirrored(picture: Picture) -> Picture:
    """The picture with left and right swapped in places and angles; figures and pips are drawn as ever."""
    x, y, w, h = picture.view_box

    def turned(pose: Pose | None) -> Pose | None:
        return pose and Pose(-pose.x, pose.y, -pose.angle % 360)

    def flipped(line: Line) -> Line:
        return Line(-line.x1, line.y1, -line.x2, line.y2)

    names = {"left": "right", "right": "left"}
    return replace(
        picture,
        tiles=tuple(replace(t, x=-t.x, angle=-t.angle % 360) for t in picture.tiles),
        slots={
            port: Slot(turned(s.plain), turned(s.double), turned(s.lying), names.get(s.direction, s.direction))
            for port, s in picture.slots.items()
        },
        coins=tuple(replace(c, x=-c.x, stem=flipped(c.stem)) for c in picture.coins),
        open_marks=tuple(replace(m, x=-m.x, angle=-m.angle % 360) for m in picture.open_marks),
        links=tuple(replace(link, line=flipped(link.line)) for link in picture.links),
        view_box=(round(-x - w, 2), y, w, h),
    )


def tile_rect(pose: Pose | LaidTile) -> Rect:
    """The rectangle that a tile covers in a pose."""
    w, h = (10, 20) if pose.angle % 180 == 0 else (20, 10)
    return Rect(pose.x - w, pose.y - h, pose.x + w, pose.y + h)
