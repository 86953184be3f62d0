"""The lobby is told of whatever changes a public open table, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import pytest

from games.models import Match
from games.services import announce, desk, seating
from tests.cast import Cast
from tests.tables import open_table, token_of


def _closed_by_staff(match: Match, cast: Cast) -> None:
    cast.eve.is_staff = True
    cast.eve.save()
    desk.end_match(actor=cast.eve, match=match, reason="An abusive title.")


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize(
    "act",
    [
        lambda match, cast: seating.take_seat(match_id=match.pk, user=cast.bob, token=token_of(match)),
        lambda match, cast: seating.seat_robot(match_id=match.pk, user=cast.alice, seat=1, robot="scorer"),
        lambda match, cast: seating.leave(match_id=match.pk, user=cast.alice),
        _closed_by_staff,
    ],
    ids=["taken", "robot", "left", "closed"],
)
def test_whatever_changes_an_open_table_is_told_to_the_lobby(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, act: Callable[[Match, Cast], object], private: bool
) -> None:
    match, told = open_table(cast.alice, private=private), mock.Mock()
    monkeypatch.setattr(announce, "lobby_changed", told)
    act(match, cast)
    assert told.call_count == (0 if private else 1)


@pytest.mark.parametrize("private", [False, True])
def test_the_lobby_hears_nothing_of_a_match_that_staff_ends(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, private: bool
) -> None:
    match, told = open_table(cast.alice, cast.bob, private=private), mock.Mock()
    monkeypatch.setattr(announce, "lobby_changed", told)
    _closed_by_staff(match, cast)
    assert not told.called


@pytest.mark.parametrize("private", [False, True])
def test_a_new_table_is_told_to_the_lobby(cast: Cast, monkeypatch: pytest.MonkeyPatch, private: bool) -> None:
    told = mock.Mock()
    monkeypatch.setattr(announce, "lobby_changed", told)
    open_table(cast.alice, private=private)
    assert told.call_count == (0 if private else 1)
