"""A socket as a browser opens it, without a browser."""

from __future__ import annotations

import json
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.routing import websocket_urlpatterns

PATIENCE = 5


def communicator(path: str, user: User | None = None, session: Any = None, **scope: Any) -> WebsocketCommunicator:
    """A socket on this path of this user, as the stack before the consumers would hand it over."""
    talk = WebsocketCommunicator(URLRouter(websocket_urlpatterns), path)
    talk.scope.update({"user": user or AnonymousUser(), "cookies": {}, "session": session, **scope})
    return talk


async def told(talk: WebsocketCommunicator) -> dict[str, Any]:
    """The next frame from the server."""
    frame: dict[str, Any] = json.loads(await talk.receive_from(PATIENCE))
    return frame


async def first_frame(_consumer: Any, code: str, user: User | None) -> dict[str, Any]:
    """What a socket is sent first."""
    talk = communicator(f"/ws/t/{code}/", user)
    connected, _ = await talk.connect(PATIENCE)
    assert connected
    try:
        return await told(talk)
    finally:
        await talk.disconnect()
