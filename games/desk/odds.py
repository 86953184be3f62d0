"""How seldom chance alone brings a count: tails of the binomial and of the hypergeometric distribution."""

from __future__ import annotations

from math import comb


def at_least(hits: int, tries: int, share: float) -> float:
    """The probability of so many hits or more, where each try hits with this probability."""
    return min(1.0, sum(comb(tries, n) * share**n * (1 - share) ** (tries - n) for n in range(hits, tries + 1)))


def as_uneven(won: int, played: int, won_others: int, played_others: int) -> float:
    """Fisher's exact test, both tails: that two shares differ as much as these if one and the same luck made both."""
    wins, plays = won + won_others, played + played_others
    ways = comb(plays, played)

    def chance(here: int) -> float:
        return comb(wins, here) * comb(plays - wins, played - here) / ways

    seen = chance(won)
    possible = range(max(0, played - (plays - wins)), min(wins, played) + 1)
    # as in R's fisher.test: what is as rare as this, but for the last digits of a float
    return min(1.0, sum(chance(n) for n in possible if chance(n) <= seen * (1 + 1e-7)))
