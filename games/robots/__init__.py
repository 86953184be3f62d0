"""Players without bodies: a Sight and a seed in, a legal move out. No I/O, no clock, no randomness but the seed's.

Five levels (docs/decisions/0206); one that lays any tile, to measure against; and the oracle, which sees every tile and
is asked by a door of its own (`games.robots.oracle`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from games.robots import simple
from games.robots.levels import Level, Rollouts, at_first_sight, one_ply, strongest
from games.rules.layout import lay_all
from games.rules.moves import Move, Play
from games.rules.scoring import points_for
from games.rules.sight import Sight


@dataclass(frozen=True)
class Robot:
    """A kind of robot: its key, the name it bears at the table, its level (0: none), and how it chooses a play.

    Where points are called: the probabilities that it overlooks points of its own, and that it notices points
    which an opponent has not claimed rightly. `is_slow`: it thinks for longer than a moment.
    """

    key: str
    name: str
    level: int
    play: Callable[[Sight, Random], Play]
    overlooks: float
    notices: float
    is_slow: bool = False


def _nothing_to_see(sight: Sight, random: Random) -> Play:
    raise ValueError("the oracle is asked with all tiles (choose_open)")


#: The levels, weakest first: the robots that sit down wherever one is wished.
ROBOTS: dict[str, Robot] = {
    robot.key: robot
    for robot in (
        Robot("beginner", "Chalk", 1, Level(at_first_sight, 4.7), 0.35, 0.25),
        Robot("scorer", "Boxwood", 2, simple.most_points, 0.15, 0.5),
        Robot("careful", "Bone", 3, Level(one_ply, 1.8), 0.03, 0.9),
        Robot("brass", "Brass", 4, Level(Rollouts(80), 1.0), 0.02, 0.95, is_slow=True),
        Robot("ebony", "Ebony", 5, strongest, 0.01, 0.98, is_slow=True),
    )
}
ORACLE = Robot("oracle", "Oracle", 0, _nothing_to_see, 0.0, 1.0, is_slow=True)
#: No table offers it: to measure against.
ANY_TILE = Robot("random", "Random", 0, simple.any_play, 0.5, 0.1)
#: Every kind that there is.
KINDS: dict[str, Robot] = {**ROBOTS, ORACLE.key: ORACLE, ANY_TILE.key: ANY_TILE}
#: The kinds that somebody at a table may choose.
AT_TABLES: dict[str, Robot] = {**ROBOTS, ORACLE.key: ORACLE}


def choose(robot: str, sight: Sight, seed: int) -> Move:
    """The move that this kind of robot makes; the same for the same sight and seed.

    Drawing is no choice (nobody knows the tile) and is done by who keeps the table: ValueError for a sight whose
    seat must draw or is not on turn. KeyError for an unknown kind.
    """
    if simple.plays(sight):
        return KINDS[robot].play(_counted(sight), Random(seed))
    return simple.forced(sight)


def claim(robot: str, sight: Sight, play: Play, seed: int) -> int | None:
    """The points that this kind of robot claims with a play of its own; None when there are none, or overlooked.

    `sight` is the one before the play. A robot never claims wrongly. KeyError for an unknown kind.
    """
    points = points_for(_counted(sight).layout.with_tile(play).count, sight.ruleset)
    overlooked = _lot("claim", seed) < KINDS[robot].overlooks
    return None if overlooked else points or None


def will_call(robot: str, sight: Sight, seed: int) -> int | None:
    """The points that this kind of robot calls while the window is open; None when it may not, or notices nothing.

    A robot never calls wrongly. KeyError for an unknown kind.
    """
    noticed = _lot("call", seed) < KINDS[robot].notices
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
