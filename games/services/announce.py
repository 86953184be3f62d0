"""Tell, after commit, that a table is at a version; and nothing more.

A push is a hint: each reader fetches what it may see by itself, and resyncs without pushes too. So a layer that is full
or broken is logged and never fails the move that has been stored.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.services import failpoints
from games.services.bell import bell

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from games.models import Match

log = logging.getLogger(__name__)

LOBBY = "lobby"


def table_group(code: str) -> str:
    """The group's name; a code's characters are all allowed in it."""
    return f"table.{code}"


def person_group(user_id: int) -> str:
    """The group of all sockets of one person."""
    return f"person.{user_id}"


def session_changed(user_id: int) -> None:
    """At once (the caller has committed): a session of this person has ended; his sockets look whether it is theirs."""
    _push(person_group(user_id), {"type": "session.changed"})


def table_changed(match: Match) -> None:
    """On commit: `match` (already saved with its new version) is at `match.version`."""
    message = {"type": "table.changed", "code": match.code, "version": match.version}
    transaction.on_commit(lambda: _push(table_group(match.code), message), robust=True)


def line_said(match: Match, number: int) -> None:
    """On commit: the table's newest line has this number; whoever hears it draws what his viewer may read."""
    message = {"type": "table.said", "code": match.code, "line": number}
    transaction.on_commit(lambda: _push(table_group(match.code), message), robust=True)


def lobby_changed() -> None:
    """On commit: the open tables are others now."""
    transaction.on_commit(lambda: _push(LOBBY, {"type": "lobby.changed"}), robust=True)


def _push(group: str, message: dict[str, Any]) -> None:
    """From any thread, at once. Without a known server loop (commands, a bare ASGI server) asgiref finds the way."""
    failpoints.reach("after_commit")
    bell.ring()
    sending = _send(group, message)
    if bell.hand_over(sending) or bell.start_here(sending):
        return
    try:
        async_to_sync(_await)(sending)
    except RuntimeError as error:  # the process is ending, and its threads are: whoever is left resyncs
        sending.close()
        log.warning("A push to %s was not sent: %s.", group, error)


async def _await(sending: Coroutine[Any, Any, None]) -> None:
    await sending


async def _send(group: str, message: dict[str, Any]) -> None:
    try:
        layer = get_channel_layer()
        if layer is not None:
            await layer.group_send(group, message)
    except Exception:
        log.exception("A push to %s failed; its readers will resync.", group)
