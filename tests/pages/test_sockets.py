"""Sockets: the table first, then what is new; bad frames answered; only who may is let in. # B42 to B50"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from accounts.models import User
from games import consumers
from games import watchers as games_watchers
from games.frames import CROWDED, MAX_BAD, SIGNED_OUT, TOO_BIG, TOO_MANY_BAD, TOO_MANY_SOCKETS
from games.models import Match
from games.services.announce import table_group
from tests.cast import Cast
from tests.pages.secrets import hidden_from, leaks
from tests.pages.sockets import communicator, told
from tests.tables import fresh, make_move, open_table, seat_of, sight

pytestmark = pytest.mark.django_db(transaction=True)
sync = database_sync_to_async


@pytest.fixture
def match(cast: Cast) -> Match:
    return open_table(cast.alice, cast.bob)


@pytest.fixture(autouse=True)
def no_sockets_left() -> None:
    consumers._open.clear()
    games_watchers._watching.clear()


def session_of(user: User) -> SessionStore:
    """A session in which this person is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session


async def join(match: Match, user: User | None = None) -> Any:
    session = await sync(session_of)(user) if user is not None else None
    talk = communicator(f"/ws/t/{match.code}/", user, session)
    connected, _ = await talk.connect(5)
    assert connected
    return talk


async def push(match: Match, version: int) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(table_group(match.code), {"type": "table.changed", "code": match.code, "version": version})


async def test_a_socket_is_sent_the_whole_table_first(match: Match, cast: Cast) -> None:
    talk = await join(match, cast.alice)
    frame = await told(talk)
    assert (frame["type"], frame["version"]) == ("table", match.version)
    assert 'class="rack-tile' in frame["html"]
    assert "csrfmiddlewaretoken" not in frame["html"]
    await talk.disconnect()


async def test_a_move_reaches_each_viewer_as_his_own_table(match: Match, cast: Cast) -> None:
    talks = [(seat, await join(match, user)) for seat, user in ((0, cast.alice), (1, cast.bob), (None, None))]
    for _, talk in talks:
        await told(talk)
    played = await sync(make_move)(match)
    await push(match, played.version)
    for seat, talk in talks:
        frame = await told(talk)
        assert frame["version"] >= played.version
        hidden = hidden_from(await sync(sight)(match, seat))
        assert leaks(frame["html"], hidden) == []
        await talk.disconnect()


async def test_an_old_or_doubled_push_is_dropped(match: Match) -> None:  # A15
    talk = await join(match)
    await told(talk)
    await push(match, match.version - 1)
    await push(match, match.version)
    assert await talk.receive_nothing(0.3)
    await talk.disconnect()


async def test_a_page_asks_whether_it_is_current(match: Match) -> None:
    talk = await join(match)
    html = (await told(talk))["html"]
    digest = html.split('data-digest="')[1].split('"')[0]
    await talk.send_json_to({"type": "sync", "version": match.version, "digest": digest})
    assert await told(talk) == {"type": "current", "version": match.version}
    await talk.send_json_to({"type": "sync", "version": 1})
    assert (await told(talk))["type"] == "table"
    await talk.disconnect()


async def test_a_ping_renews_the_seat_and_is_answered(match: Match, cast: Cast) -> None:
    talk = await join(match, cast.alice)
    await told(talk)
    await sync(lambda: match.seats.filter(user=cast.alice).update(away=True))()
    await talk.send_json_to({"type": "ping"})
    assert (await told(talk))["type"] in ("table", "current")
    assert not (await sync(seat_of)(match, cast.alice)).away
    await talk.disconnect()


