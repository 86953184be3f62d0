"""Players without bodies: a Sight and a seed in, a legal move out. No I/O, no clock, no randomness but the seed's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.robots import careful, simple
from games.rules.moves import Move, Play
from games.rules.sight import Sight


@dataclass(frozen=True)
class Robot:
    """A kind of robot: its key, the name it bears at the table, its level from 1, and how it chooses a play."""

    key: str
    name: str
    level: int
    play: Callable[[Sight, Random], Play]


#: Every kind of robot, weakest first.
ROBOTS: dict[str, Robot] = {
    robot.key: robot
    for robot in (
        Robot("beginner", "Chalk", 1, simple.any_play),
        Robot("scorer", "Boxwood", 2, simple.most_points),
        Robot("careful", "Bone", 3, careful.best_play),
    )
}


def choose(robot: str, sight: Sight, seed: int) -> Move:
    """The move that this kind of robot makes; the same for the same sight and seed.

    Drawing is no choice (nobody knows the tile) and is done by who keeps the table: ValueError for a sight whose
    seat must draw or is not on turn. KeyError for an unknown kind.
    """
    if simple.plays(sight):
        return ROBOTS[robot].play(sight, Random(seed))
    return simple.forced(sight)


def safe_move(sight: Sight) -> Move:
    """The move made for who lets the clock run out, or for a robot that fails: the heaviest tile that fits.

    ValueError as for `choose`.
    """
    options = simple.plays(sight)
    return max(options, key=lambda play: play.tile.pips) if options else simple.forced(sight)
