"""Make the rows of a table: the match, its seats, and the start when every seat is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.models import Match, Seat
from games.services import deals, timing
from games.services.tables import Table

if TYPE_CHECKING:
    from accounts.models import User
    from games.rules.ruleset import Ruleset


def make_match(ruleset: Ruleset, **settings: Any) -> Match:
    """The row of a new table; `settings` are its other columns."""
    return Match.objects.create(
        ruleset=ruleset.to_dict(),
        fingerprint=ruleset.fingerprint,
        scores=["0"] * len(ruleset.sides),
        **settings,
    )


def furnish(match: Match, persons: Mapping[int, User], robots: Mapping[int, str]) -> Table:
    """The seats of a new table; the match starts when all are taken. The caller saves the table."""
    at = timing.now()
    return start_with(
        match,
        [
            Seat(
                match=match,
                index=index,
                user=persons.get(index),
                robot=robots.get(index, ""),
                seen_at=at if index in persons else None,
            )
            for index in range(match.ruleset["players"])
        ],
    )


def start_with(match: Match, seats: Sequence[Seat]) -> Table:
    """The table with these new seats; the match starts when all are taken. The caller saves the table."""
    table = Table(match, Seat.objects.bulk_create(seats), timing.now())
    start_when_full(table)
    return table


def start_when_full(table: Table) -> None:
    """Deal the first round when nobody is missing any more."""
    if not any(seat.is_free for seat in table.seats):
        deals.start_match(table)
