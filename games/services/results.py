"""What a match meant to its players, gathered from its rows when it is over, for `accounts.ledger` to enter.

Everything is read from what never changes again once a match is over, so it can be gathered anew at any time.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accounts import ledger
from accounts.models import Outcome, Result
from accounts.ratings import START, Chair
from games.models import Call, Move, MoveBy, Round, Stage, Why
from games.replay import ReplayError, ruleset_of
from games.robots.anchors import anchor_of
from games.rules.errors import NotationError
from games.rules.families import family_of
from games.rules.notation import parse_number
from games.rules.scoring import points_for
from games.services.steps import STAND_IN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.models import Match, Seat
    from games.rules.ruleset import Ruleset
    from games.services.tables import Table


log = logging.getLogger(__name__)


def enter(table: Table) -> None:
    """Enter a match that is over and stands in the history; nothing while it runs, a second time, or if prescribed.

    The caller saves the match, in the same transaction.
    """
    match = table.match
    if not match.is_over or not match.format or match.prescribed or match.results_at is not None:
        return
    for seat in table.persons:
        gone_at = _gone_at(match, seat)
        if seat.gone_at != gone_at:
            table.change(seat, gone_at=gone_at)
    try:
        finished = gather(match, table.seats)
    except (ReplayError, NotationError):
        # A row that nobody can read must not keep its table from being closed; `verify_matches` tells of it.
        log.exception("Match %s has no results.", match.code)
        return
    match.results_at = ledger.enter(match=finished)


def _gone_at(match: Match, seat: Seat) -> object:
    """Since when a person was gone as the match ended; None for who played to the end.

    An abandoned match ends when its last person has been gone for a while: each has left, or was last seen.
    """
    if match.state == Stage.FINISHED:
        return (seat.gone_at or match.finished_at) if seat.left or seat.stand_in else None
    return (seat.gone_at if seat.left else seat.seen_at) or match.finished_at


@dataclass
class _Plays:
    """What one person's own plays of a match come to."""

    best: int = 0
    best_round: int = 0
    best_move: int = 0
    claimed: int = 0
    missed: int = 0

    def add(self, ruleset: Ruleset, row: _PlayRow) -> None:
        _seat, points, count, claim, number, move = row
        if (points or 0) > self.best:
            self.best, self.best_round, self.best_move = points or 0, number, move
        if ruleset.calling != "automatic" and count is not None:
            worth = points_for(count, ruleset)
            self.claimed += bool(worth) and claim == worth
            self.missed += bool(worth) and claim != worth


_PlayRow = tuple[int, int | None, int | None, int | None, int, int]


@dataclass(frozen=True)
class _Told:
    """Everything of a match that its results need."""

    match: Match
    ruleset: Ruleset
    seats: Sequence[Seat]
    rounds: int
    plays: dict[int, _Plays]
    taken: Counter[int]
    scores: list[int] = field(default_factory=list)


def gather(match: Match, seats: Sequence[Seat]) -> ledger.Finished:
    """A match that is over, from its rows."""
    ruleset = ruleset_of(match.ruleset)
    told = _Told(
        match=match,
        ruleset=ruleset,
        seats=seats,
        rounds=Round.objects.filter(match_id=match.pk).exclude(end="").count(),
        plays=_plays(match, ruleset),
        taken=_taken(match, ruleset),
        scores=[int(2 * parse_number(score)) for score in match.scores],
    )
    family = family_of(ruleset) or ""
    return ledger.Finished(
        code=match.code,
        family=family,
        format=match.format,
        at=match.results_at or match.finished_at or match.created_at,
        rated=_is_rated(match, family),
        abandoned=match.state != Stage.FINISHED,
        results=[_result(told, seat, family) for seat in seats if seat.user_id is not None],
        chairs=[_chair(told, seat, family) for seat in seats],
    )


def _is_rated(match: Match, family: str) -> bool:
    """Whether it may change ratings: not where the site ended it, whoever was ahead or had left."""
    return match.rated and bool(family) and match.why != Why.STAFF


def _plays(match: Match, ruleset: Ruleset) -> dict[int, _Plays]:
    """By seat: the plays that its person chose himself."""
    found: dict[int, _Plays] = {}
    rows = Move.objects.filter(match_id=match.pk, by=MoveBy.PERSON).order_by("version")
    for row in rows.values_list("seat", "points", "count", "claim", "round__number", "number"):
        found.setdefault(row[0], _Plays()).add(ruleset, row)
    return found


def _taken(match: Match, ruleset: Ruleset) -> Counter[int]:
    """By seat: how often its person called «Muggins!» rightly."""
    if ruleset.calling == "automatic":
        return Counter()
    calls = Call.objects.filter(match_id=match.pk, right=True, robot=False)
    return Counter(calls.values_list("seat", flat=True))


def _result(told: _Told, seat: Seat, family: str) -> Result:
    match, side = told.match, told.ruleset.side_of(seat.index)
    assert seat.user_id is not None, "robots have no results"
    plays = told.plays.get(seat.index, _Plays())
    outcome = _outcome(match, seat, side)
    counts = outcome != Outcome.LEFT and match.state == Stage.FINISHED
    halves = told.scores[side] if counts else 0
    mates = [other for other in told.seats if other is not seat and told.ruleset.side_of(other.index) == side]
    return Result(
        player_id=seat.user_id,
        match=match.code,
        family=family,
        format=match.format,
        rated=_is_rated(match, family),
        private=match.private,
        side=side,
        outcome=outcome,
        halves=halves,
        strokes=max(0, halves // 2) // told.ruleset.points_per_five,
        rounds=told.rounds if counts else 0,
        best=plays.best,
        best_round=plays.best_round,
        best_move=plays.best_move,
        claimed=plays.claimed,
        missed=plays.missed,
        taken=told.taken[seat.index],
        robots=",".join(other.robot for other in told.seats if other.robot and other not in mates),
        robot_partner="".join(mate.robot for mate in mates),
    )


def _outcome(match: Match, seat: Seat, side: int) -> Outcome:
    if match.state != Stage.FINISHED:
        return Outcome.NONE
    if seat.gone_at is not None:
        return Outcome.LEFT
    if match.winner_side is None:
        return Outcome.NONE
    return Outcome.WON if match.winner_side == side else Outcome.LOST


def _chair(told: _Told, seat: Seat, family: str) -> Chair:
    side, form = told.ruleset.side_of(seat.index), told.match.format
    return Chair(
        side=side,
        place=_place(told, side),
        skill=anchor_of(seat.robot, family, form) or START,
        player=seat.user_id,
        gone_at=seat.gone_at,
        stand_in=anchor_of(STAND_IN, family, form) or START,
    )


def _place(told: _Told, side: int) -> int:
    """The winner first, the others by their scores; all alike when nobody won (a limit of rounds)."""
    winner = told.match.winner_side
    if winner is None:
        return 1
    if side == winner:
        return 1
    own = told.scores[side]
    others = [score for other, score in enumerate(told.scores) if other not in (winner, side)]
    return 2 + sum(score > own for score in others)
