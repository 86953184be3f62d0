"""The errands of a day and of a night: each once, and what failed again in a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.db import DatabaseError

from games.services import basis, coming
from muggins_site import errands

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 3, 1, 4, 0, tzinfo=UTC)


class Marks:
    """A cache whose time passes when it is told."""

    def __init__(self) -> None:
        self.now = 0.0
        self._until: dict[str, float] = {}

    def add(self, key: str, value: object, timeout: float) -> bool:
        if self._until.get(key, 0) > self.now:
            return False
        self.set(key, value, timeout)
        return True

    def set(self, key: str, value: object, timeout: float) -> None:
        self._until[key] = self.now + timeout


@pytest.fixture
def marks(monkeypatch: pytest.MonkeyPatch) -> Marks:
    found = Marks()
    monkeypatch.setattr(errands, "cache", found)
    return found


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What ran, in order; the names in `broken` fail."""
    done: list[str] = []

    def note(name: str) -> Callable[..., None]:
        def run(*args: object, **options: object) -> None:
            done.append(name)
            _fail(name)

        return run

    monkeypatch.setattr(coming, "prepare", note("days"))
    monkeypatch.setattr(basis, "keep_up", note("ratings"))
    monkeypatch.setattr(errands, "call_command", lambda command, **options: note(command)())
    broken.clear()
    yield done
    broken.clear()


broken: dict[str, Exception | KeyboardInterrupt] = {}
ALL = ["days", "ratings", *errands.NIGHTLY]


def _fail(name: str) -> None:
    if name in broken:
        raise broken[name]


def test_each_is_done_once_a_day(ran: list[str], marks: Marks) -> None:
    for marks.now in (0, 2, errands.RETRY_SECONDS + 1, errands.LEASE_SECONDS + 1):
        errands.turn(NIGHT)
    assert ran == ALL


@pytest.mark.parametrize("error", [DatabaseError("away"), ValueError("wrong")])
@pytest.mark.parametrize("name", ALL)
def test_what_failed_is_tried_again_in_a_while_and_it_alone(
    ran: list[str], marks: Marks, name: str, error: Exception
) -> None:
    broken[name] = error
    errands.turn(NIGHT)
    errands.turn(NIGHT)
    assert ran == ALL
    broken.clear()
    for marks.now in (errands.RETRY_SECONDS, errands.LEASE_SECONDS):
        errands.turn(NIGHT)
    assert ran == [*ALL, name]


def test_what_a_dead_process_was_at_is_done_by_another_when_its_lease_is_over(ran: list[str], marks: Marks) -> None:
    broken["forget"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        errands.turn(NIGHT)
    broken.clear()
    for marks.now in (0, errands.LEASE_SECONDS):
        errands.turn(NIGHT)
    assert ran == ["days", "ratings", "forget", "flag_matches", "make_puzzles", "forget"]


def test_a_store_of_marks_that_is_away_ends_no_thread(ran: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object) -> bool:
        raise DatabaseError("away")

    monkeypatch.setattr(errands.cache, "add", away)
    errands.turn(NIGHT)
    assert ran == []


def test_a_mark_that_cannot_be_made_leaves_the_lease(ran: list[str], marks: Marks) -> None:
    def away(*args: object) -> None:
        raise DatabaseError("away")

    kept, marks.set = marks.set, away  # type: ignore[method-assign]
    marks.add = lambda key, value, timeout: kept(key, value, timeout) or True  # type: ignore[method-assign, func-returns-value]
    errands.turn(NIGHT)
    assert ran == ALL


def test_marks_lie_in_the_cache_that_outlives_the_process(ran: list[str]) -> None:
    cache.clear()
    errands.turn(NIGHT)
    errands.turn(NIGHT)
    assert ran == ALL
    cache.clear()
