"""The board as markup wants it: ready texts for transform and view box, one board for each shape of screen."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from games.drawing import Coin, Mark, Picture, draw, pose_for
from games.drawing.picture import Pose, tile_rect
from games.drawing.shapes import Line, Rect
from games.presenters.hand import Option
from games.rules.arms import Arm, arms_of
from games.rules.layout import Layout, lay_all
from games.rules.moves import Play
from games.rules.ruleset import Ruleset
from games.rules.sight import Sight

SHAPES = ("landscape", "portrait")
#: Below this size of a tile's short side (px in the drawing's own box) the coins are enlarged on small screens.
SMALL = 26
#: The least part that is shown on a wide screen (a tile's short side is 65 px then), the margin, and the steps.
LEAST, MARGIN, STEP = (248.0, 150.0), 4.0, 1.06
#: How far the mark of an open side stands out from its tile.
OPEN_MARK = 10.0
#: A line that needs no more than this is centred and keeps its tiles at a pleasant size.
SHORT_LINE = 262
#: How far the figure of a double that would lie lengthwise stands from the middle of its place.
ASIDE = 5.5
#: Height of a coin's figure, and how far its base line lies below the coin's middle.
FIGURE, FIGURE_DROP = 9.4, 3.4


@dataclass(frozen=True)
class TileView:
    id: str
    transform: str
    spinner: bool
    last: bool


@dataclass(frozen=True)
class CoinView:
    """The circle that says what an end gives, with its short line to the tile."""

    text: str
    x: str
    y: str
    r: str
    text_y: str
    font: str
    stem: str


@dataclass(frozen=True)
class GhostView:
    """Where a chosen tile would lie; the text stays upright whichever way the tile lies.

    Where a double may lie both ways, one place covers part of the other: *over* lies above, pressed where it is drawn
    and no further, and the figures of both stand aside, by *tag*.
    """

    option: Option
    transform: str
    lying: bool
    over: bool = False
    tag: str = ""


@dataclass(frozen=True)
class Board:
    """One picture. *long* lines use the whole width of the table; *width* and *height* in px give a tile 20 px.

    *still_box* is for pictures where nobody lays anything: what lies there and what it counts, without room for more.
    *turned* are the moves at arms that leave their double another way here than their name says, each with that way.
    """

    shape: str
    view_box: str
    still_box: str
    width: str
    height: str
    long: bool
    relaid: bool
    tiles: tuple[TileView, ...]
    marks: tuple[str, ...]
    coins: tuple[CoinView, ...]
    ghosts: tuple[GhostView, ...]
    links: tuple[str, ...]
    turned: tuple[tuple[str, str], ...]


def boards(sight: Sight, options: tuple[Option, ...], *, tight: bool = False) -> tuple[Board, ...]:
    """The board of this layout for wide and for tall screens, with a ghost for every option.

    *tight*: the tall one, too, shows no more than what lies there and may be laid.
    """
    return tuple(_board(shape, sight, options, tight or shape == "landscape") for shape in SHAPES)


def _board(shape: str, sight: Sight, options: tuple[Option, ...], tight: bool) -> Board:
    # Drawn as if it were counted, so that nothing moves when the count is told; its coins are left out until then.
    counted = sight.window is None
    layout = sight.layout if counted else lay_all(sight.ruleset, sight.layout.placements)
    bare = _bare(layout, sight.ruleset, shape, tight, counted)
    if not options:
        return bare
    picture = draw(layout, sight.ruleset, shape)
    ghosts = _ghosts(picture, options)
    return replace(bare, ghosts=ghosts, turned=_turned(picture, layout, options))


@lru_cache(maxsize=256, typed=True)
def _bare(layout: Layout, ruleset: Ruleset, shape: str, tight: bool, counted: bool) -> Board:
    """What everybody sees: all viewers of a table share it."""
    picture = draw(layout, ruleset, shape)
    view = _tight(picture) if tight else picture.view_box
    return Board(
        shape=shape,
        view_box=" ".join(num(value) for value in view),
        still_box=" ".join(num(value) for value in _still(picture)),
        width=num(view[2]),
        height=num(view[3]),
        long=picture.size < SMALL or view[2] > SHORT_LINE,
        relaid=picture.relaid,
        tiles=tuple(
            TileView(str(laid.tile), place(laid.x, laid.y, laid.angle), laid.is_spinner, laid.is_last)
            for laid in picture.tiles
        ),
        marks=tuple(_mark(mark) for mark in picture.open_marks),
        coins=tuple(_coin(coin) for coin in picture.coins) if counted else (),
        ghosts=(),
        links=tuple(_path(link.line) for link in picture.links),
        turned=(),
    )


def _still(picture: Picture) -> tuple[float, float, float, float]:
    """The part that holds the tiles, their coins, and the marks of open sides; at least as wide as on the table."""
    rects = [tile_rect(tile).padded(OPEN_MARK) for tile in picture.tiles]
    rects += [Rect(coin.x, coin.y, coin.x, coin.y).padded(coin.r + 1) for coin in picture.coins]
    whole = rects[0] if rects else Rect(0, 0, 0, 0).padded(LEAST[1] / 4)
    for rect in rects:
        whole = whole.joined(rect)
    width = max(whole.width, LEAST[0])
    height = whole.height
    return ((whole.left + whole.right - width) / 2, whole.top, width, height)


def _tight(picture: Picture) -> tuple[float, float, float, float]:
    """The part to show on wide screens, whose rooms have many shapes: tiles, places and coins, and nothing round them.

    Width and height grow by steps, so that the picture does not breathe with every move.
    """
    rects = [tile_rect(tile) for tile in picture.tiles]
    for slot in picture.slots.values():
        rects += [tile_rect(pose) for pose in (slot.plain, slot.double, slot.lying) if pose is not None]
    rects += [Rect(coin.x, coin.y, coin.x, coin.y).padded(coin.r) for coin in picture.coins]
    if not rects:
        return (-LEAST[0] / 2, -LEAST[1] / 2, *LEAST)
    whole = rects[0]
    for rect in rects:
        whole = whole.joined(rect)
    width, height = _step(whole.width + 2 * MARGIN, LEAST[0]), _step(whole.height + 2 * MARGIN, LEAST[1])
    return ((whole.left + whole.right - width) / 2, (whole.top + whole.bottom - height) / 2, width, height)


def _step(length: float, least: float) -> float:
    """The smallest step that is as long."""
    while least < length:
        least *= STEP
    return least


def _mark(mark: Mark) -> str:
    return place(mark.x, mark.y, mark.angle)


def _coin(coin: Coin) -> CoinView:
    return CoinView(
        text=str(coin.end.gives),
        x=num(coin.x),
        y=num(coin.y),
        r=num(coin.r),
        text_y=num(coin.y + FIGURE_DROP * coin.scale),
        font=num(FIGURE * coin.scale),
        stem=_path(coin.stem),
    )


def _path(line: Line) -> str:
    return f"M{num(line.x1)} {num(line.y1)}L{num(line.x2)} {num(line.y2)}"


def _ghosts(picture: Picture, options: tuple[Option, ...]) -> tuple[GhostView, ...]:
    """Those that lie over others come last, as the last is drawn above."""
    poses = {option.play: pose_for(picture, option.play) for option in options}
    found = [_ghost(option, poses) for option in options]
    return tuple(sorted(found, key=lambda ghost: ghost.over))


def _ghost(option: Option, poses: dict[Play, Pose]) -> GhostView:
    play, pose = option.play, poses[option.play]
    at, lying = f"translate({num(pose.x)} {num(pose.y)})", pose.angle % 180 == 90
    other = poses.get(Play(play.tile, play.port, not play.lengthwise)) if play.tile.is_double else None
    if other is None:
        return GhostView(option, at, lying)
    if not play.lengthwise:
        return GhostView(option, at, lying, over=True, tag=f"translate({'-20 0' if lying else '0 -16'})")
    if lying:
        return GhostView(option, at, lying, tag=f"translate({num(_away(pose.x - other.x, 20))} 0)")
    return GhostView(option, at, lying, tag=f"translate(0 {num(_away(pose.y - other.y, 16))})")


def _away(distance: float, around: float) -> float:
    """So far from the double that lies crosswise as to be seen beside it; a lead lies around the same middle."""
    return math.copysign(ASIDE, distance) if distance else around


def _turned(picture: Picture, layout: Layout, options: tuple[Option, ...]) -> tuple[tuple[str, str], ...]:
    """The moves whose arrow would point past their arm: it sets out from a double that lies in a turn of the line."""
    if not options or layout.is_empty:
        return ()
    arms = arms_of(layout.placements)
    at = {str(laid.tile): (laid.x, laid.y) for laid in picture.tiles}
    first: dict[Arm, tuple[float, float]] = {}
    for play in layout.placements:
        if play.port is not None:
            first.setdefault(arms[play.port], at[str(play.tile)])
    found = []
    for option in options:
        if option.play.port is not None:
            arm = arms[option.play.port]
            pose = pose_for(picture, option.play)
            way = _way(at[str(arm[1])], first.get(arm, (pose.x, pose.y)))
            found += [(option.move, way)] if way != arm[0] else []
    return tuple(found)


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) > abs(down):
        return "left" if across < 0 else "right"
    return "up" if down < 0 else "down"


def place(x: float, y: float, angle: float) -> str:
    """A transform attribute; no rotation is no word."""
    turn = f" rotate({num(angle)})" if angle % 360 else ""
    return f"translate({num(x)} {num(y)}){turn}"


def num(value: float) -> str:
    """A number as short as it can be: 12, -7.5."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
