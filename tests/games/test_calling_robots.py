"""Robots where points are called: never too quick, never told by their timing, and never in the way of a match."""

from __future__ import annotations

import logging
from datetime import timedelta
from unittest import mock

import pytest

from games import replay, robots, verification
from games.models import Match, Move, MoveBy, Stage
from games.robots import safe_move
from games.rules.calling import callers
from games.rules.moves import Play
from games.rules.ruleset import PRESETS, preset_players
from games.rules.scoring import points_for
from games.rules.sight import Sight
from games.services import keeper, minder, records, seating, windows
from tests.cast import Cast
from tests.games.test_records import verify_record
from tests.muggins import DEALS, call, called, calls_of, last_play, noticing, view, window_of
from tests.tables import (
    Clock,
    close_window,
    confirm_all,
    dealing,
    fresh,
    make_move,
    open_table,
    sight,
    state_of,
    texts,
)

SIZES = [(name, players) for name in PRESETS for players in preset_players(name)]


@pytest.fixture(autouse=True)
def no_robot_sits_on_the_bench() -> None:
    keeper._minder = minder.Minder()


def led_against_robots(cast: Cast, players: int = 2, lead: str = "55", claim: int | None = None) -> Match:
    """Alice has led against robots alone."""
    with dealing(DEALS[players]):
        match = open_table(cast.alice, ruleset=called(players=players), robots=["scorer"] * (players - 1))
    make_move(match, cast.alice, lead, claim=claim)
    return fresh(match)


