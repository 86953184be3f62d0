"""What each play is worth to a seat: deals that its sight allows are sampled, and played to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from games.robots.careful import unseen_tiles
from games.robots.simple import plays
from games.rules.playout import Playout
from games.rules.rounds import deal
from games.rules.scoring import points_for, settle
from games.rules.tiles import tiles_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.moves import Play
    from games.rules.ruleset import Ruleset
    from games.rules.scoring import Number
    from games.rules.sight import Sight
    from games.rules.states import RoundState


@dataclass(frozen=True)
class Loss:
    """By how much a play is worse than the best one, over the same deals: never below zero.

    `points` in raw points of the rest of the round, `chance` in chances of winning the match (0 to 1), each with
    the standard error of the paired difference.
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

    `near`: the target is so near that chances of winning the match decide, not points of the round.
    """

    worths: tuple[Worth, ...]
    deals: int
    near: bool

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
    random = Random(seed)
    options = plays(sight)
    if not options:
        raise ValueError("this seat has no play to choose")
    states = [_a_deal(sight, random) for _ in range(deals)]
    return _compared(sight.ruleset, sight.scores, options, states, random)


def appraise_open(state: RoundState, scores: Sequence[Number], *, deals: int, seed: int) -> Appraisal:
    """What each play of the seat on turn is worth with all tiles open, the boneyard's order too (hindsight).

    `deals` playouts of the one deal, which differ in what the robots that play it out choose. ValueError as above.
    """
    options = tuple(move for move in Playout(state).legal_moves() if hasattr(move, "port"))
    if not options:
        raise ValueError("this seat has no play to choose")
    return _compared(state.ruleset, scores, options, [state] * deals, Random(seed))


def _a_deal(sight: Sight, random: Random) -> RoundState:
    """The round with the tiles that the seat does not see anywhere that the numbers allow."""
    hidden = list(unseen_tiles(sight))
    random.shuffle(hidden)
    hands = [0] * sight.ruleset.players
    for seat, held in enumerate(sight.tiles_left):
        tiles = sight.hand if seat == sight.seat else [hidden.pop() for _ in range(held)]
        hands[seat] = sum(tile.bit for tile in tiles or ())
    laid = [play.tile for play in sight.layout.placements]
    in_hands = [tile for bits in hands for tile in tiles_of(bits)]
    start = deal(sight.ruleset, (*laid, *in_hands, *hidden), sight.leader, "lot")
    fixed = start.dealt._replace(boneyard=tuple(hidden), drawable=sight.drawable, must_lead=sight.must_lead)
    return start._replace(
        dealt=fixed, hand_bits=tuple(hands), layout=sight.layout, turn=sight.seat, must_play=sight.must_play
    )


def _compared(
    ruleset: Ruleset,
    scores: Sequence[Number],
    options: tuple[Play, ...],
    states: list[RoundState],
    random: Random,
) -> Appraisal:
    samples = [[_played_out(state, play, random) for state in states] for play in options]
    means = [sum(row) / len(row) for row in samples]
    best = samples[max(range(len(options)), key=means.__getitem__)]
    worths = []
    for play, row, value in zip(options, samples, means, strict=True):
        lost, error = _mean_and_error([other - own for own, other in zip(row, best, strict=True)])
        worths.append(Worth(play, value, _mean_and_error(row)[1], 0.5, Loss(lost, error, 0.0, 0.0)))
    return Appraisal(tuple(worths), len(states), near=False)


def _mean_and_error(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(spread / max(1, len(values) - 1) / len(values))


def _played_out(state: RoundState, play: Play, random: Random) -> float:
    """The lead of the mover's side over the mean of the others when the round is over."""
    ruleset, playout = state.ruleset, Playout(state)
    assert state.turn is not None
    mine = ruleset.side_of(state.turn)
    gains = [0.0] * len(ruleset.sides)
    move = play
    while True:
        seat = playout.turn
        assert seat is not None
        playout.make(move)
        if hasattr(move, "port"):
            gains[ruleset.side_of(seat)] += points_for(playout.count, ruleset)
        if playout.turn is None:
            break
        moves = playout.legal_moves()
        move = moves[0] if len(moves) == 1 else random.choice(moves)  # type: ignore[assignment]
    hands = [tiles_of(bits) for bits in playout.hand_bits]
    assert playout.end is not None
    settled = settle(ruleset, hands, playout.end, playout.last_player).gains
    total = [gain + float(more) for gain, more in zip(gains, settled, strict=True)]
    others = [gain for side, gain in enumerate(total) if side != mine]
    return (total[mine] - sum(others) / len(others)) * 5 / ruleset.points_per_five
