"""The session behind a socket: whether it still stands, when to look again, and a line in the log for each socket."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User

log = logging.getLogger(__name__)

#: Seconds after which a socket looks at its session, whatever it has heard.
LONGEST_UNSEEN = 60.0
#: A session is over a moment after it says so: the clock of the database's row has no finer hand.
A_MOMENT = 0.5

Scope = Mapping[str, Any]


def session_key(scope: Scope) -> str | None:
    """The key of the session that opened this socket."""
    session = scope.get("session")
    return session.session_key if session is not None else None


def session_of(scope: Scope) -> SessionBase | None:
    """That session as it is stored now."""
    key = session_key(scope)
    if key is None:
        return None
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key=key)
    return store


def seconds_to_look(scope: Scope) -> float:
    """Until this session is over by its own date, or for long enough. Asks the database."""
    row = Session.objects.filter(session_key=session_key(scope)).values_list("expire_date", flat=True).first()
    if row is None:
        return A_MOMENT
    left = (row - timezone.now()).total_seconds()
    return min(LONGEST_UNSEEN, max(0.0, left) + A_MOMENT)


def socket_opened(scope: Scope, user: User | AnonymousUser) -> None:
    """Who opened a socket, from where, and upon which site's page."""
    log.info("socket opened: %s, %s, from %s, origin %s", scope["path"], _who(user), _where(scope), _origin(scope))


def socket_closed(scope: Scope, user: User | AnonymousUser, code: int) -> None:
    """The same socket, when it is gone, and with which code."""
    log.info("socket closed: %s, %s, from %s, code %s", scope["path"], _who(user), _where(scope), code)


def _who(user: User | AnonymousUser) -> str:
    return user.username if isinstance(user, User) else "nobody"


def _where(scope: Scope) -> str:
    """The client's address; behind our proxy the last one that it names."""
    forwarded = _header(scope, b"x-forwarded-for").split(",")[-1].strip() if settings.BEHIND_PROXY else ""
    return forwarded or str((scope.get("client") or ["?"])[0])


def _origin(scope: Scope) -> str:
    return _header(scope, b"origin") or "none"


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name), "")
