"""Which sockets are let in (CHECKS B42, B43)."""

from types import SimpleNamespace
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.urls import path
from pytest_django import Settings

from games.sessions import socket_opened
from muggins_site import counting, sockets
from muggins_site.sockets import FewOfOneAddress, OriginCheck, SocketRouter, client_of, is_own_origin


def scope(origin: str | None, host: str = "localhost:8000", **more: Any) -> dict[str, Any]:
    headers = [(b"host", host.encode("latin-1"))]
    if origin is not None:
        headers.append((b"origin", origin.encode("latin-1")))
    return {"type": "websocket", "path": "/", "headers": headers, **more}


@pytest.mark.parametrize(
    "origin, host",
    [
        ("http://localhost:8000", "localhost:8000"),
        ("http://127.0.0.1", "127.0.0.1"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_our_own_page_opens_its_socket(origin: str, host: str) -> None:
    assert is_own_origin(scope(origin, host))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "https://localhost:8000",
        "http://localhost",
        "http://localhost:8001",
        "http://sub.localhost:8000",
        "http://localhost.evil.example:8000",
        "http://localhost:8000.evil.example",
        "http://evil.example",
        "http://localhost:8000/",
        "http://localhost:8000@evil.example",
        "HTTP://LOCALHOST:8000",
        "http://LOCALHOST:8000",
        "localhost:8000",
        "file://",
        "http://localhost:8000 http://localhost:8000",
    ],
)
def test_any_other_page_does_not(origin: str | None) -> None:  # B42
    assert not is_own_origin(scope(origin))


def test_a_host_that_is_not_ours_is_refused_even_when_both_agree() -> None:
    assert not is_own_origin(scope("http://evil.example", "evil.example"))


def test_two_origins_are_none() -> None:
    twice = scope("http://localhost:8000")
    twice["headers"].append((b"origin", b"http://localhost:8000"))
    assert not is_own_origin(twice)


def test_a_public_site_takes_only_https(settings: Settings) -> None:  # B42
    settings.HTTPS, settings.ALLOWED_HOSTS = True, ["muggins.example"]
    assert is_own_origin(scope("https://muggins.example", "muggins.example"))
    assert not is_own_origin(scope("http://muggins.example", "muggins.example"))
    assert not is_own_origin(scope("https://muggins.example:8443", "muggins.example"))


def test_the_forwarded_scheme_counts_behind_our_proxy_alone(settings: Settings) -> None:
    forwarded = scope("https://localhost:8000")
    forwarded["headers"].append((b"x-forwarded-proto", b"https"))
    assert not is_own_origin(forwarded)
    settings.BEHIND_PROXY = True
    assert is_own_origin(forwarded)


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})


SOCKETS = OriginCheck(SocketRouter([path("ws/echo/<int:number>/", echo)]))


async def knock(address: str, origin: bytes = b"http://localhost") -> bool:
    socket = WebsocketCommunicator(SOCKETS, address, headers=[(b"host", b"localhost"), (b"origin", origin)])
    welcome, _code = await socket.connect()
    return bool(welcome)


async def test_a_known_address_is_answered() -> None:
    assert await knock("/ws/echo/7/")


async def test_a_known_address_is_refused_to_another_page() -> None:
    assert not await knock("/ws/echo/7/", b"https://evil.example")


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/ws/",
        "/ws/echo/",
        "/ws/echo/abc/",
        "/ws/echo/7/../8/",
        "/ws/echo/-1/",
        "/ws/t/%00/",
        "/ws/" + "x" * 10_000,
    ],
)
async def test_an_unknown_address_is_refused_without_a_traceback(address: str) -> None:  # B43
    assert not await knock(address)


async def refused(scope: dict[str, Any], receive: Any, send: Any) -> None:
    raise AssertionError("a refused socket reaches nothing")


async def handshake(door: Any, address: str = "203.0.113.9", **more: Any) -> tuple[WebsocketCommunicator, bool]:
    talk = WebsocketCommunicator(
        door, "/ws/lobby/", headers=[(b"host", b"localhost"), (b"origin", b"http://localhost")]
    )
    talk.scope.update(client=[address, 50000], **more)
    welcome, _code = await talk.connect()
    return talk, bool(welcome)


