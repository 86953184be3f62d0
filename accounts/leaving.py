"""An account that is given up: the person goes, a number stays, so that matches keep their players. See 0174."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import endings
from accounts.ledger import hide_history
from accounts.models import Block, Follow, Mute, Notice, OutgoingMail, Rating, User
from accounts.prefs import Prefs

#: One word for all languages, as with guests: everybody at a table sees one name. Nobody can choose it.
GONE = "Deleted player"


def erase(*, user: User) -> None:
    """Take name, address, sessions, codes and acquaintances out; results stay, off the leaderboards.

    Twice is once, but that the second time takes what requests under way at the first have left. Open seats are the
    caller's business (`games.services.farewell`).
    """
    with transaction.atomic():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _part(held)
        if held.deleted_at:
            return
        Rating.objects.filter(player=held).update(listed=False)
        _blank(held)
        hide_history(user=held, hide=True)
        endings.end_sessions(user=held)
        for place in UserSession.objects.filter(user=held):
            place.end()


def _part(user: User) -> None:
    OutgoingMail.objects.filter(to__in=_addresses(user)).delete()
    for model in (EmailAddress, Authenticator, Notice):
        model.objects.filter(user=user).delete()
    Follow.objects.filter(Q(follower=user) | Q(followed=user)).delete()
    for company in (Mute, Block):
        company.objects.filter(Q(by=user) | Q(user=user)).delete()


def _addresses(user: User) -> list[str]:
    known = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return [address for address in {user.email, *known} if address]


def _blank(user: User) -> None:
    user.username, user.email, user.language = f"{GONE} {user.pk}", "", ""
    user.set_unusable_password()
    # As with a guest: no page, no rating, nobody follows him.
    user.is_guest, user.is_active, user.is_staff, user.is_superuser = True, False, False, False
    user.last_login, user.deleted_at = None, timezone.now()
    user.prefs = Prefs()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
