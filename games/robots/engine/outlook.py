"""The chance of winning a match from its scores between two rounds, and when it counts more than points."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.rules.ruleset import Ruleset

#: What a side makes in a round on average, and how far two sides drift apart in one: raw points, measured between
#: robots that look one play ahead (docs/decisions/0201-chances.md).
ROUND_POINTS = 42.0
ROUND_SPREAD = 36.0
#: From so many raw points before the target on, chances decide.
NEAR = 75.0


def is_near(ruleset: Ruleset, scores: tuple[float, ...]) -> bool:
    """Whether some side could win the match in this round or the next."""
    return min(ruleset.target - score for score in scores) * 5 / ruleset.points_per_five <= NEAR


@lru_cache(100_000)
def chances(needs: tuple[float, ...]) -> tuple[float, ...]:
    """Each side's chance of winning the match, from the raw points that it needs; the sum is 1.

    Who needs nothing more has won: of several the one that is farthest past.
    """
    if min(needs) <= 0:
        least = min(needs)
        winners = [need == least for need in needs]
        return tuple([won / sum(winners) for won in winners])
    if len(needs) == 2:
        mine = _before(needs[0], needs[1])
        return (mine, 1.0 - mine)
    strengths = []
    for side, need in enumerate(needs):
        strength = 1.0
        for other, theirs in enumerate(needs):
            if other != side:
                strength *= _before(need, theirs)
        strengths.append(strength)
    total = sum(strengths)
    return tuple([strength / total for strength in strengths])


def _before(need: float, theirs: float) -> float:
    """The chance that one side is there before another: their lead drifts, round by round."""
    rounds = max(need, theirs) / ROUND_POINTS + 0.5
    return 0.5 * (1.0 + erf((theirs - need) / (ROUND_SPREAD * sqrt(2.0 * rounds))))
