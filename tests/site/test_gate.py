"""Static files, big bodies, and answers that Django never sees."""

from pathlib import Path
from typing import Any

import pytest

from muggins_site.gate import Gate
from muggins_site.headers import BARE_HEADERS
from muggins_site.static_files import StaticFiles

HASHED = "/static/css/table.0123456789ab.css"


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "table.0123456789ab.css").write_text("a{color:red}")
    (tmp_path / "css" / "table.0123456789ab.css.br").write_bytes(b"small")
    (tmp_path / "plain.txt").write_text("plain")
    return Gate(swallow, StaticFiles(tmp_path, "/static/"), limit=1000)


async def swallow(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Stands for Django: reads the body and answers; the page about bodies that are too big has none."""
    while (await receive()).get("more_body"):
        pass
    cut = scope.get("too_big", False)
    assert not (cut and any(name == b"content-length" for name, _value in scope["headers"]))
    await send(
        {"type": "http.response.start", "status": 413 if cut else 200, "headers": [(b"X-Frame-Options", b"DENY")]}
    )
    await send({"type": "http.response.body", "body": b"page"})


async def ask(
    gate: Gate, path: str, method: str = "GET", bodies: tuple[bytes, ...] = (b"",), **headers: str
) -> tuple[int, dict[str, str], bytes]:
    sent: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": part, "more_body": True} for part in bodies]
    parts[-1]["more_body"] = False

    async def receive() -> dict[str, Any]:
        return parts.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await gate({"type": "http", "path": path, "method": method, "headers": pairs}, receive, send)
    names = [name.decode().lower() for name, _value in sent[0]["headers"]]
    assert len(names) == len(set(names)), "a header was sent twice"
    return (
        sent[0]["status"],
        dict(zip(names, (value.decode() for _name, value in sent[0]["headers"]), strict=True)),
        sent[1]["body"],
    )


async def test_a_hashed_file_is_kept_for_ever(gate: Gate) -> None:  # C39
    status, headers, body = await ask(gate, HASHED)
    assert (status, body) == (200, b"a{color:red}")
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/css")


async def test_a_file_without_hash_is_asked_for_again(gate: Gate) -> None:
    _status, headers, _body = await ask(gate, "/static/plain.txt")
    assert headers["cache-control"] == "max-age=60, public"


async def test_the_smaller_form_is_sent_to_those_who_can_read_it(gate: Gate) -> None:
    _status, headers, body = await ask(gate, HASHED, accept_encoding="gzip, br")
    assert (headers["content-encoding"], headers["vary"], body) == ("br", "Accept-Encoding", b"small")


async def test_an_unchanged_file_is_not_sent_again(gate: Gate) -> None:
    _status, headers, _body = await ask(gate, HASHED)
    status, _headers, body = await ask(gate, HASHED, if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


async def test_a_part_of_a_file(gate: Gate) -> None:
    status, _headers, body = await ask(gate, "/static/plain.txt", range="bytes=1-2")
    assert (status, body) == (206, b"la")


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/../settings.py",
        "/static/..%2fsettings.py",
        "/static//plain.txt",
        "/static/css",
        "/static/nothing",
        "/static/plain.txt/",
    ],
)
async def test_nothing_else_is_served(gate: Gate, path: str) -> None:  # B41
    status, headers, _body = await ask(gate, path)
    assert (status, headers["cache-control"]) == (404, "no-store")


async def test_a_file_cannot_be_posted_to(gate: Gate) -> None:
    assert (await ask(gate, HASHED, "POST"))[0] == 405


@pytest.mark.parametrize("path", [HASHED, "/static/nothing", "/page"])
async def test_every_answer_has_the_headers(gate: Gate, path: str) -> None:  # C6
    _status, headers, _body = await ask(gate, path)
    assert {name.lower() for name in BARE_HEADERS} <= set(headers)


async def test_a_body_that_is_too_big_is_refused(gate: Gate) -> None:  # A34, B26
    assert (await ask(gate, "/page", "POST", (b"x" * 600, b"x" * 400)))[0] == 200
    assert (await ask(gate, "/page", "POST", (b"x" * 600, b"x" * 401), content_length="1001"))[0] == 413


def test_without_collected_files_there_are_none(tmp_path: Path) -> None:
    assert StaticFiles(tmp_path / "nothing", "/static/").files == {}


@pytest.mark.parametrize("size, status", [(1500, 200), (2001, 413)])
async def test_one_address_takes_more_than_the_others(tmp_path: Path, size: int, status: int) -> None:
    gate = Gate(swallow, StaticFiles(tmp_path, "/static/"), limit=1000, wider={"/matches/upload/": 2000})
    assert (await ask(gate, "/matches/upload/", "POST", (b"x" * size,)))[0] == status
    assert (await ask(gate, "/matches/upload", "POST", (b"x" * 1500,)))[0] == 413
    assert (await ask(gate, "/t/x/play/", "POST", (b"x" * 1500,)))[0] == 413
