"""What the reviewing robot thinks of the plays of a position, in pieces so short that nothing waits for them."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from games.robots.appraisal import Appraisal, Loss, Worth, appraise, appraise_open

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.scoring import Number
    from games.rules.sight import Sight
    from games.rules.states import RoundState

#: Changes whenever the same question may be answered otherwise: reviews say which robot made them.
ENGINE = "2"
#: The deals of one piece.
PIECE = 100


def piece(sight: Sight, deals: int, seed: int) -> Appraisal:
    """Some of the deals by which a position is judged: with what its seat could know."""
    return appraise(sight, deals=deals, seed=seed)


def open_piece(state: RoundState, scores: Sequence[Number], deals: int, seed: int) -> Appraisal:
    """The same with all tiles open."""
    return appraise_open(state, scores, deals=deals, seed=seed)


def merged(pieces: Sequence[Appraisal]) -> Appraisal:
    """One appraisal of several of the same position, over as many deals each.

    The errors of losses are taken from how the pieces differ, as the best play of one piece is not that of another.
    """
    if len(pieces) == 1:
        return pieces[0]
    plays = [worth.play for worth in pieces[0].worths]
    points = [[worth.points for worth in one.worths] for one in pieces]
    chances = [[worth.chance for worth in one.worths] for one in pieces]
    lost, lost_chance = _lost(points), _lost(chances)
    worths = []
    for at, play in enumerate(plays):
        error = sqrt(sum(one.worths[at].error ** 2 for one in pieces)) / len(pieces)
        loss = Loss(*lost[at], *lost_chance[at])
        worths.append(Worth(play, _mean(points, at), error, _mean(chances, at), loss))
    return Appraisal(tuple(worths), sum(one.deals for one in pieces), pieces[0].near)


def _mean(rows: Sequence[Sequence[float]], at: int) -> float:
    return sum(row[at] for row in rows) / len(rows)


def _lost(rows: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """For each play by how much it is worse than the best of all pieces together, and the standard error of that."""
    best = max(range(len(rows[0])), key=lambda at: _mean(rows, at))
    found = []
    for at in range(len(rows[0])):
        apart = [row[best] - row[at] for row in rows]
        mean = sum(apart) / len(apart)
        spread = sum((one - mean) ** 2 for one in apart)
        found.append((max(0.0, mean), sqrt(spread / (len(apart) - 1) / len(apart))))
    return found
