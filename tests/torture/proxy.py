"""A bad line between players and site: it delays, cuts, loses answers, doubles, and mixes up what is pushed."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter

from tests.torture.wire import CLOSE, LOST, TEXT, frame, read_frame

#: Of a hundred requests: so many are delayed, cut before they arrive, answered in vain, sent twice.
REQUESTS = {"delayed": 10, "cut": 4, "answer lost": 8, "doubled": 6}
#: Of a hundred pushed messages: so many are dropped, doubled, swapped with the next.
PUSHES = {"dropped": 10, "doubled": 10, "swapped": 10}
SWAP_SECONDS = 1.0


def _fault(of: dict[str, int], dice: random.Random) -> str:
    throw = dice.random() * 100
    for name, share in of.items():
        throw -= share
        if throw < 0:
            return name
    return ""


class Proxy:
    """Listens on `port`, speaks to the site on `target`. Without `bad` it only passes on."""

    def __init__(self, target: int, seed: int) -> None:
        self.target, self.dice = target, random.Random(seed)
        self.bad = False
        self.port = 0
        self.done: Counter[str] = Counter()
        self.deaf = asyncio.Event()  # set: open sockets stay open, and nothing passes any more
        self.let_go = asyncio.Event()  # the site has closed its end of one that was open then
        self._server: asyncio.Server | None = None
        # The loop holds its tasks weakly only: one whose page has gone would be thrown away in the midst of its work.
        self._serving: set[asyncio.Task[None] | None] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=4 << 20)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.current_task()
        self._serving.add(serving)
        try:
            await self._answer(reader, writer)
        finally:
            self._serving.discard(serving)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(*LOST):
            head = await reader.readuntil(b"\r\n\r\n")
            if b"upgrade: websocket" in head.lower():
                await self._socket(head, reader, writer)
            else:
                await self._request(head + await _body(head, reader), writer)
        writer.close()

    async def _request(self, request: bytes, writer: asyncio.StreamWriter) -> None:
        fault = _fault(REQUESTS, self.dice) if self.bad and request.startswith(b"POST") else ""
        self.done[fault or "passed on"] += 1
        if fault == "cut":
            return
        if fault == "delayed":
            await asyncio.sleep(self.dice.uniform(0.1, 0.8))
        if fault == "doubled":
            answer, _other = await asyncio.gather(self._forward(request), self._forward(request))
        else:
            answer = await self._forward(request)
        if fault != "answer lost":
            writer.write(answer)
            await writer.drain()

    async def _forward(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            writer.write(request)
            await writer.drain()
            return await reader.read(-1)
        finally:
            writer.close()

    async def _socket(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self.target, limit=4 << 20)
        try:
            outer.write(head)
            writer.write(await inner.readuntil(b"\r\n\r\n"))
            ways = [asyncio.ensure_future(self._up(reader, outer)), asyncio.ensure_future(self._down(inner, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self.deaf.is_set():  # that the page has gone does not pass, either
                await asyncio.wait(ways[1:])
                self.let_go.set()
            for way in ways:
                way.cancel()
        finally:
            outer.close()

    async def _up(self, reader: asyncio.StreamReader, outer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(1 << 16):
            if self.deaf.is_set():
                continue
            outer.write(piece)
            await outer.drain()

    async def _down(self, inner: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held: bytes | None = None
        while True:
            try:
                async with asyncio.timeout(SWAP_SECONDS if held else None):
                    kind, content = await read_frame(inner)
            except TimeoutError:
                writer.write(held or b"")
                held = None
                continue
            except LOST:
                return
            if self.deaf.is_set():
                continue
            whole = frame(kind, content, masked=False)
            fault = _fault(PUSHES, self.dice) if self.bad and kind == TEXT else ""
            self.done["push " + fault if fault else "push passed on"] += 1
            if fault == "swapped" and held is None:
                held = whole
                continue
            writer.write(b"" if fault == "dropped" else whole * (2 if fault == "doubled" else 1))
            if held is not None:
                writer.write(held)
                held = None
            await writer.drain()
            if kind == CLOSE:
                return


async def _body(head: bytes, reader: asyncio.StreamReader) -> bytes:
    for line in head.split(b"\r\n"):
        name, _colon, value = line.partition(b":")
        if name.lower() == b"content-length":
            return await reader.readexactly(int(value))
    return b""
