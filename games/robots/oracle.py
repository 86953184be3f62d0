"""The oracle: a robot that sees every tile, for fun. The only one that is shown more than its seat may know.

Its door is not that of the other robots: they take a Sight. Whoever keeps the table asks here for an oracle, and for
nobody else; a match with one is never rated, and it never stands in for anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.robots.appraisal import appraise_open
from games.rules.moves import Draw, Move, Play
from games.rules.playout import Playout
from games.rules.scoring import Number
from games.rules.states import RoundState

#: The kinds that look through this door.
ALL_SEEING = frozenset({"oracle"})
ROLLOUTS = 400


def choose_open(state: RoundState, scores: Sequence[Number], seed: int, *, rollouts: int = ROLLOUTS) -> Move:
    """The move that is best as the tiles lie; the same for the same round and seed.

    ValueError when the seat on turn must draw, or nobody is on turn.
    """
    moves = () if state.turn is None else Playout(state).legal_moves()
    plays = [move for move in moves if isinstance(move, Play)]
    if len(plays) > 1:
        deals = max(1, rollouts // len(plays))
        return appraise_open(state, scores, deals=deals, seed=Random(seed).getrandbits(32)).best.play
    if not moves or isinstance(moves[0], Draw):
        raise ValueError("this seat has no move to choose")
    return moves[0]
