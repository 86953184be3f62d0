"""«Muggins!» (RULES.md section 4): calls upon the last play, and what closes its window besides the next move.

A window is open as long as nobody has closed it: the next player by acting, an opponent by calling rightly, the last
opponent that may call by calling at all, or the keeper when its time is up. It is named by the version that its play
made (`TableData.window.version`), which is also the present `turn_version`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from games.models import Call, Stage
from games.rules.errors import IllegalMove, Reason
from games.services import errors, faults, windows
from games.services.play import checked_key, points_said
from games.services.steps import Log, forced_move
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Seat

_REFUSALS: dict[Reason, type[errors.Refused]] = {
    Reason.WINDOW_CLOSED: errors.WindowClosed,
    Reason.OWN_SIDE: errors.OwnSide,
    Reason.ALREADY_TRIED: errors.AlreadyTried,
}


@dataclass(frozen=True)
class Answer:
    """What a call was answered: the version that it made, and whether it took the points.

    A wrong call is answered alike whether the amount was wrong, the mover had claimed it, or there was nothing to take.
    """

    version: int
    right: bool
    repeated: bool = False


def call_muggins(*, match_id: int, user: User, points: int | str, version: int, key: str) -> Answer:
    """A person calls «Muggins!» with an amount upon the play that made `version`, under the one-time `key`.

    The first right call takes the points and closes the window; the last one that there can be closes it, too. The same
    key with the same amount upon the same play is answered as the first time.
    Refused, and nothing has changed: BadKey, BadClaim (not a number from 1 on), BadVersion, NotSeated, StandInPlays,
    NotCalling, NotRunning, WindowClosed (too late, or another play is on), OwnSide, AlreadyTried, KeyReused.
    """
    checked_key(key)
    try:
        return _call_muggins(match_id, user, points, version, key)
    except errors.CorruptMatch as error:
        faults.flag(match_id, error)
        raise


def _call_muggins(match_id: int, user: User, points: int | str, version: int, key: str) -> Answer:
    with transaction.atomic():
        table = lock(match_id)
        amount = points_said(points)
        known = Call.objects.select_related("move").filter(match_id=match_id, user=user, key=key).first()
        if known is not None:
            if (known.points, known.move.version) != (amount, version):
                raise errors.KeyReused
            return Answer(known.version, known.right, repeated=True)
        seat = table.seat_of(user)
        if amount is None:
            raise errors.BadClaim
        _check_window(table, version)
        if seat.player:
            raise errors.StandInPlays
        log = Log(table, table.fold())
        call = _called(log, seat, amount, user, key)
        return Answer(call.version, call.right)


def _called(log: Log, seat: Seat, points: int, user: User | None, key: str) -> Call:
    """Store a call, and what follows when it closes the window."""
    try:
        call = log.call(seat.index, points, user=user, key=key)
    except IllegalMove as refused:
        raise _REFUSALS[refused.reason] from refused
    log.force()
    log.write()
    return call


def _check_window(table: Table, version: int) -> None:
    """Refuse what is not about the play whose window is open."""
    match = table.match
    if match.ruleset.get("calling") != "muggins":
        raise errors.NotCalling
    if match.state == Stage.OPEN:
        raise errors.NotRunning
    if not 0 <= version <= match.version:
        raise errors.BadVersion
    if not match.window_open or match.turn_version != version:
        raise errors.WindowClosed


def call_for(*, match_id: int, seat_index: int, points: int | None, turn_version: int) -> bool:
    """The robot that plays a seat has looked at the last play: it calls, or (None) lets it be.

    False when the window has closed meanwhile, or the robot is not to look (any more).
    """
    with transaction.atomic():
        table = _held(match_id, turn_version)
        if table is None:
            return False
        seat = table.seats[seat_index]
        if not seat.player or seat.look_at is None or seat.look_at > table.at:
            return False
        windows.forget(table, seat)
        if points is not None:
            _called(Log(table, table.fold()), seat, points, None, "")
        else:
            # Nobody is told: that a robot has looked says nothing, and is seen nowhere.
            windows.schedule(table.match, table.seats, table.at)
            table.match.save(update_fields=["deadline", "wake_at"])
        return True


def go_on(*, match_id: int, user: User, version: int) -> None:
    """The next player has no play and does not wait for the window to close: he draws or passes, and so closes it.

    `version` as for a call. When the window has closed already, nothing is left to do, and nothing changes.
    NotSeated, NotCalling, NotRunning, BadVersion, NotYourTurn, StandInPlays; IllegalPlay for who has a play.
    """
    with transaction.atomic():
        table = lock(match_id)
        seat = table.seat_of(user)
        try:
            _check_window(table, version)
        except errors.WindowClosed:
            return
        if table.match.turn_seat != seat.index:
            raise errors.NotYourTurn
        if seat.player:
            raise errors.StandInPlays
        log = Log(table, table.fold())
        if forced_move(log.value) is None:
            raise errors.IllegalPlay(Reason.CAN_PLAY)
        _close(log)


def go_on_for(*, match_id: int, seat_index: int, turn_version: int) -> bool:
    """A robot on turn that has no play closes the window by drawing or passing; False when it is not its turn to."""
    with transaction.atomic():
        table = _held(match_id, turn_version)
        if table is None or table.match.turn_seat != seat_index or not table.seats[seat_index].player:
            return False
        if table.match.wake_at is None or table.match.wake_at > table.at:
            return False
        log = Log(table, table.fold())
        if forced_move(log.value) is None:
            return False
        _close(log)
        return True


def close_window(*, match_id: int, turn_version: int) -> bool:
    """The window's time is up: tell and credit its points; False when it has closed meanwhile, or has time left."""
    with transaction.atomic():
        table = _held(match_id, turn_version)
        if table is None or not windows.is_over(table.match, table.at):
            return False
        close_now(table)
        return True


def close_now(table: Table) -> None:
    """Close the window that is open at this table, whatever its time, with all that follows; the table is saved."""
    _close(Log(table, table.fold()))


def _close(log: Log) -> None:
    log.close()
    log.force()
    log.write()


def _held(match_id: int, turn_version: int) -> Table | None:
    """The table, if nobody else holds it and the window of this play is open."""
    try:
        table = lock(match_id, skip_locked=True)
    except errors.UnknownTable:
        return None
    match = table.match
    return table if match.window_open and match.turn_version == turn_version else None
