"""How long things take, and the clock that all services read (tests set it). Seconds throughout."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import timezone

from games.models import Stage
from games.services import standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.models import Match, Seat

TURN_SECONDS: tuple[int | None, ...] = (None, 20, 45, 90)
# A play sent with the last tick of the clock is still on its way when the clock is at zero.
GRACE_SECONDS = 1.0
# Who takes a seat back late in a turn still gets to see the table.
RETURN_SECONDS = 10
EXPIRIES_TO_STAND_IN = 2
ROBOT_LIMIT_SECONDS = 2.5
# A robot that thinks in another process first waits for one; together three seconds at most.
THINKER_WAIT_SECONDS = 0.8
THOUGHT_SECONDS = 2.0
# So long before its moment such a robot begins to think, if its turn has come by then.
AHEAD = timedelta(seconds=2)

HEARTBEAT_SECONDS = 10
AWAY_SECONDS = 30
OPEN_PATIENCE = timedelta(minutes=10)
LEFT_PATIENCE = timedelta(minutes=10)
RUNNING_PATIENCE = timedelta(minutes=30)
# For a table that is lone (`is_lone`).
LONE_PATIENCE = timedelta(hours=24)


def now() -> datetime:
    return timezone.now()


def robot_pace() -> timedelta:
    """How long a robot takes for a move: at a human pace, another time each time."""
    least, most = settings.MUGGINS_ROBOT_PACE
    return timedelta(seconds=secrets.SystemRandom().uniform(least, most))


def round_end() -> timedelta:
    return timedelta(seconds=settings.MUGGINS_ROUND_END_SECONDS)


def fair_wait() -> timedelta:
    """How long a deal waits for the numbers of the players' browsers."""
    return timedelta(seconds=settings.MUGGINS_FAIR_WAIT_SECONDS)


def mixing_is_over(match: Match, at: datetime) -> bool:
    """Whether the next round, promised when the panel went up, has waited long enough for browsers."""
    return match.turn_at is None or at >= match.turn_at + fair_wait()


def agreed(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether every person at the table is ready for the next round; before the first one everybody is."""
    here = [seat for seat in seats if seat.is_here]
    return bool(here) and (match.round_number == 0 or all(seat.ready for seat in here))


def begin_turn(match: Match, seat: int | None, at: datetime) -> None:
    """A new turn (or, with None, the panel at a round's end) begins now, at the match's present version."""
    match.turn_seat = seat
    match.turn_at = at
    match.turn_version = match.version


def schedule(match: Match, seats: Sequence[Seat], at: datetime, *, returning: bool = False) -> None:
    """Set the deadline that people see and the moment for the keeper to wake, from whose turn it is and since when.

    Called after every change; what does not touch the turn moves nothing. `returning`: whoever is on turn has just
    taken the seat back and gets a moment to see the table.
    """
    match.deadline = match.wake_at = None
    if all_left(seats) and not owes_a_round(match, seats):
        return
    if not (match.state == Stage.RUNNING or standings.awaits_next(match)):
        return
    began = match.turn_at or at
    if match.turn_seat is None:
        _schedule_panel(match, seats, began)
    elif seats[match.turn_seat].player:
        match.wake_at = max(at, began + robot_pace())
    elif match.turn_seconds:
        match.deadline = began + timedelta(seconds=match.turn_seconds)
        if returning:
            match.deadline = max(match.deadline, at + timedelta(seconds=min(RETURN_SECONDS, match.turn_seconds)))
        match.wake_at = match.deadline + timedelta(seconds=GRACE_SECONDS)


def _schedule_panel(match: Match, seats: Sequence[Seat], began: datetime) -> None:
    """The next deal: after the panel's time, or sooner when all agree and only their browsers are waited for.

    Who plays without a clock and against robots alone keeps nobody waiting, and reads as long as he likes.
    """
    moments = []
    if match.round_number > 0 and not (match.state == Stage.RUNNING and is_lone(match, seats)):
        match.deadline = began + round_end()
        moments.append(match.deadline)
    if match.state == Stage.RUNNING and (match.round_number == 0 or agreed(match, seats)):
        moments.append(began + fair_wait())
    match.wake_at = min(moments, default=None)


def is_lone(match: Match, seats: Sequence[Seat]) -> bool:
    """One person against robots, without a clock: nothing runs on without him, and the table just waits."""
    persons = [seat for seat in seats if seat.is_person]
    return not match.turn_seconds and len(persons) == 1 and not persons[0].player


def all_left(seats: Sequence[Seat]) -> bool:
    """No person means to go on: robots alone would play for nobody, so the table waits to be ended."""
    return all(seat.left for seat in seats if seat.is_person)


def owes_a_round(match: Match, seats: Sequence[Seat]) -> bool:
    """One person's rated match against robots, in its first round: whether he leaves or stays away, it is played out.

    Without a finished round it would be no match, and an unlucky deal would cost nothing
    (docs/decisions/0275-no-free-look-at-a-deal.md).
    """
    begun = match.state == Stage.RUNNING and match.round_number == 1 and not match.between_rounds
    return begun and match.rated and sum(seat.is_person for seat in seats) == 1
