"""From figures to a verdict, and from many losses to one accuracy (docs/decisions/0211).

A loss is measured in raw points of the round (five for each five); near the target, where points no longer decide, in
hundredths of the chance to win the match. Both go by the same bounds.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.robots.appraisal import Loss

GOOD, INACCURATE, MISTAKE = "good", "inaccurate", "mistake"
#: Nothing is said of a smaller loss; from here on it is worth a second look with more deals.
SMALL, WORTH_A_LOOK = 2.0, 1.5
#: More than a stroke and its error: no luck of a single five makes up for it.
BIG = 6.0
#: So many standard errors a loss must be from nothing: with three, seven choices in a thousand are blamed wrongly.
SURE = 3.0
#: The mean loss at which an accuracy is 37: so the gentlest robot comes to some 55, the strongest to 98.
SCALE = 6.0


class Measured(NamedTuple):
    """A loss and its standard error, in points or hundredths."""

    size: float
    error: float

    @property
    def counted(self) -> float:
        """What it counts for in sums. The best of several equal plays is one by chance: what is within its own error is
        nothing."""
        return self.size if self.size > self.error else 0.0


def measured(loss: Loss, *, near: bool) -> Measured:
    """The loss in the measure that decides."""
    return Measured(100 * loss.chance, 100 * loss.chance_error) if near else Measured(loss.points, loss.error)


def verdict(loss: Measured) -> str:
    """What is said of a play with this loss.

    >>> verdict(Measured(5.0, 1.0)), verdict(Measured(6.5, 1.0)), verdict(Measured(5.0, 2.0))
    ('inaccurate', 'mistake', 'good')
    """
    if loss.size <= SMALL or loss.size <= SURE * loss.error:
        return GOOD
    return MISTAKE if loss.size > BIG else INACCURATE


class Mean(NamedTuple):
    """Points lost a choice, with the standard error of that mean, and the accuracy that it stands for."""

    lost: float
    error: float

    @property
    def accuracy(self) -> float:
        return accuracy(self.lost)

    @property
    def accuracy_error(self) -> float:
        """By how much the accuracy moves with one error of the mean."""
        return self.accuracy * self.error / SCALE


def mean(losses: Sequence[Measured]) -> Mean:
    """Of all choices of a player; the error is that of the sampled deals, not of how his choices differ.

    >>> mean([Measured(4.0, 1.0), Measured(0.5, 1.0)])
    Mean(lost=2.0, error=0.7071067811865476)
    """
    count = max(1, len(losses))
    return Mean(sum(loss.counted for loss in losses) / count, sqrt(sum(loss.error**2 for loss in losses)) / count)


def accuracy(lost: float) -> float:
    """0 to 100, falling with the mean loss a choice: 100 · e^(−loss / 6).

    >>> [round(accuracy(lost)) for lost in (0, 1, 3, 6, 10)]
    [100, 85, 61, 37, 19]
    """
    return 100 * exp(-max(0.0, lost) / SCALE)
