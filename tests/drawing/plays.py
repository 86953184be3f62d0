"""From texts to the values of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.drawing.values import read
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Play
from games.rules.ports import Port
from games.rules.ruleset import Ruleset
from games.rules.tiles import tile


def play_of(text: str) -> Play:
    """`50>55.L1` as a play."""
    move = read(text)
    return Play(tile(move.tile), port_of(f"{move.host}.{move.port}") if move.host else None, move.lengthwise)


def port_of(text: str) -> Port:
    """`55.L1` as a port."""
    host, _, name = text.partition(".")
    return Port(tile(host), name)


def layouts(ruleset: Ruleset, moves: Sequence[str]) -> Iterator[Layout]:
    """The layout after each move."""
    layout = empty_layout(ruleset)
    for text in moves:
        layout = layout.lay(play_of(text))
        yield layout
