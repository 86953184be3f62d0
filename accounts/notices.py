"""Notices: what a person is told on his pages until he puts it away. The sentence is made when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Notice, User

#: What a page shows at once; the others follow when these are put away.
MOST_SHOWN = 5

MATCH_ENDED, ANNULLED, COUNTS_AGAIN, ROBOT_PLAYS = "match_ended", "annulled", "counts_again", "robot_plays"
REPORT_SEEN, RENAMED, MUTED, LIFTED = "report_seen", "renamed", "muted", "lifted"

SENTENCES = {
    MATCH_ENDED: gettext_lazy("The site ended a match of yours, without a winner. It changes no rating."),
    ANNULLED: gettext_lazy("A match of yours was annulled: it counts for nothing, and your ratings are without it."),
    COUNTS_AGAIN: gettext_lazy("A match of yours that had been annulled counts again, as if nothing had been."),
    ROBOT_PLAYS: gettext_lazy("The site gave your seat to a robot. You can take it back at the table."),
    REPORT_SEEN: gettext_lazy("Your report was looked at. Thank you. What came of it stays with those concerned."),
    RENAMED: gettext_lazy("The site changed your name: you are %(name)s now."),
    MUTED: gettext_lazy("You cannot write at tables until this is lifted. You can play."),
    LIFTED: gettext_lazy("What you were kept from was lifted: you may do everything again."),
}
MUTED_UNTIL = gettext_lazy("You cannot write at tables until %(until)s. You can play.")


@dataclass(frozen=True)
class Told:
    """A notice in the reader's language; `link` leads to what it is about, or is empty."""

    pk: int
    text: str
    link: str
    at: datetime


def tell(*, user: User, code: str, facts: Mapping[str, Any] | None = None, link: str = "") -> None:
    """Leave a notice for this person, in the transaction of what it is about."""
    Notice.objects.create(user=user, code=code, facts=dict(facts or {}), link=link)


def unread(user: User) -> list[Told]:
    """What this person has not put away yet, the oldest first."""
    rows = Notice.objects.filter(user=user, read_at__isnull=True).order_by("created_at", "pk")[:MOST_SHOWN]
    return [Told(row.pk, sentence(row), row.link, row.created_at) for row in rows]


def put_away(*, user: User, pk: int) -> None:
    """Seen: it is not shown again. Somebody else's stays as it is."""
    with transaction.atomic():
        Notice.objects.filter(pk=pk, user=user, read_at__isnull=True).update(read_at=timezone.now())


def sentence(row: Notice) -> str:
    """The notice in words, in the active language."""
    until = row.facts.get("until")
    if row.code == MUTED and until:
        return str(MUTED_UNTIL) % {"until": day(datetime.fromisoformat(until))}
    known = SENTENCES.get(row.code)
    return str(known) % row.facts if known is not None else _("There is news about your account.")


def day(at: datetime) -> str:
    """A day and an hour as the reader writes them."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
