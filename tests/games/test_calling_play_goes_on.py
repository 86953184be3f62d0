"""«Muggins!» at the table: moves, draws, passes and clocks that close a window or wait for it (RULES.md section 4)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import verification
from games.models import Match, Move, MoveBy, Stage
from games.rules.errors import Reason
from games.services import calling, errors, keeper
from tests.cast import Cast
from tests.muggins import (
    call,
    called,
    close_by_time,
    last_play,
    led,
    scores,
    view,
    window_of,
)
from tests.tables import Clock, dealing, fresh, make_move, on_turn, open_table, texts, timed

# --- The next player closes the window by acting


def test_the_next_play_closes_the_window_first(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=10)
    played = make_move(match, cast.bob, "65>55.L1", match.version, claim=None)
    first, second = Move.objects.filter(match=match).order_by("version")
    assert (first.points, first.closed_version) == (10, second.version - 1)
    assert second.version == played.version == fresh(match).version == fresh(match).turn_version
    assert (second.closed_version, fresh(match).window_open) == (None, True)
    assert scores(match) == ["10", "0"]
    assert verification.faults_of(fresh(match)) == []


@pytest.mark.parametrize("move", ["66>55.L1", "50>55.L1", "65>55.S1", "65", "99", "-", "nonsense"])
def test_a_move_that_is_refused_closes_nothing(cast: Cast, clock: Clock, move: str) -> None:
    match = led(cast, claim=10)
    with pytest.raises(errors.Refused):
        make_move(match, cast.bob, move)
    after = fresh(match)
    assert (after.version, after.window_open, after.scores) == (match.version, True, ["0", "0"])


def test_a_page_from_before_the_window_closed_is_not_stale(cast: Cast, clock: Clock) -> None:
    match = led(cast)
    shown = match.version
    close_by_time(match, clock)
    make_move(match, cast.bob, "65>55.L1", shown)
    assert texts(match) == ["55", "65>55.L1"]


def test_points_that_end_the_match_come_before_the_next_move(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=10, ruleset=called(target=10))
    with pytest.raises(errors.WindowEnded) as refused:
        make_move(match, cast.bob, "65>55.L1")
    assert refused.value.status == 409
    match = fresh(match)
    assert (match.state, match.winner_side, match.scores) == (Stage.FINISHED, 0, ["10", "0"])
    assert (texts(match), match.window_until) == (["55"], None)
    assert verification.faults_of(match) == []


def test_a_refused_move_does_not_tell_that_the_claim_wins(cast: Cast, clock: Clock) -> None:
    """Bob tries a tile that does not fit: the answer is the same as at any other table."""
    for target in (10, 250):
        match = led(cast, claim=10, ruleset=called(target=target))
        with pytest.raises(errors.IllegalPlay) as refused:
            make_move(match, cast.bob, "66>55.L1")
        assert refused.value.reason == Reason.NO_MATCH
        assert fresh(match).version == match.version


def test_stolen_points_can_win_the_match(cast: Cast, clock: Clock) -> None:
    match = led(cast, ruleset=called(target=10))
    assert call(match, cast.bob, 10).right
    match = fresh(match)
    assert (match.state, match.winner_side, match.scores) == (Stage.FINISHED, 1, ["0", "10"])
    assert match.rounds.get().end == "target"
    with pytest.raises(errors.WindowClosed):
        call(match, cast.alice, 10)
    assert verification.faults_of(match) == []


# --- Draws and passes wait


def drawing(cast: Cast, **settings: object) -> Match:
    """Alice leads 10; Bob has neither a 1 nor a 0 and would draw 00."""
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, cast.bob, ruleset=called(), **settings)
    make_move(match, cast.alice, "10")
    return fresh(match)


def test_forced_draws_wait_until_the_window_has_closed(cast: Cast, clock: Clock) -> None:
    match = drawing(cast)
    assert texts(match) == ["10"]
    assert verification.faults_of(match) == []
    shown = match.version
    match = close_by_time(match, clock)
    assert texts(match) == ["10", "+00"]
    assert match.turn_version == match.version == shown + 2
    assert last_play(match).closed_version == shown + 1
    assert verification.faults_of(match) == []


def test_who_must_draw_need_not_wait(cast: Cast, clock: Clock) -> None:
    match = drawing(cast)
    assert [window_of(match, user).go_on for user in (cast.alice, cast.bob, cast.eve)] == ["", "draw", ""]
    calling.go_on(match_id=match.pk, user=cast.bob, version=match.version)
    assert texts(match) == ["10", "+00"]
    assert not fresh(match).window_open
    assert on_turn(match) == cast.bob


def test_who_must_pass_need_not_wait(cast: Cast, clock: Clock) -> None:
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, cast.bob, ruleset=called(reserve=10))
    make_move(match, cast.alice, "10")
    assert window_of(match, cast.bob).go_on == "pass"
    calling.go_on(match_id=match.pk, user=cast.bob, version=fresh(match).version)
    assert texts(match) == ["10", "-"]
    assert on_turn(match) == cast.alice


def test_going_on_too_late_or_twice_changes_nothing(cast: Cast, clock: Clock) -> None:  # A22
    match = drawing(cast)
    calling.go_on(match_id=match.pk, user=cast.bob, version=match.version)
    after = fresh(match)
    calling.go_on(match_id=match.pk, user=cast.bob, version=match.version)
    assert fresh(match).version == after.version
    assert texts(match) == ["10", "+00"]


def test_who_has_a_play_or_is_not_next_does_not_go_on(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=10)
    refusals = {cast.alice: errors.NotYourTurn, cast.bob: errors.IllegalPlay, cast.eve: errors.NotSeated}
    for user, refusal in refusals.items():
        with pytest.raises(refusal):
            calling.go_on(match_id=match.pk, user=user, version=match.version)
    with pytest.raises(errors.BadVersion):
        calling.go_on(match_id=match.pk, user=cast.bob, version=match.version + 1)
    assert fresh(match).version == match.version
    with pytest.raises(errors.NotCalling):
        calling.go_on(match_id=timed(cast).pk, user=cast.alice, version=1)


def test_a_draw_is_refused_in_the_same_words_while_the_window_is_open(cast: Cast, clock: Clock) -> None:
    match = drawing(cast)
    for move in ("+00", "+66", "-"):
        with pytest.raises(errors.IllegalPlay) as refused:
            make_move(match, cast.bob, move)
        assert refused.value.reason == Reason.CAN_PLAY


# --- Clocks


def test_the_next_players_clock_starts_when_the_window_has_closed(cast: Cast, clock: Clock) -> None:
    match = led(cast, turn_seconds=20)
    assert (match.deadline, view(match, cast.bob).seconds_left) == (None, None)
    match = close_by_time(match, clock)
    assert match.deadline == clock.now + timedelta(seconds=20)
    assert match.turn_version < match.version
    clock.pass_by(21.1)
    keeper.tick()
    row = last_play(match)
    assert (row.by, row.seat, row.claim) == (MoveBy.CLOCK, 1, None)
    assert fresh(match).window_open


def test_a_window_longer_than_the_turn_is_closed_by_its_own_time(cast: Cast, clock: Clock) -> None:
    match = led(cast, ruleset=called(muggins_seconds=60), turn_seconds=20)
    clock.pass_by(30)
    keeper.tick()
    assert texts(match) == ["55"]
    assert fresh(match).window_open
