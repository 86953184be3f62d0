"""Racers: threads with a database connection each, that wait at a barrier and act in the same instant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any
from unittest.mock import patch

from django.db import connection

from games.services import engaged
from games.services.errors import Refused

WAIT_SECONDS = 240  # on a busy machine; whoever waits for somebody for ever is found all the same


def times(count: int) -> int:
    """How often a race is run: that on PostgreSQL. On SQLite one writes after the other, whoever begins: a fifth."""
    return count if connection.vendor == "postgresql" else count // 5


class Racers:
    """The same few threads for many races: opening connections would blur the start."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count)
        self._barrier = Barrier(count)

    def race(self, *acts: Callable[[], Any]) -> list[Any]:
        """What each act returned, or the `Refused` that it raised. Anything else it raised fails the test."""
        assert len(acts) == self.count
        return [future.result(WAIT_SECONDS) for future in [self._pool.submit(self._run, act) for act in acts]]

    def _run(self, act: Callable[[], Any]) -> Any:
        connection.ensure_connection()
        self._barrier.wait(WAIT_SECONDS)
        try:
            return act()
        except Refused as refused:
            return refused

    def go_home(self) -> None:
        self.race(*[_close] * self.count)
        self._pool.shutdown()


@contextmanager
def racers(count: int) -> Iterator[Racers]:
    """So many threads; the same persons race for hundreds of tables, more than one may sit at."""
    runners = Racers(count)
    try:
        with patch.object(engaged, "MOST_TABLES", 10_000):
            yield runners
    finally:
        runners.go_home()


def _close() -> None:
    connection.close()  # looked up here: each thread has its own
