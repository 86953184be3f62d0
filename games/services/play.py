"""The one door through which a move is stored, whoever chose it: person, robot, clock or stand-in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from games.models import MatchEnd, Move, MoveBy, Round, Seat, Stage, Why
from games.rules import matches
from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Played as TilePlayed
from games.rules.events import RoundOver
from games.rules.moves import Move as AnyMove
from games.rules.moves import Play
from games.rules.notation import number, parse_move
from games.rules.rounds import legal_moves
from games.services import errors, faults, timing
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from accounts.models import User
    from games.replay import Replayed
    from games.rules.events import Event
    from games.rules.matches import MatchState

MAX_KEY = 64
MAX_TEXT = 12
_KEY = re.compile(r"[\x21-\x7e]{1,64}", re.ASCII)
# Looks like a tile, though there may be no such tile: refused in the same words as a tile held by somebody else.
_TILE_SHAPED = re.compile(r"[0-9]{2}\*?(>.*)?", re.ASCII)


@dataclass(frozen=True)
class Played:
    """What a person's move was answered: the version that it made, and whether it had been stored before."""

    version: int
    repeated: bool = False


def play_move(*, match_id: int, user: User, move: AnyMove | str, version: int, key: str) -> Played:
    """Store a person's move, made on a page that showed `version`, under the one-time `key`.

    The forced draws and passes that follow are stored with it, so that whoever is then on turn has a play.
    The same key with the same move is answered as the first time, whatever has happened since.
    Raises a `Refused`: nothing is stored.
    """
    if not _KEY.fullmatch(key):
        raise errors.BadKey
    try:
        return _play_move(match_id, user, move, version, key)
    except errors.CorruptMatch as error:
        faults.flag(match_id, error)
        raise


def _play_move(match_id: int, user: User, move: AnyMove | str, version: int, key: str) -> Played:
    with transaction.atomic():
        table = lock(match_id)
        known = Move.objects.filter(match_id=match_id, user=user, key=key).first()
        if known is not None:
            return _answer_again(known, move)
        seat = table.seat_of(user)
        _check_turn(table, seat, version)
        folded = table.fold()
        rows = store(table, folded, _chosen(folded.match, seat.index, move), by=MoveBy.PERSON, user=user, key=key)
        return Played(rows[0].version)


def play_for(*, match_id: int, seat_index: int, move: AnyMove, turn_version: int, by: MoveBy) -> bool:
    """Store a move that a robot, a stand-in or the clock chose for a seat at that turn; False when the turn has passed.

    A table that somebody else holds is passed over: the keeper comes back.
    """
    with transaction.atomic():
        try:
            table = lock(match_id, skip_locked=True)
        except errors.UnknownTable:
            return False
        match = table.match
        if (match.state, match.turn_seat, match.turn_version) != (Stage.RUNNING, seat_index, turn_version):
            return False
        if not _still_theirs(table, table.seats[seat_index], by):
            return False
        store(table, table.fold(), move, by=by)
        return True


def _still_theirs(table: Table, seat: Seat, by: MoveBy) -> bool:
    """Whether what chose the move still plays the seat: a person may have taken it back, or been given more time."""
    if by == MoveBy.CLOCK:
        wake_at = table.match.wake_at
        return not seat.player and wake_at is not None and wake_at <= table.at
    return bool(seat.player) and bool(seat.robot) == (by == MoveBy.ROBOT)


def _answer_again(known: Move, move: AnyMove | str) -> Played:
    if known.text != _canonical(move):
        raise errors.KeyReused
    return Played(known.version, repeated=True)


def _canonical(move: AnyMove | str) -> str:
    try:
        return str(parse_move(move)) if isinstance(move, str) else str(move)
    except NotationError:
        return ""


def _check_turn(table: Table, seat: Seat, version: int) -> None:
    """Refuse who may not move now; whose turn it is comes before staleness, so that the answer names the cause."""
    match = table.match
    if match.is_over:
        raise errors.MatchOver
    if not 0 <= version <= match.version:
        raise errors.BadVersion
    if match.turn_seat is None:
        raise errors.NotRunning
    if seat.player:
        raise errors.StandInPlays
    if version < match.turn_version:
        raise errors.Stale
    if match.turn_seat != seat.index:
        raise errors.NotYourTurn


def _chosen(value: MatchState, seat: int, move: AnyMove | str) -> AnyMove:
    """The move that a person asks for. A tile that is not in the hand is refused in one way, wherever it is."""
    if isinstance(move, str):
        move = _parse(move)
    state = value.round
    assert state is not None
    if not isinstance(move, Play):
        raise errors.IllegalPlay(Reason.CAN_PLAY)  # draws and passes are stored by themselves
    if move.tile not in state.hand(seat):
        raise errors.IllegalPlay(Reason.NOT_YOUR_TILE)
    return move


