"""One person, two tables, one instant: at most one rated match comes of it."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import Match, Seat
from games.services import errors, seating
from tests.cast import make_cast
from tests.races import racers
from tests.tables import open_table, rules

pytestmark = pytest.mark.django_db(transaction=True)


def under_way(user: object) -> int:
    return Seat.objects.filter(user=user, left=False, match__state="running", match__rated=True).count()


def let_go() -> None:
    """What runs is in nobody's way any more: neither rated, nor one of the tables that a person may sit at."""
    Match.objects.filter(state="running").update(rated=False)
    Seat.objects.filter(match__state="running").update(left=True)


def test_races_for_two_last_seats_begin_one_rated_match() -> None:
    cast = make_cast()
    with racers(3) as three:
        for _ in range(50):
            let_go()
            first, second = open_table(cast.alice, rated=True), open_table(cast.bob, rated=True)
            results = three.race(
                partial(seating.take_seat, match_id=first.pk, user=cast.carol),
                partial(seating.take_seat, match_id=second.pk, user=cast.carol),
                partial(seating.open_table, user=cast.carol, ruleset=rules(), rated=True, robots=["beginner"]),
            )
            assert sum(isinstance(result, errors.InRatedMatch) for result in results) == 2
            assert under_way(cast.carol) == 1


def test_races_that_fill_two_tables_where_one_person_waits_begin_one_with_him() -> None:
    cast = make_cast()
    with racers(2) as two:
        for _ in range(50):
            let_go()
            tables = [open_table(cast.alice, rated=True) for _ in range(2)]
            two.race(
                partial(seating.take_seat, match_id=tables[0].pk, user=cast.bob),
                partial(seating.take_seat, match_id=tables[1].pk, user=cast.carol),
            )
            assert under_way(cast.alice) == 1
            assert under_way(cast.bob) + under_way(cast.carol) == 1
            Match.objects.filter(state="open").update(state="abandoned")
