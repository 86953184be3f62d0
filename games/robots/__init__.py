"""Players without bodies: a Sight and a seed in, a legal move out. No I/O, no clock, no randomness but the seed's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.robots import careful, simple
from games.rules.moves import Play
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


def choose(robot: str, sight: Sight, seed: int) -> Play:
    """The play that this kind of robot makes; the same for the same sight and seed.

    Drawing and passing are no choice and are done by who keeps the table: ValueError for a sight without plays.
    KeyError for an unknown kind.
    """
    return ROBOTS[robot].play(sight, Random(seed))


def safe_move(sight: Sight) -> Play:
    """The play made for who lets the clock run out, or for a robot that fails: the heaviest tile that fits.

    ValueError for a sight without plays, as `choose`.
    """
    return max(simple.plays(sight), key=lambda play: play.tile.pips)
