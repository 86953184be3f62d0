"""Turns: who writes next, in the order of asking, among the threads of this process.

SQLite has one writer at a time. Who finds it busy looks again after 1, 2, 5 … 100 ms, so that who has waited long looks
most seldom, and newcomers overtake him: see docs/decisions/0261.
"""

from __future__ import annotations

import os
import threading
from collections import deque


class Turns:
    """A lock that is given from hand to hand: no newcomer has it before those who wait."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def take(self, seconds: float) -> bool:
        """Whether it is the caller's turn now, after so many seconds at most. Who has it gives it back."""
        with self._changing:
            if not self._taken:
                self._taken = True
                return True
            called = threading.Lock()
            called.acquire()
            self._waiting.append(called)
        if called.acquire(timeout=seconds):
            return True
        with self._changing:
            if called in self._waiting:
                self._waiting.remove(called)
                return False
        return True  # called while giving up

    def give(self) -> None:
        """The next one's turn."""
        with self._changing:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


_turns: dict[str, Turns] = {}


def turns(name: str) -> Turns:
    """Those at this database, the same for all connections to it."""
    return _turns.setdefault(name, Turns())


# The threads that hold turns, or wait for theirs, stay behind in the parent.
os.register_at_fork(after_in_child=_turns.clear)
