"""Tiles, pips, and the double-six set.

A hand is kept as a whole number of 28 bits, bit ``tile.index`` for each tile held, so that "which of my
tiles fit" is one ``&``. Outside of the rules it is always shown as a tuple of tiles.
"""

from __future__ import annotations

from typing import NoReturn

from games.rules.errors import NotationError


class Tile:
    """One of the 28 tiles of the double-six set; there is only one object for each.

    >>> Tile(4, 6) is Tile(6, 4)
    True
    >>> str(Tile(6, 4)), Tile(6, 4).pips, Tile(5, 5).is_double
    ('64', 10, True)
    """

    __slots__ = ("bit", "high", "index", "is_double", "low", "pips", "text")

    high: int
    low: int
    pips: int
    is_double: bool
    index: int
    bit: int
    text: str

    def __new__(cls, high: int, low: int) -> Tile:
        """The tile with these halves, in either order; NotationError when there is none."""
        try:
            return _BY_HALVES[high, low]
        except (KeyError, TypeError):
            raise NotationError(f"there is no tile with the halves {high!r} and {low!r}") from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("tiles never change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Tile({self.high}, {self.low})"

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __le__(self, other: Tile) -> bool:
        return self.index <= other.index

    def __gt__(self, other: Tile) -> bool:
        return self.index > other.index

    def __ge__(self, other: Tile) -> bool:
        return self.index >= other.index

    def __reduce__(self) -> tuple[type[Tile], tuple[int, int]]:
        return Tile, (self.high, self.low)

    def has(self, pip: int) -> bool:
        """Whether one of the halves is this number."""
        return pip in (self.high, self.low)

    def other(self, pip: int) -> int:
        """The half that is left when the tile is joined by `pip`."""
        return self.high + self.low - pip


def _make(index: int, high: int, low: int) -> Tile:
    tile = object.__new__(Tile)
    values = {
        "high": high,
        "low": low,
        "pips": high + low,
        "is_double": high == low,
        "index": index,
        "bit": 1 << index,
        "text": f"{high}{low}",
    }
    for name, value in values.items():
        object.__setattr__(tile, name, value)
    return tile


#: All tiles in the order 00, 10, 11, 20, 21, 22, … 66.
TILES: tuple[Tile, ...] = tuple(
    _make(high * (high + 1) // 2 + low, high, low) for high in range(7) for low in range(high + 1)
)
_BY_HALVES = {halves: t for t in TILES for halves in ((t.high, t.low), (t.low, t.high))}
_BY_TEXT = {f"{high}{low}": t for (high, low), t in _BY_HALVES.items()}

#: For each number, the bits of the seven tiles that have it.
MATCH: tuple[int, ...] = tuple(sum(t.bit for t in TILES if t.has(pip)) for pip in range(7))

ALL_TILES: int = sum(t.bit for t in TILES)

DOUBLES: int = sum(t.bit for t in TILES if t.is_double)


def tile(text: str) -> Tile:
    """The tile of a two-digit text, either digit first; NotationError when there is none.

    >>> tile("46")
    Tile(6, 4)
    """
    try:
        return _BY_TEXT[text]
    except (KeyError, TypeError):
        raise NotationError(f"there is no tile {_shown(text)}") from None


def _shown(text: object) -> str:
    """What stands in place of a tile, for a sentence."""
    shown = repr(text) if isinstance(text, str) else f"spelt as {type(text).__name__}"
    return shown if len(shown) <= 20 else shown[:20] + "…"


def bits_of(tiles: tuple[Tile, ...] | list[Tile]) -> int:
    """A hand of tiles as bits."""
    return sum([t.bit for t in tiles])


def tiles_of(bits: int) -> tuple[Tile, ...]:
    """The tiles of a hand kept as bits, in the order of TILES."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(TILES[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)
