"""The gate before every WebSocket: where it comes from, where it wants to go, and how many there are."""

import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from channels.auth import AuthMiddleware
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http.request import split_domain_port, validate_host

from accounts.clients import network_of, word_of_proxy
from games.sessions import person_of
from muggins_site.counting import say_once

Scope = dict[str, Any]
App = Callable[..., Awaitable[None]]
logger = logging.getLogger("muggins.sockets")
#: Open sockets of one address in this process: a club's evening, each with a few tabs.
MAX_OF_ADDRESS = 60
#: Handshakes of one address, each of which draws a table: so many at once, and so many a second in the long run.
KNOCKS, KNOCKS_A_SECOND = 2 * MAX_OF_ADDRESS, 4.0


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a header that was sent exactly once; None otherwise."""
    values = [value for key, value in scope["headers"] if key.lower() == name]
    return values[0].decode("latin-1") if len(values) == 1 else None


def is_own_origin(scope: Scope) -> bool:
    """True when the page that opens the socket has our scheme, host and port.

    The validator of channels compares host names only: a page of another port, or of plain HTTP, would pass. Browsers
    write origins in lower case and leave default ports out, in `Origin` as in `Host`, so plain comparison is right.
    """
    host, origin = header(scope, b"host"), header(scope, b"origin")
    if not host or not origin or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    return origin == f"{'https' if _is_secure(scope) else 'http'}://{host}"


def _is_secure(scope: Scope) -> bool:
    proxied = settings.BEHIND_PROXY and header(scope, b"x-forwarded-proto") == "https"
    return settings.HTTPS or proxied or scope.get("scheme") == "wss"


class OriginCheck:
    """Refuses (403 at the handshake) sockets that other sites' pages open with our visitors' cookies."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if is_own_origin(scope):
            await self.application(scope, receive, send)
            return
        where, origin = client_of(scope), header(scope, b"origin")
        say_once(f"origin.{where}", lambda: logger.warning("socket refused, from %s, of the page %s", where, origin))
        await WebsocketDenier.as_asgi()(scope, receive, send)


def client_of(scope: Scope) -> str:
    """The client's address, of an IPv6 address the network; "?" when unknown."""
    if settings.BEHIND_PROXY:
        return network_of(word_of_proxy(scope["headers"]) or "?")
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"


class Knocks:
    """How many handshakes each address may still make: its allowance is used up at once, and comes back slowly."""

    MOST = 10_000

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.left: dict[str, tuple[float, float]] = {}

    def take(self, where: str) -> bool:
        """Whether one more is allowed now."""
        now = self.clock()
        left, at = self.left.get(where, (float(KNOCKS), now))
        left = min(float(KNOCKS), left + (now - at) * KNOCKS_A_SECOND)
        if len(self.left) > self.MOST:
            self.left.clear()
        self.left[where] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class FewOfOneAddress:
    """Refuses (403 at the handshake) further sockets where one address has many, or opens one after another.

    Its pages ask by themselves then.
    """

    def __init__(self, application: App) -> None:
        self.application = application
        self.open: Counter[str] = Counter()
        self.knocks = Knocks()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        where = client_of(scope)
        if settings.MUGGINS_LIMITS and (self.open[where] >= MAX_OF_ADDRESS or not self.knocks.take(where)):
            say_once(f"sockets.{where}", lambda: logger.warning("too many sockets, from %s", where))
            await WebsocketDenier.as_asgi()(scope, receive, send)
            return
        self.open[where] += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.open[where] -= 1
            if not self.open[where]:
                del self.open[where]


class Visitors(AuthMiddleware):
    """Channels' own, but that it never ends a session, as after a change of the site's key (`games.sessions`)."""

    async def resolve_scope(self, scope: Scope) -> None:
        person = await database_sync_to_async(person_of)(scope["session"])
        scope["user"]._wrapped = person or AnonymousUser()


class SocketRouter:
    """Channels' router, with a refusal instead of a traceback where nothing is."""

    def __init__(self, patterns: Sequence[Any]) -> None:
        self.router = URLRouter(list(patterns))

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        # The router tells "no such address" by ValueError or Resolver404 only; a consumer may raise these too,
        # so the address is looked up first, alone.
        application = self.router if self._knows(scope["path"]) else WebsocketDenier.as_asgi()
        await application(scope, receive, send)

    def _knows(self, path: str) -> bool:
        return any(route.pattern.match(path.removeprefix("/")) for route in self.router.routes)
