"""The three things a player does: play a tile, draw one, pass."""

from __future__ import annotations

from typing import NoReturn

from games.rules.errors import NotationError
from games.rules.ports import PORTS, Port
from games.rules.tiles import TILES, Tile


class Play:
    """A tile laid: as the lead, or joined to a port; there is only one object for each.

    `joins` is the name of the tile's own port that is used up by joining, None for a lead and for a tile
    that does not have the port's number (`fits` is false then).

    >>> str(Play(Tile(5, 5), Port(Tile(5, 1), "5"), lengthwise=True))
    '55*>51.5'
    """

    __slots__ = ("bit", "fits", "joins", "lengthwise", "port", "text", "tile")

    tile: Tile
    port: Port | None
    lengthwise: bool
    bit: int
    fits: bool
    joins: str | None
    text: str

    def __new__(cls, tile: Tile, port: Port | None = None, lengthwise: bool = False) -> Play:
        """The play of this tile there; NotationError when a tile that is no double should lie lengthwise."""
        try:
            return _PLAYS[tile, port, lengthwise]
        except KeyError:
            raise NotationError(f"{tile} is no double: it cannot be laid lengthwise") from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("moves never change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Play({self.text!r})"

    def __reduce__(self) -> tuple[type[Play], tuple[Tile, Port | None, bool]]:
        return Play, (self.tile, self.port, self.lengthwise)


def _joins(tile: Tile, port: Port | None, lengthwise: bool) -> str | None:
    if port is None or not tile.has(port.pip):
        return None
    if tile.is_double:
        return "S1" if lengthwise else "L1"
    return str(port.pip)


def _make_play(tile: Tile, port: Port | None, lengthwise: bool) -> Play:
    play = object.__new__(Play)
    star = "*" if lengthwise else ""
    values = {
        "tile": tile, "port": port, "lengthwise": lengthwise, "bit": tile.bit,
        "fits": port is None or (port.host is not tile and tile.has(port.pip)),
        "joins": _joins(tile, port, lengthwise),
        "text": f"{tile}{star}" if port is None else f"{tile}{star}>{port}",
    }
    for name, value in values.items():
        object.__setattr__(play, name, value)
    return play


_PLAYS = {
    (tile, port, lengthwise): _make_play(tile, port, lengthwise)
    for tile in TILES
    for lengthwise in ((False, True) if tile.is_double else (False,))
    for port in (None, *PORTS)
}


class Draw:
    """The next tile of the boneyard drawn; there is only one object for each tile."""

    __slots__ = ("text", "tile")

    tile: Tile
    text: str

    def __new__(cls, tile: Tile) -> Draw:
        return _DRAWS[tile]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("moves never change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Draw({self.tile!r})"

    def __reduce__(self) -> tuple[type[Draw], tuple[Tile]]:
        return Draw, (self.tile,)


def _make_draw(tile: Tile) -> Draw:
    draw = object.__new__(Draw)
    object.__setattr__(draw, "tile", tile)
    object.__setattr__(draw, "text", f"+{tile}")
    return draw


_DRAWS = {tile: _make_draw(tile) for tile in TILES}


class Pass:
    """A turn passed by who can neither play nor draw; there is only one."""

    __slots__ = ()

    def __new__(cls) -> Pass:
        return _PASSES[0]

    def __str__(self) -> str:
        return "-"

    def __repr__(self) -> str:
        return "Pass()"

    def __reduce__(self) -> tuple[type[Pass], tuple[()]]:
        return Pass, ()


_PASSES = (object.__new__(Pass),)

Move = Play | Draw | Pass
