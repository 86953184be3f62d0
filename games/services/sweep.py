"""Presence and abandonment: leases that have run out, tables that nobody plays any more."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from accounts import conduct
from accounts.models import User
from games.models import LIVE, Match, Seat, Stage, Why
from games.services import announce, errors, timing
from games.services.seating import close, deal_or_save, leave, vacate
from games.services.tables import Table, lock

SHORTEST_PATIENCE = min(timing.OPEN_PATIENCE, timing.LEFT_PATIENCE, timing.RUNNING_PATIENCE)


def out_of_sight(at: datetime) -> list[int]:
    """Matches in which somebody's lease has run out."""
    old = at - timedelta(seconds=timing.AWAY_SECONDS)
    seats = Seat.objects.filter(user__isnull=False, away=False, left=False, seen_at__lt=old, match__state__in=LIVE)
    return list(seats.values_list("match_id", flat=True).distinct())


def mark_away(match_id: int) -> None:
    """Whose lease has run out is shown as away, and is not waited for at a round's end."""
    with transaction.atomic():
        table = _lock(match_id)
        if table is None or table.match.is_over:
            return
        old = table.at - timedelta(seconds=timing.AWAY_SECONDS)
        gone = [
            seat for seat in table.persons if not seat.away and not seat.left and seat.seen_at and seat.seen_at < old
        ]
        if not gone:
            return
        for seat in gone:
            table.change(seat, away=True)
        table.raise_version()
        deal_or_save(table)


def barred() -> list[tuple[int, int]]:
    """Seats, as match and person, of whoever may not be here any more and is still at a table."""
    held = Seat.objects.filter(user__in=conduct.barred(), left=False, match__state__in=LIVE)
    return list(held.values_list("match_id", "user_id"))


def see_out(match_id: int, user_id: int) -> None:
    """Whoever is barred has left his table: a robot plays on, as for anybody who leaves."""
    with contextlib.suppress(errors.NotSeated, errors.UnknownTable):
        leave(match_id=match_id, user=User.objects.get(pk=user_id))


def forsaken(at: datetime) -> list[int]:
    """Live matches that nobody has been at for long enough to look closer."""
    live = Match.objects.live().annotate(last_seen=Max("seats__seen_at"))
    return list(live.filter(last_seen__lt=at - SHORTEST_PATIENCE).values_list("pk", flat=True))


def close_forsaken(match_id: int) -> None:
    """End a table that nobody has been at for longer than it is kept."""
    with transaction.atomic():
        table = _lock(match_id)
        if table is None or table.match.is_over:
            return
        last_seen = max((seat.seen_at for seat in table.persons if seat.seen_at), default=table.match.created_at)
        if table.at - last_seen <= patience(table):
            return
        if timing.owes_a_round(table.match, table.seats) and not timing.all_left(table.seats):
            vacate(table, table.persons[0])  # it is closed when a robot has finished the round
            return
        close(table, Why.EVERYBODY_LEFT if timing.all_left(table.seats) else Why.NOBODY_CAME)
        table.raise_version()
        table.save()
        if not table.match.private:
            announce.lobby_changed()


def patience(table: Table) -> timedelta:
    """How long a table is kept after its last person was seen."""
    if table.match.state == Stage.OPEN:
        return timing.OPEN_PATIENCE
    if timing.all_left(table.seats):
        return timing.LEFT_PATIENCE
    return timing.LONE_PATIENCE if timing.is_lone(table.match, table.seats) else timing.RUNNING_PATIENCE


def _lock(match_id: int) -> Table | None:
    try:
        return lock(match_id, skip_locked=True)
    except errors.UnknownTable:
        return None
