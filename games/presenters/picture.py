"""A position as a picture of its own, to be shared: the board and its sum. No hand is ever in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.presenters.board import num
from games.presenters.ends import gives_of
from games.presenters.figures import Drawing, drawing_of
from games.presenters.lettering import SIGN, TEXT, outline
from games.rules.layout import Layout
from games.rules.ruleset import Ruleset
from games.words.tiles import sum_line

#: Pixels; what link previews are made for.
WIDTH, HEIGHT = 1200, 630
MARGIN, SUM_ROOM, SUM_SIZE, SUM_LINE = 40.0, 110.0, 60.0, 574.0
#: The short side of a tile, at most.
LARGEST = 84.0
FIGURE, FIGURE_DROP = 9.4, 3.4


class Light(NamedTuple):
    """The tokens of static/css/tokens.css that a board is painted with."""

    stone: str
    edge: str
    ink: str
    mark: str
    bone: str
    bone_low: str
    rim: str
    pip: str
    pin: str
    brass: str


DAY = Light(
    "#e9e3d7", "#7d725e", "#211b16", "#34343a", "#fdf8ea", "#e4d9be", "#1b1512", "#1b1512", "#92691a", "#8d6820"
)
NIGHT = Light(
    "#23292b", "#8d978f", "#f1eadb", "#f4f1e6", "#f1e8d3", "#cdbf9f", "#14100d", "#17120f", "#8a6114", "#d2aa57"
)

#: Where the pips of each number lie in their half, as in the sprite.
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "0": (),
    "1": ((0, 0),),
    "2": ((-5.1, -5.1), (5.1, 5.1)),
    "3": ((-5.3, -5.3), (0, 0), (5.3, 5.3)),
    "4": ((-5, -5), (5, -5), (-5, 5), (5, 5)),
    "5": ((-5.2, -5.2), (5.2, -5.2), (0, 0), (-5.2, 5.2), (5.2, 5.2)),
    "6": ((-5, -5.6), (-5, 0), (-5, 5.6), (5, -5.6), (5, 0), (5, 5.6)),
}


class Pip(NamedTuple):
    x: str
    y: str


class PaintedTile(NamedTuple):
    """A tile where it lies, its pips from its own middle."""

    transform: str
    pips: tuple[Pip, ...]
    spinner: bool
    last: bool


class PaintedCoin(NamedTuple):
    x: str
    y: str
    stem: str
    figure: str


@dataclass(frozen=True)
class SharedPicture:
    """Everything of the picture; *name* says the line in words."""

    light: Light
    place: str
    tiles: tuple[PaintedTile, ...]
    coins: tuple[PaintedCoin, ...]
    hollows: tuple[str, ...]
    links: tuple[str, ...]
    total: str
    name: str

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def height(self) -> int:
        return HEIGHT


def shared_picture(layout: Layout, ruleset: Ruleset, light: Light, name: str) -> SharedPicture:
    """The picture of a layout; before the first tile there is only stone."""
    drawing = drawing_of(layout, ruleset) if layout.placements else None
    if drawing is None:
        return SharedPicture(light, "", (), (), (), (), "", name)
    text = sum_line(gives_of(layout), layout.count or 0)
    return SharedPicture(
        light=light,
        place=_place(drawing),
        tiles=tuple(PaintedTile(laid.transform, _pips(laid.id), laid.spinner, laid.last) for laid in drawing.tiles),
        coins=tuple(
            PaintedCoin(
                num(coin.x),
                num(coin.y),
                coin.stem,
                outline(str(coin.gives), TEXT, FIGURE, coin.x, coin.y + FIGURE_DROP).d,
            )
            for coin in drawing.coins
        ),
        hollows=drawing.hollows,
        links=drawing.links,
        total=outline(text, SIGN, SUM_SIZE, WIDTH / 2, SUM_LINE).d,
        name=name,
    )


def _pips(tile: str) -> tuple[Pip, ...]:
    halves = ((tile[0], -10.0), (tile[1], 10.0))
    return tuple(Pip(num(x), num(y + down)) for number, down in halves for x, y in PIPS[number])


def _place(drawing: Drawing) -> str:
    """Moves and scales the board into the middle of its room."""
    left, top, width, height = drawing.box
    room = HEIGHT - SUM_ROOM - 2 * MARGIN
    scale = min((WIDTH - 2 * MARGIN) / width, room / height, LARGEST / 20)
    x = WIDTH / 2 - (left + width / 2) * scale
    y = MARGIN + room / 2 - (top + height / 2) * scale
    return f"translate({num(x)} {num(y)}) scale({num(scale)})"
