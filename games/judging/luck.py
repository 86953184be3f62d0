"""What chance gave a side in a round, beside what choices cost (docs/decisions/0212).

All leads are raw points of a side over the mean of the others. For every round and every side

    margin = luck − what its own choices lost + what the others' choices lost, its share,

and the luck itself falls into spans from one own choice to the next, which add up to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Judged(NamedTuple):
    """A choice as the sums need it.

    *lead*: of the mover's side in this round before the play; *worth*: what the play was expected to add to the lead
    until the round's end; *lost*: how much less that is than the best play's.
    """

    move: int
    side: int
    lead: float
    worth: float
    lost: float


class Span(NamedTuple):
    """What chance gave a side between two of its choices: after move *since* (0: the deal itself) and before *until*.

    *until* is None for the span that ends with the round.
    """

    side: int
    since: int
    until: int | None
    gain: float


class Account(NamedTuple):
    """A round of a side: margin = luck − own + others."""

    margin: float
    luck: float
    own: float
    others: float
    spans: tuple[Span, ...]


def share_of(sides: int) -> float:
    """How much of what a side loses another one gains: all of it, or its part where there are several."""
    return 1 / (sides - 1)


def lead_of(gains: Sequence[float], side: int) -> float:
    """By how much a side is ahead of the mean of the others.

    >>> lead_of([10, 0, 5], 0)
    7.5
    """
    others = [gain for other, gain in enumerate(gains) if other != side]
    return gains[side] - sum(others) / len(others)


def account(side: int, sides: int, margin: float, choices: Sequence[Judged]) -> Account:
    """The account of a side; *choices* of everybody in this round, in order."""
    own = sum(choice.lost for choice in choices if choice.side == side)
    others = sum(choice.lost for choice in choices if choice.side != side) * share_of(sides)
    return Account(margin, margin + own - others, own, others, tuple(_spans(side, sides, margin, choices)))


def _spans(side: int, sides: int, margin: float, choices: Sequence[Judged]) -> list[Span]:
    spans: list[Span] = []
    since, expected, given = 0, 0.0, 0.0
    for choice in choices:
        if choice.side != side:
            given += choice.lost * share_of(sides)
            continue
        before = choice.lead + choice.worth + choice.lost
        spans.append(Span(side, since, choice.move, before - expected - given))
        since, expected, given = choice.move, choice.lead + choice.worth, 0.0
    spans.append(Span(side, since, None, margin - expected - given))
    return spans
