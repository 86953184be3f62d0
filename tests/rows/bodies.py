"""Bodies, hosts and headers: B25 to B28, B40, B41."""

from __future__ import annotations

import gzip
import re

from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from tests.rows.table import Ask, Row, World, by, get, move, rows

NUL = {"text": "a\0b"}
JSON = "application/json"
PLAY = Ask("/t/{code}/play/")
REFUSED = (400, 413, 415)


def sent(body: bytes, kind: str) -> Ask:
    return by(PLAY, body=body, kind=kind)


def _kept_by_nobody(world: World, answer: HttpResponse) -> None:
    assert "no-store" in answer["Cache-Control"]
    assert "Content-Range" not in answer


def _parts(count: int) -> bytes:
    part = b'--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n1\r\n'
    return part * count + b"--x--\r\n"


def _fixed_domain(world: World, answer: HttpResponse) -> None:
    (message,) = mail.outbox
    assert re.findall(r"https?://[^/\s]+", message.body) == ["http://testserver"]
    assert "evil" not in f"{message.subject} {message.body} {message.from_email}"


def _files(count: int) -> list[SimpleUploadedFile]:
    return [SimpleUploadedFile(f"{number}.txt", b"x") for number in range(count)]


def _a_move_of_json(world: World, answer: HttpResponse) -> None:
    assert b"traceback" not in answer.content.lower()


ROWS: list[Row] = [
    *rows(
        "B25",
        "NUL in",
        {
            "a query": get("/?q=%00"),
            "a move": move(move="61>31.1\0"),
            "a version": move(version="{version}\0"),
            "a field's name": move(**{"a\0": "1"}),
            "an unknown field": move(other="a\0b"),
            "a header": get("/", x_note="a\0b"),
            "a login": Ask("/accounts/login/", "", form={"login": "A\0", "password": "x"}),
            "a password": Ask("/accounts/login/", "", form={"login": "Alice", "password": "x\0"}),
            "an address to go on": get("/accounts/login/?next=/a%00b", ""),
            "a title": Ask("/tables/new/", form={"title": "\0"}),
            "a player's name": get("/matches/?player=Al%00"),
        },
        400,
    ),
    Row("B25", "NUL in a cookie", by(get("/"), cookies={"prefs": "theme=%00"}), 400),
    *rows(
        "B25",
        "NUL in an address",
        {"of a player": get("/players/Al%00ice/"), "of a table": get("/t/%00/"), "of nothing": get("/%00")},
        (400, 404),
    ),
    *rows(
        "B26",
        "JSON",
        {
            "not valid": sent(b"{", JSON),
            "a list": sent(b"[]", JSON),
            "a number": sent(b"5", JSON),
            "deep": sent(b"[" * 100_000, JSON),
            "double keys": sent(b'{"move":"1","move":"2"}', JSON),
            "a true move": sent(b'{"move":"61>31.1","version":9,"key":"k"}', JSON),
        },
        REFUSED,
        also=_a_move_of_json,
    ),
    *rows(
        "B26",
        "type",
        {
            "none": sent(b"move=61>31.1", ""),
            "plain text": sent(b"move=61>31.1", "text/plain"),
            "XML": sent(b"<move/>", "application/xml"),
            "no boundary": sent(b"--x\r\n\r\n--x--\r\n", "multipart/form-data"),
            "a long boundary": sent(b"--x\r\n\r\n--x--\r\n", "multipart/form-data; boundary=" + "x" * 5000),
            "a form of 300 kB": sent(b"move=" + b"x" * 300_000, "application/x-www-form-urlencoded"),
            "a bomb of gzip": by(
                sent(gzip.compress(b"move=" + b"6" * 10_000_000), "application/x-www-form-urlencoded"),
                headers={"Content-Encoding": "gzip"},
            ),
            "broken parts": sent(b"--x\r\nbroken", "multipart/form-data; boundary=x"),
            "odd charset": sent(b"move=61", "application/x-www-form-urlencoded; charset=utf-999"),
            "not UTF-8": sent(b"move=\xff\xfe", "application/x-www-form-urlencoded"),
        },
        REFUSED,
    ),
    Row(
        "B27", "10,000 fields in the address", get("/matches/?" + "&".join(f"f{n}=" for n in range(10_000))), (200, 400)
    ),
    Row("B27", "10,000 fields", move(**{f"f{n}": "1" for n in range(10_000)}), 400),
    Row("B27", "10,000 parts", sent(_parts(10_000), "multipart/form-data; boundary=x"), 400),
    Row("B27", "1,000 files", Ask("/matches/upload/", form={"file": _files(1000)}), 400),
    Row("B27", "a file where none is wanted", Ask("/t/{code}/play/", form={"move": "61>31.1", "file": _files(1)}), 400),
    Row("B27", "a file of no record", Ask("/matches/upload/", form={"file": _files(1)}), 422),
    *rows(
        "B28",
        "host",
        {
            host: get("/", host=host)
            for host in (
                "evil.example",
                "testserver.evil.example",
                "testserver@evil.example",
                "a b",
                "testserver:evil.example",
                "[::1",
            )
        },
        400,
    ),
    *rows(
        "B28",
        "reset with",
        {
            name: Ask(
                "/accounts/password/reset/", "", form={"email": "alice@example.org"}, headers={name: "evil.example"}
            )
            for name in ("X-Forwarded-Host", "X-Forwarded-Server", "X-Host", "Forwarded", "X-Original-URL")
        },
        302,
        first=(lambda world: mail.outbox.clear(),),
        changes=("account.emailaddress", "accounts.addressadded"),
        also=_fixed_domain,
    ),
    Row(
        "B28",
        "forwarded host",
        get("/accounts/settings/", x_forwarded_host="evil.example"),
        200,
        also=lambda world, answer: _silent(answer),
    ),
    *rows(
        "B40",
        "private page with",
        {
            "a range": get("/t/{code}/", range="bytes=0-10"),
            "any mark": get("/t/{code}/", if_none_match="*"),
            "a mark": get("/t/{code}/", if_none_match='"abc"'),
            "a date": get("/t/{code}/", if_modified_since="Wed, 21 Oct 2099 07:28:00 GMT"),
            "a date and a range": get("/t/{code}/state/", if_range='"x"', range="bytes=0-1"),
        },
        200,
        also=_kept_by_nobody,
    ),
    *rows(
        "B41",
        "file",
        {
            path: get(path, "")
            for path in (
                "/static/../settings.py",
                "/.git/config",
                "/.env",
                "/db.sqlite3",
                "/media/../",
                "/static/%2e%2e/settings.py",
                "/static/..%2f..%2fdb.sqlite3",
                "/data/secret_key",
                "/muggins_site/settings.py",
                "/static//etc/passwd",
            )
        },
        404,
    ),
]


def _silent(answer: HttpResponse) -> None:
    assert b"evil.example" not in answer.content
