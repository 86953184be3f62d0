"""Pages at one table share what was read of it, and each is shown what its own viewer may know."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games import fixed, recent, selectors
from games.services.errors import UnknownTable
from tests.cast import Cast
from tests.tables import fresh, make_move, open_table

WATCHER = AnonymousUser()


@pytest.fixture(autouse=True)
def nothing_read_yet(monkeypatch: pytest.MonkeyPatch) -> recent.Recent:
    kept = recent.Recent(most=2)
    monkeypatch.setattr(selectors, "recent", kept)
    monkeypatch.setattr(recent, "FRESH_SECONDS", 60.0)
    return kept


def test_who_looks_at_the_same_version_reads_no_rows_of_the_game(
    cast: Cast,
    django_assert_num_queries: Any,
) -> None:
    match = open_table(cast.alice, cast.bob)
    alone = selectors.table_view(match.code, cast.bob)
    version = fresh(match).version
    with django_assert_num_queries(1):  # the promise of the deal
        shared = selectors.table_view(match.code, cast.alice, since=version)
    assert shared.sight == selectors.table_view(match.code, cast.alice).sight
    assert shared.sight != alone.sight


def test_nobody_is_shown_the_hand_of_whom_it_was_read_for(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    selectors.table_view(match.code, cast.alice)
    for viewer, seat in ((cast.bob, 1), (cast.eve, None), (WATCHER, None)):
        shared = selectors.table_view(match.code, viewer, since=0)
        alone = selectors.table_view(match.code, viewer)
        assert (shared.seat, shared.sight) == (seat, alone.sight)


def test_a_table_that_is_not_the_viewers_to_see_is_unknown(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_table(cast.alice, cast.bob)
    selectors.table_view(match.code, cast.alice)
    monkeypatch.setattr(fixed, "may_see", lambda match, user: user == cast.alice)
    assert selectors.table_view(match.code, cast.alice, since=0).seat == 0
    with pytest.raises(UnknownTable):
        selectors.table_view(match.code, cast.eve, since=0)


def test_a_newer_version_is_read_anew(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    selectors.table_view(match.code, cast.eve)
    version = make_move(match).version
    assert selectors.table_view(match.code, cast.eve, since=version).match.version == version


def test_after_a_moment_it_is_read_anew(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_table(cast.alice, cast.bob)
    selectors.table_view(match.code, cast.eve)
    version = make_move(match).version
    monkeypatch.setattr(recent, "FRESH_SECONDS", -1.0)
    assert selectors.table_view(match.code, cast.eve, since=0).match.version == version


def test_a_reading_that_was_begun_earlier_does_not_take_the_place_of_a_newer_one(
    cast: Cast, nothing_read_yet: recent.Recent
) -> None:
    match = open_table(cast.alice, cast.bob)
    selectors.table_view(match.code, cast.eve)
    old = nothing_read_yet.get(match.code, 0)
    assert old is not None
    version = make_move(match).version
    selectors.table_view(match.code, cast.eve)
    nothing_read_yet.put(old)
    new = nothing_read_yet.get(match.code, 0)
    assert new is not None
    assert new.match.version == version


def test_only_so_many_tables_are_kept(cast: Cast, nothing_read_yet: recent.Recent) -> None:
    codes = [open_table(cast.alice, cast.bob).code for _ in range(3)]
    for code in codes:
        selectors.table_view(code, cast.eve)
    assert [nothing_read_yet.get(code, 0) is not None for code in codes] == [False, True, True]
