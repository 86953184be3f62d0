"""A position in an address: the tiles laid, in their order, spelt as in records (``55*,50>55.S1``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Move, Play, ways
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset
from games.rules.tiles import TILES, Tile

MOST_MOVES = len(TILES)
#: No text of a move is longer: 55*>51.5
LONGEST = 8
#: The second of two sides that are still alike, by its name: one of them is enough.
TWINS = {"L2": "L1", "S2": "S1"}


@dataclass(frozen=True)
class Fault:
    """The first move of an address that is not possible: its number from 1, its text, and the reason.

    *reason* is None for a text that is no tile laid; *play* is what was read. *twice*: the tile lies there already.
    """

    number: int
    text: str
    play: Play | None = None
    reason: Reason | None = None
    twice: bool = False


@dataclass(frozen=True)
class Position:
    """What an address says: the layouts after each move up to the first fault, and this fault."""

    layouts: tuple[Layout, ...]
    fault: Fault | None

    @property
    def layout(self) -> Layout:
        """The table after the last move; the first of `layouts` is the empty one."""
        return self.layouts[-1]


def read_moves(text: str, ruleset: Ruleset) -> Position:
    """The position of such a text under a ruleset. Never an error: what cannot be is a Fault, and ends the reading."""
    layouts = [empty_layout(ruleset)]
    texts = [part.strip() for part in text.split(",", MOST_MOVES)] if text.strip() else []
    for number, part in enumerate(texts, start=1):
        read = _read(part)
        fault = Fault(number, part[:LONGEST]) if read is None else _fault(layouts[-1], read, number)
        if fault is not None or read is None:
            return Position(tuple(layouts), fault)
        layouts.append(layouts[-1].with_tile(read))
    return Position(tuple(layouts), None)


def _read(text: str) -> Play | None:
    try:
        move: Move = parse_move(text)
    except NotationError:
        return None
    return move if isinstance(move, Play) else None


def _fault(layout: Layout, play: Play, number: int) -> Fault | None:
    try:
        layout.lay(play)
    except IllegalMove as error:
        twice = any(laid.tile is play.tile for laid in layout.placements)
        return Fault(number, str(play), play, error.reason, twice)
    return None


def moves_text(plays: Iterable[Play]) -> str:
    """The moves as an address has them: the one spelling that every position has.

    >>> moves_text([Play(Tile(5, 5), lengthwise=True)])
    '55*'
    """
    return ",".join(map(str, plays))


def places_of(layout: Layout, tile: Tile) -> tuple[Play, ...]:
    """Every way to lay a tile on this table; sides that are still alike are offered once."""
    if any(laid.tile is tile for laid in layout.placements):
        return ()
    choice = layout.lengthwise_choice
    if layout.is_empty:
        return ways(tile, None, choice=choice)
    ports = [port for port in layout.open_ports if tile.has(port.pip) and not _is_twin(layout, port.text)]
    return tuple(play for port in ports for play in ways(tile, port, choice=choice))


def without_twins(layout: Layout, plays: Iterable[Play]) -> tuple[Play, ...]:
    """The plays without those at the second of two sides that are still alike."""
    return tuple(play for play in plays if play.port is None or not _is_twin(layout, play.port.text))


def _is_twin(layout: Layout, port: str) -> bool:
    host, _dot, name = port.partition(".")
    return name in TWINS and f"{host}.{TWINS[name]}" in map(str, layout.open_ports)