def _parse(text: str) -> AnyMove:
    try:
        if len(text) <= MAX_TEXT:
            return parse_move(text)
    except NotationError:
        if _TILE_SHAPED.fullmatch(text) and not _is_tile(text[:2]):
            raise errors.IllegalPlay(Reason.NOT_YOUR_TILE) from None
    raise errors.BadMove


def _is_tile(text: str) -> bool:
    try:
        parse_move(text)
    except NotationError:
        return False
    return True


def store(
    table: Table, folded: Replayed, move: AnyMove, *, by: MoveBy, user: User | None = None, key: str = ""
) -> list[Move]:
    """Apply and insert a move and the forced ones after it; settle; set what is next; save the table.

    `folded` are the stored rows of `table`, whose present round is running. IllegalPlay when the rules refuse.
    """
    value = folded.match
    seat = table.seats[_turn(value)]
    log = _Log(table, folded)
    value = log.add(value, move, by=by, user=user, key=key)
    while (forced := forced_move(value)) is not None:
        value = log.add(value, forced, by=MoveBy.FORCED)
    Move.objects.bulk_create(log.rows)
    _count_expiries(table, seat, by)
    _take_over(table, value, log)
    table.save()
    return log.rows


def forced_move(value: MatchState) -> AnyMove | None:
    """The draw or pass that must come next, None when whoever is on turn has a play (or the round is over)."""
    if value.round is None or value.round.turn is None:
        return None
    first = legal_moves(value.round)[0]
    return None if isinstance(first, Play) else first


def _turn(value: MatchState) -> int:
    turn = value.round.turn if value.round else None
    assert turn is not None, "a move needs a turn"
    return turn


class _Log:
    """The rows of one call, numbered on from those stored."""

    def __init__(self, table: Table, folded: Replayed) -> None:
        assert folded.present is not None, "a move needs a deal"
        self.table = table
        self.round_row = folded.present
        self.number = folded.moves
        self.rows: list[Move] = []
        self.events: list[Event] = []

    def add(
        self, value: MatchState, move: AnyMove, *, by: MoveBy, user: User | None = None, key: str = ""
    ) -> MatchState:
        seat = _turn(value)
        try:
            step = matches.play(value, move)
        except IllegalMove as refused:
            raise errors.IllegalPlay(refused.reason) from refused
        self.events += step.events
        self.number += 1
        self.rows.append(self._row(step, seat, move, by=by, user=user, key=key))
        return step.match

    def _row(self, step: matches.Step, seat: int, move: AnyMove, *, by: MoveBy, user: User | None, key: str) -> Move:
        laid = next((event for event in step.events if isinstance(event, TilePlayed)), None)
        return Move(
            match=self.table.match,
            round=self.round_row,
            number=self.number,
            seat=seat,
            text=str(move),
            count=laid.count if laid else None,
            points=int(laid.points) if laid else None,
            by=by,
            version=self.table.raise_version(),
            user=user,
            key=key,
            at=self.table.at,
        )


def _count_expiries(table: Table, seat: Seat, by: MoveBy) -> None:
    """A person's own move clears the count; the second expiry in a row puts a stand-in on the seat."""
    if by == MoveBy.PERSON and seat.expiries:
        table.change(seat, expiries=0)
    elif by == MoveBy.CLOCK:
        stand_in = STAND_IN if seat.expiries + 1 >= timing.EXPIRIES_TO_STAND_IN else ""
        table.change(seat, expiries=seat.expiries + 1, stand_in=stand_in)


# The robot that plays on for who is away: it should do its best for him, at any level of the others.
STAND_IN = "careful"


def _take_over(table: Table, value: MatchState, log: _Log) -> None:
    """Carry the fold's result into the summary columns."""
    match = table.match
    assert value.round is not None
    match.scores = [number(score) for score in value.scores]
    for event in log.events:
        if isinstance(event, RoundOver):
            _close_round(log.round_row, event)
    timing.begin_turn(match, value.round.turn, table.at)
    if value.winner is not None:
        finish(table, Stage.FINISHED, MatchEnd.TARGET)
        match.winner_side = value.winner
    elif match.round_limit and any(isinstance(event, RoundOver) for event in log.events):
        _end_at_limit(table)


def _end_at_limit(table: Table) -> None:
    """The last round that the table allows is settled and nobody has won: nobody does, whoever is ahead."""
    match = table.match
    if match.round_limit is not None and match.round_number >= match.round_limit:
        finish(table, Stage.FINISHED, MatchEnd.UNFINISHED)
        match.why = Why.ROUND_LIMIT


def _close_round(row: Round, event: RoundOver) -> None:
    row.end = event.end
    row.settlement = [number(gain) for gain in event.settlement.gains]
    row.scores = [number(score) for score in event.scores]
    row.save(update_fields=["end", "settlement", "scores"])


def finish(table: Table, stage: Stage, end: MatchEnd) -> None:
    """Close the match: nobody is on turn, no lease runs. The caller saves the table."""
    match = table.match
    match.state, match.end = stage, end
    match.finished_at = table.at
    match.turn_seat = None
    Seat.objects.filter(match_id=match.pk).update(seen_at=None)
