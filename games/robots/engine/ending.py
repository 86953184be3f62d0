"""How a round that is played out in the head is settled, in raw points and floats: RULES.md section 3."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from games.rules.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.ruleset import Ruleset

MOST_KEPT = 100_000

_HALF = 1 << 14
_LOW = [0] * _HALF
_HIGH = [0] * _HALF
for _bits in range(1, _HALF):
    _first = (_bits & -_bits).bit_length() - 1
    _LOW[_bits] = _LOW[_bits & (_bits - 1)] + TILES[_first].pips
    _HIGH[_bits] = _HIGH[_bits & (_bits - 1)] + TILES[_first + 14].pips


def pips_of(hand: int) -> int:
    """The pips of a hand kept as bits."""
    return _LOW[hand & 16383] + _HIGH[hand >> 14]


class Ending:
    """How rounds by one ruleset are settled; what was worked out is remembered."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._known: dict[tuple[tuple[int, ...], int | None], tuple[float, ...]] = {}

    def settled(self, hands: Sequence[int], out: int | None) -> tuple[float, ...]:
        """What each side gains when the round ends: seat `out` went out, or (None) it is blocked.

        In raw points; as `games.rules.scoring.settle`, for hands kept as bits.
        """
        key = (tuple([pips_of(hand) for hand in hands]), out)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            found = self._known[key] = _gains(self.ruleset, *key)
        return found


@cache
def ending_for(ruleset: Ruleset) -> Ending:
    """The one ending of this ruleset in this process."""
    return Ending(ruleset)


def _gains(ruleset: Ruleset, pips: tuple[int, ...], out: int | None) -> tuple[float, ...]:
    sides = ruleset.sides
    sums = [sum([pips[seat] for seat in seats]) for seats in sides]
    if ruleset.settlement == "own_hand":
        return tuple([float(-_round5(each)) for each in sums])
    winners = [ruleset.side_of(out)] if out is not None else _lowest(ruleset, pips, sums)
    if not winners:
        return (0.0,) * len(sides)
    taken = _round5(sum([each for side, each in enumerate(sums) if side not in winners])) / len(winners)
    return tuple([taken if side in winners else 0.0 for side in range(len(sides))])


def _lowest(ruleset: Ruleset, pips: tuple[int, ...], sums: list[int]) -> list[int]:
    values = sums
    if ruleset.blocked_by != "side":
        values = [min([pips[seat] for seat in seats]) for seats in ruleset.sides]
    lowest = [side for side, value in enumerate(values) if value == min(values)]
    return lowest if len(lowest) == 1 or (len(lowest) == 2 and ruleset.players == 3) else []


def _round5(pips: int) -> int:
    return 5 * ((pips + 2) // 5)
