"""Who writes next is who asked first (CHECKS A10)."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, connection, transaction
from django.db.backends.sqlite3 import base

from muggins_site.turns import Turns, turns

if TYPE_CHECKING:
    from collections.abc import Callable

WRITERS = 6


def _begun(*acts: Callable[[], object], waiting: Callable[[], int]) -> list[threading.Thread]:
    """A thread for each, begun when all before it are waiting."""
    threads = []
    for number, act in enumerate(acts):
        threads.append(threading.Thread(target=act))
        threads[-1].start()
        until = time.monotonic() + 10
        while waiting() <= number and time.monotonic() < until:
            time.sleep(0.001)
        assert waiting() == number + 1
    return threads


def _waiting(at: Turns) -> Callable[[], int]:
    return lambda: len(at._waiting)


def test_turns_come_in_the_order_of_asking() -> None:
    at, order = Turns(), list[int]()

    def write(number: int) -> None:
        assert at.take(10)
        order.append(number)
        at.give()

    assert at.take(1)
    threads = _begun(*(lambda n=n: write(n) for n in range(WRITERS)), waiting=_waiting(at))  # type: ignore[misc]
    at.give()
    for thread in threads:
        thread.join()
    assert order == list(range(WRITERS))
    assert at.take(0)


def test_who_gives_up_is_not_called() -> None:
    at = Turns()
    assert at.take(1)
    assert not at.take(0.01)
    at.give()
    assert at.take(0)
    at.give()


def test_a_turn_that_comes_while_giving_up_is_taken() -> None:
    """It would be lost otherwise, and with it the database."""

    class Late:
        """Says that it was not released in time, and was a moment later."""

        def acquire(self, timeout: float | None = None) -> bool:
            if timeout is not None:
                at.give()
            return False

        def release(self) -> None:
            pass

    at = Turns()
    assert at.take(1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("muggins_site.turns.threading.Lock", Late)
        assert at.take(0.01)
    assert not at.take(0)
    at.give()
    assert at.take(0)


sqlite_alone = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has queues of its own")


def _here() -> Turns:
    return turns(str(connection.settings_dict["NAME"]))


def _add(name: str, *, at_once: bool) -> None:
    try:
        if at_once:
            Group.objects.create(name=name)
        else:
            with transaction.atomic():
                Group.objects.create(name=name)
    finally:
        connection.close()


@sqlite_alone
@pytest.mark.django_db(transaction=True)
def test_transactions_and_single_writes_stand_in_one_queue() -> None:
    names = [f"writer {number}" for number in range(WRITERS)]
    with transaction.atomic():
        acts = [lambda n=n: _add(names[n], at_once=n % 2 == 0) for n in range(WRITERS)]
        threads = _begun(*acts, waiting=_waiting(_here()))  # type: ignore[arg-type]
    for thread in threads:
        thread.join()
    assert list(Group.objects.order_by("pk").values_list("name", flat=True)) == names


@sqlite_alone
@pytest.mark.django_db(transaction=True)
def test_readers_wait_for_nobody() -> None:
    seen = list[int]()

    def look() -> None:
        seen.append(Group.objects.count())
        connection.close()

    with transaction.atomic():
        reader = threading.Thread(target=look)
        reader.start()
        reader.join(10)
        assert seen


def _refuse(self: object) -> None:
    raise OperationalError("disk I/O error")


@sqlite_alone
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", ["commit", "rollback", "close", "refused"])
def test_however_it_ends_the_turn_is_given_back(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if end == "refused":
        with monkeypatch.context() as patched:
            patched.setattr(base.DatabaseWrapper, "_start_transaction_under_autocommit", _refuse)
            with pytest.raises(OperationalError), transaction.atomic():
                pass
    else:
        with transaction.atomic():
            assert not _here().take(0)
            if end == "rollback":
                transaction.set_rollback(True)
            elif end == "close":
                connection.close()
    assert _here().take(0)
    _here().give()


@sqlite_alone
@pytest.mark.django_db(transaction=True)
def test_who_waits_too_long_is_told_as_by_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _here().take(1)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
    try:
        with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
            pass
        with pytest.raises(OperationalError, match="database is locked"):
            Group.objects.filter(pk=1).update(name="late")
    finally:
        _here().give()
    with transaction.atomic():
        assert Group.objects.filter(pk=1).update(name="in time") == 0
