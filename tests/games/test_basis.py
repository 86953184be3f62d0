"""After an upgrade that brings robots measured anew, the site computes all ratings again, once and by itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.core.management import call_command

from accounts.models import Rating
from games.models import RatingBasis
from games.services import basis
from muggins_site import errands
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

#: Before the night's work.
AT = datetime(2026, 3, 1, 1, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def rated(cast: Cast) -> float:
    """Alice has played Bob: her rating."""
    play_out_match(open_table(cast.alice, cast.bob, ruleset=rules("five_up"), rated=True))
    return Rating.objects.get(player=cast.alice).mu


def mu_of(cast: Cast) -> float:
    return Rating.objects.get(player=cast.alice).mu


def test_ratings_follow_once(cast: Cast, rated: float, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("rebuild_ratings")
    Rating.objects.filter(player=cast.alice).update(mu=1.0)  # as if it had been computed by other figures
    errands.turn(AT)
    assert mu_of(cast) == 1.0
    monkeypatch.setattr(basis, "ANCHORS", {"classic": {"two": {"scorer": (50.0, 1.0)}}})
    assert not basis.is_current()
    errands.turn(AT)
    assert mu_of(cast) == rated != 1.0
    assert basis.is_current()
    Rating.objects.filter(player=cast.alice).update(mu=1.0)
    cache.clear()
    errands.turn(AT)
    assert mu_of(cast) == 1.0, "once is enough"


def test_where_nothing_was_played_nothing_is_computed(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(basis, "rebuild", lambda **_how: pytest.fail("there is nothing"))
    assert basis.keep_up() is None
    assert basis.keep_up() is None
    assert RatingBasis.objects.count() == 1


def test_a_look_alone_changes_nothing(rated: float) -> None:
    call_command("rebuild_ratings", "--dry-run")
    assert not basis.is_current()
