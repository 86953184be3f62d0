"""How a series of matches stands. It follows from its matches: nothing of it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.models import Match, Stage

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Standing:
    """How a series stood after its match of this number; `wins` has one number a side."""

    best_of: int
    number: int
    wins: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The side that has won more than half of the matches there may be, None until then."""
        most = max(self.wins)
        return self.wins.index(most) if most > self.best_of // 2 else None


def standing(match: Match) -> Standing | None:
    """The standing of the match's series up to this match, as it is in memory; None when it belongs to none.

    A match that nobody won (a limit of rounds) counts for nobody.
    """
    if match.series_id is None or match.series is None:
        return None
    before = Match.objects.filter(series_id=match.series_id, series_number__lt=match.series_number)
    winners = [*before.values_list("winner_side", flat=True), match.winner_side]
    return _standing(match, winners)


def _standing(match: Match, winners: Sequence[int | None]) -> Standing:
    assert match.series is not None
    assert match.series_number is not None
    wins = tuple(winners.count(side) for side in range(len(match.scores)))
    return Standing(match.series.best_of, match.series_number, wins)


def awaits_next(match: Match) -> bool:
    """The match is over, its series is not, and the next match has not been opened: its panel stands for a while."""
    if match.state != Stage.FINISHED or match.series_id is None or match.rematch_id is not None:
        return False
    found = standing(match)
    return found is not None and found.winner is None
