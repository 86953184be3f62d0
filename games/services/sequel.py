"""What is played next by the same players: a rematch that all want, or the next match of a series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.models import Match, Seat, Series
from games.rules.ruleset import Ruleset
from games.services import furnishing, origins, standings
from games.services.errors import UnknownTable
from games.services.steps import STAND_IN
from games.services.tables import Table, lock

if TYPE_CHECKING:
    from collections.abc import Sequence


def make_series(best_of: int) -> dict[str, Any]:
    """The columns of the first match of a series of so many; none for a single match."""
    return {"series": Series.objects.create(best_of=best_of), "series_number": 1} if best_of > 1 else {}


def rematch(table: Table) -> Match:
    """The same settings and players, robots included, each one seat further on; it starts at once.

    Who sat on seat 0 sits on seat 1, so whatever a seat is good for goes round, and partners stay partners. After a
    series, a new series.
    """
    old = table.match
    best_of = old.series.best_of if old.series is not None else 1
    turned = [table.seats[-1], *table.seats[:-1]]
    seats = [Seat(user_id=seat.user_id, robot=seat.robot, seen_at=_seen(seat, table)) for seat in turned]
    return _open_after(table, seats, make_series(best_of))


def next_match(table: Table) -> Match:
    """The next match of the series, at the same seats. Who has left may come back there: a robot begins for him."""
    old = table.match
    assert old.series_number is not None
    seats = [
        Seat(
            user_id=seat.user_id,
            robot=seat.robot,
            seen_at=_seen(seat, table),
            left=seat.left,
            away=seat.away,
            stand_in=seat.stand_in or (STAND_IN if seat.left else ""),
        )
        for seat in table.seats
    ]
    return _open_after(table, seats, {"series": old.series, "series_number": old.series_number + 1})


def _seen(seat: Seat, table: Table) -> Any:
    return table.at if seat.is_person else None


def _open_after(table: Table, seats: Sequence[Seat], series: dict[str, Any]) -> Match:
    """Open the table that follows on this one and link it. The caller saves this one."""
    old = table.match
    new = furnishing.make_match(
        Ruleset.from_dict(old.ruleset),
        turn_seconds=old.turn_seconds,
        round_limit=old.round_limit,
        private=old.private,
        rated=old.rated,
        free_talk=old.free_talk,
        hints=old.hints,
        title=old.title,
        created_by=old.created_by,
        **series,
    )
    for index, seat in enumerate(seats):
        seat.match, seat.index = new, index
    fresh = furnishing.start_with(new, seats)
    fresh.save()
    origins.carry(old=old, new=fresh.match)
    old.rematch = fresh.match
    return fresh.match


def open_next(*, match_id: int, turn_version: int) -> bool:
    """The panel after a match of a series has stood long enough: open the next; False when that has been done."""
    with transaction.atomic():
        try:
            table = lock(match_id, skip_locked=True)
        except UnknownTable:
            return False
        match = table.match
        due = match.wake_at is not None and match.wake_at <= table.at
        if match.turn_version != turn_version or not due or not standings.awaits_next(match):
            return False
        next_match(table)
        table.raise_version()
        table.save()
        return True
