"""Leaving, being away, coming back, and tables that nobody plays any more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match, Move, MoveBy, Stage, Why
from games.services import errors, keeper, seating
from tests.cast import Cast
from tests.tables import (
    Clock,
    fresh,
    let_keeper_act,
    make_move,
    on_turn,
    open_table,
    play_out_match,
    play_out_round,
    rules,
    seat_of,
    texts,
    waiting,
)


def test_a_robot_plays_on_for_who_left(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=1000))
    gone = on_turn(match)
    seating.leave(match_id=match.pk, user=gone)
    seat = seat_of(match, gone)
    assert (seat.left, seat.stand_in, seat.robot, seat.user) == (True, "careful", "", gone)
    let_keeper_act(clock)
    row = Move.objects.filter(match=match).order_by("version")[0]
    assert (row.by, row.seat) == (MoveBy.STAND_IN, seat.index)


def test_leaving_twice_is_leaving_once(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    seating.leave(match_id=match.pk, user=cast.alice)
    version = fresh(match).version
    seating.leave(match_id=match.pk, user=cast.alice)
    assert fresh(match).version == version


def test_the_seat_can_be_taken_back_at_any_moment(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    gone = on_turn(match)
    seating.leave(match_id=match.pk, user=gone)
    seating.come_back(match_id=match.pk, user=gone)
    seat = seat_of(match, gone)
    assert (seat.left, seat.stand_in, seat.away) == (False, "", False)
    let_keeper_act(clock, times=3)
    assert texts(match) == []
    make_move(match, gone)


def test_coming_back_when_one_never_left_changes_nothing(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    seating.come_back(match_id=match.pk, user=cast.alice)
    assert fresh(match).version == match.version
    with pytest.raises(errors.NotSeated):
        seating.come_back(match_id=match.pk, user=cast.eve)


def test_leaving_and_coming_back_buys_no_new_turn(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob, turn_seconds=90)
    staller = on_turn(match)
    clock.pass_by(60)
    seating.leave(match_id=match.pk, user=staller)
    assert fresh(match).wake_at == clock.now  # the stand-in has thought long enough
    seating.come_back(match_id=match.pk, user=staller)
    assert fresh(match).deadline == match.deadline


def test_who_comes_back_late_gets_a_moment_to_look(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob, turn_seconds=20)
    late = on_turn(match)
    seating.leave(match_id=match.pk, user=late)
    clock.pass_by(19)
    seating.come_back(match_id=match.pk, user=late)
    assert fresh(match).deadline == clock.now + timedelta(seconds=10)


def test_the_leave_of_one_does_not_move_the_deadline_of_another(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob, cast.carol, turn_seconds=20)
    clock.pass_by(15)
    seating.leave(match_id=match.pk, user=waiting(match))
    assert fresh(match).deadline == match.deadline


def test_the_round_goes_on_without_the_confirmation_of_who_left(cast: Cast) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    seating.confirm_round(match_id=match.pk, user=cast.alice)
    seating.leave(match_id=match.pk, user=cast.bob)
    assert fresh(match).round_number == 2


def test_robots_do_not_play_for_nobody(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    seating.leave(match_id=match.pk, user=cast.alice)
    seating.leave(match_id=match.pk, user=cast.bob)
    assert fresh(match).wake_at is None
    let_keeper_act(clock, times=20)
    assert texts(match) == []
    seating.come_back(match_id=match.pk, user=waiting(match))
    let_keeper_act(clock, times=2)
    assert texts(match)


def test_a_match_that_all_have_left_is_ended_after_ten_minutes(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, robots=["scorer"])
    seating.leave(match_id=match.pk, user=cast.alice)
    let_keeper_act(clock, times=9, step=60)
    assert fresh(match).state == Stage.RUNNING
    let_keeper_act(clock, times=2, step=61)
    match = fresh(match)
    assert (match.state, match.why, match.winner_side) == (Stage.ABANDONED, Why.EVERYBODY_LEFT, None)
    with pytest.raises(errors.MatchOver):
        seating.come_back(match_id=match.pk, user=cast.alice)


# --- Presence is a lease


def test_who_is_not_heard_of_for_30_seconds_is_away(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    for _ in range(4):
        clock.pass_by(9)
        seating.heartbeat(match_id=match.pk, user=cast.alice)
        keeper.tick()
    assert not seat_of(match, cast.alice).away
    assert seat_of(match, cast.bob).away
    assert fresh(match).version > match.version
    version = fresh(match).version
    seating.heartbeat(match_id=match.pk, user=cast.bob)
    assert not seat_of(match, cast.bob).away
    assert fresh(match).version == version + 1


def test_a_heartbeat_writes_seldom(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    first = seat_of(match, cast.alice).seen_at
    clock.pass_by(5)
    seating.heartbeat(match_id=match.pk, user=cast.alice)
    assert seat_of(match, cast.alice).seen_at == first
    clock.pass_by(6)
    seating.heartbeat(match_id=match.pk, user=cast.alice)
    assert seat_of(match, cast.alice).seen_at == clock.now
    assert fresh(match).version == match.version


def test_a_heartbeat_holds_the_seat_at_this_table_alone(cast: Cast, clock: Clock) -> None:
    here, elsewhere = open_table(cast.alice, cast.bob), open_table(cast.alice, cast.carol)
    began = seat_of(elsewhere, cast.alice).seen_at
    clock.pass_by(15)
    seating.heartbeat(match_id=here.pk, user=cast.alice)
    assert (seat_of(here, cast.alice).seen_at, seat_of(elsewhere, cast.alice).seen_at) == (clock.now, began)
    assert seat_of(here, cast.bob).seen_at == began


def test_the_heartbeats_of_spectators_and_leavers_say_nothing(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    seating.leave(match_id=match.pk, user=cast.bob)
    left_at, version = seat_of(match, cast.bob).seen_at, fresh(match).version
    clock.pass_by(15)
    seating.heartbeat(match_id=match.pk, user=cast.eve)
    seating.heartbeat(match_id=match.pk, user=cast.bob)
    assert seat_of(match, cast.bob).seen_at == left_at
    assert fresh(match).version == version


def test_the_next_deal_does_not_wait_for_who_is_away(cast: Cast, clock: Clock) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    seat = seat_of(match, cast.bob)
    seat.away = True
    seat.save()
    seating.confirm_round(match_id=match.pk, user=cast.alice)
    assert fresh(match).round_number == 2


@pytest.mark.parametrize(
    ("persons", "players", "robots", "seconds", "minutes", "state"),
    [
        (1, 3, [], None, 9, Stage.OPEN),
        (1, 3, [], None, 11, Stage.ABANDONED),
        (2, 2, [], None, 29, Stage.RUNNING),
        (2, 2, [], None, 31, Stage.ABANDONED),
        (1, 2, ["scorer"], None, 23 * 60, Stage.RUNNING),
        (1, 2, ["scorer"], None, 25 * 60, Stage.ABANDONED),
        (1, 2, ["scorer"], 20, 31, Stage.ABANDONED),
    ],
)
def test_tables_that_nobody_comes_back_to_are_ended(
    cast: Cast,
    clock: Clock,
    persons: int,
    players: int,
    robots: list[str],
    seconds: int | None,
    minutes: int,
    state: Stage,
) -> None:
    match = open_table(*cast.seated(3)[:persons], ruleset=rules(players=players), robots=robots, turn_seconds=seconds)
    clock.pass_by(minutes * 60)
    keeper.tick()
    match = fresh(match)
    assert match.state == state
    assert match.why == (Why.NOBODY_CAME if state == Stage.ABANDONED else "")


def test_a_table_with_one_person_left_at_it_is_kept(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    for _ in range(60):
        clock.pass_by(60)
        seating.heartbeat(match_id=match.pk, user=cast.alice)
        keeper.tick()
    assert fresh(match).state == Stage.RUNNING


# --- Rematch


def finished(cast: Cast, **settings: object) -> Match:
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20), **settings))


def test_a_rematch_needs_everybody(cast: Cast) -> None:
    match = finished(cast, turn_seconds=45, private=True, title="Friday")
    assert seating.ask_rematch(match_id=match.pk, user=cast.alice) is None
    assert seating.ask_rematch(match_id=match.pk, user=cast.alice) is None
    new = seating.ask_rematch(match_id=match.pk, user=cast.bob)
    assert new is not None
    assert new.state == Stage.RUNNING
    assert fresh(match).rematch == new
    assert (new.turn_seconds, new.private, new.title, new.ruleset) == (45, True, "Friday", match.ruleset)
    assert [seat.user for seat in new.seats.order_by("index")] == [cast.bob, cast.alice]
    assert new.scores == ["0", "0"]


def test_there_is_one_rematch(cast: Cast) -> None:  # B62
    match = finished(cast)
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    news = {seating.ask_rematch(match_id=match.pk, user=user) for user in (cast.bob, cast.alice, cast.bob)}
    assert len(news) == 1
    assert Match.objects.count() == 2


def test_the_rematch_keeps_the_robots(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3, target=20), robots=["scorer", "careful"])
    while not fresh(match).is_over:
        if fresh(match).turn_seat == 0:
            make_move(match)
        else:
            let_keeper_act(clock, step=21 if fresh(match).between_rounds else 1.3)
            seating.heartbeat(match_id=match.pk, user=cast.alice)
    new = seating.ask_rematch(match_id=match.pk, user=cast.alice)
    assert new is not None
    assert [seat.robot for seat in new.seats.order_by("index")] == ["scorer", "", "careful"]


def test_a_rematch_turns_the_seats_and_partners_stay_partners(cast: Cast) -> None:
    match = open_table(*cast.seated(4), ruleset=rules(players=4, target=20))
    match = play_out_match(match)
    for user in cast.seated(4):
        new = seating.ask_rematch(match_id=match.pk, user=user)
    assert new is not None
    assert [seat.user for seat in new.seats.order_by("index")] == [cast.dave, cast.alice, cast.carol, cast.bob]
    assert new.state == Stage.RUNNING


def test_no_rematch_before_the_end_nor_when_somebody_has_left(cast: Cast) -> None:  # B62
    running = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.NoRematch):
        seating.ask_rematch(match_id=running.pk, user=cast.alice)
    match = finished(cast)
    with pytest.raises(errors.NotSeated):
        seating.ask_rematch(match_id=match.pk, user=cast.eve)
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    seating.leave(match_id=match.pk, user=cast.bob)
    for user in (cast.alice, cast.bob):
        with pytest.raises(errors.NoRematch):
            seating.ask_rematch(match_id=match.pk, user=user)
    assert Match.objects.count() == 2
