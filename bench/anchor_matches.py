"""Whole matches, made of rounds that were played singly: who wins them, and how sure that is (docs/decisions/0240).

A match is drawn round by round: the first is any that was led as the rules lead first, the next any that was led by
who went out before, until a side has reached the target, by a play or by the settlement. The share of matches so won
depends on chance twice: by the matches drawn (as many as one likes), and by the deals that were played. The second is
its error, found by drawing the deals themselves anew (bootstrap): all ways of sitting at one deal stay together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import add
from random import Random
from statistics import variance

from bench.anchor_rounds import FORMATS, HIGHEST, Round, Task, rules
from games.rules.ruleset import Ruleset

#: Matches for the share; sets of deals drawn anew for its error, and matches with each.
MATCHES, SETS, MATCHES_OF_A_SET = 10_000, 100, 300
MAX_ROUNDS = 200
Deals = Sequence[Sequence[Round]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round to be drawn: the most that a side makes of it by plays, and what each has of it in all."""

    round: Round
    peak: float
    totals: tuple[float, ...]

    @classmethod
    def of(cls, played: Round) -> Drawn:
        plays = [0.0] * len(played.settled)
        for side, points in played.gains:
            plays[side] += points
        return cls(played, max(plays), tuple(map(add, plays, played.settled)))

    def first_there(self, scores: Sequence[float], target: float) -> int | None:
        """Who comes to the target by a play; sides that stand there together need another one that scores."""
        reached = list(scores)
        for side, points in self.round.gains:
            reached[side] += points
            if reached[side] >= target:
                return side
        return None


@dataclass(frozen=True)
class Book:
    """Rounds to draw from, for a match by these rules."""

    ruleset: Ruleset
    deals: Sequence[Sequence[Drawn]] = field(repr=False)

    @cached_property
    def by_lead(self) -> dict[int, list[Drawn]]:
        found: dict[int, list[Drawn]] = {}
        for rounds in self.deals:
            for each in rounds:
                found.setdefault(each.round.lead, []).append(each)
        return found

    def share(self, matches: int, random: Random) -> float:
        """Of so many matches, the part that side 0 wins; one without an end counts for nobody.

        Were none to end, nobody would be the stronger.
        """
        winners = [self.winner(random) for _ in range(matches)]
        decided = [winner for winner in winners if winner is not None]
        return decided.count(0) / len(decided) if decided else 1 / len(self.ruleset.sides)

    def winner(self, random: Random) -> int | None:
        """Who wins one match, None when it does not end in MAX_ROUNDS rounds."""
        sides, target = len(self.ruleset.sides), float(self.ruleset.target)
        scores, lead, how = [0.0] * sides, None, self.ruleset.first_lead
        for _ in range(MAX_ROUNDS):
            if lead is None:
                lead = HIGHEST if how == "highest_double" else random.randrange(sides)
            drawn = random.choice(self.by_lead[lead])
            if max(scores) + drawn.peak >= target:
                first = drawn.first_there(scores, target)
                if first is not None:
                    return first
            scores = list(map(add, scores, drawn.totals))
            best = max(scores)
            if best >= target and scores.count(best) == 1:
                return scores.index(best)
            lead, how = drawn.round.next_lead, self.ruleset.blocked_lead
        return None

    def drawn_anew(self, random: Random) -> Book:
        """As many deals, any of them several times: what another run might have played."""
        while True:
            book = Book(self.ruleset, random.choices(self.deals, k=len(self.deals)))
            if book.by_lead.keys() == self.by_lead.keys():
                return book


def share_of(task: Task, deals: Deals, matches: int = MATCHES, sets: int = SETS) -> tuple[float, float]:
    """The share of whole matches that the stronger side wins, and its standard error.

    `deals`: the rounds of each deal. ValueError for fewer than two. The share is kept from 0 and 1 by half a match.
    """
    if len(deals) < 2:
        raise ValueError("an error cannot be told from less than two deals")
    random = Random(str(task))
    ruleset = rules(task.game, FORMATS[task.form][0])
    book = Book(ruleset, [[Drawn.of(played) for played in rounds] for rounds in deals])
    share = min(max(book.share(matches, random), 0.5 / matches), 1 - 0.5 / matches)
    shares = [book.drawn_anew(random).share(MATCHES_OF_A_SET, random) for _ in range(sets)]
    of_matches = share * (1 - share) / MATCHES_OF_A_SET
    of_deals = max(0.0, variance(shares) - of_matches)
    return share, math.sqrt(of_deals + share * (1 - share) / matches)
