"""Where the stored rows of a match disagree with the fold: one sentence each, none when the match holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import replay
from games.models import Match, Move, Round, Stage, Why
from games.rules.events import Played, RoundOver
from games.rules.moves import Play
from games.rules.notation import number
from games.rules.rounds import legal_moves
from games.services.standings import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.replay import Happening
    from games.rules.matches import MatchState


def faults_of(match: Match) -> list[str]:
    """Every disagreement of this match; of rows that do not fold, the first."""
    rounds = list(Round.objects.filter(match=match).order_by("number"))
    moves = list(Move.objects.filter(match=match).order_by("version"))
    try:
        ruleset = replay.ruleset_of(match.ruleset)
        value, happenings = replay.fold(ruleset, rounds, replay.rows_of(Move.objects.filter(match=match)))
    except replay.ReplayError as error:
        return [str(error)]
    return [
        *_order(match, rounds, moves),
        *_rows(happenings, rounds, moves),
        *_summary(match, value),
        *_differ("fingerprint", match.fingerprint, ruleset.fingerprint),
        *_limit(match, value),
        *_series(match),
    ]


def _order(match: Match, rounds: Sequence[Round], moves: Sequence[Move]) -> Iterator[str]:
    """Rounds and moves are numbered from 1 without gaps, and no version is ahead of the match's."""
    if [row.number for row in rounds] != list(range(1, len(rounds) + 1)):
        yield "the rounds are not numbered 1, 2, 3 …"
    for row in rounds:
        numbers = [move.number for move in moves if move.round_id == row.pk]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"round {row.number}: the moves are not numbered 1, 2, 3 …"
    newest = max([row.version for row in rounds] + [move.version for move in moves], default=0)
    if newest > match.version:
        yield f"version is {match.version}, and a row was made at {newest}"


def _rows(happenings: Sequence[Happening], rounds: Sequence[Round], moves: Sequence[Move]) -> Iterator[str]:
    """Counts, points and round ends as stored are those of the rules."""
    by_version = {happening.version: happening for happening in happenings}
    rows = {row.pk: row for row in rounds}
    ended: set[int] = set()
    for move in moves:
        row = rows[move.round_id]
        for event in by_version[move.version].events:
            if isinstance(event, Played):
                where = f"round {row.number}, move {move.number} ({move.text})"
                yield from _differ(f"{where}: count", move.count, event.count)
                yield from _differ(f"{where}: points", move.points, event.points)
            elif isinstance(event, RoundOver):
                ended.add(row.number)
                yield from _round_over(row, event)
    yield from (
        f"round {row.number}: stored as over and is not" for row in rounds if row.end and row.number not in ended
    )


def _round_over(row: Round, event: RoundOver) -> Iterator[str]:
    where = f"round {row.number}"
    yield from _differ(f"{where}: end", row.end, event.end)
    yield from _differ(f"{where}: settlement", row.settlement, [number(gain) for gain in event.settlement.gains])
    yield from _differ(f"{where}: scores", row.scores, [number(score) for score in event.scores])


def _summary(match: Match, value: MatchState) -> Iterator[str]:
    """The summary columns say what the fold says."""
    state = value.round
    turn = state.turn if state is not None and not match.is_over else None
    yield from _differ("scores", match.scores, [number(score) for score in value.scores])
    yield from _differ("turn", match.turn_seat, turn)
    yield from _differ("winner", match.winner_side, value.winner)
    at_limit = match.why == Why.ROUND_LIMIT
    if (match.state == Stage.FINISHED and not at_limit) != (value.winner is not None):
        yield f"state is {match.state}, and the winner by the rules is {value.winner}"
    if state is not None and turn is not None and not isinstance(legal_moves(state)[0], Play):
        yield f"seat {turn} is on turn and cannot play: a forced move is missing"


def _limit(match: Match, value: MatchState) -> Iterator[str]:
    """No round is dealt after the last one that the table allows, and the match ends with that one, not before."""
    limit, done = match.round_limit, value.rounds_done
    if match.why == Why.ROUND_LIMIT and done != limit:
        yield f"ended by its limit of {limit} rounds after round {done}"
    elif limit is not None and match.round_number > limit:
        yield f"the limit is {limit} round{'s' * (limit > 1)}, and there are {match.round_number}"
    elif limit is not None and done == limit and match.state == Stage.RUNNING:
        yield f"the limit is {limit} round{'s' * (limit > 1)}, and after round {done} the match still runs"


def _series(match: Match) -> Iterator[str]:
    """The matches of a series follow on one another, have the same rules, and end when it is decided."""
    if match.series_id is None or match.series_number == 1:
        return
    before = Match.objects.filter(series_id=match.series_id, series_number=(match.series_number or 0) - 1).first()
    if before is None or before.rematch_id != match.pk:
        yield f"match {match.series_number} of its series follows on none"
    elif before.ruleset != match.ruleset:
        yield f"match {match.series_number} of its series has other rules than the one before"
    elif (found := standing(before)) is not None and found.winner is not None:
        yield f"the series was decided before its match {match.series_number}"


def _differ(what: str, stored: object, replayed: object) -> Iterator[str]:
    if stored != replayed:
        yield f"{what} is stored as {stored}, and is {replayed} by the rules"
