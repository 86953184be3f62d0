"""Points for a count, and the settling of a round (RULES.md section 3). Halves are exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from games.rules.ruleset import Ruleset
from games.rules.tiles import Tile

#: Points and scores: whole, or a half as a Fraction; never a float.
Number = int | Fraction


def round5(pips: int) -> int:
    """A sum of pips to the nearest multiple of five: remainders 1 and 2 go down, 3 and 4 up.

    >>> [round5(pips) for pips in (11, 12, 13, 14)]
    [10, 10, 15, 15]
    """
    return 5 * ((pips + 2) // 5)


def points_for(count: int, ruleset: Ruleset) -> int:
    """What a play earns that leaves this count: a positive multiple of five scores, anything else nothing."""
    return count // 5 * ruleset.points_per_five if count % 5 == 0 else 0


def exact(number: Number) -> Number:
    """A fraction that is whole as an int."""
    return int(number) if number == int(number) else number


class Settlement(NamedTuple):
    """How the hands at the end of a round turn into points; numbers a seat or a side, in order.

    `pips` of each seat; `side_pips` of each side; `counted` and `rounded` are the pips that earn or cost each
    side something, summed and then rounded once; `earned` is what this gives in the match's own unit; `gains`
    is what was credited, less than `earned` only where the target must be hit exactly. `winners` are the
    sides that took the points: one, or two that share; none when the hands tie, or each bears its own.
    """

    end: str
    pips: tuple[int, ...]
    side_pips: tuple[int, ...]
    counted: tuple[int, ...]
    rounded: tuple[int, ...]
    earned: tuple[Number, ...]
    gains: tuple[Number, ...]
    winners: tuple[int, ...]
    tied: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The side that won the round alone, if one did."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def shared(self) -> bool:
        """Whether two sides split the points."""
        return len(self.winners) > 1


def settle(ruleset: Ruleset, hands: Sequence[Sequence[Tile]], end: str, last: int | None) -> Settlement:
    """The settlement of a round that ended ``domino`` (`last` went out), ``blocked`` or by the ``target``.

    >>> from games.rules.ruleset import preset
    >>> from games.rules.tiles import tile
    >>> settle(preset("pagat", 3), [[tile("41")], [tile("32")], [tile("60")]], "blocked", 0).gains
    (Fraction(5, 2), Fraction(5, 2), 0)
    """
    pips = tuple(sum(tile.pips for tile in hand) for hand in hands)
    side_pips = tuple(sum(pips[seat] for seat in seats) for seats in ruleset.sides)
    if end == "target":
        return _settlement(ruleset, end, pips, side_pips, {}, (), ())
    winners, tied = _winners(ruleset, pips, side_pips, end, last)
    if ruleset.settlement == "own_hand":
        own = {side: (sum_, -1) for side, sum_ in enumerate(side_pips)}
        return _settlement(ruleset, end, pips, side_pips, own, winners if end == "domino" else (), ())
    others = sum(sum_ for side, sum_ in enumerate(side_pips) if side not in winners)
    taken = dict.fromkeys(winners, (others, 1))
    return _settlement(ruleset, end, pips, side_pips, taken, winners, tied)


def _settlement(
    ruleset: Ruleset,
    end: str,
    pips: tuple[int, ...],
    side_pips: tuple[int, ...],
    counted: dict[int, tuple[int, int]],
    winners: tuple[int, ...],
    tied: tuple[int, ...],
) -> Settlement:
    """The values of a settlement from what counts for each side: pips and sign."""
    sides = range(len(side_pips))
    sums = tuple(counted.get(side, (0, 0))[0] for side in sides)
    rounded = tuple(round5(sum_) for sum_ in sums)
    signs = tuple(counted.get(side, (0, 0))[1] for side in sides)
    shares = max(1, len(winners)) if ruleset.settlement == "winner_takes" else 1
    earned = tuple(
        exact(Fraction(sign * value // 5 * ruleset.points_per_five, shares))
        for sign, value in zip(signs, rounded, strict=True)
    )
    return Settlement(end, pips, side_pips, sums, rounded, earned, earned, winners, tied)


def _winners(
    ruleset: Ruleset, pips: tuple[int, ...], side_pips: tuple[int, ...], end: str, last: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sides that take the points, and those that tie for them in vain."""
    if end == "domino" and last is not None:
        return (ruleset.side_of(last),), ()
    if ruleset.blocked_by == "side":
        values = side_pips
    else:
        values = tuple(min(pips[seat] for seat in seats) for seats in ruleset.sides)
    lowest = tuple(side for side, value in enumerate(values) if value == min(values))
    if len(lowest) == 1 or (len(lowest) == 2 and ruleset.players == 3):
        return lowest, ()
    return (), lowest
