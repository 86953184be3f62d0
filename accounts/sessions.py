"""How long a session lives, who is signed in where, and how one of his sessions is ended by its owner.

A session ends when nobody has used it for so long (idle), and at a certain age whatever happens (absolute). A guest has
nothing to sign in with again: for him the session is the account, so his lives longer. See docs/decisions/0171.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

Handler = Callable[[HttpRequest], HttpResponse]
BORN, SEEN = "session_born", "session_seen"


@dataclass(frozen=True)
class Life:
    """Seconds: unused, altogether, and between two notes that the session is used."""

    idle: float
    absolute: float
    step: float


DAY = 24 * 3600.0
STAFF = Life(idle=30 * 60, absolute=12 * 3600, step=60)
PERSON = Life(idle=14 * DAY, absolute=90 * DAY, step=3600)
GUEST = Life(idle=90 * DAY, absolute=365 * DAY, step=3600)


def now() -> datetime:
    """The clock of sessions (tests set it)."""
    return timezone.now()


def life_of(user: User) -> Life:
    """How long this user's sessions live."""
    if user.is_staff:
        return STAFF
    return GUEST if user.is_guest else PERSON


@receiver(user_logged_in, dispatch_uid="accounts.sessions")
def begin(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    """A session that begins, begins to age."""
    if request is not None and hasattr(request, "session"):
        request.session[BORN] = request.session[SEEN] = now().timestamp()


def session_life(get_response: Handler) -> Handler:
    """Ends the session that is too old before any page sees its user."""

    def handle(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
            _keep_or_end(request, request.user)
        return get_response(request)

    return handle


def _keep_or_end(request: HttpRequest, user: User) -> None:
    session, life, at = request.session, life_of(user), now().timestamp()
    born, seen = (_number(session.get(name), at) for name in (BORN, SEEN))
    if at - seen >= life.idle or at - born >= life.absolute:
        key = session.session_key
        logout(request)
        UserSession.objects.filter(session_key=key).delete()
    elif at - seen >= life.step or BORN not in session:
        session[BORN], session[SEEN] = born, at
        # The row in the database ends with it: sockets and `clearsessions` ask that one.
        session.set_expiry(int(max(1, min(life.idle, born + life.absolute - at))))
        UserSession.objects.filter(session_key=session.session_key).update(last_seen_at=now())


def _number(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise


def rotate(request: HttpRequest) -> None:
    """A new key for this session, because more may be done with it from now on; the old key is dead."""
    old = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=old).update(session_key=request.session.session_key)


def places(request: HttpRequest) -> list[UserSession]:
    """Where this user is signed in, this place first, then the newest; ended sessions are taken out on the way."""
    assert isinstance(request.user, User)
    found = UserSession.objects.purge_and_list(request.user)
    here = request.session.session_key
    return sorted(found, key=lambda row: (row.session_key != here, -row.last_seen_at.timestamp()))


def end_one(*, user: User, place: int) -> bool:
    """End one session of this user; False when he has none of this number."""
    with transaction.atomic():
        row = UserSession.objects.filter(user=user, pk=place).first()
        if row is None:
            return False
        row.end()
        return True


def end_others(*, user: User, but: str) -> int:
    """End all sessions of this user but the one with this key; how many."""
    with transaction.atomic():
        rows = UserSession.objects.filter(user=user).exclude(session_key=but)
        return len([row.end() for row in rows])
