"""An answer in the instant in which its person signs in elsewhere, or gives his account up: it counts once or not."""

from __future__ import annotations

from functools import partial

import pytest
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from games.models import Puzzle, Puzzler, PuzzleTry
from games.services import puzzle_store, puzzles
from games.services.farewell import say_farewell
from games.services.puzzles_brought import from_guest
from tests.cast import make_cast, person
from tests.races import racers, times

pytestmark = pytest.mark.django_db(transaction=True)


def answer(user: User, puzzle: Puzzle) -> puzzles.Answered:
    return puzzles.answer(user=user, session=SessionStore(), puzzle=puzzle, move=puzzle.solution)


def figures(user: User) -> tuple[int, int, int]:
    """What his row says, and how many tries there are; and it is one."""
    row = Puzzler.objects.filter(user=user).first()
    tries = PuzzleTry.objects.filter(user=user)
    return (0, 0, tries.count()) if row is None else (row.tried, row.right, tries.count())


def test_a_guest_answers_in_another_tab_while_he_signs_in() -> None:
    puzzle_store.stock()
    first, second = Puzzle.objects.order_by("key")[:2]
    alice = make_cast().alice
    with racers(2) as two:
        for number in range(times(50)):
            guest = User.objects.create(username=f"Guest Heron {number}", is_guest=True)
            answer(guest, first)
            two.race(partial(answer, guest, second), partial(from_guest, user=alice, guest=guest))
            left = figures(guest)
            assert left in {(0, 0, 0), (1, 1, 1)}
            assert figures(alice) == (2 - left[0],) * 3
            for rows in (PuzzleTry, Puzzler):
                rows.objects.all().delete()


def test_a_guest_who_signs_in_by_two_tabs_brings_his_answers_once() -> None:
    puzzle_store.stock()
    puzzle = Puzzle.objects.order_by("key")[0]
    alice = make_cast().alice
    with racers(2) as two:
        for number in range(times(50)):
            guest = User.objects.create(username=f"Guest Heron {number}", is_guest=True)
            answer(guest, puzzle)
            two.race(*[partial(from_guest, user=alice, guest=guest)] * 2)
            assert (figures(guest), figures(alice)) == ((0, 0, 0), (1, 1, 1))
            for rows in (PuzzleTry, Puzzler):
                rows.objects.all().delete()


def test_who_answers_in_another_tab_while_he_goes_is_answered() -> None:
    puzzle_store.stock()
    first, second = Puzzle.objects.order_by("key")[:2]
    with racers(2) as two:
        for number in range(times(50)):
            user = person(f"Walter {number}")
            answer(user, first)
            two.race(partial(answer, user, second), partial(say_farewell, user=user))
            assert figures(user) in {(0, 0, 0), (1, 1, 1)}
