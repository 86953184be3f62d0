"""The one door through which a move is stored, whoever chose it: person, robot, clock or stand-in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.prepared import PreparedObjects
from games.models import Move, MoveBy, Seat, Stage
from games.rules.calling import MOST_CLAIMED
from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.moves import Move as AnyMove
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.rounds import apply_move
from games.services import errors, faults, timing
from games.services.steps import STAND_IN, Log
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import User
    from games.rules.matches import MatchState

MAX_KEY = 64
MAX_TEXT = 12
MAX_DIGITS = 3
_KEY = re.compile(r"[\x21-\x7e]{1,64}", re.ASCII)
# Looks like a tile, though there may be no such tile: refused in the same words as a tile held by somebody else.
_TILE_SHAPED = re.compile(r"[0-9]{2}\*?(>.*)?", re.ASCII)


@dataclass(frozen=True)
class Played:
    """What a person's move was answered: the version that it made, and whether it had been stored before."""

    version: int
    repeated: bool = False


def play_move(
    *, match_id: int, user: User, move: AnyMove | str, version: int, key: str, claim: int | str | None = None
) -> Played:
    """Store a person's move, made on a page that showed `version`, under the one-time `key`.

    `claim` are the points that he says it makes, in the match's unit; None, "" or 0: he says nothing. The forced draws
    and passes that follow are stored with the move, so that whoever is then on turn has a play; where points are called
    («Muggins!») they wait until the move's window closes. An open window of the play before closes first.
    The same key with the same move and claim is answered as the first time, whatever has happened since.
    Raises a `Refused`, and nothing is stored; upon WindowEnded the window has closed, and that ended the round.
    """
    checked_key(key)
    try:
        answer = _play_move(match_id, user, move, version, key, claim)
    except errors.CorruptMatch as error:
        faults.flag(match_id, error)
        raise
    if isinstance(answer, errors.Refused):
        raise answer
    return answer


def checked_key(key: str) -> None:
    """BadKey for what is no one-time key."""
    if not _KEY.fullmatch(key):
        raise errors.BadKey


def _play_move(
    match_id: int, user: User, move: AnyMove | str, version: int, key: str, claim: int | str | None
) -> Played | errors.WindowEnded:
    with transaction.atomic():
        table = lock(match_id)
        if known := _sent_before(match_id, user.pk, key):
            return _answer_again(known[0], move, claim)
        seat = table.seat_of(user)
        points = _claimed(table, claim)
        _check_turn(table, seat, version)
        folded = table.fold()
        chosen = _chosen(folded.match, seat.index, move)
        log = Log(table, folded)
        if not _close_before(log, chosen):
            return errors.WindowEnded()
        store(log, chosen, by=MoveBy.PERSON, user=user, key=key, claim=points)
        return Played(log.moves[0].version)


@PreparedObjects
def _sent_before(match_id: int, user_id: int, key: str) -> QuerySet[Move]:
    return Move.objects.filter(match_id=match_id, user_id=user_id, key=key)


def _close_before(log: Log, move: AnyMove) -> bool:
    """Close the window of the play before, if one is open; False when that ended the round, and is stored as it is.

    A move that the rules refuse closes nothing: IllegalPlay.
    """
    if log.value.window is None:
        return True
    assert log.value.round is not None
    try:
        apply_move(log.value.round, move)
    except IllegalMove as refused:
        raise errors.IllegalPlay(refused.reason) from refused
    log.close()
    if log.turn is not None:
        return True
    log.write()
    return False


def play_for(
    *, match_id: int, seat_index: int, move: AnyMove, turn_version: int, by: MoveBy, claim: int | None = None
) -> bool:
    """Store a move that a robot, a stand-in or the clock chose for a seat at that turn; False when the turn has passed.

    An open window of the play before closes first; when that ends the round, it is all that happens. A table that
    somebody else holds is passed over: the keeper comes back.
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
        log = Log(table, table.fold())
        if _close_before(log, move):
            store(log, move, by=by, claim=claim)
        return True


def _still_theirs(table: Table, seat: Seat, by: MoveBy) -> bool:
    """Whether what chose the move still plays the seat: a person may have taken it back, or been given more time."""
    match = table.match
    is_due = match.wake_at is not None and match.wake_at <= table.at
    if by == MoveBy.CLOCK:
        return not seat.player and is_due and not match.window_open
    if match.window_open and not is_due:
        return False  # another keeper has been here: the robot acts later, so that persons may call
    return bool(seat.player) and bool(seat.robot) == (by == MoveBy.ROBOT)


def _answer_again(known: Move, move: AnyMove | str, claim: int | str | None) -> Played:
    if (known.text, known.claim) != (_canonical(move), points_said(claim)):
        raise errors.KeyReused
    return Played(known.version, repeated=True)


def _canonical(move: AnyMove | str) -> str:
    try:
        return str(parse_move(move)) if isinstance(move, str) else str(move)
    except NotationError:
        return ""


def points_said(said: int | str | None) -> int | None:
    """An amount that somebody says, None for nothing; BadClaim for what is no number of points."""
    if isinstance(said, str):
        if not (said.isascii() and len(said) <= MAX_DIGITS and (said == "" or said.isdigit())):
            raise errors.BadClaim
        said = int(said or 0)
    if said is not None and not (type(said) is int and 0 <= said <= MOST_CLAIMED):
        raise errors.BadClaim
    return said or None


def _claimed(table: Table, claim: int | str | None) -> int | None:
    points = points_said(claim)
    if points is not None and table.match.ruleset.get("calling") != "muggins":
        raise errors.NotCalling
    return points


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
    log: Log, move: AnyMove, *, by: MoveBy, user: User | None = None, key: str = "", claim: int | None = None
) -> None:
    """Store a move of the seat on turn and the forced ones after it, with what it leads to. IllegalPlay."""
    assert log.turn is not None, "a move needs a turn"
    seat = log.table.seats[log.turn]
    log.play(move, by=by, user=user, key=key, claim=claim)
    log.force()
    _count_expiries(log.table, seat, by)
    log.write()


def _count_expiries(table: Table, seat: Seat, by: MoveBy) -> None:
    """A person's own move clears the count; the second expiry in a row puts a stand-in on the seat."""
    if by == MoveBy.PERSON and seat.expiries:
        table.change(seat, expiries=0)
    elif by == MoveBy.CLOCK:
        stand_in = STAND_IN if seat.expiries + 1 >= timing.EXPIRIES_TO_STAND_IN else ""
        table.change(seat, expiries=seat.expiries + 1, stand_in=stand_in)
