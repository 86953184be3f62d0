"""Bytes as no browser sends them: raw requests and raw frames to a running site, and what came back."""

from __future__ import annotations

import base64
import contextlib
import http.client
import os
import socket
import struct
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

PATIENCE = 10.0
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


@dataclass
class Visitor:
    """Somebody with cookies, who speaks plain HTTP."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, path: str, method: str = "GET", form: dict[str, Any] | None = None, **headers: str
    ) -> tuple[int, str]:
        """The status, and where it leads or what it says."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Cookie": self.cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with contextlib.closing(line):
            line.request(method, path, body, sent)
            answer = line.getresponse()
            for value in answer.headers.get_all("Set-Cookie") or []:
                name, _, rest = value.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            text = answer.read().decode("utf-8", "replace")
            return answer.status, answer.headers.get("Location") or text

    def post(self, path: str, **form: Any) -> tuple[int, str]:
        return self.ask(path, "POST", form)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def guest(port: int) -> Visitor:
    """A new guest, signed in."""
    visitor = Visitor(port)
    visitor.ask("/accounts/login/")
    status, _where = visitor.post("/accounts/guest/")
    assert status == 302, status
    return visitor


def raw(port: int, data: bytes, patience: float = PATIENCE) -> tuple[int, bytes]:
    """The status and the beginning of the answer to these bytes; 0 when the line was cut, -1 when nothing came."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(data)
        try:
            while b"\r\n\r\n" not in said and (chunk := line.recv(65536)):
                said += chunk
        except ConnectionResetError:
            pass
        except TimeoutError:
            return -1, said
    return (int(said.split()[1]) if said.startswith(b"HTTP/") else 0), said


def request(path: str, *headers: str, method: str = "POST", port: int = 0, body: bytes = b"") -> bytes:
    """A request with these header lines and no other but Host."""
    return (
        "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]).encode("latin-1") + body
    )


class Socket:
    """A WebSocket, frame by frame."""

    def __init__(self, port: int, path: str, *, cookie: str = "", origin: str | None = "own", offer: str = "") -> None:
        own = f"http://127.0.0.1:{port}"
        self.line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        lines += [f"Sec-WebSocket-Extensions: {offer}"] if offer else []
        lines += ["Sec-WebSocket-Version: 13"]
        lines += [f"Origin: {own if origin == 'own' else origin}"] if origin is not None else []
        lines += [f"Cookie: {cookie}"] if cookie else []
        self.line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        self.stream = self.line.makefile("rb")
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            byte = self.stream.read(1)
            if not byte:
                break
            self.head += byte
        self.status = int(self.head.split()[1]) if self.head.startswith(b"HTTP/") else 0

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *raised: object) -> None:
        self.stream.close()
        self.line.close()

    def send(self, data: bytes) -> None:
        """Bytes as they are; a line that is cut meanwhile is no fault of the sender's."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.line.sendall(data)

    def say(self, text: str) -> None:
        self.send(frame(text.encode("utf-8", "surrogatepass")))

    def hear(self) -> tuple[int, bytes] | None:
        """Kind and content of the next frame; None when the line is cut."""
        try:
            head = self.stream.read(2)
            if len(head) < 2:
                return None
            kind, size = head[0] & 15, head[1] & 127
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            return kind, self.stream.read(size)
        except (ConnectionResetError, TimeoutError):
            return None

    def closed_with(self) -> int | None:
        """The code with which the site closes, other frames passed over; None for a line that is cut or silent."""
        while (heard := self.hear()) is not None:
            if heard[0] == CLOSE:
                return int.from_bytes(heard[1][:2], "big")
        return None

    def answer(self, *wanted: str) -> bytes:
        """The next text frame of one of these types, others passed over; b"" when none comes."""
        while (heard := self.hear()) is not None:
            if heard[0] == TEXT and any(f'"type":"{kind}"'.encode() in heard[1] for kind in wanted):
                return heard[1]
            if heard[0] == CLOSE:
                break
        return b""


def frame(
    content: bytes, kind: int = TEXT, *, fin: bool = True, mask: bool = True, bits: int = 0, size: int = -1
) -> bytes:
    """One frame; `size` is announced instead of the true one, `bits` are the reserved ones."""
    length = len(content) if size < 0 else size
    first = (0x80 if fin else 0) | bits << 4 | kind
    flag = 0x80 if mask else 0
    if length < 126:
        head = struct.pack("!BB", first, flag | length)
    elif length < 65536:
        head = struct.pack("!BBH", first, flag | 126, length)
    else:
        head = struct.pack("!BBQ", first, flag | 127, length)
    return head + (b"\0\0\0\0" if mask else b"") + content
