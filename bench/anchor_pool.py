"""Gaps between the same two robots in several games, drawn together as far as they cannot be told apart.

What few rounds say of one game is little, and what the same two do in other games of the same format says something,
too. The gaps are taken as spread about a mean (random effects, DerSimonian and Laird 1986); each is drawn towards the
mean the more, the larger its own error is beside the spread between games (docs/decisions/0240).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

#: A gap or a mean, and its standard error.
Measured = tuple[float, float]


def spread_of(gaps: Mapping[str, Measured]) -> float:
    """The standard deviation between games that is left when the errors are taken off; 0 where none is, or one game.

    >>> spread_of({"classic": (10.0, 1.0), "sniff": (10.5, 1.0)})
    0.0
    """
    weights = [error**-2 for _, error in gaps.values()]
    mean = sum(weight * gap for weight, (gap, _) in zip(weights, gaps.values(), strict=True)) / sum(weights)
    excess = sum(weight * (gap - mean) ** 2 for weight, (gap, _) in zip(weights, gaps.values(), strict=True))
    scale = sum(weights) - sum(weight**2 for weight in weights) / sum(weights)
    return sqrt(max(0.0, (excess - len(gaps) + 1) / scale)) if len(gaps) > 1 else 0.0


def mean_of(gaps: Mapping[str, Measured], spread: float) -> Measured:
    """The mean over games that are so widely spread, and its standard error."""
    weights = [1 / (spread**2 + error**2) for _, error in gaps.values()]
    mean = sum(weight * gap for weight, (gap, _) in zip(weights, gaps.values(), strict=True)) / sum(weights)
    return mean, sum(weights) ** -0.5


def pooled(gaps: Mapping[str, Measured], least_spread: float) -> dict[str, Measured]:
    """Each gap, drawn towards the mean; `least_spread` for where the errors hide what there is.

    >>> {game: round(gap) for game, (gap, _) in pooled({"classic": (30, 3), "sniff": (-20, 60)}, 5.0).items()}
    {'classic': 30, 'sniff': 29}
    """
    spread = max(least_spread, spread_of(gaps))
    mean, error = mean_of(gaps, spread)
    found = {}
    for game, (gap, own) in gaps.items():
        part = spread**2 / (spread**2 + own**2)
        found[game] = part * gap + (1 - part) * mean, sqrt(part * own**2 + ((1 - part) * error) ** 2)
    return found
