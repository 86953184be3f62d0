"""Where the stored rows of a match disagree with the fold: one sentence each, none when the match holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from games import replay
from games.models import Call, Match, Move, Round, Stage, Why
from games.rules.events import Called, Played, RoundOver, WindowClosed
from games.rules.moves import Play
from games.rules.notation import number
from games.rules.rounds import legal_moves
from games.services import archive
from games.services.standings import standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.replay import Happening
    from games.rules.matches import MatchState
    from games.rules.scoring import Number


def faults_of(match: Match) -> list[str]:
    """Every disagreement of this match; of rows that do not fold, the first."""
    rounds = list(Round.objects.filter(match=match).order_by("number"))
    moves = list(Move.objects.filter(match=match).order_by("version"))
    try:
        ruleset = replay.ruleset_of(match.ruleset)
        rows, calls = replay.rows_of(Move.objects.filter(match=match)), Call.objects.filter(match=match)
        value, happenings = replay.fold(ruleset, rounds, rows, replay.calls_of(calls), match.version)
    except replay.ReplayError as error:
        return [str(error)]
    return [
        *_order(match, rounds, moves),
        *_plays(happenings, rounds, moves),
        *_calls(happenings, calls),
        *_ends(happenings, rounds),
        *_summary(match, value),
        *_differ("fingerprint", match.fingerprint, ruleset.fingerprint),
        *_limit(match, value),
        *_series(match),
        *_history(match),
    ]


def _history(match: Match) -> Iterator[str]:
    """What was written beside the match and its seats when it was over."""
    expected = archive.entry(match)
    yield from _differ("format", match.format, expected)
    for seat in match.seats.filter(user__isnull=False).order_by("index"):
        result = archive.result_of(match, seat.index) if expected else ""
        yield from _differ(f"seat {seat.index}: result", seat.result, result)
        yield from _differ(f"seat {seat.index}: over_at", seat.over_at, match.finished_at if expected else None)


def _order(match: Match, rounds: Sequence[Round], moves: Sequence[Move]) -> Iterator[str]:
    """Rounds and moves are numbered from 1 without gaps, and no version is ahead of the match's."""
    if [row.number for row in rounds] != list(range(1, len(rounds) + 1)):
        yield "the rounds are not numbered 1, 2, 3 …"
    for row in rounds:
        numbers = [move.number for move in moves if move.round_id == row.pk]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"round {row.number}: the moves are not numbered 1, 2, 3 …"
    newest = max([row.version for row in rounds] + [move.closed_version or move.version for move in moves], default=0)
    if newest > match.version:
        yield f"version is {match.version}, and a row was made at {newest}"


@dataclass(frozen=True)
class _Told:
    """The columns of a move that follow from the rules; a play whose window is open tells nothing but the claim."""

    count: int | None = None
    points: int | None = None
    claim: int | None = None
    closed_version: int | None = None
    taken_by: int | None = None
    taken: int | None = None


def _plays(happenings: Sequence[Happening], rounds: Sequence[Round], moves: Sequence[Move]) -> Iterator[str]:
    """Counts, points, and what came of a play's window as stored are those of the rules."""
    told = _told(happenings)
    numbers = {row.pk: row.number for row in rounds}
    for move in moves:
        by_rules = told.get(move.version, _Told())
        for column, value in asdict(by_rules).items():
            where = f"round {numbers[move.round_id]}, move {move.number} ({move.text})"
            yield from _differ(f"{where}: {column.replace('_', ' ')}", getattr(move, column), value)


def _told(happenings: Sequence[Happening]) -> dict[int, _Told]:
    """What the rules say of each play, by the version that it made."""
    told: dict[int, _Told] = {}
    for happening in happenings:
        for event in happening.events:
            if isinstance(event, Played):
                last = happening.version
                is_told = event.points is not None
                told[last] = _Told(event.count if is_told else None, _whole(event.points), event.claim)
            elif isinstance(event, WindowClosed):
                taken = None if event.taken_by is None else _whole(event.taken)
                told[last] = _Told(
                    event.count, _whole(event.credited), event.claim, happening.version, event.taken_by, taken
                )
    return told


def _whole(points: Number | None) -> int | None:
    return None if points is None else int(points)


def _calls(happenings: Sequence[Happening], calls: Iterable[Call]) -> Iterator[str]:
    """A call as stored is right or wrong as by the rules."""
    called = {h.version: event.right for h in happenings for event in h.events if isinstance(event, Called)}
    for call in calls:
        if call.version not in called:
            yield f"a call by seat {call.seat} at version {call.version} is upon no play"
        else:
            yield from _differ(
                f"the call by seat {call.seat} at {call.version}: right", call.right, called[call.version]
            )


def _ends(happenings: Sequence[Happening], rounds: Sequence[Round]) -> Iterator[str]:
    """The rounds that are over as stored are over by the rules, and settled so."""
    over = {h.round_number: event for h in happenings for event in h.events if isinstance(event, RoundOver)}
    for row in rounds:
        if row.number in over:
            yield from _round_over(row, over[row.number])
        elif row.end:
            yield f"round {row.number}: stored as over and is not"


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
    yield from _differ("window open", match.window_open, value.window is not None)
    at_limit = match.why == Why.ROUND_LIMIT
    if (match.state == Stage.FINISHED and not at_limit) != (value.winner is not None):
        yield f"state is {match.state}, and the winner by the rules is {value.winner}"
    if state is None or turn is None or value.window is not None:
        return
    if not isinstance(legal_moves(state)[0], Play):
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
