"""Puzzles that somebody answered before he signed in, or as a guest, are his afterwards: once, and unrated."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Puzzle, Puzzler, PuzzleTry
from games.services import puzzle_store, puzzles
from games.services.puzzles_brought import joined_days
from tests.cast import Cast

pytestmark = pytest.mark.django_db

PASSWORD = "eleven herons"


@pytest.fixture
def three() -> list[Puzzle]:
    puzzle_store.stock()
    return list(Puzzle.objects.order_by("key")[:3])


@pytest.fixture
def alice(cast: Cast) -> User:
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    return cast.alice


def solve(client: Client, puzzle: Puzzle, move: str = "") -> str:
    answer = client.post(f"/puzzles/{puzzle.key}/", {"play": move or puzzle.solution})
    assert answer.status_code == 200
    return answer.content.decode()


def wrong(puzzle: Puzzle) -> str:
    return str(puzzle.values[-1][0])


def sign_in(client: Client) -> None:
    assert client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD}).status_code == 302


def figures(user: User) -> tuple[int, int, int, int, int]:
    row = Puzzler.objects.get(user=user)
    return row.tried, row.right, row.current, row.best, row.rated


def test_what_a_stranger_solved_is_his_when_he_signs_in(client: Client, alice: User, three: list[Puzzle]) -> None:
    solve(client, three[0], wrong(three[0]))
    solve(client, three[1])
    solve(client, three[2])
    sign_in(client)
    assert figures(alice) == (3, 2, 2, 2, 0)
    assert set(PuzzleTry.objects.values_list("puzzle", "move", "right", "rated")) == {
        (three[0].pk, wrong(three[0]), False, False),
        (three[1].pk, three[1].solution, True, False),
        (three[2].pk, three[2].solution, True, False),
    }
    assert puzzles.SESSION_KEY not in client.session
    assert "Your first answer counts" in solve(client, three[0])
    assert figures(alice) == (3, 2, 2, 2, 0)
    assert [(row.tries, row.solved) for row in Puzzle.objects.filter(pk=three[0].pk)] == [(1, 0)]


def test_what_a_stranger_solved_is_the_guests_that_he_becomes(client: Client, three: list[Puzzle]) -> None:
    solve(client, three[0])
    client.post("/accounts/guest/")
    guest = User.objects.get(is_guest=True)
    assert figures(guest) == (1, 1, 1, 1, 0)
    assert "2 solved in a row" in solve(client, three[1])


def test_a_guest_who_keeps_his_account_keeps_his_row_and_is_rated_from_then_on(
    client: Client, three: list[Puzzle]
) -> None:
    client.post("/accounts/guest/")
    solve(client, three[0])
    solve(client, three[1])
    client.post("/accounts/keep/", {"username": "Ana", "password": PASSWORD, "terms": "on", "email": ""})
    ana = User.objects.get(username="Ana")
    assert not ana.is_guest
    assert "3 solved in a row" in solve(client, three[2])
    assert figures(ana) == (3, 3, 3, 3, 1)


def test_what_a_guest_solved_is_his_accounts_when_he_signs_in_to_it(
    client: Client, alice: User, three: list[Puzzle]
) -> None:
    own = Client()
    own.force_login(alice)
    solve(own, three[0], wrong(three[0]))
    rated = Puzzler.objects.get(user=alice).mu
    client.post("/accounts/guest/")
    guest = User.objects.get(is_guest=True)
    for puzzle in three:
        solve(client, puzzle)
    sign_in(client)
    assert figures(alice) == (3, 2, 2, 2, 1), "what the account had answered wrongly stays so"
    assert Puzzler.objects.get(user=alice).mu == rated
    assert not PuzzleTry.objects.filter(user=guest).exists()
    assert not Puzzler.objects.filter(user=guest).exists()
    assert PuzzleTry.objects.get(user=alice, puzzle=three[0]).move == wrong(three[0])


def test_who_has_answered_nothing_gets_no_row_by_signing_in(client: Client, alice: User) -> None:
    sign_in(client)
    assert not Puzzler.objects.exists()


def test_days_in_a_row_go_on(client: Client, alice: User, three: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    monday = date(2026, 11, 30)
    own = Client()
    own.force_login(alice)
    for day, viewer in ((0, own), (1, client)):
        monkeypatch.setattr(puzzles, "today", lambda day=day: monday + timedelta(days=day))
        daily = puzzles.daily(day=puzzles.today())
        assert daily is not None
        solve(viewer, daily)
    sign_in(client)
    row = Puzzler.objects.get(user=alice)
    assert (row.day, row.days, row.best_days) == (monday + timedelta(days=1), 2, 2)


@pytest.mark.parametrize(
    "one, other, joined",
    [
        ((4, 3), (6, 2), (6, 5)),
        ((4, 3), (6, 1), (6, 1)),
        ((4, 1), (4, 1), (4, 1)),
        ((9, 2), (8, 5), (9, 6)),
    ],
)
def test_rows_of_days_are_joined_where_they_touch(
    one: tuple[int, int], other: tuple[int, int], joined: tuple[int, int]
) -> None:
    def row(days: tuple[int, int]) -> tuple[date, int]:
        return date(2026, 3, days[0]), days[1]

    assert joined_days(row(one), row(other)) == joined_days(row(other), row(one)) == row(joined)
    assert joined_days((None, 0), row(one)) == row(one)