async def stay(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A socket that is open until its page leaves."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.fixture
def few(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> FewOfOneAddress:
    settings.MUGGINS_LIMITS = True
    monkeypatch.setattr(sockets, "MAX_OF_ADDRESS", 3)
    counting._told.clear()
    return FewOfOneAddress(stay)


def test_an_address_has_sixty_sockets() -> None:  # C13
    assert sockets.MAX_OF_ADDRESS == 60


async def test_one_address_has_only_so_many_sockets_at_once(
    few: FewOfOneAddress, caplog: pytest.LogCaptureFixture
) -> None:  # C13, B49
    held = [await handshake(few) for _ in range(3)]
    assert [welcome for _talk, welcome in held] == [True, True, True]
    assert [(await handshake(few))[1] for _ in range(2)] == [False, False]
    elsewhere, welcome = await handshake(few, "203.0.113.10")
    assert welcome
    assert [record.getMessage() for record in caplog.records] == ["too many sockets, from 203.0.113.9"]
    await held[0][0].disconnect()
    again, welcome = await handshake(few)
    assert welcome
    for talk in (elsewhere, again, held[1][0], held[2][0]):
        await talk.disconnect()
    assert not few.open


async def test_sockets_opened_one_after_another_are_refused_after_a_while(few: FewOfOneAddress) -> None:
    """Each handshake reads a session and draws a table: a loop of them would keep everybody waiting."""
    clock = SimpleNamespace(now=100.0)
    few.knocks.clock = lambda: clock.now

    async def opens_and_leaves(address: str = "203.0.113.9") -> bool:
        talk, welcome = await handshake(few, address)
        await talk.disconnect()
        return welcome

    assert [await opens_and_leaves() for _ in range(sockets.KNOCKS + 3)] == [True] * sockets.KNOCKS + [False] * 3
    assert await opens_and_leaves("203.0.113.10")
    clock.now += 1
    back = int(sockets.KNOCKS_A_SECOND)
    assert [await opens_and_leaves() for _ in range(back + 1)] == [True] * back + [False]
    assert not few.open


def test_a_club_may_come_back_all_at_once() -> None:
    assert sockets.KNOCKS >= sockets.MAX_OF_ADDRESS


def test_behind_our_proxy_its_last_word_is_the_clients_address(settings: Settings) -> None:  # C38, B29
    asked = scope(None, client=["10.0.0.1", 1])
    asked["headers"].append((b"x-forwarded-for", b"6.6.6.6, 203.0.113.9"))
    assert client_of(asked) == "10.0.0.1"
    settings.BEHIND_PROXY = True
    assert client_of(asked) == "203.0.113.9"
    assert client_of(scope(None, client=["10.0.0.1", 1])) == "?"


def test_a_line_that_the_client_wrote_itself_is_no_word_of_the_proxys(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:  # C38, B29
    """Also where a proxy adds a line of its own instead of a word: neither limits nor the log believe the first."""
    settings.BEHIND_PROXY = True
    asked = scope(None, client=["10.0.0.1", 1])
    asked["headers"] += [(b"x-forwarded-for", b"6.6.6.6"), (b"X-Forwarded-For", b"::ffff:203.0.113.9")]
    with caplog.at_level("INFO", "games.sessions"):
        socket_opened({**asked, "path": "/ws/lobby/"}, AnonymousUser())
    assert client_of(asked) == "203.0.113.9"
    assert "from 203.0.113.9," in caplog.text
    assert "6.6.6.6" not in caplog.text


async def test_a_socket_of_another_sites_page_is_told_once(caplog: pytest.LogCaptureFixture) -> None:  # C42
    counting._told.clear()
    talk = WebsocketCommunicator(
        OriginCheck(refused), "/ws/lobby/", headers=[(b"host", b"localhost"), (b"origin", b"https://evil.example")]
    )
    talk.scope["client"] = ["203.0.113.9", 50000]
    assert (await talk.connect())[0] is False
    assert [record.getMessage() for record in caplog.records] == [
        "socket refused, from 203.0.113.9, of the page https://evil.example"
    ]
