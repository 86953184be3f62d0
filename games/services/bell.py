"""The server's event loop, known to threads: what they have to say is said on it, at once.

With the in-memory channel layer a push from a plain thread is put into a queue whose loop nobody wakes: it arrives
up to 0.7 s late. `call_soon_threadsafe` wakes the loop. The bell also wakes the keeper when a commit changed what
is due.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine


class Bell:
    """One a process. Without a loop (commands, tests) `hand_over` declines and `ring` does nothing."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rung: asyncio.Event | None = None
        self._sending: set[asyncio.Task[Any]] = set()

    def attach(self) -> None:
        """Called on the server's loop: from now on threads reach it."""
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def detach(self) -> None:
        self._loop = self._rung = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        loop = self._loop
        return loop if loop is not None and loop.is_running() else None

    def hand_over(self, coroutine: Coroutine[Any, Any, None]) -> bool:
        """Run this on the server's loop, in the order of calls, without waiting for it; False when there is none."""
        loop = self.loop
        if loop is None:
            return False
        try:
            loop.call_soon_threadsafe(self._start, loop, coroutine)
        except RuntimeError:  # closed between the two lines
            return False
        return True

    def start_here(self, coroutine: Coroutine[Any, Any, None]) -> bool:
        """Run this on the loop that this very thread is running; False when it runs none."""
        try:
            self._start(asyncio.get_running_loop(), coroutine)
        except RuntimeError:
            return False
        return True

    def _start(self, loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, None]) -> None:
        task = loop.create_task(coroutine)
        self._sending.add(task)  # a loop keeps only weak references to its tasks
        task.add_done_callback(self._sending.discard)

    def ring(self) -> None:
        """Something that is due may have changed: the keeper looks again."""
        loop, rung = self.loop, self._rung
        if loop is not None and rung is not None:
            loop.call_soon_threadsafe(rung.set)

    async def wait(self, seconds: float) -> None:
        """Until the bell is rung, at most so many seconds."""
        rung = self._rung
        if rung is None:
            await asyncio.sleep(seconds)
            return
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await rung.wait()
        except TimeoutError:
            return
        finally:
            rung.clear()


bell = Bell()
