"""Connections that mean no good, beside people who play: requests without an end, big ones, floods (A34, A35)."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import time
from collections.abc import Coroutine
from typing import Any

from tests.torture.wire import LOST, TEXT, Browser, frame

HALVES = 200
BIG, BIG_BYTES = 20, 60 << 20
FLOOD_A_SECOND = 200
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"


class Halves:
    """Requests that never get whole: half of them heads, half bodies; each sends a little every second."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lasted: list[float] = []
        self._tasks = [asyncio.create_task(self._trickle(HEAD if n % 2 else BODY)) for n in range(HALVES)]

    async def _trickle(self, beginning: bytes) -> None:
        began = time.monotonic()
        with contextlib.suppress(*LOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(beginning)
            gone = _reading(reader.read())
            while not gone.done():
                writer.write(b"X-A: b\r\n")
                await asyncio.wait([gone], timeout=1.0)
            writer.close()
        self.lasted.append(time.monotonic() - began)

    async def end(self, seconds: float) -> list[float]:
        """After so many seconds at most: how long each was kept."""
        _done, kept = await asyncio.wait(self._tasks, timeout=seconds)
        for task in kept:
            task.cancel()
        return self.lasted + [float("inf")] * len(kept)


async def big_bodies(port: int) -> tuple[int, int]:
    """How many of the big ones were refused by 413 or a cut line; bytes more in the folder of temporary files."""
    before = _used()
    most = 0

    async def send() -> bool:
        with contextlib.suppress(*LOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(BODY.replace(b"1000", str(BIG_BYTES).encode()))
            answer = _reading(reader.read(64))
            for _ in range(BIG_BYTES >> 16):
                if answer.done():
                    break
                writer.write(bytes(1 << 16))
                async with asyncio.timeout(5):
                    await writer.drain()
            said = await asyncio.wait_for(answer, 5)
            writer.close()
            return b" 413 " in said or not said
        return True  # the line was cut

    sending = [asyncio.create_task(send()) for _ in range(BIG)]
    while not all(task.done() for task in sending):
        most = max(most, _used() - before)
        await asyncio.sleep(0.1)
    return sum(task.result() for task in sending), max(most, _used() - before)


def _reading(read: Coroutine[Any, Any, bytes]) -> asyncio.Task[bytes]:
    """A read that goes on beside the writing; that the line was cut is no news, whoever asks for its end."""
    task = asyncio.create_task(read)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


def _used() -> int:
    return shutil.disk_usage(tempfile.gettempdir()).used


async def flood(browser: Browser, path: str, seconds: float) -> tuple[int, int]:
    """Frames that were sent, as fast as is asked for, until the site closes; and the code with which it does."""
    socket = await browser.socket(path)
    sent, until = 0, time.monotonic() + seconds
    said = frame(TEXT, b'{"type":"ping"}', masked=True)

    async def listen() -> None:
        with contextlib.suppress(*LOST):
            while True:
                await socket.hear()

    hearing = asyncio.create_task(listen())
    while not hearing.done() and time.monotonic() < until:
        socket.writer.write(said)
        sent += 1
        await asyncio.sleep(1 / FLOOD_A_SECOND)
    hearing.cancel()
    socket.drop()
    return sent, socket.code
