"""«Muggins!» at the table: who calls, how often, and what a call takes (RULES.md section 4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games import verification
from games.models import Match
from games.rules.events import Called, Played, WindowClosed
from games.services import calling, errors, seating
from tests.cast import Cast
from tests.muggins import (
    call,
    called,
    calls_of,
    close_by_time,
    last_play,
    led,
    scores,
    view,
    window_of,
)
from tests.tables import Clock, fresh, make_move, on_turn, open_table


def test_the_first_right_call_takes_the_points_and_closes(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=5)
    answer = call(match, cast.bob, 10)
    row = last_play(match)
    match = fresh(match)
    assert (answer.right, answer.version) == (True, match.version)
    assert (row.count, row.points, row.taken_by, row.taken, row.closed_version) == (10, 0, 1, 10, match.version)
    assert (match.scores, match.window_open) == (["0", "10"], False)
    stored = calls_of(match)[0]
    assert (stored.user, stored.robot, stored.right, stored.seat) == (cast.bob, False, True, 1)
    events = view(match, cast.eve).sight.events  # type: ignore[union-attr]
    assert [type(event) for event in events[-3:]] == [Played, Called, WindowClosed]
    assert view(match, cast.eve).by[-3:] == ("person", "person", "person")
    assert verification.faults_of(match) == []


def test_a_call_may_be_text_as_a_form_sends_it(cast: Cast, clock: Clock) -> None:
    assert call(led(cast), cast.bob, "10").right


@pytest.mark.parametrize("points", [0, "", "0", -10, 169, "ten", "10.0", None])
def test_a_call_without_an_amount_costs_no_try(cast: Cast, clock: Clock, points: int | str) -> None:
    match = led(cast)
    with pytest.raises(errors.BadClaim):
        call(match, cast.bob, points)
    assert call(match, cast.bob, 10).right


WRONG_CALLS: list[Callable[[Cast], tuple[Match, int]]] = [
    lambda cast: (led(cast, 3, claim=None), 15),
    lambda cast: (led(cast, 3, claim=5), 5),
    lambda cast: (led(cast, 3, claim=10), 10),
    lambda cast: (led(cast, 3, "50", claim=5), 5),
    lambda cast: (led(cast, 3, "64", claim=5), 15),
    lambda cast: (led(cast, 3, "64", claim=20), 20),
    lambda cast: (led(cast, 3, "21", claim=None), 5),
]


@pytest.mark.parametrize("make", WRONG_CALLS)
def test_a_wrong_call_is_answered_alike_whatever_was_wrong(
    cast: Cast, clock: Clock, make: Callable[[Cast], tuple[Match, int]]
) -> None:
    """Another amount, the amount that was rightly claimed, or nothing there: answer and table are the same."""
    match, points = make(cast)
    wake_at = match.wake_at
    answer = call(match, cast.bob, points)
    after = fresh(match)
    assert (answer.right, answer.version, answer.repeated) == (False, match.version + 1, False)
    assert (after.scores, after.window_until, after.wake_at) == (["0", "0", "0"], match.window_until, wake_at)
    assert (after.turn_seat, after.turn_version, after.deadline) == (1, match.turn_version, None)
    assert window_of(match, cast.bob).own_try == points
    assert window_of(match, cast.carol).may_call
    assert last_play(match).closed_version is None


def test_the_window_stays_open_as_long_for_a_right_claim_as_for_none(cast: Cast, clock: Clock) -> None:
    seen = []
    for claim in (10, 5, None):
        match = led(cast, 3, claim=claim)
        call(match, cast.bob, 20)
        at = fresh(match)
        seen.append((at.window_until, at.wake_at, at.version, at.turn_version))
        call(match, cast.carol, 20)
        assert not fresh(match).window_open
    assert len(set(seen)) == 1


def test_the_window_closes_when_every_opponent_has_tried(cast: Cast, clock: Clock) -> None:
    match = led(cast, 3, claim=10)
    call(match, cast.bob, 10)
    assert fresh(match).window_open
    answer = call(match, cast.carol, 5)
    match = fresh(match)
    assert (answer.right, match.window_open, match.scores) == (False, False, ["10", "0", "0"])
    assert last_play(match).closed_version == answer.version
    assert verification.faults_of(match) == []


def test_a_partner_does_not_call_and_is_not_waited_for(cast: Cast, clock: Clock) -> None:
    match = led(cast, 4, claim=None)
    assert not window_of(match, cast.bob).may_call
    for user in (cast.alice, cast.bob):
        with pytest.raises(errors.OwnSide):
            call(match, user, 10)
    call(match, cast.carol, 5)
    assert call(match, cast.dave, 10).right
    assert scores(match) == ["0", "10"]


def test_one_try_each(cast: Cast, clock: Clock) -> None:
    match = led(cast, 3)
    call(match, cast.bob, 5)
    with pytest.raises(errors.AlreadyTried):
        call(match, cast.bob, 10)
    assert not window_of(match, cast.bob).may_call
    assert scores(match) == ["0", "0", "0"]


def test_spectators_do_not_call(cast: Cast, clock: Clock) -> None:
    match = led(cast)
    with pytest.raises(errors.NotSeated) as refused:
        call(match, cast.eve, 10)
    assert refused.value.status == 403
    assert calls_of(match) == []


def test_nothing_is_called_where_the_table_counts(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    with pytest.raises(errors.NotCalling):
        call(match, on_turn(match), 10)


def test_a_call_about_an_older_play_is_too_late(cast: Cast, clock: Clock) -> None:
    """Bob plays, and so closes Alice's window; what Alice then sends is about her own play."""
    match = led(cast)
    old = match.turn_version
    make_move(match, cast.bob, "65>55.L1")
    for user, points in ((cast.alice, 10), (cast.bob, 10)):
        with pytest.raises(errors.WindowClosed):
            call(match, user, points, old)
    assert calls_of(match) == []
    call(match, cast.alice, 10)


