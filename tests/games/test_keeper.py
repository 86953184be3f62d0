"""What happens without a person: robots, deals, faults."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from unittest import mock

import pytest

from games import robots
from games.models import Match, Move, MoveBy, Round
from games.rules.moves import Move as AnyMove
from games.rules.moves import Pass
from games.rules.sight import Sight
from games.services import keeper, minder, play, seating, timing
from tests.cast import Cast
from tests.tables import (
    Clock,
    confirm_all,
    dealing,
    fresh,
    let_keeper_act,
    make_move,
    open_table,
    options,
    play_out_round,
    rules,
    sight,
    texts,
)

LEAD = "55 50 64 41 31 21 20 10 11 66 65 63 62 61 60 54 53 52"


@pytest.fixture(autouse=True)
def no_robot_sits_on_the_bench() -> None:
    keeper._minder = minder.Minder()


def against_robot(cast: Cast, kind: str = "scorer") -> Match:
    """Alice leads; a robot is on turn after her double five."""
    with dealing(LEAD):
        match = open_table(cast.alice, robots=[kind])
    make_move(match, cast.alice, "55")
    return fresh(match)


def test_a_robot_moves_at_a_human_pace(cast: Cast, clock: Clock) -> None:
    match = against_robot(cast)
    assert match.wake_at is not None
    assert 0.6 <= (match.wake_at - clock.now).total_seconds() <= 1.2
    clock.pass_by(0.5)
    assert keeper.tick() == []
    clock.pass_by(0.8)
    assert keeper.tick() == [match.pk]
    row = Move.objects.filter(match=match).order_by("version")[1]
    assert (row.by, row.seat, row.user, row.key) == (MoveBy.ROBOT, 1, None, "")


def test_several_robots_move_one_after_another(cast: Cast, clock: Clock) -> None:
    with dealing("55 50 54 53 52 51 41 66 65 63 33 32 31 30 64 62 61 60 44 43 42", lot=0):
        match = open_table(cast.alice, ruleset=rules(players=3), robots=["scorer", "careful"])
    make_move(match, cast.alice, "55")
    led_at = clock.now
    for _ in range(60):
        clock.pass_by(0.05)
        keeper.tick()
        if fresh(match).turn_seat == 0:
            break
    rows = Move.objects.filter(match=match, by=MoveBy.ROBOT).order_by("version")
    times = [(row.at - led_at).total_seconds() for row in rows]
    assert len(times) == 2
    assert 0.6 <= times[0] <= 1.3
    assert 0.6 <= times[1] - times[0] <= 1.3


def test_the_keeper_leaves_persons_alone_without_a_clock(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    clock.pass_by(3600 * 0.4)
    assert keeper.tick() == []
    assert texts(match) == []


def test_the_next_round_is_dealt_when_all_have_confirmed(cast: Cast, clock: Clock) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    seating.confirm_round(match_id=match.pk, user=cast.alice)
    assert fresh(match).round_number == 1
    seating.confirm_round(match_id=match.pk, user=cast.alice)
    assert fresh(match).round_number == 1
    seating.confirm_round(match_id=match.pk, user=cast.bob)
    match = fresh(match)
    assert match.round_number == 2
    assert options(match)
    assert not match.seats.filter(ready=True).exists()


def test_the_next_round_is_dealt_after_20_seconds(cast: Cast, clock: Clock) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    assert match.deadline is not None
    assert (match.deadline - clock.now).total_seconds() == 20
    clock.pass_by(19)
    keeper.tick()
    assert fresh(match).round_number == 1
    clock.pass_by(1.1)
    keeper.tick()
    assert fresh(match).round_number == 2
    keeper.tick()
    assert fresh(match).round_number == 2


def test_confirming_does_not_move_the_deadline(cast: Cast, clock: Clock) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    clock.pass_by(10)
    seating.confirm_round(match_id=match.pk, user=cast.alice)
    assert fresh(match).deadline == match.deadline


def test_robots_need_not_confirm(cast: Cast, clock: Clock) -> None:
    match = against_robot(cast)
    while not fresh(match).between_rounds:
        if fresh(match).turn_seat == 0:
            make_move(match)
        let_keeper_act(clock)
    assert confirm_all(match).round_number == 2


def test_confirming_too_late_or_in_a_round_changes_nothing(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    seating.confirm_round(match_id=match.pk, user=cast.alice)
    assert fresh(match).version == match.version


def raising(kind: str, sight: Sight, seed: int) -> AnyMove:
    raise RuntimeError("no idea")


def cheating(kind: str, sight: Sight, seed: int) -> AnyMove:
    return Pass()


def hanging(kind: str, sight: Sight, seed: int) -> AnyMove:
    time.sleep(30)
    raise AssertionError


@pytest.mark.parametrize("broken", [raising, cheating, hanging])
def test_a_broken_robot_is_replaced_by_a_simple_move_and_logged_once(
    cast: Cast, clock: Clock, caplog: pytest.LogCaptureFixture, broken: Callable[[str, Sight, int], AnyMove]
) -> None:  # A28
    match = against_robot(cast)
    expected = robots.safe_move(sight(match, 1))
    began = time.monotonic()
    with mock.patch.object(robots, "choose", broken), caplog.at_level(logging.ERROR):
        let_keeper_act(clock)
        took = time.monotonic() - began
        while len(set(Move.objects.filter(match=match, by=MoveBy.ROBOT).values_list("number"))) < 2:
            if fresh(match).turn_seat == 0:
                make_move(match)
            let_keeper_act(clock)
    assert took < 3
    assert texts(match)[1] == str(expected)
    assert len([record for record in caplog.records if "Robot scorer" in record.message]) == 1


def test_a_robots_move_that_comes_too_late_is_dropped(cast: Cast, clock: Clock) -> None:  # A29
    match = against_robot(cast)
    move = robots.safe_move(sight(match, 1))
    turn = match.turn_version
    assert play.play_for(match_id=match.pk, seat_index=1, move=move, turn_version=turn, by=MoveBy.ROBOT)
    assert not play.play_for(match_id=match.pk, seat_index=1, move=move, turn_version=turn, by=MoveBy.ROBOT)
    assert Move.objects.filter(match=match, by=MoveBy.ROBOT).count() == 1


def test_a_corrupt_match_is_flagged_and_the_others_go_on(
    cast: Cast, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:  # A38
    spoilt, sound = against_robot(cast), against_robot(cast)
    Round.objects.filter(match=spoilt).update(tiles="66 66 00")
    with caplog.at_level(logging.ERROR):
        let_keeper_act(clock, times=6)
    assert len(texts(sound)) > 1
    assert len(texts(spoilt)) == 1
    spoilt = fresh(spoilt)
    assert "round 1" in spoilt.fault
    assert spoilt.wake_at is not None
    assert spoilt.wake_at > clock.now
    assert len([record for record in caplog.records if spoilt.code in record.message]) == 1


def test_a_ruleset_of_another_age_is_flagged_too(cast: Cast, clock: Clock) -> None:  # A38
    match = against_robot(cast)
    Match.objects.filter(pk=match.pk).update(ruleset={**match.ruleset, "spinner": "second"})
    let_keeper_act(clock)
    assert "spinner" in fresh(match).fault


def test_a_corrupt_match_is_tried_less_and_less_and_goes_on_when_mended(cast: Cast, clock: Clock) -> None:  # A38
    match = against_robot(cast)
    tiles = match.rounds.get().tiles
    Round.objects.filter(match=match).update(tiles="")
    let_keeper_act(clock, times=60, step=5)
    assert 3 <= fresh(match).faults <= 8
    Round.objects.filter(match=match).update(tiles=tiles)
    let_keeper_act(clock, times=3, step=timing.RUNNING_PATIENCE.total_seconds() / 4)
    assert len(texts(match)) > 1
    assert fresh(match).fault == ""
