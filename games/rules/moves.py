"""The three things a player does: play a tile, draw one, pass."""

from __future__ import annotations

from typing import NoReturn

from games.rules.errors import NotationError
from games.rules.ports import LONG_SIDES, PORTS, SHORT_SIDES, Port
from games.rules.tiles import TILES, Tile, tiles_of


class Play:
    """A tile laid: as the lead, or joined to a port; there is only one object for each.

    `is_plain`: to a non-double that it fits; then nothing happens but that its end takes the other's place.
    `opens` are the ports that the tile offers at once, `onward` the first of them, `worth`
    what it counts for at its new place, `swing` the change of the count if it joins a non-double.
    `is_special` tells the plays whose legality needs more than an open port: leads, lengthwise doubles and
    tiles that do not have the port's number (`fits` is false then). `at_double`: it is joined to a double.

    >>> str(Play(Tile(5, 5), Port(Tile(5, 1), "5"), lengthwise=True))
    '55*>51.5'
    """

    __slots__ = (
        "at_double",
        "bit",
        "fits",
        "is_double",
        "is_plain",
        "is_special",
        "lengthwise",
        "onward",
        "opens",
        "port",
        "swing",
        "text",
        "tile",
        "worth",
    )

    tile: Tile
    port: Port | None
    lengthwise: bool
    bit: int
    is_double: bool
    fits: bool
    is_special: bool
    is_plain: bool
    at_double: bool
    onward: Port
    opens: tuple[Port, ...]
    worth: int
    swing: int
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


def _opens(tile: Tile, port: Port | None, lengthwise: bool) -> tuple[Port, ...]:
    if tile.is_double:
        names = SHORT_SIDES if lengthwise else LONG_SIDES
        return tuple(Port(tile, name) for name in (names if port is None else names[1:]))
    free = (tile.high, tile.low) if port is None else (tile.other(port.pip),)
    return tuple(Port(tile, str(pip)) for pip in free)


def _make_play(tile: Tile, port: Port | None, lengthwise: bool) -> Play:
    fits = port is None or (port.host is not tile and tile.has(port.pip))
    opens = _opens(tile, port, lengthwise) if fits else ()
    worth = tile.pips if tile.is_double and not lengthwise else sum(each.pip for each in opens)
    star = "*" if lengthwise else ""
    values = {
        "tile": tile,
        "port": port,
        "lengthwise": lengthwise,
        "bit": tile.bit,
        "is_double": tile.is_double,
        "fits": fits,
        "opens": opens,
        "is_special": port is None or lengthwise or not fits,
        "at_double": port is not None and port.host.is_double,
        "is_plain": port is not None and fits and not port.host.is_double,
        "onward": opens[0] if opens else None,
        "worth": worth,
        "swing": worth - (0 if port is None else port.pip),
        "text": f"{tile}{star}" if port is None else f"{tile}{star}>{port}",
    }
    play = object.__new__(Play)
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


#: The plays of any set of tiles that fit somewhere, by the bits of the set: 64 sets for each port.
PlayTable = dict[int, tuple[Play, ...]]


def ways(tile: Tile, port: Port | None, *, choice: bool) -> tuple[Play, ...]:
    """The plays of one tile at a port, or as the lead; `choice`: a double may also lie lengthwise."""
    plain = Play(tile, port)
    return (plain, Play(tile, port, True)) if choice and tile.is_double else (plain,)


def leads(hand: int, *, choice: bool) -> tuple[Play, ...]:
    """The leads of a hand kept as bits."""
    return tuple([play for tile in tiles_of(hand) for play in ways(tile, None, choice=choice)])


def _plays_at(port: Port, *, choice: bool) -> PlayTable:
    table: PlayTable = {0: ()}
    for tile in tiles_of(port.match):
        for bits, plays in list(table.items()):
            table[bits | tile.bit] = plays + ways(tile, port, choice=choice)
    return table


#: For each port, the plays where a double may also lie lengthwise; the usual ones are in `port.plays`.
PLAYS_WITH_CHOICE: dict[Port, PlayTable] = {port: _plays_at(port, choice=True) for port in PORTS}
for _port in PORTS:
    object.__setattr__(_port, "plays", _plays_at(_port, choice=False))
