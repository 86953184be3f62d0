"""Sockets and raw bytes: B26, B42 to B46, B48, B49, B58."""

from __future__ import annotations

from dataclasses import dataclass

from tests.rows.wire import BINARY, CLOSE, PING, TEXT, frame, request

PLAY = "/t/{code}/play/"
FORM = "Content-Type: application/x-www-form-urlencoded"
COOKIE = "Cookie: {cookie}"
#: A line that is cut without an answer.
CUT = 0


@dataclass(frozen=True)
class Bytes:
    """A raw request, and which statuses may answer it."""

    number: str
    name: str
    data: bytes
    statuses: tuple[int, ...]

    @property
    def id(self) -> str:
        return f"{self.number}-{self.name.replace(' ', '_')}"


REQUESTS = [
    Bytes(
        "B26",
        "length below the body",
        request(PLAY, FORM, COOKIE, "Content-Length: 3", body=b"move=61>31.1"),
        (400, 403),
    ),
    Bytes("B26", "length of minus one", request(PLAY, FORM, "Content-Length: -1"), (400,)),
    Bytes("B26", "length of letters", request(PLAY, FORM, "Content-Length: ten"), (400,)),
    Bytes("B26", "two lengths", request(PLAY, FORM, "Content-Length: 3", "Content-Length: 4", body=b"abcd"), (400,)),
    Bytes(
        "B26", "body of 2 MB", request(PLAY, FORM, f"Content-Length: {2 << 20}", body=b"x" * (2 << 20)), (413, 400, CUT)
    ),
    Bytes(
        "B26",
        "60 MB announced",
        request(PLAY, FORM, f"Content-Length: {60 << 20}", body=b"x" * (3 << 20)),
        (413, 400, CUT),
    ),
    Bytes(
        "B26",
        "chunks without end",
        request(
            PLAY,
            FORM,
            "Transfer-Encoding: chunked",
            body=b"10000\r\n" + b"x" * 0x10000 + b"\r\n" + (b"10000\r\n" + b"x" * 0x10000 + b"\r\n") * 40,
        ),
        (413, 400, CUT),
    ),
    Bytes("B26", "broken chunks", request(PLAY, FORM, "Transfer-Encoding: chunked", body=b"zz\r\nx\r\n"), (400, CUT)),
    Bytes("B28", "no host", b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", (400,)),
    Bytes("B28", "no host, as in 1996", b"GET / HTTP/1.0\r\n\r\n", (400,)),
    Bytes("B28", "no host, a health check", b"GET /healthz HTTP/1.0\r\n\r\n", (400,)),
    Bytes("B28", "no host, a form", b"POST /accounts/login/ HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", (400,)),
    Bytes("B28", "an empty host", b"GET / HTTP/1.1\r\nHost:\r\n\r\n", (400,)),
    Bytes("B28", "another host", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", (400,)),
    Bytes("B28", "two hosts", request("/", "Host: localhost", method="GET"), (400,)),
    Bytes("B28", "HTTP/1.0 with a host", b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", (200,)),
    Bytes("B58", "vertical tab in a header", request("/", "X-Note: a\x0bb", method="GET"), (400,)),
    Bytes("B58", "next line in a header", request("/", "X-Note: a\x85b", method="GET"), (400,)),
    Bytes("B58", "form feed in a header", request("/", "X-Note: a\x0cb", method="GET"), (400,)),
    Bytes("B58", "NUL in a header", request("/", "X-Note: a\0b", method="GET"), (400,)),
    Bytes("B58", "carriage return in a header", request("/", "X-Note: a\rX-Other: b", method="GET"), (400,)),
    Bytes("B58", "odd name of a header", request("/", "X Note: b", method="GET"), (400,)),
    Bytes("B58", "200 headers", request("/", *[f"X-{n}: 1" for n in range(200)], method="GET"), (400,)),
    Bytes("B58", "50 headers", request("/", *[f"X-{n}: 1" for n in range(50)], method="GET"), (200,)),
    Bytes("B58", "600 headers", request("/", *[f"X-{n}: 1" for n in range(600)], method="GET"), (400, 431, CUT)),
    Bytes("B58", "cookie of 64 kB", request("/", "Cookie: a=" + "x" * 65536, method="GET"), (400, 431, CUT)),
    Bytes(
        "B58",
        "length and chunks",
        request(PLAY, FORM, "Content-Length: 5", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"),
        (400, CUT),
    ),
    Bytes(
        "B58",
        "length and no coding",
        request(PLAY, FORM, "Content-Length: 1", "Transfer-Encoding: identity", body=b"x"),
        (400,),
    ),
    Bytes(
        "B58",
        "coded twice",
        request(PLAY, FORM, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"),
        (400,),
    ),
    Bytes("B58", "unknown coding", request(PLAY, FORM, "Transfer-Encoding: gzip", body=b"x"), (400, 501, CUT)),
    Bytes("B58", "address of 100 kB", request("/" + "x" * 100_000, method="GET"), (400, 404, 414, CUT)),
    Bytes("B58", "no version", b"GET /\r\n\r\n", (400, CUT)),
    Bytes("B58", "no request", b"\x16\x03\x01\x02\x00\r\n\r\n", (400, CUT)),
    Bytes("B28", "host of another", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", (400,)),
    Bytes("B28", "no host", b"GET / HTTP/1.1\r\n\r\n", (200, 400)),
    Bytes("B41", "a way up", request("/static/../settings.py", method="GET"), (404,)),
    Bytes("B41", "a hidden way up", request("/static/%2e%2e/%2e%2e/etc/passwd", method="GET"), (404,)),
    Bytes("B16", "NUL in the address", request("/t/%00/", method="GET"), (400, 404)),
    Bytes("B16", "raw letters in the address", request("/t/\xe9/", method="GET"), (400, 404)),
]

ORIGINS: dict[str, str | None] = {
    "none": None,
    "null": "null",
    "of TLS": "https://127.0.0.1:{port}",
    "of another port": "http://127.0.0.1:1",
    "without a port": "http://127.0.0.1",
    "of a sub-domain": "http://www.127.0.0.1:{port}",
    "of another site": "https://site.evil.example",
    "of another site by HTTP": "http://evil.example:{port}",
    "of a longer name": "http://127.0.0.1.evil.example:{port}",
    "with a name for a port": "http://127.0.0.1:{port}.evil.example",
    "in capitals": "HTTP://127.0.0.1:{port}",
    "empty": "",
}
#: What is no origin at all is no handshake: 400, before anybody is asked. "null" counts among them.
NO_ORIGINS = {"null", "with a name for a port", "empty"}
PLACES = {
    "letters": "/ws/t/abc/",
    "nothing": "/ws/",
    "a way back": "/ws/t/{code}/../x/",
    "10 kB": "/ws/t/" + "x" * 10_000 + "/",
    "missing": "/ws/t/" + "c" * 22 + "/",
    "NUL": "/ws/t/%00/",
    "odd signs": "/ws/t/%F0%9F%98%80!%20/",
    "a page": "/",
    "150 letters": "/ws/t/" + "a" * 150 + "/",
}
#: Frames that are answered with an error; the socket stays open.
BAD = {
    "a word": "hello",
    "nothing": "",
    "null": "null",
    "a list": "[]",
    "a number": "5",
    "a text": '"x"',
    "an object": "{}",
    "NaN": '{"a":NaN}',
    "too big a number": '{"a":1e400}',
    "half a sign": '{"a":"\\ud800"}',
    "NUL": '{"a":"\\u0000"}',
    "twice a key": '{"type":"ping","type":"sync"}',
    "5,000 digits": '{"type":"sync","version":' + "9" * 5000 + "}",
    "deep": "[" * 8000,
    "a move": '{"type":"play","move":"61"}',
    "another table": '{"type":"ping","code":"x"}',
    "a seat": '{"type":"ping","seat":1}',
    "an odd digest": '{"type":"sync","version":1,"digest":5}',
}
NUMBERS = {"a move": "B48", "another table": "B48", "a seat": "B48"}


@dataclass(frozen=True)
class Frames:
    """Frames that end a socket, and with which codes; None: the line is cut."""

    number: str
    name: str
    data: bytes
    codes: tuple[int | None, ...]

    @property
    def id(self) -> str:
        return f"{self.number}-{self.name.replace(' ', '_')}"


ENDS = [
    Frames("B45", "frame of 9 KiB", frame(b"x" * 9216), (1009,)),
    Frames("B45", "frame of 1.1 MiB", frame(b"x" * 1_153_434), (1009, None)),
    Frames("B45", "1 GiB announced", frame(b"x" * 10, size=1 << 30), (1009,)),
    Frames("B45", "many fragments", frame(b"x", fin=False) + frame(b"x", 0, fin=False) * 20_000, (1009,)),
    Frames("B46", "not UTF-8", frame(b"\xff\xfe"), (1007,)),
    Frames("B46", "without a mask", frame(b"{}", mask=False), (1002,)),
    Frames("B46", "reserved bits", frame(b"{}", bits=7), (1002,)),
    Frames("B46", "unknown kind", frame(b"{}", 5), (1002,)),
    Frames("B46", "close code 999", frame(b"\x03\xe7", CLOSE), (1002, None)),
    Frames("B46", "close of one byte", frame(b"\x03", CLOSE), (1002, None)),
    Frames("B46", "ping of 200 bytes", frame(b"x" * 200, PING), (1002,)),
    Frames("B46", "a second beginning", frame(b"x", TEXT, fin=False) + frame(b"x", BINARY), (1002,)),
    Frames("B44", "21 bad ones", frame(b"hello") * 22, (4400,)),
    Frames("B49", "200 at once", frame(b'{"type":"sync","version":1}') * 200, (4429, 4400)),
]
