"""Deadlines: the server plays for the absent, then a stand-in."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import robots
from games.models import Match, Move, MoveBy
from games.services import keeper, seating, timing
from tests.cast import Cast
from tests.tables import (
    Clock,
    fresh,
    keep_here,
    let_keeper_act,
    make_move,
    on_turn,
    open_table,
    seat_of,
    sight,
    texts,
    timed,
    waiting,
)


@pytest.mark.parametrize("seconds", [20, 45, 90])
def test_the_deadline_stands_a_turn_ahead(cast: Cast, clock: Clock, seconds: int) -> None:
    match = timed(cast, seconds)
    assert match.deadline == clock.now + timedelta(seconds=seconds)
    clock.pass_by(7)
    make_move(match)
    assert fresh(match).deadline == clock.now + timedelta(seconds=seconds)


def test_without_a_clock_there_is_no_deadline(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    assert (match.deadline, match.wake_at) == (None, None)


def test_the_server_plays_the_simple_move_for_the_absent(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    absent = on_turn(match)
    expected = robots.safe_move(sight(match, match.turn_seat))
    clock.pass_by(20)
    keeper.tick()
    assert texts(match) == []  # a play sent with the last tick is still on its way
    clock.pass_by(1)
    keeper.tick()
    row = Move.objects.filter(match=match).order_by("version")[0]
    assert (row.text, row.by, row.user) == (str(expected), MoveBy.CLOCK, None)
    assert seat_of(match, absent).expiries == 1
    assert seat_of(match, absent).stand_in == ""


def test_a_play_after_the_deadline_stands_while_the_server_has_not_played(cast: Cast, clock: Clock) -> None:  # A24
    match = timed(cast)
    clock.pass_by(25)
    make_move(match)
    keeper.tick()
    assert Move.objects.filter(match=match, by=MoveBy.CLOCK).count() == 0


def expire(match: Match, clock: Clock) -> None:
    for _ in range(3):
        clock.pass_by(7)
        keep_here(match)
        keeper.tick()


def test_after_two_expiries_in_a_row_a_stand_in_takes_the_seat(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    absent, other = on_turn(match), waiting(match)
    for _ in range(2):
        while on_turn(match) != absent:
            make_move(match, other)
        expire(match, clock)
    assert seat_of(match, absent).stand_in == "careful"
    while fresh(match).turn_seat == seat_of(match, other).index:
        make_move(match, other)
    if not fresh(match).between_rounds:
        let_keeper_act(clock)
        assert Move.objects.filter(match=match, by=MoveBy.STAND_IN).exists()


def test_ones_own_move_clears_the_count(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    absent = on_turn(match)
    expire(match, clock)
    assert seat_of(match, absent).expiries == 1
    while on_turn(match) != absent:
        make_move(match)
    make_move(match, absent)
    assert seat_of(match, absent).expiries == 0


def test_the_stand_in_gives_the_seat_back_with_the_next_round_when_the_person_is_there(
    cast: Cast, clock: Clock
) -> None:
    match = timed(cast)
    idle = seat_of(match, cast.alice)
    idle.stand_in, idle.expiries = "careful", 2
    idle.save()
    finish_round(match, clock)
    assert seat_of(match, cast.alice).stand_in == "careful"
    let_keeper_act(clock, times=7, step=3)
    assert fresh(match).round_number == 2
    assert seat_of(match, cast.alice).stand_in == ""


def test_who_confirms_has_taken_his_seat_back(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    match.seats.filter(user=cast.alice).update(stand_in="careful", expiries=2)
    finish_round(match, clock)
    for user in (cast.alice, cast.bob):
        seating.confirm_round(match_id=match.pk, user=user)
    assert fresh(match).round_number == 2
    assert (seat_of(match, cast.alice).stand_in, seat_of(match, cast.alice).expiries) == ("", 0)


def finish_round(match: Match, clock: Clock) -> None:
    """Bob plays by himself, the keeper for the stand-in."""
    while not fresh(match).between_rounds:
        if fresh(match).turn_seat == match.seats.get(user__username="Bob").index:
            make_move(match)
        else:
            let_keeper_act(clock)
        keep_here(match)


def test_the_stand_in_keeps_the_seat_of_who_is_away(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    seating.leave(match_id=match.pk, user=cast.alice)
    finish_round(match, clock)
    let_keeper_act(clock, times=7, step=3)
    assert fresh(match).round_number == 2
    assert seat_of(match, cast.alice).stand_in == "careful"


@pytest.mark.parametrize(("robot", "seconds", "waits"), [(True, None, True), (True, 20, False), (False, None, False)])
def test_the_end_of_a_round_is_read_as_long_as_one_likes_where_nobody_else_waits(
    cast: Cast, clock: Clock, robot: bool, seconds: int | None, waits: bool
) -> None:
    company = {"robots": ["careful"]} if robot else {}
    match = open_table(*cast.seated(1 if robot else 2), turn_seconds=seconds, **company)
    timing.begin_turn(match, None, clock.now)  # as when a round has ended
    timing.schedule(match, list(match.seats.order_by("index")), clock.now)
    assert match.deadline == (None if waits else clock.now + timing.round_end())
    assert (match.wake_at is None) == waits
