"""One rated match at a time: who is in one that is under way sits down nowhere else until it is over, or he leaves it.

Persons are locked, all those of a table at once and in the order of their keys, after the table: so two tables that
start in the same instant cannot both have the same person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q

from accounts.models import User
from games.models import LIVE, Seat, Stage
from games.services.errors import InRatedMatch, TooManyTables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.services.tables import Table

#: At so many tables that are not over one person may sit. Each lies in the database, and robots' for a day.
MOST_TABLES = 50
#: Under way: being played, or over with the next match of its series to come.
_UNDER_WAY = Q(match__state=Stage.RUNNING) | Q(match__state=Stage.FINISHED, match__wake_at__isnull=False)


def engagement(user_id: int, *, but: int | None = None) -> Seat | None:
    """The seat that this person holds in a rated match under way, apart from the match `but`; None when there is none.

    Who has left one is free. The seat comes with its match, that with its seats and persons.
    """
    held = Seat.objects.filter(_UNDER_WAY, user_id=user_id, left=False, match__rated=True)
    persons = Prefetch("match__seats", queryset=Seat.objects.select_related("user").order_by("index"))
    if but is not None:
        held = held.exclude(match_id=but)
    return held.select_related("match").prefetch_related(persons).order_by("-match_id").first()


def hold(user_ids: Iterable[int | None]) -> None:
    """Lock these persons to the end of the transaction."""
    wanted = {user_id for user_id in user_ids if user_id is not None}
    list(User.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").values_list("pk"))


def must_be_free(user: User, *, table: Table | None = None) -> None:
    """InRatedMatch when this person is in a rated match under way, at another table than this one.

    He is locked, and at a rated table everybody who sits there too: it may start with whoever comes next.
    """
    others = table.persons if table is not None and table.match.rated else []
    hold([user.pk, *(seat.user_id for seat in others)])
    seat = engagement(user.pk, but=table.match.pk if table is not None else None)
    if seat is not None:
        raise InRatedMatch(seat)


def must_have_room(user: User) -> None:
    """TooManyTables when this person sits at as many tables already as one may."""
    if Seat.objects.filter(user=user, left=False, match__state__in=LIVE).count() >= MOST_TABLES:
        raise TooManyTables


def all_free(table: Table) -> bool:
    """Whether nobody of this table is in a rated match at another one. The persons have been locked."""
    return not any(engagement(seat.user_id, but=table.match.pk) for seat in table.persons if seat.user_id is not None)


def make_room(table: Table) -> None:
    """At a rated table that would start now: whose rated match began elsewhere while he waited here loses the seat."""
    if not table.match.rated or any(seat.is_free for seat in table.seats):
        return
    for seat in table.persons:
        if seat.user_id is not None and engagement(seat.user_id, but=table.match.pk) is not None:
            table.change(seat, user=None, seen_at=None, away=False)
