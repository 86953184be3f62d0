"""Threads for requests: each has one to itself while it lasts, and leaves it to a later one.

A thread has its own connection to the database, and opening one costs SQLite more than all else that a page asks it
for: the file is opened, its settings are made, all tables' definitions are read. A thread a request would pay that
each time (docs/decisions/0233).
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress

from django.db import connections

#: So many wait for a request, each with a connection and what that keeps of the database in memory.
MOST_IDLE = 8


class Threads:
    """Executors of one thread each. There are as many as there are requests at once."""

    def __init__(self, most_idle: int = MOST_IDLE) -> None:
        self._most = most_idle
        self._idle: list[Executor] = []

    @contextmanager
    def borrowed(self) -> Iterator[Executor]:
        """One that nobody else has until the block has ended, and what was begun in it too."""
        try:
            executor = self._idle.pop()
        except IndexError:
            executor = ThreadPoolExecutor(1, thread_name_prefix="request")
        try:
            yield executor
        finally:
            with suppress(RuntimeError):  # the process is ending, and takes no more work
                executor.submit(self._rest, executor)

    def _rest(self, executor: Executor) -> None:
        """In the thread itself, after whatever is still done there for a client that has gone."""
        if len(self._idle) < self._most:
            self._idle.append(executor)
        else:
            connections.close_all()
            executor.shutdown(wait=False)
