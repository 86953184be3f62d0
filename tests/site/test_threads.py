"""Requests leave their threads, and what these have open, to later ones."""

from __future__ import annotations

import threading
from concurrent.futures import Executor

from muggins_site.threads import Threads


def _thread(executor: Executor) -> threading.Thread:
    return executor.submit(threading.current_thread).result()


def _settled(executor: Executor) -> None:
    """What was to be done at the end of the block has been done."""
    executor.submit(int).result()


def test_the_next_request_has_the_thread_of_the_one_before() -> None:
    threads = Threads()
    with threads.borrowed() as first:
        thread = _thread(first)
    _settled(first)
    with threads.borrowed() as second:
        assert _thread(second) is thread


def test_two_at_once_have_a_thread_each() -> None:
    threads = Threads()
    with threads.borrowed() as first, threads.borrowed() as second:
        assert _thread(first) is not _thread(second)


def test_a_thread_that_is_still_busy_is_not_lent() -> None:
    """A client that has gone away leaves its work to be done."""
    threads, done = Threads(), threading.Event()
    with threads.borrowed() as first:
        busy = first.submit(done.wait)
    with threads.borrowed() as second:
        assert second is not first
    done.set()
    assert busy.result()


def test_only_so_many_wait_for_requests() -> None:
    threads = Threads(most_idle=1)
    with threads.borrowed() as first:
        with threads.borrowed() as second:
            _thread(second)
        _settled(second)  # the place is taken
        ending = _thread(first)
    ending.join(5)
    assert not ending.is_alive()
    with threads.borrowed() as third:
        assert third is second
