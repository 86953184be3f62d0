"""Matches that end in the same instant: each rating is its start and its ledger, exactly (CHECKS A3, A23)."""

from __future__ import annotations

import itertools
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Career, Rating, RatingEntry, Result, Tally
from accounts.ratings import START
from games.models import Match, Why
from games.services import keeper, seating
from games.services.rebuild import rebuild
from games.services.tables import lock
from tests.cast import person
from tests.races import racers
from tests.season import Ready, almost
from tests.tables import fresh, rules

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES = 50


def shared_matches() -> list[Ready]:
    """Fifty matches of ten players, two or four at each, all before their last play."""
    people = [person(f"Racer {letter}") for letter in "ABCDEFGHIJ"]
    pairs = itertools.cycle(itertools.permutations(people, 2))
    fours = itertools.cycle([people[start : start + 4] for start in range(7)])
    ready = [
        almost(next(fours), rules(players=4), number) if number % 5 == 0 else almost(next(pairs), rules(), number)
        for number in range(MATCHES)
    ]
    # Nobody is let into two rated matches at a time: that they are rated comes to them last.
    Match.objects.update(rated=True)
    return ready


def check_ledger() -> None:
    """Every rating is where its entries lead, one after the other, from the start."""
    for rating in Rating.objects.all():
        entries = RatingEntry.objects.filter(player=rating.player, family=rating.family, format=rating.format)
        now = START
        for entry in entries.order_by("at"):
            assert (entry.mu_before, entry.sigma_before) == now
            now = (entry.mu_after, entry.sigma_after)
        assert (rating.mu, rating.sigma) == now
        assert rating.matches == entries.count()


def test_races_of_fifty_ends_leave_every_rating_at_start_plus_ledger() -> None:  # A23
    ready = shared_matches()
    # PostgreSQL's pool is smaller: there, one barrier after the other.
    at_once = MATCHES if connection.vendor == "sqlite" else 5
    with racers(at_once) as together:
        matches = [
            match
            for start in range(0, MATCHES, at_once)
            for match in together.race(*[one.finish for one in ready[start : start + at_once]])
        ]
    assert all(match.is_over for match in matches)
    seats = sum(match.ruleset["players"] for match in matches)
    assert RatingEntry.objects.count() == Result.objects.count() == seats
    check_ledger()
    stamps = Counter(Result.objects.values_list("player", "at"))
    assert max(stamps.values()) == 1, "two results of a player stand under one moment"
    for career in Career.objects.all():
        assert career.at == Result.objects.filter(player=career.player).latest("at").at
    for tally in Tally.objects.filter(board__period="all"):
        rated = Result.objects.filter(player=tally.player, family=tally.board.family, format=tally.board.format)
        assert (tally.matches, tally.wins) == (rated.count(), rated.filter(outcome="won").count())
    assert rebuild(write=False) == []


def stop(match: Match) -> None:
    """What an administrator does."""
    with transaction.atomic():
        table = lock(match.pk)
        if not table.match.is_over:
            seating.close(table, Why.NOBODY_CAME)
            table.raise_version()
            table.save()


def test_races_of_last_play_leave_clock_and_admin_rate_once() -> None:  # A3 A23
    alice, bob = person("Alice"), person("Bob")
    ends: Counter[str] = Counter()
    with racers(4) as four:
        for seed in range(25):
            ready = almost([alice, bob], rules(), seed, rated=True, turn_seconds=20)
            leaver = bob if ready.mover == alice else alice
            Match.objects.filter(pk=ready.match.pk).update(wake_at=timezone.now() - timedelta(seconds=1))
            four.race(
                ready.finish,
                partial(seating.leave, match_id=ready.match.pk, user=leaver),
                partial(keeper.attend, ready.match.pk),
                partial(stop, ready.match),
            )
            match = fresh(ready.match)
            assert match.is_over
            assert RatingEntry.objects.filter(match=match.code).count() == 2
            assert Result.objects.filter(match=match.code).count() == 2
            ends[match.state] += 1
    check_ledger()
    assert ends.total() == 25
    assert rebuild(write=False) == []
