"""Where a seat was taken from, kept as keyed digests: comparable with one another, and readable by nobody."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.crypto import salted_hmac

from games.models import Match, Origin, Seat
from games.models_flags import DIGEST_LENGTH
from games.services import timing

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from accounts.models import User

KEPT = timedelta(days=90)


def note(*, match: Match, user: User, address: str, browser: str) -> None:
    """Enter from where this person took a seat; the first time at a match counts."""
    Origin.objects.get_or_create(
        match=match,
        user=user,
        defaults={"address": digest("address", address), "browser": digest("browser", browser), "at": timing.now()},
    )


def carry(*, old: Match, new: Match) -> None:
    """Who plays on at the next table sits where he sat: the same digests, kept no longer than those."""
    here = Seat.objects.filter(match=new, user__isnull=False).values("user")
    rows = Origin.objects.filter(match=old, user__in=here)
    Origin.objects.bulk_create(
        Origin(match=new, user_id=row.user_id, address=row.address, browser=row.browser, at=row.at) for row in rows
    )


def digest(what: str, text: str) -> str:
    """Keyed by the site's secret: without it not even all addresses of the world, tried in turn, tell which it was."""
    return salted_hmac(f"games.origin.{what}", text, algorithm="sha256").hexdigest()[:DIGEST_LENGTH] if text else ""


def aged(at: datetime) -> QuerySet[Origin]:
    """What has been kept long enough."""
    return Origin.objects.filter(at__lt=at - KEPT)


def forget() -> int:
    """Forget what has been kept long enough: how many rows."""
    return aged(timing.now()).delete()[0]
