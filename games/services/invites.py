"""Invitations: every table that waits for players has one good link, for whoever sits there to hand on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db import transaction

from games.models import Invite, Stage
from games.models_invites import TOKEN_LENGTH
from games.services import errors
from games.services.tables import lock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User
    from games.models import Match, Seat

# Nothing else reaches the database.
_TOKEN = re.compile(rf"[0-9A-Za-z_-]{{{TOKEN_LENGTH}}}", re.ASCII)


def make(match: Match, user: User) -> Invite:
    """The first invitation of a new table. The caller's transaction."""
    return Invite.objects.create(match=match, made_by=user)


def must_be_invited(match: Match, user: User, token: str) -> None:
    """On a private table: NotInvited without the token of its good invitation, unless it is one's own table."""
    if match.private and match.created_by_id != user.pk and not is_good(match, token):
        raise errors.NotInvited


def is_good(match: Match, token: str) -> bool:
    """Whether this is the token of the table's good invitation."""
    # PostgreSQL cannot even be asked for what holds a NUL.
    well_formed = _TOKEN.fullmatch(token) is not None
    return well_formed and Invite.objects.filter(match_id=match.pk, token=token, revoked_at__isnull=True).exists()


def renew(*, match_id: int, user: User) -> Invite:
    """Withdraw the table's invitation and make another; the old link is good for nothing from now on.

    NotSeated, NotYourTable, NotOpen once the table has started or is closed.
    """
    with transaction.atomic():
        table = lock(match_id)
        table.seat_of(user)
        if table.match.state != Stage.OPEN:
            raise errors.NotOpen
        if opener_of(table.match, table.seats) != user.pk:
            raise errors.NotYourTable
        Invite.objects.filter(match_id=match_id, revoked_at__isnull=True).update(revoked_at=table.at)
        invite = make(table.match, user)
        table.raise_version()
        table.save()
        return invite


def opener_of(match: Match, seats: Iterable[Seat]) -> int | None:
    """Whose table it is: who opened it; when he is gone, the first person at it."""
    persons = [seat.user_id for seat in seats if seat.user_id is not None]
    return match.created_by_id if match.created_by_id in persons else next(iter(persons), None)


def invitation_of(match: Match) -> Invite | None:
    """The good invitation of a table that waits for players."""
    if match.state != Stage.OPEN:
        return None
    return Invite.objects.filter(match_id=match.pk, revoked_at__isnull=True).first()


def invitation(token: str) -> Invite:
    """The good invitation with this token, with its match and who made it; UnknownInvite."""
    found = Invite.objects.filter(token=token, revoked_at__isnull=True) if _TOKEN.fullmatch(token) else None
    invite = found.select_related("match", "match__series", "made_by").first() if found is not None else None
    if invite is None:
        raise errors.UnknownInvite
    return invite