def run(clock: Clock, match: Match, seconds: float) -> None:
    """The keeper looks every tenth of a second, and the person stays at the table."""
    for _ in range(round(seconds * 10)):
        clock.pass_by(0.1)
        keeper.tick()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_robot_calls_within_a_humans_reaction_time(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    noticing(monkeypatch, 1.0)
    for _ in range(5):
        match = led_against_robots(cast, players)
        run(clock, match, 1.7)
        assert (calls_of(match), texts(match)) == ([], ["55"])
        run(clock, match, 2.5)
        (stored,) = calls_of(match)
        assert (stored.robot, stored.user, stored.right, stored.points) == (True, None, True, 10)
        assert view(match, cast.eve).by[2:4] == ("robot", "robot")
        seating.leave(match_id=match.pk, user=cast.alice)


def test_a_robot_that_notices_nothing_lets_the_game_go_on(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    noticing(monkeypatch, 0.0)
    match = led_against_robots(cast)
    run(clock, match, 4.1)
    assert calls_of(match) == []
    first, second = Move.objects.filter(match=match).order_by("version")
    assert (first.points, first.taken_by) == (0, None)
    assert second.by == MoveBy.ROBOT
    assert second.at - first.at >= timedelta(seconds=1.8)


def test_robots_do_not_call_what_was_claimed_or_is_not_there(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    noticing(monkeypatch, 1.0)
    for lead, claim in (("55", 10), ("21", None), ("21", 5)):
        match = led_against_robots(cast, 3, lead, claim)
        run(clock, match, 4.1)
        assert calls_of(match) == []
        assert last_play(match).seat == 1
        seating.leave(match_id=match.pk, user=cast.alice)


def test_a_robot_claims_what_it_makes(cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    noticing(monkeypatch, 0.0)
    match = led_against_robots(cast, 2, claim=10)
    run(clock, match, 4.1)
    row = last_play(match)
    assert row.seat == 1
    window = window_of(match, cast.alice)
    assert window.claim == row.claim
    run(clock, match, 9.1)
    row.refresh_from_db()
    assert row.points == (row.claim or 0) == (row.count if row.count is not None and row.count % 5 == 0 else 0)


def test_a_robot_on_turn_leaves_persons_their_time(cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob's seat is empty for a robot; Carol may still call upon Alice's play, so the robot waits."""
    noticing(monkeypatch, 0.0)
    ruleset = called(players=3)
    with dealing(DEALS[3]):
        match = open_table(cast.alice, ruleset=ruleset, robots={1: "scorer"})
        seating.take_seat(match_id=match.pk, user=cast.carol)
    make_move(match, cast.alice, "55")
    run(clock, match, 2.9)
    assert texts(match) == ["55"]
    assert call(match, cast.carol, 10).right
    run(clock, match, 1.3)
    assert last_play(match).seat == 1


def test_a_robot_on_turn_waits_no_longer_than_the_window(cast: Cast, clock: Clock) -> None:
    ruleset = called(players=3, muggins_seconds=3)
    with dealing(DEALS[3]):
        match = open_table(cast.alice, ruleset=ruleset, robots={1: "scorer"})
        seating.take_seat(match_id=match.pk, user=cast.carol)
    make_move(match, cast.alice, "55", claim=10)
    run(clock, match, 4.1)
    assert last_play(match).seat == 1


def test_a_robot_that_must_draw_goes_on_by_itself(cast: Cast, clock: Clock) -> None:
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, ruleset=called(), robots=["scorer"])
    make_move(match, cast.alice, "10")
    run(clock, match, 4.1)
    assert texts(match)[:2] == ["10", "+00"]
    run(clock, match, 1.3)
    assert texts(match) == ["10", "+00", "00>10.0"]


CLAIMS = [("55", 10), ("55", None), ("55", 15), ("21", None), ("21", 5)]


def test_when_robots_look_and_act_tells_nothing(cast: Cast, clock: Clock) -> None:
    """With the same lots everything happens at the same moment, whatever was claimed and whatever is there."""
    seen = set()
    for lead, claim in CLAIMS:
        with mock.patch.object(windows.secrets, "SystemRandom") as lots:
            lots.return_value.uniform.side_effect = lambda least, most: (least + most) / 2
            match = led_against_robots(cast, 3, lead, claim)
            seats = list(match.seats.order_by("index").values_list("look_at", flat=True))
        times = [at and (at - clock.now).total_seconds() for at in (*seats, match.wake_at, match.window_until)]
        seen.add((tuple(times), match.version, match.turn_version))
    assert len(seen) == 1


def test_a_robot_that_looked_and_let_it_be_has_changed_nothing_that_is_seen(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    noticing(monkeypatch, 0.0)
    match = led_against_robots(cast, 3)
    first = min(at for at in match.seats.values_list("look_at", flat=True) if at is not None)
    clock.now = first
    with mock.patch("games.services.announce._push") as push:
        assert keeper.tick() == [match.pk]
    push.assert_not_called()
    after = fresh(match)
    assert (after.version, after.window_until, after.turn_at) == (match.version, match.window_until, match.turn_at)
    assert match.seats.filter(look_at__isnull=False).count() == 1
    assert after.wake_at is not None
    assert after.wake_at > first


def test_a_robot_looks_once(cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    noticing(monkeypatch, 0.0)
    asked = mock.Mock(return_value=None)
    monkeypatch.setattr(robots, "will_call", asked)
    match = led_against_robots(cast, 3)
    run(clock, match, 9.5)
    assert asked.call_count >= 2
    looked = [args[0][1] for args in asked.call_args_list if args[0][1].events[-1] == args[0][1].events[1]]
    assert len(looked) == len({sight.seat for sight in looked}) == 2


def raising(kind: str, sight: Sight, *rest: object) -> int:
    raise RuntimeError("a robot's bad day")


@pytest.mark.parametrize("answer", [raising, lambda *_: 10.0, lambda *_: -5, lambda *_: True, lambda *_: 10**6])
def test_a_robot_that_fails_to_call_stops_nothing(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answer: object
) -> None:  # A28
    monkeypatch.setattr(robots, "will_call", answer)
    match = led_against_robots(cast)
    with caplog.at_level(logging.ERROR):
        run(clock, match, 9.5)
    assert calls_of(match) == []
    assert last_play(match).seat == 1
    assert len([record for record in caplog.records if record.name == "games.services.minder"]) == 1
    assert fresh(match).fault == ""


def test_nothing_that_is_logged_holds_an_amount(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:  # C42
    monkeypatch.setattr(robots, "will_call", lambda *_: 777)
    match = led_against_robots(cast)
    with caplog.at_level(logging.DEBUG):
        run(clock, match, 5)
    assert caplog.records
    assert "777" not in caplog.text


def test_a_robot_that_fails_to_claim_still_plays(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:  # A28
    monkeypatch.setattr(robots, "claim", raising)
    match = led_against_robots(cast, claim=10)
    run(clock, match, 4.2)
    row = last_play(match)
    assert (row.seat, row.by, row.claim) == (1, MoveBy.ROBOT, None)


# --- Whole matches

#: Weak play under own_hand can sink for ever: such a match is played to a target that good luck reaches.
TARGETS = {"five_up": 7, "thoughtco": 10, "muggins": 10}


def check(match: Match) -> None:
    assert match.state == Stage.FINISHED
    assert verification.faults_of(match) == []
    assert verify_record(records.export_record(match)) == "1 of 1 records hold"
    assert not Move.objects.filter(match=match, text__regex="^[0-9]", closed_version__isnull=True).exists()


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_persons_call_their_way_through_a_match(cast: Cast, clock: Clock, name: str, players: int) -> None:
    """They claim what they make, but not with every third tile: that is stolen by the last of the opponents."""
    match = open_table(*cast.seated(players), ruleset=called(name, players, target=TARGETS.get(name, 35)))
    while not (now := fresh(match)).is_over:
        if now.between_rounds:
            confirm_all(match)
        elif now.window_open:
            steal_or_close(now)
        else:
            make_move(match, move=safe_move(sight(match, now.turn_seat)), claim=claim_of(now))
    check(now)


def claim_of(match: Match) -> int | None:
    """What the simple move makes; nothing with every third tile."""
    state = state_of(match)
    move = safe_move(sight(match, match.turn_seat))
    assert isinstance(move, Play)
    made = points_for(state.layout.with_tile(move).count, state.ruleset)
    return None if len(state.layout.placements) % 3 == 0 else made


def steal_or_close(match: Match) -> None:
    """Points that are there and not claimed are called; else the window closes."""
    window = replay.load(match).match.window
    assert window is not None
    if window.is_claimed or not window.points:
        close_window(match)
        return
    thief = max(callers(replay.ruleset_of(match.ruleset), window))
    user = match.seats.get(index=thief).user
    assert user is not None
    assert call(match, user, int(window.points)).right


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_robots_claim_and_call_through_a_match(cast: Cast, clock: Clock, name: str, players: int) -> None:
    """A stand-in plays for Alice, who only looks on and confirms nothing."""
    ruleset = called(name, players, target=TARGETS.get(name, 35))
    match = open_table(cast.alice, ruleset=ruleset, robots=["scorer", "careful", "beginner"][: players - 1])
    seat = match.seats.get(index=0)
    while not fresh(match).is_over:
        seating.heartbeat(match_id=match.pk, user=cast.alice)
        match.seats.filter(pk=seat.pk).update(stand_in="careful")
        now = fresh(match)
        clock.now = max(clock.now, now.wake_at or clock.now) + timedelta(milliseconds=1)
        if now.wake_at is None or now.turn_seat == 0:
            Match.objects.filter(pk=match.pk).update(wake_at=clock.now)
        keeper.tick()
    check(fresh(match))
