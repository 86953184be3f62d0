"""The times of an open window («Muggins!»): until when points can be called, when robots look, when one on turn acts.

Nothing here may depend on what the play was worth, or on whether the claim was right: when something happens is seen by
everybody. So every robot that may call gets a moment to look, whatever there is to see, and a robot on turn waits
until all of them have had theirs (docs/decisions/0104).
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings

from games.rules.calling import callers
from games.services import timing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from games.models import Match, Seat
    from games.rules.matches import MatchState
    from games.services.tables import Table


def robot_reaction() -> timedelta:
    """How long a robot looks at a play before it calls: never within a human's reaction time."""
    least, most = settings.MUGGINS_ROBOT_REACTION
    return timedelta(seconds=secrets.SystemRandom().uniform(least, most))


def open_window(table: Table, value: MatchState) -> None:
    """A play's points may be called from now on. The caller saves the table."""
    table.match.window_until = table.at + length(table.match)
    for seat in table.seats:
        watch(table, value, seat)


def watch(table: Table, value: MatchState, seat: Seat) -> None:
    """Give the robot that plays this seat a moment to look whether it calls, if the seat may."""
    until = table.match.window_until
    if until is None or value.window is None or not seat.player:
        return
    if seat.index in callers(value.ruleset, value.window):
        table.change(seat, look_at=min(table.at + robot_reaction(), until))


def forget(table: Table, seat: Seat) -> None:
    """The robot on this seat has looked, or plays it no more."""
    if seat.look_at is not None:
        table.change(seat, look_at=None)


def shut_window(table: Table) -> None:
    """The points have been told. The caller saves the table."""
    table.match.window_until = None
    for seat in table.seats:
        forget(table, seat)


def length(match: Match) -> timedelta:
    """How long a window of this match is open."""
    return timedelta(seconds=match.ruleset["muggins_seconds"])


def is_over(match: Match, at: datetime) -> bool:
    """Whether the window's time is up, with the grace for what is still on its way."""
    return match.window_until is not None and at >= _end(match.window_until)


def _end(until: datetime) -> datetime:
    return until + timedelta(seconds=timing.GRACE_SECONDS)


def schedule(match: Match, seats: Sequence[Seat], at: datetime) -> None:
    """Set the moment for the keeper to wake while a window is open. Nobody's clock runs until it has closed."""
    assert match.window_until is not None
    match.deadline = None
    moments = [_end(match.window_until)]
    if not timing.all_left(seats) or timing.owes_a_round(match, seats):
        moments += _robots_moments(match, seats, at)
    match.wake_at = min(moments)


def _robots_moments(match: Match, seats: Sequence[Seat], at: datetime) -> Iterator[datetime]:
    looks = [seat.look_at for seat in seats if seat.look_at is not None]
    yield from looks
    if match.turn_seat is not None and seats[match.turn_seat].player:
        yield max(at, _acts_at(match, seats), *looks)


def _acts_at(match: Match, seats: Sequence[Seat]) -> datetime:
    """When a robot on turn makes its own move, and so closes the window."""
    assert match.turn_at is not None
    pace = timing.robot_pace()
    if any(not seat.player for seat in _opponents(match, seats)):
        # A person gets so long to call, or until the window closes, where that is sooner.
        pace = max(pace, min(length(match), timedelta(seconds=settings.MUGGINS_ROBOT_WAIT_SECONDS)))
    return match.turn_at + pace


def _opponents(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """The opponents of who has just played, without the one on turn (who is one, too)."""
    rules: dict[str, Any] = match.ruleset
    turn, players = match.turn_seat, rules["players"]
    assert turn is not None
    if rules["partners"]:
        return [seats[(turn + 2) % players]]
    mover = (turn - (1 if rules["direction"] == "clockwise" else -1)) % players
    return [seat for seat in seats if seat.index not in (turn, mover)]
