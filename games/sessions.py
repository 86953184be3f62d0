"""The session behind a socket: whether it still stands, when to look again, and a line in the log for each socket."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.clients import plain_ip, word_of_proxy
from accounts.models import User
from accounts.prepared import Prepared

if TYPE_CHECKING:
    from django.db.models import QuerySet

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


def person_of(store: SessionBase) -> User | None:
    """Whose session it is, None when it is nobody's any more. Only looks: no row of it is changed or deleted.

    Django's own looking makes a new session where the key of this site has changed, and Channels' ends it; the browser
    would hear of neither from a socket, and be signed out. The next page that it asks for sees to that.
    """
    try:
        number, path = store[SESSION_KEY], store[BACKEND_SESSION_KEY]
    except KeyError:
        return None
    if path not in settings.AUTHENTICATION_BACKENDS:
        return None
    user = load_backend(path).get_user(User._meta.pk.to_python(number))
    stored = store.get(HASH_SESSION_KEY) or ""
    if not isinstance(user, User):
        return None
    known = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return user if any(constant_time_compare(stored, one) for one in known) else None


@Prepared
def _rows_of_session(key: str) -> QuerySet[Any, Any]:
    return Session.objects.filter(session_key=key).values_list("session_data", "expire_date")


@Prepared
def _rows_of_person(pk: int) -> QuerySet[Any, Any]:
    return User.objects.filter(pk=pk).values_list(*[field.attname for field in User._meta.concrete_fields])


class Standing:
    """Whether the session that opened a socket still stands for the same person, who is then as he is now.

    It is asked before anything is said to a page. As long as the rows are what they were when it last stood, so does
    the session until its date, and nothing of them need be read, signed or compared anew.
    """

    def __init__(self, scope: Scope, user: User) -> None:
        self._scope, self._user = scope, user
        self._rows: object = None
        self._until = 0.0

    def person(self) -> User | None:
        """The person, None when it stands no more. Asks the database."""
        key = session_key(self._scope)
        if key is None:
            return None
        rows = (_rows_of_session(key), _rows_of_person(self._user.pk))
        if rows != self._rows or time.monotonic() >= self._until:
            store = session_of(self._scope)
            user = person_of(store) if store is not None else None
            if user is None or user.pk != self._user.pk:
                return None
            self._user, self._rows = user, rows
            self._until = time.monotonic() + seconds_to_look(self._scope)
        return self._user


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
    forwarded = plain_ip(word_of_proxy(scope.get("headers", ()))) if settings.BEHIND_PROXY else ""
    return forwarded or str((scope.get("client") or ["?"])[0])


def _origin(scope: Scope) -> str:
    return _header(scope, b"origin") or "none"


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name), "")