async def test_a_silent_page_is_spoken_to(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Timers of a tab in the background sleep; what it hears wakes it."""
    monkeypatch.setattr(consumers, "NUDGE_SECONDS", 0.1)
    talk = await join(match)
    await told(talk)
    assert await told(talk) == {"type": "current", "version": match.version}
    await talk.disconnect()


@pytest.mark.parametrize("code", ["c" * 22, "-" * 22])
async def test_an_unknown_table_is_refused(db: None, code: str) -> None:  # B43
    talk = communicator(f"/ws/t/{code}/")
    connected, _ = await talk.connect(5)
    assert not connected


@pytest.mark.parametrize(
    "path", ["/ws/t/abc/", "/ws/", "/ws/t/7/../8/", "/ws/t/" + "x" * 10_000 + "/", f"/ws/t/{'c' * 22}"]
)
async def test_a_path_of_no_table_is_no_address(path: str) -> None:  # B43
    from games.routing import websocket_urlpatterns
    from muggins_site.sockets import SocketRouter

    assert not SocketRouter(websocket_urlpatterns)._knows(path)


@pytest.mark.parametrize("text", ["hello", "null", "{}", '{"type":"play","move":"55"}', "[" * 5000])
async def test_a_bad_frame_is_answered_and_the_socket_stays(match: Match, text: str) -> None:  # B44
    talk = await join(match)
    await told(talk)
    await talk.send_to(text_data=text)
    assert (await told(talk))["type"] == "error"
    await talk.send_json_to({"type": "sync", "version": 0})
    assert (await told(talk))["type"] == "table"
    await talk.disconnect()


async def test_a_binary_frame_is_answered(match: Match) -> None:  # B44
    talk = await join(match)
    await told(talk)
    await talk.send_to(bytes_data=b"\x00\xff")
    assert (await told(talk))["type"] == "error"
    await talk.disconnect()


async def test_a_frame_for_another_table_is_refused(match: Match, cast: Cast) -> None:  # B48
    other = await sync(open_table)(cast.carol, cast.dave)
    talk = await join(match, cast.alice)
    await told(talk)
    await talk.send_json_to({"type": "sync", "version": 0, "code": other.code})
    assert (await told(talk))["type"] == "error"
    await talk.disconnect()


async def test_after_twenty_bad_frames_the_socket_is_closed(match: Match) -> None:  # B44
    talk = await join(match)
    await told(talk)
    for _ in range(MAX_BAD + 1):
        await talk.send_to(text_data="hello")
    for _ in range(MAX_BAD):
        assert (await told(talk))["type"] == "error"
    assert await talk.receive_output(5) == {"type": "websocket.close", "code": TOO_MANY_BAD}


async def test_a_flood_is_slowed_and_then_closed(match: Match) -> None:  # B49, A35
    talk = await join(match)
    await told(talk)
    for _ in range(60):
        await talk.send_json_to({"type": "ping"})
    codes = []
    while not codes:
        output = await talk.receive_output(5)
        if output["type"] == "websocket.close":
            codes.append(output["code"])
    assert codes == [4429]


async def test_a_frame_over_the_limit_closes_the_socket(match: Match) -> None:  # B45
    talk = await join(match)
    await told(talk)
    await talk.send_to(text_data="x" * 9000)
    assert await talk.receive_output(5) == {"type": "websocket.close", "code": TOO_BIG}


async def test_after_signing_out_nothing_more_is_sent(match: Match, cast: Cast) -> None:  # B50, A37
    talk = await join(match, cast.alice)
    await told(talk)
    await sync(talk.scope["session"].flush)()
    played = await sync(make_move)(match)
    await push(match, played.version)
    assert await talk.receive_output(5) == {"type": "websocket.close", "code": SIGNED_OUT}


async def test_a_changed_password_ends_other_sockets(match: Match, cast: Cast) -> None:  # A37
    talk = await join(match, cast.alice)
    await told(talk)

    def change() -> None:
        cast.alice.set_password("another one 88")
        cast.alice.save()

    await sync(change)()
    await talk.send_json_to({"type": "ping"})
    assert await talk.receive_output(5) == {"type": "websocket.close", "code": SIGNED_OUT}


async def test_the_eleventh_socket_of_a_person_closes_the_first(match: Match, cast: Cast) -> None:  # B49
    talks = [await join(match, cast.alice) for _ in range(consumers.MAX_SOCKETS + 1)]
    await told(talks[0])
    assert await talks[0].receive_output(5) == {"type": "websocket.close", "code": TOO_MANY_SOCKETS}
    for talk in talks[1:]:
        await talk.disconnect()


@pytest.mark.parametrize(
    ("cookie", "query", "header", "portuguese"),
    [
        ("pt-br", "", "", True),
        ("", "?language=pt-br", "", True),
        ("", "?language=pt-br", "en", True),  # not every browser names its languages here as for pages
        ("", "", "pt", True),
        ("en", "?language=pt-br", "pt", False),
        ("", "?language=xx", "pt", True),
        ("", "?language=" + "x" * 600, "", False),
    ],
)
async def test_a_table_is_drawn_in_the_language_of_its_page(
    match: Match, cookie: str, query: str, header: str, portuguese: bool
) -> None:
    cookies = {settings.LANGUAGE_COOKIE_NAME: cookie} if cookie else None
    headers = [(b"accept-language", header.encode())] if header else []
    talk = communicator(f"/ws/t/{match.code}/{query}", None, None, cookies=cookies or {}, headers=headers)
    await talk.connect(5)
    frame = await told(talk)
    assert frame["html"].count("data-digest") == 1
    assert ("Rodada 1" in frame["html"], "Round 1" in frame["html"]) == (portuguese, not portuguese)
    await talk.disconnect()


async def test_the_lobby_is_live(cast: Cast) -> None:
    talk = communicator("/ws/lobby/")
    connected, _ = await talk.connect(5)
    assert connected
    assert "Table of Carol" not in (await told(talk))["html"]
    await sync(lambda: open_table(cast.carol))()
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send("lobby", {"type": "lobby.changed"})
    assert "Table of Carol" in (await told(talk))["html"]
    await talk.disconnect()


async def test_many_sockets_share_one_table(match: Match) -> None:
    talks = await asyncio.gather(*[join(match) for _ in range(8)])
    versions = {(await told(talk))["version"] for talk in talks}
    assert versions == {(await sync(fresh)(match)).version}
    for talk in talks:
        await talk.disconnect()


async def test_a_crowd_is_told_so_and_nobody_else_is_turned_away(
    match: Match, cast: Cast, settings: Any
) -> None:  # B61
    settings.MUGGINS_SPECTATORS = 2
    watchers = [await join(match), await join(match, cast.carol)]
    for talk in watchers:
        assert (await told(talk))["type"] == "table"
    late = await join(match, cast.dave)
    assert await late.receive_output(5) == {"type": "websocket.close", "code": CROWDED}
    page = await sync(Client().get)(f"/t/{match.code}/")
    assert (page.status_code, b'data-banner="crowded"' in page.content) == (200, True)
    await sync(User.objects.filter(pk=cast.eve.pk).update)(is_staff=True)
    for user in (cast.alice, cast.bob, await sync(User.objects.get)(pk=cast.eve.pk)):  # players, and who reviews
        seen = await join(match, user)
        assert (await told(seen))["type"] == "table"
        await seen.disconnect()
    await late.disconnect()
    await watchers[0].disconnect()
    again = await join(match, cast.dave)
    assert (await told(again))["type"] == "table"
    for talk in (watchers[1], again):
        await talk.disconnect()
    assert not games_watchers._watching


async def test_a_hundred_goings_and_comings_count_once(match: Match, settings: Any) -> None:  # B61
    settings.MUGGINS_SPECTATORS = 1
    for _ in range(100):
        talk = await join(match)
        assert (await told(talk))["type"] == "table"
        await talk.disconnect()
    assert not games_watchers._watching
