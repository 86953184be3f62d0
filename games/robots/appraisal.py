"""What each play is worth to a seat: deals that its sight allows are drawn, and played to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from games.robots.engine.belief import belief_of
from games.robots.engine.exact import solve
from games.robots.engine.outlook import is_near
from games.robots.engine.playing import Option, World, course_of, play_out
from games.robots.engine.sampling import worlds
from games.robots.engine.tables import table_for
from games.robots.simple import plays
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.tiles import bits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.robots.engine.playing import Course, Outcome
    from games.robots.engine.tables import State
    from games.rules.layout import Layout
    from games.rules.ruleset import Ruleset
    from games.rules.scoring import Number
    from games.rules.sight import Sight
    from games.rules.states import RoundState


@dataclass(frozen=True)
class Loss:
    """By how much a play is worse than the best one, over the same deals: never below zero.

    `points` in raw points of the rest of the round, `chance` in chances of winning the match (0 to 1), each with
    the standard error of the paired difference. Each is against the play that is best by that measure.
    """

    points: float
    error: float
    chance: float
    chance_error: float


@dataclass(frozen=True)
class Worth:
    """What a play is worth to the seat's side.

    `points`: by how many raw points (five for each five, whatever the rules pay) its side will beat the mean of the
    other sides from here to the end of the round, settlement included; `error` its standard error. `chance`: of
    winning the match, 0 to 1.
    """

    play: Play
    points: float
    error: float
    chance: float
    lost: Loss


@dataclass(frozen=True)
class Appraisal:
    """The worth of every legal play, in the order of `sight.legal`, over so many sampled `deals`.

    `near`: the target is so near that chances of winning the match decide, not points of the round. `exact`: all
    tiles were known and everything was looked through, so that there is no error.
    """

    worths: tuple[Worth, ...]
    deals: int
    near: bool
    exact: bool = False

    @property
    def best(self) -> Worth:
        """The play that loses nothing (the first, if there are several)."""
        return min(self.worths, key=lambda worth: worth.lost.chance if self.near else worth.lost.points)

    def of(self, play: Play) -> Worth:
        """The worth of one play; KeyError when it was not legal."""
        try:
            return next(worth for worth in self.worths if worth.play is play)
        except StopIteration:
            raise KeyError(str(play)) from None


def appraise(sight: Sight, *, deals: int, seed: int) -> Appraisal:
    """What each play is worth with what this seat can know; the same for the same sight, number of deals and seed.

    ValueError for a seat that has no play to choose.
    """
    options = plays(sight)
    if not options:
        raise ValueError("this seat has no play to choose")
    random = Random(seed)
    belief = belief_of(sight)
    table = Table(sight.ruleset, sight.scores, belief.seat, belief.laid)
    drawn = worlds(belief, deals, random)
    if table.is_open(belief.drawable):
        drawn = drawn[:1]
    return table.appraised(options_of(sight.ruleset, sight.layout, options), options, drawn, random)


def appraise_open(state: RoundState, scores: Sequence[Number], *, deals: int, seed: int) -> Appraisal:
    """What each play of the seat on turn is worth with all tiles open, the boneyard's order too (hindsight).

    `deals` playouts of the one deal, which differ in what the players in the playouts choose. ValueError as above.
    """
    options = tuple(move for move in legal_moves(state) if isinstance(move, Play))
    if not options or state.turn is None:
        raise ValueError("this seat has no play to choose")
    drawable = state.boneyard[: state.drawable]
    world = World(state.hand_bits, tuple(tile.bit for tile in reversed(drawable)))
    laid = bits_of([play.tile for play in state.layout.placements])
    table = Table(state.ruleset, tuple(scores), state.turn, laid)
    number = 1 if table.is_open(len(drawable)) else deals
    return table.appraised(options_of(state.ruleset, state.layout, options), options, [world] * number, Random(seed))


def options_of(ruleset: Ruleset, layout: Layout, moves: Sequence[Play]) -> dict[Play, Option]:
    """For each play its tile and the state after it."""
    table = table_for(ruleset.layout_rules)
    before = table.of(layout)
    found = {}
    for play in moves:
        after: State = table.of(layout.with_tile(play))
        ways = before.ways_of(play.tile.bit)
        way = next(way for way in ways if (way[1].codes, way[1].placed) == (after.codes, after.placed))
        found[play] = Option(play.tile.bit, way)
    return found


class Table:
    """Plays compared at one table: who is on turn, what lies there, how far each side is from the target."""

    def __init__(self, ruleset: Ruleset, scores: Sequence[Number], seat: int, laid: int) -> None:
        self.ruleset, self.seat, self.laid = ruleset, seat, laid
        floats = tuple(float(score) for score in scores)
        self.course: Course = course_of(ruleset, floats)
        self.near = is_near(ruleset, floats)
        self.side = ruleset.side_of(seat)

    def is_open(self, drawable: int) -> bool:
        """Whether two players know all tiles: nothing is left to draw, and nothing was held back."""
        return self.ruleset.players == 2 and not drawable and not self.ruleset.reserve

    def appraised(
        self, found: dict[Play, Option], moves: Sequence[Play], drawn: list[World], random: Random
    ) -> Appraisal:
        """The worth of each play over these deals."""
        options = list(dict.fromkeys(found.values()))
        solved = solve(self.course, drawn[0], self.seat, options) if self._solvable(drawn) else None
        rows = [[value] for value in solved] if solved else [self.row(option, drawn, random) for option in options]
        values = dict(zip(options, _worths(rows), strict=True))
        worths = tuple(Worth(play, *values[found[play]]) for play in moves)
        return Appraisal(worths, len(drawn), self.near, exact=solved is not None)

    def _solvable(self, drawn: list[World]) -> bool:
        return len(drawn) == 1 and self.is_open(len(drawn[0].boneyard))

    def row(self, option: Option, drawn: Sequence[World], random: Random) -> list[tuple[float, float]]:
        """What one play came to in each of these deals: points, and the chance of winning the match."""
        course, laid, seat, (bit, way) = self.course, self.laid, self.seat, option
        return [self.value(play_out(course, world, laid, seat, bit, way, random)) for world in drawn]

    def value(self, outcome: Outcome) -> tuple[float, float]:
        """The lead in points, and the chance of winning the match."""
        gains, winner, leader = outcome
        side = self.side
        if len(gains) == 2:
            lead = gains[side] - gains[1 - side]
        else:
            lead = gains[side] - (sum(gains) - gains[side]) / (len(gains) - 1)
        if winner is not None:
            return lead, float(winner == side)
        needs = tuple([limit - gain for limit, gain in zip(self.course.limits, gains, strict=True)])
        return lead, self.course.outlook.chances(needs, leader)[side]


def _worths(rows: list[list[tuple[float, float]]]) -> list[tuple[float, float, float, Loss]]:
    """Of each row: mean points, their error, mean chance, and what is lost against the best row of each measure."""
    points = [[value[0] for value in row] for row in rows]
    wins = [[value[1] for value in row] for row in rows]
    best_points, best_wins = max(points, key=sum), max(wins, key=sum)
    found = []
    for row, chance in zip(points, wins, strict=True):
        mean, error = mean_and_error(row)
        loss = Loss(*_behind(row, best_points), *_behind(chance, best_wins))
        found.append((mean, error, sum(chance) / len(chance), loss))
    return found


def _behind(row: list[float], best: list[float]) -> tuple[float, float]:
    return mean_and_error([most - own for own, most in zip(row, best, strict=True)])


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; of one value no error can be told, and none is (0)."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    spread = sum([(value - mean) ** 2 for value in values])
    return mean, sqrt(spread / (len(values) - 1) / len(values))
