"""Players without bodies: a Sight and a seed in, a legal move out. No I/O, no clock, no randomness but the seed's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from games.robots import careful, simple
from games.rules.layout import lay_all
from games.rules.moves import Move, Play
from games.rules.scoring import points_for
from games.rules.sight import Sight


@dataclass(frozen=True)
class Robot:
    """A kind of robot: its key, the name it bears at the table, its level from 1, and how it chooses a play.

    Where points are called: the probabilities that it overlooks points of its own, and that it notices points
    which an opponent has not claimed rightly.
    """

    key: str
    name: str
    level: int
    play: Callable[[Sight, Random], Play]
    overlooks: float
    notices: float


#: Every kind of robot, weakest first.
ROBOTS: dict[str, Robot] = {
    robot.key: robot
    for robot in (
        Robot("beginner", "Chalk", 1, simple.any_play, 0.35, 0.25),
        Robot("scorer", "Boxwood", 2, simple.most_points, 0.15, 0.5),
        Robot("careful", "Bone", 3, careful.best_play, 0.03, 0.9),
    )
}


def choose(robot: str, sight: Sight, seed: int) -> Move:
    """The move that this kind of robot makes; the same for the same sight and seed.

    Drawing is no choice (nobody knows the tile) and is done by who keeps the table: ValueError for a sight whose
    seat must draw or is not on turn. KeyError for an unknown kind.
    """
    if simple.plays(sight):
        return ROBOTS[robot].play(_counted(sight), Random(seed))
    return simple.forced(sight)


def claim(robot: str, sight: Sight, play: Play, seed: int) -> int | None:
    """The points that this kind of robot claims with a play of its own; None when there are none, or overlooked.

    `sight` is the one before the play. A robot never claims wrongly. KeyError for an unknown kind.
    """
    points = points_for(_counted(sight).layout.with_tile(play).count, sight.ruleset)
    overlooked = _lot("claim", seed) < ROBOTS[robot].overlooks
    return None if overlooked else points or None


def will_call(robot: str, sight: Sight, seed: int) -> int | None:
    """The points that this kind of robot calls while the window is open; None when it may not, or notices nothing.

    A robot never calls wrongly. KeyError for an unknown kind.
    """
    noticed = _lot("call", seed) < ROBOTS[robot].notices
    if sight.window is None or not sight.window.may_call or not noticed:
        return None
    points = points_for(_counted(sight).layout.count, sight.ruleset)
    return None if points == sight.window.claim else points or None


def _counted(sight: Sight) -> Sight:
    """The sight of who counts for himself what lies on the table, when it is not told."""
    if sight.window is None:
        return sight
    return replace(sight, layout=lay_all(sight.ruleset, sight.layout.placements))


def _lot(what: str, seed: int) -> float:
    """A lot from 0 to 1, apart from those by which a play is chosen, though the seed may be the same."""
    return Random(f"{what} {seed}").random()


def safe_move(sight: Sight) -> Move:
    """The move made for who lets the clock run out, or for a robot that fails: the heaviest tile that fits.

    ValueError as for `choose`.
    """
    options = simple.plays(sight)
    return max(options, key=lambda play: play.tile.pips) if options else simple.forced(sight)
