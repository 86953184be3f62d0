"""What comes before Django: static files, bodies that are too big, and headers on answers that Django never sees."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from muggins_site.headers import BARE_HEADERS
from muggins_site.static_files import StaticFiles

App = Callable[..., Awaitable[None]]
_BARE = [(key.lower().encode(), value.encode()) for key, value in BARE_HEADERS.items()]
_OF_BODIES = {b"content-length", b"content-type", b"transfer-encoding"}


class TooBig(Exception):
    """The body grew past the limit."""


class Gate:
    """Static files and pages behind one door; `limit` is in bytes of the body, `wider` has those of certain paths."""

    def __init__(self, pages: App, files: StaticFiles, limit: int, wider: Mapping[str, int] | None = None) -> None:
        self.pages, self.files, self.limit, self.wider = pages, files, limit, wider or {}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        dressed = _dressed(send)
        if scope["path"].startswith(self.files.prefix):
            await self.files(scope, receive, dressed)
            return
        try:
            await self.pages(scope, self._counted(receive, self.wider.get(scope["path"], self.limit)), dressed)
        except TooBig:
            # Raised while Django reads the body, before it has answered anything. It is asked again, without one, for
            # the page that says so: in the visitor's language, with the headers of every page.
            headers = [(key, value) for key, value in scope["headers"] if key.lower() not in _OF_BODIES]
            await self.pages({**scope, "headers": headers, "too_big": True}, _empty(), dressed)

    def _counted(self, receive: Any, limit: int) -> Any:
        got = 0

        async def counted() -> dict[str, Any]:
            nonlocal got
            message: dict[str, Any] = await receive()
            got += len(message.get("body", b""))
            if got > limit:
                raise TooBig
            return message

        return counted


def _empty() -> Any:
    """What is received for a request without a body, from a client that stays."""
    parts = [{"type": "http.request", "body": b"", "more_body": False}]

    async def received() -> dict[str, Any]:
        return parts.pop() if parts else await asyncio.Event().wait()  # type: ignore[return-value]

    return received


def _dressed(send: Any) -> Any:
    async def dressed(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            present = {key.lower() for key, _value in message["headers"]}
            message = {**message, "headers": [*message["headers"], *(pair for pair in _BARE if pair[0] not in present)]}
        await send(message)

    return dressed