def test_a_call_after_the_window_is_too_late(cast: Cast, clock: Clock) -> None:
    match = led(cast)
    close_by_time(match, clock)
    with pytest.raises(errors.WindowClosed):
        call(match, cast.bob, 10)
    assert scores(match) == ["0", "0"]


@pytest.mark.parametrize("version", [-1, 10**6, 10**30])
def test_a_call_about_a_version_that_the_match_never_had(cast: Cast, clock: Clock, version: int) -> None:
    with pytest.raises(errors.BadVersion):
        call(led(cast), cast.bob, 10, version)


def test_nothing_is_called_before_the_match(cast: Cast) -> None:
    with pytest.raises(errors.NotRunning):
        call(open_table(cast.alice, ruleset=called()), cast.alice, 10, 1)


def test_who_is_stood_in_for_does_not_call(cast: Cast, clock: Clock) -> None:
    match = led(cast)
    seating.leave(match_id=match.pk, user=cast.bob)
    assert not window_of(match, cast.bob).may_call
    with pytest.raises(errors.StandInPlays):
        call(match, cast.bob, 10)
    seating.come_back(match_id=match.pk, user=cast.bob)
    assert call(match, cast.bob, 10).right


def test_a_double_click_calls_once(cast: Cast, clock: Clock) -> None:  # A22
    match = led(cast, 3)
    first = call(match, cast.bob, 10, key="once")
    again = call(match, cast.bob, 10, match.turn_version, key="once")
    assert (again.version, again.right, again.repeated, first.repeated) == (first.version, True, True, False)
    assert len(calls_of(match)) == 1
    assert scores(match) == ["0", "10", "0"]


def test_a_known_key_with_another_amount_or_play_is_refused(cast: Cast, clock: Clock) -> None:  # B12
    match = led(cast, 3)
    call(match, cast.bob, 5, key="once")
    for points, version in ((10, match.version), (5, match.version + 1), (5, 1)):
        with pytest.raises(errors.KeyReused):
            call(match, cast.bob, points, version, key="once")
    assert call(match, cast.carol, 10, match.version, key="once").right


@pytest.mark.parametrize("key", ["", " ", "a b", "nul\x00", "x" * 65])
def test_a_key_that_is_none(cast: Cast, clock: Clock, key: str) -> None:  # B12
    match = led(cast)
    with pytest.raises(errors.BadKey):
        calling.call_muggins(match_id=match.pk, user=cast.bob, points=10, version=match.version, key=key)
