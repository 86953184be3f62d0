"""Rows that the tests of a file share are to each as they were made, with the same lots whichever test runs first."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests import lots
from tests.cast import person
from tests.conftest import Keep


@pytest.fixture(scope="module")
def shared(kept: Keep) -> tuple[int, int]:
    """Alice, made once; and the first lot that was drawn."""
    key, lot = kept(lambda: (person("Alice").pk, lots.SAME.randbits(64)))
    return key, lot


@pytest.mark.parametrize("turn", [1, 2])
def test_what_a_test_changes_is_taken_back(shared: tuple[int, int], db: None, turn: int) -> None:
    assert [(user.pk, user.username) for user in User.objects.all()] == [(shared[0], "Alice")]
    User.objects.update(username="Bob")
    person("Carol")


def test_lots_are_those_of_the_file_and_then_those_of_the_test(
    shared: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    with lots.apart(request.node.parent.nodeid):
        assert lots.SAME.randbits(64) == shared[1]
    drawn = lots.SAME.randbits(64)
    lots.begin(request.node.nodeid)
    assert lots.SAME.randbits(64) == drawn


def test_who_did_not_ask_for_the_database_still_has_none(shared: tuple[int, int]) -> None:
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        User.objects.exists()
