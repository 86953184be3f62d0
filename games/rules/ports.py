"""Ports (where a tile may be joined) and ends (what counts): two different lists, RULES.md section 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn

from games.rules.errors import NotationError
from games.rules.tiles import MATCH, TILES, Tile

if TYPE_CHECKING:
    from games.rules.moves import PlayTable

LONG_SIDES = ("L1", "L2")
SHORT_SIDES = ("S1", "S2")


class Port:
    """One place of one tile where another may be joined; there is only one object for each.

    A non-double has a port for each half, named by its digit; a double has long sides ``L1``, ``L2``
    and short sides ``S1``, ``S2``. `match` has the bits of the tiles that can be joined; `twin` is a
    double's opposite port in the same line. `plays` (set by moves.py) has the plays at it.

    >>> str(Port(Tile(5, 5), "L1")), Port(Tile(6, 4), "4").pip
    ('55.L1', 4)
    """

    __slots__ = ("host", "match", "name", "pip", "plays", "text", "twin")

    host: Tile
    name: str
    pip: int
    match: int
    text: str
    twin: Port | None
    plays: PlayTable

    def __new__(cls, host: Tile, name: str) -> Port:
        """The port of this name; NotationError when the tile has none such."""
        try:
            return _PORTS[host, name]
        except KeyError:
            raise NotationError(f"the tile {host} has no port {name!r}") from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("ports never change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Port({self.host!r}, {self.name!r})"

    def __reduce__(self) -> tuple[type[Port], tuple[Tile, str]]:
        return Port, (self.host, self.name)


def port_names(host: Tile) -> tuple[str, ...]:
    """The names of a tile's ports: its digits, high first, or the four sides of a double."""
    return LONG_SIDES + SHORT_SIDES if host.is_double else (str(host.high), str(host.low))


def _make(host: Tile, name: str) -> Port:
    port = object.__new__(Port)
    pip = host.high if host.is_double else int(name)
    values = {
        "host": host,
        "name": name,
        "pip": pip,
        "match": MATCH[pip] & ~host.bit,
        "text": f"{host}.{name}",
        "twin": None,
    }
    for key, value in values.items():
        object.__setattr__(port, key, value)
    return port


_PORTS = {(host, name): _make(host, name) for host in TILES for name in port_names(host)}
for _port in _PORTS.values():
    if _port.host.is_double:
        _opposite = _port.name[0] + ("2" if _port.name[1] == "1" else "1")
        object.__setattr__(_port, "twin", _PORTS[_port.host, _opposite])

#: All 70 ports.
PORTS: tuple[Port, ...] = tuple(_PORTS.values())


class End(NamedTuple):
    """One counting end: which tile it is of and what it adds to the count.

    `double` is true for a crosswise double, which adds both its halves. `port` is where the end may be
    lengthened; None for a double alone on the table, which may be joined at either long side.
    """

    tile: Tile
    gives: int
    double: bool
    port: Port | None
