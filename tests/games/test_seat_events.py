"""Who came, went, was out of sight and ran out of time is written down beside the moves, and forgotten. # D45"""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import my_data
from games.models import Match, SeatEvent
from games.services import retention, seat_events, seating
from games.services.farewell import say_farewell
from tests.cast import Cast
from tests.tables import Clock, fresh, let_keeper_act, make_move, on_turn, open_table, rules, timed, waiting


def told(match: Match) -> list[tuple[str, str]]:
    """Who, and what, in order."""
    rows = SeatEvent.objects.filter(match=match).select_related("user").order_by("at", "pk")
    return [(row.user.username, row.kind) for row in rows]


def test_who_sits_down_and_gets_up_again(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    for user in (cast.bob, cast.carol):
        seating.take_seat(match_id=match.pk, user=user)
        clock.pass_by(1)
        if user == cast.bob:
            seating.leave(match_id=match.pk, user=user)
    assert told(match) == [("Bob", "sat"), ("Bob", "left"), ("Carol", "sat")]


def test_leaving_and_coming_back(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    SeatEvent.objects.all().delete()
    seating.leave(match_id=match.pk, user=cast.alice)
    clock.pass_by(5)
    seating.come_back(match_id=match.pk, user=cast.alice)
    assert told(match) == [("Alice", "left"), ("Alice", "stand_in"), ("Alice", "back")]


def test_out_of_sight_and_back(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    SeatEvent.objects.all().delete()
    clock.pass_by(20)
    seating.heartbeat(match_id=match.pk, user=cast.bob)
    clock.pass_by(20)
    let_keeper_act(clock)
    clock.pass_by(5)
    seating.heartbeat(match_id=match.pk, user=cast.alice)
    assert told(match) == [("Alice", "away"), ("Alice", "seen")]


def test_time_that_ran_out_and_the_robot_that_came_then(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    late = on_turn(match)
    SeatEvent.objects.all().delete()
    for _twice in range(2):
        while on_turn(match) != late:
            make_move(match)
        clock.pass_by(22)
        for user in (cast.alice, cast.bob):
            seating.heartbeat(match_id=match.pk, user=user)
        let_keeper_act(clock, step=0.1)
    assert told(match) == [(late.username, "late"), (late.username, "late"), (late.username, "stand_in")]


def test_a_move_writes_nothing_of_the_kind(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    SeatEvent.objects.all().delete()
    for _move in range(4):
        make_move(match)
    assert told(match) == []


def test_the_review_tells_it_among_the_moves(cast: Cast, client: Client) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=1000))
    make_move(match)
    seating.leave(match_id=match.pk, user=waiting(match))
    client.force_login(User.objects.create_superuser("Olga"))
    text = client.get(reverse("admin:games_match_review", args=[match.pk])).content.decode()
    table = text.split('id="happened-title"')[1].split("</table>")[0]
    assert table.index(">1.1<") < table.index(">left<") < table.index(">a robot plays on<")
    assert '<tr class="event">' in table


def test_it_is_kept_for_ninety_days_and_goes_with_the_account(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    kept = dict(my_data.about(cast.bob))["comings and goings"]
    assert kept == [{"match__code": match.code, "seat": 1, "kind": "sat", "at": clock.now}]
    assert retention.forget(clock.now + seat_events.KEPT)["comings and goings at tables"] == 0
    assert retention.forget(clock.now + seat_events.KEPT + timedelta(1))["comings and goings at tables"] == 1
    seating.leave(match_id=match.pk, user=cast.alice)
    assert told(fresh(match)) != []
    say_farewell(user=cast.alice)
    assert told(fresh(match)) == []
