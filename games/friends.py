"""Where the players are whom somebody follows. Private tables are nobody's business and never stand here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q

from accounts.models import Follow
from games.models import LIVE, Seat, Stage

if TYPE_CHECKING:
    from accounts.models import User

SHOWN = 20


def seats_of_followed(follower: User, limit: int | None = SHOWN) -> list[Seat]:
    """The seats that players whom he follows hold at public tables, those first that wait for players.

    Of who hides his history only open tables show. Each seat comes with its match, that with its seats and persons.
    """
    known = Follow.objects.filter(follower=follower).values("followed_id")
    shown = Q(match__state=Stage.OPEN) | Q(match__state=Stage.RUNNING, user__hide_history=False)
    seats = Seat.objects.filter(shown, user__in=known, user__is_active=True, left=False, match__private=False)
    everybody = Prefetch("match__seats", queryset=Seat.objects.select_related("user").order_by("index"))
    found = seats.filter(match__state__in=LIVE).select_related("user", "match", "match__series")
    # "open" stands before "running", as it happens, and the newest table first.
    return list(found.order_by("match__state", "-match_id", "index").prefetch_related(everybody)[:limit])
