"""The chance of winning a match from its scores between two rounds, and when it counts more than points."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from games.robots.engine.prospects import NEEDS, PROSPECTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.ruleset import Ruleset

#: From so many raw points before the target on, chances decide.
NEAR = 75.0
#: Of so many tiles and more a hand is a long one.
LONG, MIDDLE = 8, 6


def is_near(ruleset: Ruleset, scores: tuple[float, ...]) -> bool:
    """Whether some side could win the match in this round or the next."""
    return min(ruleset.target - score for score in scores) * 5 / ruleset.points_per_five <= NEAR


def kind_of(ruleset: Ruleset) -> str:
    """The measured game that comes nearest to this one, by who plays and how rounds are made and settled."""
    if ruleset.target_rule == "exact":
        return "exact"
    own = " own hand" if ruleset.settlement == "own_hand" else ""
    if ruleset.partners:
        return "partners" + (own or (" seven" if ruleset.hand_size >= MIDDLE else ""))
    if ruleset.players > 2:
        return "three" + own
    if ruleset.hand_size >= LONG:
        return "nine" + own
    return "seven" + own if own or ruleset.hand_size >= MIDDLE else "five"


class Outlook:
    """Chances by a table that was measured: who is there before whom, from what both need and who leads.

    `rows[i][j]` is the chance, in thousandths, of who leads and needs NEEDS[i] against who needs NEEDS[j].
    """

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self._rows = rows
        self.chances = lru_cache(100_000)(self._chances)

    def _chances(self, needs: tuple[float, ...], leader: int | None = None) -> tuple[float, ...]:
        """Each side's chance of winning the match, from the raw points that it needs; the sum is 1.

        `leader`: the side that leads the next round, if that is known. Who needs nothing more has won: of several
        the one that is farthest past.
        """
        least = min(needs)
        if least <= 0:
            winners = [need == least for need in needs]
            return tuple([won / sum(winners) for won in winners])
        if len(needs) == 2:
            mine = self.before(needs[0], needs[1], None if leader is None else leader == 0)
            return (mine, 1.0 - mine)
        strengths = []
        for side, need in enumerate(needs):
            strength = 1.0
            for other, theirs in enumerate(needs):
                if other != side:
                    leads = leader == side if leader in (side, other) else None
                    strength *= self.before(need, theirs, leads)
            strengths.append(strength)
        total = sum(strengths)
        return tuple([strength / total for strength in strengths])

    def before(self, need: float, theirs: float, leads: bool | None) -> float:
        """The chance that one side is there before another; None: either may lead, or a third side does."""
        if leads is None:
            return 0.5 * (self._leading(need, theirs) + 1.0 - self._leading(theirs, need))
        return self._leading(need, theirs) if leads else 1.0 - self._leading(theirs, need)

    def _leading(self, need: float, theirs: float) -> float:
        """Between the nearest measured needs, in proportion."""
        (row, down), (column, right) = _place(need), _place(theirs)
        upper, lower = self._rows[row], self._rows[row + 1]
        above = upper[column] + right * (upper[column + 1] - upper[column])
        below = lower[column] + right * (lower[column + 1] - lower[column])
        return min(0.999, max(0.001, (above + down * (below - above)) / 1000))


@cache
def outlook_for(ruleset: Ruleset) -> Outlook:
    """The one outlook of this ruleset in this process."""
    return Outlook(PROSPECTS[kind_of(ruleset)])


def _place(need: float) -> tuple[int, float]:
    """The last measured need that is not above this one, and how far it is from there to the next; ends are held."""
    at = min(max(bisect_right(NEEDS, need) - 1, 0), len(NEEDS) - 2)
    return at, min(1.0, max(0.0, (need - NEEDS[at]) / (NEEDS[at + 1] - NEEDS[at])))
