"""The gate before every WebSocket: where it comes from, and where it wants to go."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

Scope = dict[str, Any]
App = Callable[..., Awaitable[None]]


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
        application = self.application if is_own_origin(scope) else WebsocketDenier.as_asgi()
        await application(scope, receive, send)


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
