"""The board as markup wants it: ready texts for transform and view box, one board for each shape of screen."""

from __future__ import annotations

from dataclasses import dataclass

from games.drawing import Coin, Mark, Picture, draw, pose_for
from games.drawing.shapes import Line
from games.presenters.hand import Option
from games.rules.sight import Sight

SHAPES = ("landscape", "portrait")
#: Half the long and half the short side of a tile, in the sprite's units.
HALF_LONG, HALF_SHORT = 20, 10
#: Below this size of a tile's short side (px in the drawing's own box) the coins are enlarged on small screens.
SMALL = 26
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
    """Where a chosen tile would lie; the text stays upright whichever way the tile lies."""

    option: Option
    transform: str
    lying: bool


@dataclass(frozen=True)
class Board:
    """One picture. *long* lines use the whole width of the table and larger coins."""

    shape: str
    view_box: str
    long: bool
    relaid: bool
    tiles: tuple[TileView, ...]
    marks: tuple[str, ...]
    coins: tuple[CoinView, ...]
    ghosts: tuple[GhostView, ...]
    links: tuple[str, ...]


def boards(sight: Sight, options: tuple[Option, ...]) -> tuple[Board, ...]:
    """The board of this layout for wide and for tall screens, with a ghost for every option."""
    return tuple(_board(shape, sight, options) for shape in SHAPES)


def _board(shape: str, sight: Sight, options: tuple[Option, ...]) -> Board:
    picture = draw(sight.layout, sight.ruleset, shape)
    return Board(
        shape=shape,
        view_box=" ".join(num(value) for value in picture.view_box),
        long=_is_long(picture),
        relaid=picture.relaid,
        tiles=tuple(
            TileView(str(laid.tile), place(laid.x, laid.y, laid.angle), laid.is_spinner, laid.is_last)
            for laid in picture.tiles
        ),
        marks=tuple(_mark(mark) for mark in picture.open_marks),
        coins=tuple(_coin(coin) for coin in picture.coins),
        ghosts=tuple(_ghost(picture, option) for option in options),
        links=tuple(_path(link.line) for link in picture.links),
    )


def _is_long(picture: Picture) -> bool:
    return picture.size < SMALL or picture.view_box[2] > 260


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


def _ghost(picture: Picture, option: Option) -> GhostView:
    pose = pose_for(picture, option.play)
    return GhostView(option, f"translate({num(pose.x)} {num(pose.y)})", pose.angle % 180 == 90)


def place(x: float, y: float, angle: float) -> str:
    """A transform attribute; no rotation is no word."""
    turn = f" rotate({num(angle)})" if angle % 360 else ""
    return f"translate({num(x)} {num(y)}){turn}"


def num(value: float) -> str:
    """A number as short as it can be: 12, -7.5."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
