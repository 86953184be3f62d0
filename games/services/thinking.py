"""Long thoughts, in processes of their own: the site goes on answering while robots think (docs/decisions/0205).

What thinks is a module-level function of games.robots. Without processes (`MUGGINS_THINKERS` 0, as in tests) it thinks
on a thread. Thinkers are started when they are first needed, and end with the site.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
import time
from multiprocessing import Pipe
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

#: A thinker that has grown beyond so many megabytes is replaced.
MOST_MB = 400


class Busy(TimeoutError):
    """All thinkers were busy with something else: what was asked has not been begun."""


class Broken(RuntimeError):
    """The process that thought ended without an answer, and so did the one that was asked after it."""


def think(function: Callable[..., T], *args: Any, seconds: float, wait: float | None = None, urgent: bool = False) -> T:
    """What `function(*args)` returns or raises, thought in another process.

    Waits `wait` seconds (as long as `seconds`, unless told) for a thinker that is free: Busy, when none is. A thought
    that takes longer than `seconds` is killed with its process: TimeoutError. A process that dies is replaced, and
    asked once more: Broken, when that dies, too. Who is `urgent`, because a table waits for it, is let in first.
    """
    if settings.MUGGINS_THINKERS == 0:
        return aside(function, *args, seconds=seconds)
    patience = seconds if wait is None else wait
    for _ in range(2):
        thinker = _pool.take(patience, urgent)
        try:
            outcome = thinker.ask((function, args), seconds, patience)
        except Busy:
            _pool.give_back(thinker)
            raise
        except Exception as error:
            _pool.dismiss(thinker)
            if isinstance(error, TimeoutError) or not isinstance(error, (EOFError, OSError)):
                raise
        else:
            _pool.give_back(thinker)
            return _told(outcome)
    raise Broken(f"{_name(function)} ended the process that thought it")


def aside(function: Callable[..., T], *args: Any, seconds: float) -> T:
    """The same for quick thoughts: on a thread of its own, which is left behind if it hangs (TimeoutError)."""
    thought = _Thought(function, args)
    thought.start()
    thought.join(seconds)
    if thought.outcome is None:
        raise TimeoutError(f"{_name(function)} did not end")
    return _told(thought.outcome)


def _name(function: Callable[..., object]) -> str:
    return getattr(function, "__qualname__", "a thought")


def _told(outcome: tuple[bool, Any]) -> Any:
    """Returned or raised here, as it was there."""
    returned, answer = outcome
    if not returned:
        raise answer
    return answer


class _Thought(threading.Thread):
    """One call, and whether it returned, with what; else its error. None while it goes on."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        super().__init__(name="thought", daemon=True)
        self.function, self.args = function, args
        self.outcome: tuple[bool, Any] | None = None

    def run(self) -> None:
        try:
            self.outcome = True, self.function(*self.args)
        except Exception as error:  # raised again for who asked
            self.outcome = False, error


class _Thinker:
    """A process of games/thinker.py, and our end of the pipe to it."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        with theirs:
            end = theirs.fileno()
            # A session of its own: Ctrl-C in a terminal is for the site alone.
            self.process = subprocess.Popen(  # noqa: S603  our own module
                [sys.executable, "-m", "games.thinker", str(end), str(MOST_MB)],
                pass_fds=(end,), cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        self.is_ready = False

    def ask(self, question: object, seconds: float, patience: float) -> tuple[bool, Any]:
        """Its answer; EOFError or ConnectionError when it died. Busy while it is still starting."""
        if not self.is_ready:
            if not self.pipe.poll(patience):
                raise Busy("a thinker was still starting")
            self.pipe.recv()
            self.is_ready = True
        self.pipe.send(question)
        if not self.pipe.poll(seconds):
            raise TimeoutError(f"no answer within {seconds} s")
        answer: tuple[bool, Any] = self.pipe.recv()
        return answer

    def kill(self) -> None:
        """At once: it holds nothing that would have to be put away. Who is asking it sees the end of the pipe."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """For whoever has it in hand: the process, and our end of the pipe, which nobody else may be reading."""
        self.kill()
        self.pipe.close()


class _Pool:
    """The thinkers of this process: those that are free, and how many there are."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._free: list[_Thinker] = []
        self._all: set[_Thinker] = set()
        self._urgent = 0
        self._closed = False

    def take(self, patience: float, urgent: bool) -> _Thinker:
        """One that nobody else asks until it is given back; Busy when none gets free in time."""
        until = time.monotonic() + patience
        with self._changed:
            self._urgent += urgent
            try:
                while not self._is_turn(urgent):
                    if self._closed or not self._changed.wait(until - time.monotonic()):
                        raise Busy("all thinkers are busy")
                return self._free.pop() if self._free else self._start()
            finally:
                self._urgent -= urgent
                self._changed.notify_all()

    def give_back(self, thinker: _Thinker) -> None:
        with self._changed:
            if thinker in self._all:
                self._free.append(thinker)
            self._changed.notify_all()

    def dismiss(self, thinker: _Thinker) -> None:
        """End it; another one takes its place when it is needed."""
        with self._changed:
            self._all.discard(thinker)
            self._changed.notify_all()
        thinker.end()

    def close(self) -> None:
        """End them all; nobody gets one any more. Who is asking one dismisses it himself: a pipe is closed once."""
        with self._changed:
            self._closed = True
            free, asked = self._free, self._all.difference(self._free)
            self._all, self._free = set(), []
            self._changed.notify_all()
        for thinker in asked:
            thinker.kill()
        for thinker in free:
            thinker.end()

    def _is_turn(self, urgent: bool) -> bool:
        if self._closed or (self._urgent and not urgent):
            return False
        return bool(self._free) or len(self._all) < settings.MUGGINS_THINKERS

    def _start(self) -> _Thinker:
        thinker = _Thinker()
        self._all.add(thinker)
        return thinker


_pool = _Pool()


def _begin_anew() -> None:
    """In a fork of this process: the thinkers are the other's."""
    global _pool
    _pool = _Pool()


os.register_at_fork(after_in_child=_begin_anew)
atexit.register(lambda: _pool.close())
