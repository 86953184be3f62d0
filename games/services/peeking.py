"""The one way in which staff may see the hands of a round that is being played, or the tiles of a deal that they could
still play themselves: asked for with a reason, and logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from accounts import conduct
from accounts.models import AuditEntry
from games import fixed
from games.models import Match
from games.services import errors
from games.services.desk import subject_of
from games.services.impartial import sits_there
from games.services.opened import OPEN_HANDS as OPEN_HANDS

if TYPE_CHECKING:
    from collections.abc import Collection

    from accounts.models import User


def open_hands(*, actor: User, match: Match, reason: str, guises: Collection[int] = ()) -> AuditEntry:
    """Let this member of staff see all hands of the round that is being played, and of that one only.

    A deal that many play is opened so after its round, too; whoever has seen it has no try that counts any more.
    `guises`: keys of guests who are he, besides those of `conduct.guises_of`. NotRunning, ReasonMissing; SitsThere for
    who has a seat there.
    """
    with transaction.atomic():
        now = Match.objects.get(pk=match.pk)
        deal = fixed.sealed_deal(now)
        if not now.round_number or (now.is_over and deal is None):
            raise errors.NotRunning
        if sits_there(actor, now, guises):
            raise errors.SitsThere
        details = {"round": now.round_number, "version": now.version}
        if deal is not None:
            details["deal"] = deal.pk
        return conduct.note(actor=actor, act=OPEN_HANDS, reason=reason, subject=subject_of(now), details=details)


def is_sealed(actor: User, match: Match) -> bool:
    """Whether this match tells a deal that this member of staff could still play, and has not asked to see."""
    deal = fixed.sealed_deal(match)
    return deal is not None and not fixed.is_told(deal, actor)


def may_see_hands(actor: User, match: Match, guises: Collection[int] = ()) -> bool:
    """Whether this member of staff has asked to see the round that is being played now, and has no seat there."""
    if not (actor.is_staff and actor.is_active) or sits_there(actor, match, guises):
        return False
    asked = AuditEntry.objects.filter(actor=actor, act=OPEN_HANDS, subject=subject_of(match))
    return any(entry.details.get("round") == match.round_number for entry in asked)
