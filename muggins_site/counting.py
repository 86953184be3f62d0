"""Counting requests against the table of limits, and refusing those above: 429 with Retry-After."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from accounts.clients import network_of
from muggins_site import errors
from muggins_site.limits import Limit, limits_of

logger = logging.getLogger("muggins.limits")
LASTING, QUICK = "default", "quick"
TELL_AGAIN_SECONDS = 60.0
# Where counts lie in the database, reading and writing one are two steps, and there is one process: see 0175.
_one_at_a_time = threading.Lock()
_told: dict[str, float] = {}


def address_of(request: HttpRequest) -> str:
    """The client's address; of an IPv6 address the network, since one house has all of it. "?" when unknown."""
    try:
        return network_of(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return "?"


class Limits:
    """Middleware: counts each request that has a limit, before its view, and answers 429 above it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if not settings.MUGGINS_LIMITS or request.resolver_match is None:
            return None
        for limit in limits_of(request.resolver_match.view_name or "", request.method or ""):
            wait = max((_seconds_over(limit, key, amount) for key, amount in _counted(limit, request)), default=0)
            if wait:
                _tell(limit, request)
                return too_many(request, wait)
        return None


def _counted(limit: Limit, request: HttpRequest) -> Iterator[tuple[str, int]]:
    """Who is counted, and how many requests he may make."""
    known = bool(request.user.is_authenticated)
    if limit.strangers and known:
        return
    if known:
        yield f"user.{request.user.pk}", limit.amount
    yield f"from.{address_of(request)}", limit.amount_of_address


def _seconds_over(limit: Limit, who: str, amount: int) -> int:
    """Count one more; 0 while it is within the limit, else the seconds until the next may be made."""
    now = time.time()
    window = int(now // limit.seconds)
    try:
        count = _count(f"limit.{limit.name}.{who}.{window}", limit)
    except Exception:  # a store that is gone for a while must not stop the game
        say_once("store", lambda: logger.exception("requests cannot be counted"))
        return 0
    return 0 if count <= amount else max(1, int((window + 1) * limit.seconds - now + 0.999))


def _count(key: str, limit: Limit) -> int:
    store = caches[LASTING if limit.lasting else QUICK]
    with _one_at_a_time:
        if store.add(key, 1, limit.seconds * 2):
            return 1
        return store.incr(key)


def _tell(limit: Limit, request: HttpRequest) -> None:
    """One line a minute for each limit and person or address: a flood must not fill the log."""
    who, where = str(request.user) if request.user.is_authenticated else "a stranger", address_of(request)
    say_once(
        f"{limit.name}.{who}.{where}",
        lambda: logger.warning(
            "too many requests (%s): %s, from %s", limit.name, who, where, extra={"request": request}
        ),
    )


def name_of(request: HttpRequest) -> str:
    """Who asks, as the log names him."""
    user = getattr(request, "user", None)
    return str(user) if user is not None and user.is_authenticated else "a stranger"


def say_once(what: str, say: Callable[[], None]) -> None:
    """Once a minute for the same `what`."""
    now = time.monotonic()
    if now - _told.get(what, -TELL_AGAIN_SECONDS) < TELL_AGAIN_SECONDS:
        return
    if len(_told) > 10_000:
        _told.clear()
    _told[what] = now
    say()


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    """429, as a page or a sentence, that says in how many seconds or minutes to try again."""
    response = errors.error_page(request, 429, sentence(wait))
    response.headers["Retry-After"] = str(wait)
    return response


def sentence(wait: int) -> str:
    """What a person is told who must wait so many seconds."""
    if wait < 100:
        return ngettext(
            "Too many requests in a short time, so this one was not done. Try again in %(count)s second.",
            "Too many requests in a short time, so this one was not done. Try again in %(count)s seconds.",
            wait,
        ) % {"count": wait}
    minutes = -(-wait // 60)
    return ngettext(
        "Too many requests in a short time, so this one was not done. Try again in %(count)s minute.",
        "Too many requests in a short time, so this one was not done. Try again in %(count)s minutes.",
        minutes,
    ) % {"count": minutes}
