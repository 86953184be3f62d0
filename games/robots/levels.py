"""Slips as people make them: the less a play is worth, the rarer it is chosen, and the gentler the level, the oftener.

A level is a way to value plays and a temperature, in raw points of the rest of the round: a play that is worth one
temperature less than another is chosen e times rarer. The temperatures are set by whole matches (docs/decisions/0206).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp
from random import Random

from games.robots import strong
from games.robots.appraisal import appraise
from games.robots.careful import unseen_tiles, worth_of
from games.robots.simple import credit, plays
from games.rules.moves import Play
from games.rules.sight import Sight

#: What each play is worth to a level, in raw points; only differences count.
Values = Callable[[Sight, Random], Mapping[Play, float]]

#: By how much the rollouts of a choice are more or fewer than their level says; tests make do with few.
EFFORT = 1.0
#: After so long the strongest answers, whatever it has found; who measures leaves it all its time.
SECONDS = strong.SECONDS
#: So many points are as good as a whole chance of winning the match, when chances decide.
POINTS_OF_A_MATCH = 100.0
#: Worth of a pip laid down to who thinks of no more than points: enough to choose between equals.
PIP = 0.1
#: By how much less a beginner likes the ends beyond the first two: he looks there last.
FARTHER_END = 2.0


@dataclass(frozen=True)
class Level:
    """Chooses a play: any with a chance that falls with what it is worth less than the best."""

    values: Values
    temperature: float

    def __call__(self, sight: Sight, random: Random) -> Play:
        return slip(self.values(sight, random), self.temperature, random)


def slip(values: Mapping[Play, float], temperature: float, random: Random) -> Play:
    """One of the plays by lot; with no temperature the best one, among equals any.

    >>> slip({"55": 10.0, "64": 0.0}, 1.0, Random(1))
    '55'
    """
    best = max(values.values())
    if not temperature:
        return random.choice([play for play, value in values.items() if value == best])
    weights = [exp((value - best) / temperature) for value in values.values()]
    return random.choices(list(values), weights)[0]


def at_first_sight(sight: Sight, random: Random) -> dict[Play, float]:
    """Points now and pips laid down, as somebody sees them who looks along the line first."""
    assert sight.seat is not None
    side, unit = sight.ruleset.side_of(sight.seat), 5 / sight.ruleset.points_per_five
    farther = sight.layout.open_ports[2:]
    return {
        play: unit * credit(sight, side, sight.layout.with_tile(play))
        + PIP * play.tile.pips
        - (FARTHER_END if play.port in farther else 0.0)
        for play in plays(sight)
    }


def one_ply(sight: Sight, random: Random) -> dict[Play, float]:
    """As the careful robot sees them."""
    unseen = unseen_tiles(sight)
    return {play: worth_of(sight, play, unseen) for play in plays(sight)}


@dataclass(frozen=True)
class Rollouts:
    """As sampled deals say that are played out: so many rounds in all, shared by the plays there are.

    They are counted, not timed, so that the same seed gives the same play on every machine.
    """

    number: int

    def __call__(self, sight: Sight, random: Random) -> dict[Play, float]:
        options = plays(sight)
        if len(options) == 1:
            return {options[0]: 0.0}
        found = appraise(sight, deals=max(1, int(EFFORT * self.number) // len(options)), seed=random.getrandbits(32))
        if found.near:
            return {worth.play: -POINTS_OF_A_MATCH * worth.lost.chance for worth in found.worths}
        return {worth.play: -worth.lost.points for worth in found.worths}


def strongest(sight: Sight, random: Random) -> Play:
    """The best that there is, without slips."""
    return strong.best_play(sight, random, playouts=max(1, int(EFFORT * strong.PLAYOUTS)), seconds=SECONDS)
