"""Everything that is forgotten by itself, in one place: what, after how long, and how many it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts import retention
from games.models import Invite, Match
from games.services import origins, seat_events, talk, what_if
from games.services.farewell import say_farewell

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from accounts.models import User


def forget(at: datetime) -> dict[str, int]:
    """Forget what has been kept long enough at this moment: what → how many."""
    return {
        "expired sessions": retention.expired_sessions(at),
        "addresses of sign-ins": retention.old_addresses(at),
        "origins of seats": origins.forget(),
        "comings and goings at tables": seat_events.forget(at),
        "lines at tables": talk.forget_old(at),
        "unsent mails": retention.old_mail(at),
        "accounts given up of late, once more": _once_more(retention.lately_gone(at)),
        "accounts never confirmed": _part_with(retention.unconfirmed_accounts(at)),
        "addresses never confirmed": retention.unconfirmed_addresses(at),
        "what-ifs of guests": what_if.forget(at),
        "guests who never played": _remove(retention.stale_guests(at)),
    }


def _part_with(users: QuerySet[User]) -> int:
    return len([say_farewell(user=user) for user in users.filter(seats__isnull=True)])


def _once_more(users: QuerySet[User]) -> int:
    return len([say_farewell(user=user) for user in users])


def _remove(users: QuerySet[User]) -> int:
    """Nothing hangs on them, so that nothing of them has to stay. Who opened a table has been somewhere."""
    opened = Match.objects.filter(created_by__isnull=False).values("created_by")
    invited = Invite.objects.values("made_by")
    unseated = users.filter(seats__isnull=True)
    return unseated.exclude(pk__in=opened).exclude(pk__in=invited).delete()[1].get("accounts.User", 0)
