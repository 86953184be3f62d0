"""An amended match asks the ledger for its own players' lines, however long the ledger is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import amends
from accounts.ledger import Finished
from accounts.models import RatingEntry, User

FIRST = datetime(2026, 3, 1, tzinfo=UTC)
MATCHES, PLAYERS = 60, 12


@pytest.fixture
def players(db: None) -> list[int]:
    """Twelve players and the ledger of sixty matches between two of them each."""
    people = [User.objects.create_user(f"player{number}") for number in range(PLAYERS)]
    lines = []
    for number in range(MATCHES):
        pair = people[number % PLAYERS], people[(number * 5 + 1) % PLAYERS]
        lines += [_line(number, user, place) for place, user in enumerate(dict.fromkeys(pair), 1)]
    RatingEntry.objects.bulk_create(lines)
    return [user.pk for user in people]


def _line(number: int, user: User, place: int) -> RatingEntry:
    at = FIRST + timedelta(hours=number)
    figures = {"mu_before": 25.0, "sigma_before": 8.0, "mu_after": 25.0 + number, "sigma_after": 7.0}
    return RatingEntry(
        player=user, match=f"match{number}", family="five_up", format="two", place=place, at=at, **figures
    )


def finished(number: int) -> Finished:
    at = FIRST + timedelta(hours=number)
    return Finished(
        code=f"match{number}", family="five_up", format="two", at=at, rated=True, abandoned=False, results=(), chairs=()
    )


def test_each_player_stands_where_his_newest_line_before_left_him(players: list[int]) -> None:
    found = amends._ratings_before(finished(40), set(players))
    for player in players:
        lines = RatingEntry.objects.filter(player=player, at__lt=FIRST + timedelta(hours=40)).order_by("at")
        rating = found.get((player, "five_up", "two"))
        if not lines:
            assert rating is None
            continue
        newest = lines.last()
        assert newest is not None
        assert rating is not None
        assert (rating.mu, rating.matches) == (newest.mu_after, lines.count())


def test_only_who_is_asked_for_is_found(players: list[int]) -> None:
    assert {key[0] for key in amends._ratings_before(finished(40), set(players[:2]))} == set(players[:2])


def test_many_players_are_asked_for_in_portions(players: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = amends._ratings_before(finished(40), set(players))
    monkeypatch.setattr(amends, "_PORTION", 5)
    portions = amends._ratings_before(finished(40), set(players))
    assert {key: row.mu for key, row in portions.items()} == {key: row.mu for key, row in at_once.items()}


def test_no_query_looks_through_the_whole_ledger(players: list[int]) -> None:
    with CaptureQueriesContext(connection) as asked:
        amends._ratings_before(finished(40), set(players[:2]))
        amends.later_codes(finished(40))
        amends._touched(finished(40), players[:2])
    assert len(asked) == 5
    if connection.vendor != "sqlite":  # which may look through so short a ledger, for it is quicker
        return
    plans = []
    with connection.cursor() as cursor:
        for query in asked.captured_queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plans += [row[3] for row in cursor.fetchall()]
    assert [plan for plan in plans if plan.startswith("SCAN") and "ratingentry" in plan] == []
    assert any("entry_curve" in plan for plan in plans)
    assert any("entry_later" in plan for plan in plans)
