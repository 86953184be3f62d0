"""The deals and the puzzle of a day: settled the day before by the errands, and once, however many look first."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import FixedDeal, Match, Prescription, PuzzleDay
from games.services import coming, errors, fixed_deals, puzzle_desk, puzzle_store, puzzles
from muggins_site import errands
from tests.cast import make_cast
from tests.races import racers, times
from tests.tables import Clock

FIRST = date(2026, 3, 1)


@pytest.mark.django_db
def test_the_errands_settle_today_and_tomorrow(clock: Clock) -> None:
    cache.clear()
    puzzle_store.stock()
    errands.turn(timezone.now().replace(hour=0))
    today = fixed_deals.today()
    days = {today, today + timedelta(days=1)}
    assert set(FixedDeal.objects.values_list("day", "game")) == {(d, game) for d in days for game in fixed_deals.GAMES}
    assert PuzzleDay.objects.count() == 2
    before = list(FixedDeal.objects.order_by("pk").values_list("pk", "tiles"))
    coming.prepare()
    assert list(FixedDeal.objects.order_by("pk").values_list("pk", "tiles")) == before


@pytest.mark.django_db(transaction=True)
def test_races_of_the_first_looks_at_a_day_make_one(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle_store.stock()
    with racers(2) as two:
        for number in range(times(50)):
            day = FIRST + timedelta(days=number)
            monkeypatch.setattr(fixed_deals, "today", lambda day=day: day)
            one, other = two.race(*[partial(fixed_deals.deals_of, day)] * 2)
            assert [deal.pk for deal in one] == [deal.pk for deal in other]
            assert FixedDeal.objects.filter(day=day).count() == 2
            first, second = two.race(*[partial(puzzles.daily, day=day)] * 2)
            assert first == second is not None
            assert PuzzleDay.objects.filter(day=day).count() == 1


@pytest.mark.django_db(transaction=True)
def test_races_of_two_presses_begin_one_try() -> None:
    alice, made = make_cast().alice, 0
    with racers(2) as two:
        for number in range(times(25)):
            deal = fixed_deals.new_code(user=alice, ruleset=fixed_deals.rules_of(FIRST, "classic"))
            FixedDeal.objects.filter(pk=deal.pk).update(made_by=None)
            begun = two.race(*[partial(fixed_deals.play_deal, user=alice, deal=deal)] * 2)
            assert not [each for each in begun if isinstance(each, errors.Refused)]
            assert begun[0] == begun[1]
            made += 1
            assert Match.objects.count() == Prescription.objects.filter(counted=True).count() == made == number + 1


@pytest.mark.django_db(transaction=True)
def test_a_puzzle_that_is_taken_out_of_use_in_this_instant_is_no_days() -> None:
    puzzle_store.stock()
    staff = make_cast().eve
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    staff.refresh_from_db()
    with racers(2) as two:
        for number in range(times(50)):
            day = puzzles.today() + timedelta(days=number)
            with transaction.atomic():
                puzzle = puzzles._for_day(day)
            assert puzzle is not None
            two.race(
                partial(puzzles.daily, day=day),
                partial(puzzle_desk.retire, actor=staff, puzzle=puzzle, reason="Race."),
            )
            found = puzzles.daily(day=day)
            assert found is not None
            assert found.pk != puzzle.pk
