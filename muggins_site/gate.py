"""What comes before Django: static files, bodies that are too big, and headers on answers that Django never sees."""

from collections.abc import Awaitable, Callable
from typing import Any

from muggins_site.headers import BARE_HEADERS

App = Callable[..., Awaitable[None]]


class Gate:
    """Adds the headers that an answer lacks."""

    def __init__(self, pages: App) -> None:
        self.pages = pages

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def send_dressed(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                present = {key.lower() for key, _value in message["headers"]}
                missing = [
                    (key.lower().encode(), value.encode())
                    for key, value in BARE_HEADERS.items()
                    if key.lower().encode() not in present
                ]
                message = {**message, "headers": [*message["headers"], *missing]}
            await send(message)

        await self.pages(scope, receive, send_dressed)
