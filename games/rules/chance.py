"""What chance alone predicts of a fair deal, exactly: nothing is simulated."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from games.rules.tiles import DOUBLES, TILES

DOUBLE_COUNT = DOUBLES.bit_count()
OTHER_COUNT = len(TILES) - DOUBLE_COUNT


class Expected(NamedTuple):
    """How often something should come up, and the variance of that."""

    mean: float
    variance: float


@cache
def doubles(size: int) -> tuple[float, ...]:
    """The chance of 0, 1 … 7 doubles in a hand of so many tiles (hypergeometric)."""
    return tuple(_draws(DOUBLE_COUNT, OTHER_COUNT, size, count) for count in range(DOUBLE_COUNT + 1))


def _draws(good: int, bad: int, size: int, count: int) -> float:
    """The chance of `count` good ones among `size` drawn."""
    if count > size or size - count > bad:
        return 0.0
    return comb(good, count) * comb(bad, size - count) / comb(good + bad, size)


def doubles_in_deals(players: int, size: int, count: int, deals: int) -> Expected:
    """Of so many deals, the hands with `count` doubles. The hands of one deal share seven of them, so they depend."""
    one = doubles(size)[count]
    rest = _draws(DOUBLE_COUNT - count, OTHER_COUNT - (size - count), size, count) if one else 0.0
    both = one * rest
    variance = players * one * (1 - one) + players * (players - 1) * (both - one * one)
    return Expected(deals * players * one, deals * variance)


@cache
def pips(size: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2 … pips in a hand of so many tiles: all hands are counted."""
    most = sum(sorted(tile.pips for tile in TILES)[-size:])
    ways = [[0] * (most + 1) for _ in range(size + 1)]
    ways[0][0] = 1
    for tile in TILES:
        for held in range(size, 0, -1):
            for total in range(most, tile.pips - 1, -1):
                ways[held][total] += ways[held - 1][total - tile.pips]
    return tuple(count / comb(len(TILES), size) for count in ways[size])


def each(chance: float, trials: int) -> Expected:
    """Of so many trials that do not depend on one another, those that come out so."""
    return Expected(trials * chance, trials * chance * (1 - chance))
