"""HTTP and WebSocket as thin as they can be: what was sent and what came back is known to the byte, also when cut."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
from dataclasses import dataclass, field
from urllib.parse import urlencode

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LOST = (OSError, EOFError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError)


@dataclass
class Answer:
    """An answer that came whole."""

    status: int
    headers: list[tuple[str, str]]
    body: str

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


@dataclass
class Browser:
    """Cookies, and requests of one connection each. Raises one of LOST when no whole answer comes."""

    port: int
    patience: float = 4.0
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path, b"")

    async def post(self, path: str, **fields: str) -> Answer:
        """As the page's script sends a form: with the token of the session in a header."""
        return await self._ask("POST", path, urlencode(fields).encode())

    async def _ask(self, method: str, path: str, body: bytes) -> Answer:
        async with asyncio.timeout(self.patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=4 << 20)
            try:
                writer.write(self._head(method, path, body) + body)
                await writer.drain()
                return await self._read(reader)
            finally:
                writer.close()

    def _head(self, method: str, path: str, body: bytes) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"]
        lines += [f"Origin: {self.origin}", f"Referer: {self.origin}/", "HX-Request: true"]
        lines += ["Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items())]
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
            lines += [f"X-CSRFToken: {self.cookies.get('csrftoken', '')}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        status, headers = await read_head(reader)
        length = next((int(value) for key, value in headers if key == "content-length"), None)
        chunked = any(key == "transfer-encoding" for key, _value in headers)
        if status in (204, 304):
            body = b""
        elif chunked:
            body = await _read_chunks(reader)
        elif length is not None:
            body = await reader.readexactly(length)
        else:
            raise EOFError("an answer without an end")
        for key, value in headers:
            if key == "set-cookie":
                name, _equals, rest = value.partition("=")
                self.cookies[name] = rest.partition(";")[0]
        return Answer(status, headers, body.decode("utf-8", "replace"))

    def handshake(self, path: str) -> bytes:
        """What asks for a WebSocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"Origin: {self.origin}", "Cookie: " + "; ".join(f"{a}={b}" for a, b in self.cookies.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def socket(self, path: str) -> Socket:
        """An open WebSocket; ConnectionRefusedError when the handshake is refused."""
        async with asyncio.timeout(self.patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=4 << 20)
            writer.write(self.handshake(path))
            status, _headers = await read_head(reader)
            if status != 101:
                writer.close()
                raise ConnectionRefusedError(f"handshake: {status}")
            return Socket(reader, writer)


async def read_head(reader: asyncio.StreamReader) -> tuple[int, list[tuple[str, str]]]:
    """Status and headers (names in lower case) of an answer."""
    raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = [line.partition(":") for line in raw[1:] if line]
    return int(raw[0].split()[1]), [(name.lower(), value.strip()) for name, _colon, value in pairs]


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    return body


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Kind and content of an unmasked frame, as servers send it."""
    first, second = await reader.readexactly(2)
    size = second & 0x7F
    if size == 126:
        size = struct.unpack("!H", await reader.readexactly(2))[0]
    elif size == 127:
        size = struct.unpack("!Q", await reader.readexactly(8))[0]
    return first & 0x0F, await reader.readexactly(size)


def frame(kind: int, content: bytes, *, masked: bool) -> bytes:
    """One whole frame; those of clients are masked (with zeros, which masks nothing and is allowed)."""
    bit, size = (0x80 if masked else 0), len(content)
    if size < 126:
        head = struct.pack("!BB", 0x80 | kind, bit | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", 0x80 | kind, bit | 126, size)
    else:
        head = struct.pack("!BBQ", 0x80 | kind, bit | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + content


class Socket:
    """The client's end of a WebSocket that speaks JSON."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.code = 0

    async def hear(self) -> dict[str, object]:
        """The next message; EOFError at the end, whose code is then in `code`."""
        while True:
            kind, content = await read_frame(self.reader)
            if kind == TEXT:
                heard: dict[str, object] = json.loads(content)
                return heard
            if kind == PING:
                self.writer.write(frame(PONG, content, masked=True))
            if kind == CLOSE:
                self.code = struct.unpack("!H", content[:2])[0] if len(content) >= 2 else 1005
                raise EOFError(f"closed with {self.code}")

    async def say(self, **message: object) -> None:
        self.writer.write(frame(TEXT, json.dumps(message).encode(), masked=True))
        await self.writer.drain()

    def drop(self) -> None:
        self.writer.close()
