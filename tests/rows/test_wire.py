"""Section B of CHECKS over real connections to a running site: raw requests, and raw frames."""

from __future__ import annotations

import os
import re
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from html import unescape
from pathlib import Path
from threading import Barrier

import pytest

from tests.browser.site import Site
from tests.rows.sockets import BAD, ENDS, NO_ORIGINS, NUMBERS, ORIGINS, PLACES, REQUESTS, Bytes, Frames
from tests.rows.wire import BINARY, PING, Socket, Visitor, frame, guest, raw, request

SPARE = "muggins_rows"


@pytest.fixture(scope="module")
def site(prepared: Path) -> Iterator[Site]:
    site = Site(prepared, **addresses())
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.said(), site.said()


def addresses() -> dict[str, str]:
    """On PostgreSQL, a database of the site's own beside that of the tests."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return {}
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SPARE}")
        connection.execute(f"CREATE DATABASE {SPARE}")
    return {"DATABASE_URL": f"{url.rpartition('/')[0]}/{SPARE}", "REDIS_URL": f"{os.environ['REDIS_URL']}/15"}


@pytest.fixture(scope="module")
def alice(site: Site) -> Visitor:
    return guest(site.port)


@pytest.fixture(scope="module")
def code(site: Site, alice: Visitor) -> str:
    """A table at which Alice plays a robot."""
    status, where = alice.post("/play-now/", opponents="1")
    assert status == 302, where
    return where.strip("/").split("/")[1]


def fill(data: bytes, code: str, site: Site, alice: Visitor) -> bytes:
    filled = data.replace(b"{code}", code.encode()).replace(b"{cookie}", alice.cookie.encode())
    return filled.replace(b"127.0.0.1:0\r\n", f"127.0.0.1:{site.port}\r\n".encode())


@pytest.mark.parametrize("row", REQUESTS, ids=[row.id for row in REQUESTS])
def test_request(site: Site, alice: Visitor, code: str, row: Bytes) -> None:
    status, said = raw(site.port, fill(row.data, code, site, alice))
    assert status in row.statuses, said[:500]
    assert b"Traceback" not in said
    assert site.answers()


@pytest.mark.parametrize("name", ORIGINS, ids=[f"B42-origin_{name.replace(' ', '_')}" for name in ORIGINS])
def test_origin(site: Site, alice: Visitor, code: str, name: str) -> None:
    origin = ORIGINS[name]
    told = None if origin is None else origin.replace("{port}", str(site.port))
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie, origin=told) as talk:
        assert talk.status == (400 if name in NO_ORIGINS else 403)


@pytest.mark.parametrize("name", PLACES, ids=[f"B43-{name.replace(' ', '_')}" for name in PLACES])
def test_place(site: Site, alice: Visitor, code: str, name: str) -> None:
    with Socket(site.port, PLACES[name].replace("{code}", code), cookie=alice.cookie) as talk:
        assert talk.status in (403, 404)


def test_b43_without_a_cookie_one_watches_and_sees_no_hand(site: Site, code: str) -> None:
    with Socket(site.port, f"/ws/t/{code}/") as talk:
        assert talk.status == 101
        assert b'data-tile=\\"' not in talk.answer("table")


@pytest.mark.parametrize("name", BAD, ids=[f"{NUMBERS.get(name, 'B44')}-{name.replace(' ', '_')}" for name in BAD])
def test_bad_frame(site: Site, alice: Visitor, code: str, name: str) -> None:
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie) as talk:
        talk.say(BAD[name])
        assert talk.answer("error")
        talk.say('{"type":"ping"}')
        assert talk.answer("current", "table")  # whichever fits: the robot may have played meanwhile


def test_b44_a_binary_frame_is_answered(site: Site, alice: Visitor, code: str) -> None:
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie) as talk:
        talk.send(frame(b"\0\1", BINARY))
        assert talk.answer("error")


@pytest.mark.parametrize("row", ENDS, ids=[row.id for row in ENDS])
def test_end(site: Site, alice: Visitor, code: str, row: Frames) -> None:
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie) as talk:
        assert talk.status == 101
        talk.send(row.data)
        assert talk.closed_with() in row.codes
    assert site.answers()


def test_b45_a_frame_without_end_is_closed_and_memory_stays_flat(site: Site, alice: Visitor, code: str) -> None:
    before = memory(site)
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie) as talk:
        talk.send(frame(b"x", fin=False))
        for _ in range(200):
            talk.send(frame(b"x" * 1000, 0, fin=False))
        assert talk.closed_with() in (1009, None)
    assert memory(site) - before < 20_000


def memory(site: Site) -> int:
    """Resident, in KiB."""
    assert site.process is not None
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{site.process.pid}/status").read_text())
    assert found is not None
    return int(found[1])


def test_b46_nothing_comes_compressed(site: Site, alice: Visitor, code: str) -> None:
    """A small frame cannot grow: compression is not agreed upon, and a compressed frame ends the socket."""
    offer = "permessage-deflate; client_max_window_bits, permessage-bzip2, permessage-brotli"
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie, offer=offer) as talk:
        assert (talk.status, b"extensions" in talk.head.lower()) == (101, False)
        bomb = zlib.compressobj(wbits=-15)
        talk.send(frame(bomb.compress(b"x" * 1_000_000) + bomb.flush(zlib.Z_SYNC_FLUSH), bits=4))
        assert talk.closed_with() in (1002, 1009)


def test_b46_a_thousand_pings_harm_nobody(site: Site, alice: Visitor, code: str) -> None:
    with Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie) as talk:
        talk.send(frame(b"x", PING) * 1000)
        assert site.answers()


def test_b49_ten_sockets_a_person(site: Site, alice: Visitor, code: str) -> None:
    talks = [Socket(site.port, f"/ws/t/{code}/", cookie=alice.cookie) for _ in range(12)]
    assert [talk.status for talk in talks] == [101] * 12
    assert talks[0].closed_with() == 4409
    for talk in talks:
        talk.__exit__()


def test_b49_half_a_handshake_is_given_up(site: Site) -> None:
    begun = time.monotonic()
    half = b"GET /ws/lobby/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    talks = [raw_line(site.port, half) for _ in range(50)]
    assert site.answers()
    assert time.monotonic() - begun < 10
    for talk in talks:
        talk.close()


def raw_line(port: int, data: bytes) -> object:
    import socket

    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.sendall(data)
    return line


def test_b50_after_signing_out_the_socket_is_closed(site: Site) -> None:
    carol = guest(site.port)
    _status, where = carol.post("/play-now/", opponents="1")
    with Socket(site.port, f"/ws{where}", cookie=carol.cookie) as talk:
        assert talk.answer("table")
        old = dict(carol.cookies)
        assert carol.post("/accounts/logout/")[0] == 302
        begun = time.monotonic()
        talk.say('{"type":"ping"}')
        assert talk.closed_with() == 4401
        assert time.monotonic() - begun < 5
    with Socket(site.port, f"/ws{where}", cookie=Visitor(site.port, old).cookie) as talk:
        assert b'name="move"' not in talk.answer("table")


def at_once(*acts: object) -> list[tuple[int, str]]:
    """What each act was answered, all begun in the same instant."""
    barrier = Barrier(len(acts))

    def run(act: object) -> tuple[int, str]:
        barrier.wait(10)
        return act()  # type: ignore[operator]

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_b20_ten_people_want_one_seat(site: Site, alice: Visitor) -> None:
    form = {"preset": "pagat", "players": "2", "robots": "0", "robot": "scorer", "private": "open", "rated": "no"}
    status, where = alice.post("/tables/new/", **form)
    assert status == 302, where
    guests = [guest(site.port) for _ in range(10)]
    answers = at_once(*[lambda one=one: one.post(f"{where}sit/", seat="1") for one in guests])
    assert sorted(status for status, _text in answers) == [302] + [409] * 9


def test_b59_one_key_with_two_tiles_at_once(site: Site) -> None:
    """Until somebody has two tiles to choose from, the first one is played."""
    zoe = guest(site.port)
    _status, where = zoe.post("/play-now/", opponents="1")
    for _ in range(150):
        page = zoe.ask(where)[1]
        found = sorted({unescape(move) for move in re.findall(r'name="move" value="([^"]+)"', page)})
        version, key = (re.search(rf'name="{name}" value="([^"]+)"', page) for name in ("version", "key"))
        if version and key and found:
            ways = [partial(zoe.post, f"{where}play/", move=move, version=version[1], key=key[1]) for move in found]
            if len(ways) > 1:
                assert sorted(status for status, _text in at_once(*ways[:2])) == [302, 409]
                return
            ways[0]()
        time.sleep(0.2)
    raise AssertionError("nobody had two tiles to choose from")


def test_b26_a_body_that_never_comes_holds_up_nobody(site: Site) -> None:
    line = raw_line(site.port, request("/", "Content-Length: 100", port=site.port, body=b"abc"))
    assert site.answers()
    line.close()  # type: ignore[attr-defined]
