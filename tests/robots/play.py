"""Rounds played by robots, for the tests: what each side made of them."""

from collections.abc import Callable, Mapping
from random import Random
from statistics import mean, stdev

from games.robots import choose
from games.rules.matches import lead_for, new_match
from games.rules.moves import Move
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES
from tests.rules.hidden import Told, begin, go_on

Chooser = Callable[[Sight, int], Move]


def deal(ruleset: Ruleset, random: Random) -> Told:
    """The first round of a match, freshly dealt."""
    match = new_match(ruleset)
    tiles = tuple(random.sample(TILES, 28))
    leader, leader_by = lead_for(match, tiles, random.randrange(ruleset.players))
    return begin(match, tiles, leader, leader_by)


def sight(told: Told) -> Sight:
    """What the seat on turn sees."""
    return sight_of(told.match, told.events, told.round.turn)


def next_move(told: Told, choosers: Mapping[int, Chooser], seed: int) -> Move:
    """The move of the seat on turn; the tile of a draw comes from the boneyard, since nobody sees it beforehand."""
    forced = legal_moves(told.round)
    assert told.round.turn is not None
    return forced[0] if len(forced) == 1 else choosers[told.round.turn](sight(told), seed)


def play_out(told: Told, choosers: Mapping[int, Chooser], seed: int) -> tuple[Number, ...]:
    """Points of each side in the round, the settlement included."""
    while told.round.end is None:
        told = go_on(told, next_move(told, choosers, seed + len(told.moves)))
    return told.match.scores


def robot(key: str) -> Chooser:
    return lambda seen, seed: choose(key, seen, seed)


def advantage(better: str, worse: str, ruleset: Ruleset, deals: int, seed: int) -> tuple[float, float]:
    """Mean points a round by which one robot beats the other, and the standard error; each deal is played twice.

    In the second play the robots have changed seats. Against several sides, one seat plays for `better` and the
    mean of the others counts.
    """
    random = Random(seed)
    results = []
    for number in range(deals):
        told = deal(ruleset, random)
        pair = [lead_of(better, worse, told, side, number) for side in (0, 1)]
        results.append(mean(pair))
    return mean(results), stdev(results) / deals**0.5


def lead_of(better: str, worse: str, told: Told, side: int, seed: int) -> float:
    ruleset = told.match.ruleset
    kinds = {seat: better if ruleset.side_of(seat) == side else worse for seat in range(ruleset.players)}
    scores = play_out(told, {seat: robot(kind) for seat, kind in kinds.items()}, 1000 * seed)
    others = [float(score) for number, score in enumerate(scores) if number != side]
    return float(scores[side]) - mean(others)
