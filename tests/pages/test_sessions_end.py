"""Whatever ends a session closes its open sockets, at once and with 4401; others stay. # A37, B50, C12"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async as sync
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts import conduct
from accounts.models import User
from games import consumers, sessions
from games.frames import SIGNED_OUT
from games.models import Match
from games.services import announce
from tests.cast import Cast
from tests.pages.sockets import told
from tests.pages.test_sockets import join
from tests.tables import make_move, open_table

pytestmark = pytest.mark.django_db(transaction=True)
CLOSED = {"type": "websocket.close", "code": SIGNED_OUT}


@pytest.fixture
def match(cast: Cast) -> Match:
    consumers._open.clear()
    cast.eve.is_staff = True
    cast.eve.save()
    return open_table(cast.alice, cast.bob)


def sign_out(cast: Cast, key: str) -> None:
    client = Client()
    client.cookies["sessionid"] = key
    assert client.post("/accounts/logout/").status_code == 302


def change_password(cast: Cast, key: str) -> None:
    cast.alice.set_password("another one 88")
    cast.alice.save()


def end_from_a_list(cast: Cast, key: str) -> None:
    Session.objects.filter(session_key=key).delete()


def close_the_account(cast: Cast, key: str) -> None:
    User.objects.get(pk=cast.alice.pk)
    cast.alice.is_active = False
    cast.alice.save(update_fields=["is_active"])


def ban(cast: Cast, key: str) -> None:
    conduct.ban(actor=cast.eve, user=cast.alice, reason="Cheats.")


def suspend(cast: Cast, key: str) -> None:
    until = timezone.now() + timedelta(days=3)
    conduct.suspend(actor=cast.eve, user=cast.alice, reason="Insults.", until=until)


ENDS = [sign_out, change_password, end_from_a_list, close_the_account, ban, suspend]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_the_sockets_of_an_ended_session_are_closed_at_once(
    match: Match, cast: Cast, end: Callable[[Cast, str], None]
) -> None:
    mine, others = await join(match, cast.alice), await join(match, cast.bob)
    await told(mine)
    await told(others)
    await sync(end)(cast, mine.scope["session"].session_key)
    assert await mine.receive_output(5) == CLOSED
    played = await sync(make_move)(match, cast.bob if await sync(_is_bobs)(match) else cast.alice)
    await _push(match, played.version)
    assert (await told(others))["type"] == "table"
    assert await mine.receive_nothing(0.05)
    await others.disconnect()


def _is_bobs(match: Match) -> bool:
    return match.seats.get(user__username="Bob").index == Match.objects.get(pk=match.pk).turn_seat


async def _push(match: Match, version: int) -> None:
    layer = announce.get_channel_layer()
    assert layer is not None
    await layer.group_send(
        announce.table_group(match.code), {"type": "table.changed", "code": match.code, "version": version}
    )


async def test_another_session_of_the_same_person_stays(match: Match, cast: Cast) -> None:
    here, there = await join(match, cast.alice), await join(match, cast.alice)
    await told(here)
    await told(there)
    await sync(end_from_a_list)(cast, here.scope["session"].session_key)
    assert await here.receive_output(5) == CLOSED
    await there.send_json_to({"type": "ping"})
    assert (await told(there))["type"] == "current"
    await there.disconnect()


async def test_a_session_that_expires_closes_its_socket(
    match: Match, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "A_MOMENT", 0.02)
    monkeypatch.setattr(sessions, "LONGEST_UNSEEN", 0.02)
    mine = await join(match, cast.alice)
    await told(mine)
    key = mine.scope["session"].session_key
    await sync(_expire)(key)
    assert await mine.receive_output(5) == CLOSED


async def test_a_database_that_is_away_for_a_moment_ends_no_watch(
    match: Match, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "A_MOMENT", 0.02)
    monkeypatch.setattr(sessions, "LONGEST_UNSEEN", 0.02)
    monkeypatch.setattr(consumers, "LONGEST_UNSEEN", 0.02)
    mine = await join(match, cast.alice)
    await told(mine)
    await away(monkeypatch, "seconds_to_look")
    await sync(_expire)(mine.scope["session"].session_key)
    assert await mine.receive_output(5) == CLOSED


async def away(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Until this question of the sockets has met a database that is away, twice."""
    met = asyncio.Semaphore(0)
    loop, real, left = asyncio.get_running_loop(), getattr(consumers, name), [2]

    def asked(scope: Any) -> Any:
        if left[0]:
            left[0] -= 1
            loop.call_soon_threadsafe(met.release)
            raise OperationalError("away")
        return real(scope)

    monkeypatch.setattr(consumers, name, asked)
    for _ in range(2):
        await asyncio.wait_for(met.acquire(), 5)


def _expire(key: str) -> None:
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() - timedelta(seconds=1))


async def test_a_socket_looks_when_its_session_is_due(match: Match, cast: Cast) -> None:
    mine = await join(match, cast.alice)
    left = timezone.now() + timedelta(seconds=7)
    await sync(Session.objects.filter(session_key=mine.scope["session"].session_key).update)(expire_date=left)
    assert 6 < await sync(sessions.seconds_to_look)(mine.scope) < 8
    await sync(Session.objects.update)(expire_date=left + timedelta(days=9))
    assert await sync(sessions.seconds_to_look)(mine.scope) == sessions.LONGEST_UNSEEN
    await mine.disconnect()


async def test_a_session_that_ended_while_its_socket_was_opened_gets_none(match: Match, cast: Cast) -> None:
    """The push came before the socket was there to hear it."""
    mine = await _join_after(match, cast.alice)
    frames = [await mine.receive_output(5)]
    while frames[-1]["type"] != "websocket.close":
        frames.append(await mine.receive_output(5))
    assert frames[-1] == CLOSED


async def _join_after(match: Match, user: User) -> Any:
    from tests.pages.sockets import communicator
    from tests.pages.test_sockets import session_of

    session = await sync(session_of)(user)
    await sync(Session.objects.all().delete)()
    talk = communicator(f"/ws/t/{match.code}/", user, session)
    connected, _ = await talk.connect(5)
    assert connected
    return talk


async def test_the_lobby_closes_as_well(cast: Cast, match: Match) -> None:
    from tests.pages.sockets import communicator
    from tests.pages.test_sockets import session_of

    session = await sync(session_of)(cast.alice)
    talk = communicator("/ws/lobby/", cast.alice, session)
    await talk.connect(5)
    await told(talk)
    await sync(ban)(cast, "")
    assert await talk.receive_output(5) == CLOSED


async def test_the_log_has_a_line_for_each_socket(
    cast: Cast, match: Match, caplog: pytest.LogCaptureFixture
) -> None:  # C42
    caplog.set_level("INFO", logger="games")
    mine = await join(match, cast.alice)
    await mine.disconnect()
    await asyncio.sleep(0)
    lines = [record.getMessage() for record in caplog.records if record.name == "games.sessions"]
    assert lines[0].startswith(f"socket opened: /ws/t/{match.code}/, Alice, from ")
    assert lines[1].startswith(f"socket closed: /ws/t/{match.code}/, Alice, from ")
    assert mine.scope["session"].session_key not in " ".join(lines)
