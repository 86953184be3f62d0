"""Whoever sat at a table does nothing about it at the desk: another member of staff does. Raises a `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts import conduct
from games.models import LIVE, Seat
from games.services import errors

if TYPE_CHECKING:
    from collections.abc import Collection

    from accounts.models import User
    from games.models import Match


def sits_there(actor: User, match: Match, guises: Collection[int] = ()) -> bool:
    """Whether this person has, or had, a seat at this table, in his own name or as a guest.

    `guises`: keys of guests who are he, besides those of `conduct.guises_of`.
    """
    return Seat.objects.filter(match=match, user__in={actor.pk, *guises, *conduct.guises_of(actor)}).exists()


def must_be_another(actor: User, match: Match) -> None:
    """OwnMatch for a member of staff who sits there, the site's owner or not; others may do nothing anyway."""
    if actor.is_staff and sits_there(actor, match):
        raise errors.OwnMatch


def must_not_play_together(actor: User, user: User) -> None:
    """AtOneTable while a match is not over at which both have, or had, a seat: who is barred loses his there."""
    his = Seat.objects.filter(user=user, match__state__in=LIVE).values("match")
    if Seat.objects.filter(match__in=his, user__in={actor.pk, *conduct.guises_of(actor)}).exists():
        raise conduct.AtOneTable
