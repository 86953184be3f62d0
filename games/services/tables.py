"""The locked table that every write works on: one match, its seats, and one way to save and tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import connection, transaction

from accounts.prepared import PreparedObjects
from games import replay
from games.models import Match, Seat, Stage
from games.services import announce, failpoints, outcomes, results, reviewing, seat_events, timing, windows
from games.services.archive import archive
from games.services.errors import CorruptMatch, NotSeated, UnknownTable

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from accounts.models import User


@dataclass
class Table:
    """A match and its seats in order, held until the transaction ends."""

    match: Match
    seats: list[Seat]
    at: datetime = field(default_factory=lambda: timing.now())

    def seat_of(self, user: User) -> Seat:
        """The seat that this person holds; NotSeated when none."""
        for seat in self.seats:
            if seat.user_id == user.pk:
                return seat
        raise NotSeated

    @property
    def persons(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_person]

    @property
    def is_running(self) -> bool:
        return self.match.state == Stage.RUNNING

    def fold(self) -> replay.Replayed:
        """The match folded from its rows; CorruptMatch when they do not fold."""
        try:
            return replay.load(self.match)
        except replay.ReplayError as error:
            raise CorruptMatch(str(error)) from error

    def raise_version(self) -> int:
        self.match.version += 1
        return self.match.version

    def change(self, seat: Seat, **values: object) -> None:
        """Write these fields of a seat, and what happened to it by that."""
        before = seat_events.held(seat)
        for name, value in values.items():
            setattr(seat, name, value)
        seat.save(update_fields=list(values))
        seat_events.write(
            match_id=self.match.pk, seat=seat.index, before=before, after=seat_events.held(seat), at=self.at
        )

    def save(self, *, returning: bool = False) -> None:
        """Store the match with the keeper's next moment (`timing`, `windows`), and tell the table after commit."""
        if self.match.window_open:
            windows.schedule(self.match, self.seats, self.at)
        else:
            timing.schedule(self.match, self.seats, self.at, returning=returning)
        if archive(self.match):
            reviewing.begin(match=self.match)
        results.enter(self)
        outcomes.enter(self)
        failpoints.reach("results_entered")
        self.match.save()
        failpoints.reach("before_commit")
        announce.table_changed(self.match)


def lock(match_id: int, *, skip_locked: bool = False) -> Table:
    """This table, locked to the end of the transaction; UnknownTable when it is not there, or is to be skipped."""
    assert transaction.get_connection().in_atomic_block, "a write happens inside a transaction"
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    found = (_unless_locked if skip else _locked)(match_id)
    if not found:
        raise UnknownTable
    match = found[0]
    return Table(match, _seats_of(match.pk))


@PreparedObjects
def _locked(match_id: int) -> QuerySet[Match]:
    return Match.objects.select_for_update().filter(pk=match_id)


@PreparedObjects
def _unless_locked(match_id: int) -> QuerySet[Match]:
    return Match.objects.select_for_update(skip_locked=True).filter(pk=match_id)


@PreparedObjects
def _seats_of(match_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(match_id=match_id).order_by("index")
