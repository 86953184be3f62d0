"""«Muggins!» at the table: claims, calls, and what closes a window (RULES.md section 4)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games import verification
from games.models import Call, Match, Move, MoveBy, Stage
from games.rules.errors import Reason
from games.rules.events import Called, Played, WindowClosed
from games.services import calling, errors, keeper, seating
from tests.cast import Cast
from tests.muggins import (
    DEALS,
    call,
    called,
    calls_of,
    close_by_time,
    last_play,
    led,
    view,
    window_of,
)
from tests.tables import Clock, dealing, fresh, make_move, on_turn, open_table, texts, timed


def scores(match: Match) -> list[str]:
    return list(fresh(match).scores)


# --- The window opens


def test_a_play_opens_a_window_and_tells_nothing(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=10)
    row = last_play(match)
    assert (row.text, row.claim, row.count, row.points, row.closed_version) == ("55", 10, None, None, None)
    assert match.window_until == clock.now + timedelta(seconds=8)
    assert (match.deadline, match.scores) == (None, ["0", "0"])
    assert match.turn_version == match.version == row.version
    assert verification.faults_of(match) == []


@pytest.mark.parametrize("viewer", ["alice", "bob", "eve", None])
def test_nobody_sees_the_count_while_the_window_is_open(cast: Cast, clock: Clock, viewer: str | None) -> None:  # C14
    match = led(cast, claim=10)
    data = view(match, getattr(cast, viewer) if viewer else None)
    assert data.sight is not None
    assert [(event.count, event.ends, event.points) for event in data.sight.events if isinstance(event, Played)] == [
        (None, (), None)
    ]
    assert data.sight.layout.count == 0
    window = data.window
    assert window is not None
    assert (window.version, window.seat, window.claim, window.seconds, window.seconds_left) == (
        match.version, 0, 10, 8.0, 8.0,
    )  # fmt: skip
    assert window.may_call == (viewer == "bob")
    assert (window.own_try, window.go_on, window.tries) == (None, "", frozenset())


def test_the_window_is_as_long_as_the_rules_say(cast: Cast, clock: Clock) -> None:
    match = led(cast, ruleset=called(muggins_seconds=60))
    clock.pass_by(60.9)
    keeper.tick()
    assert fresh(match).window_open
    clock.pass_by(0.2)
    keeper.tick()
    assert not fresh(match).window_open


def test_where_the_table_counts_no_window_opens(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    row = last_play(match)
    assert (fresh(match).window_until, row.claim, row.closed_version) == (None, None, None)
    assert row.count is not None
    assert view(match, cast.alice).window is None


# --- What the mover claims


def test_a_right_claim_is_credited_when_the_window_closes_and_not_before(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=10)
    clock.pass_by(8.9)
    keeper.tick()
    assert scores(match) == ["0", "0"]
    match = close_by_time(match, clock)
    row = last_play(match)
    assert match.scores == ["10", "0"]
    assert (row.count, row.points, row.closed_version) == (10, 10, match.version)
    assert (row.taken_by, row.taken) == (None, None)
    assert verification.faults_of(match) == []


@pytest.mark.parametrize("claim", [None, 0, "", "0", 5, "15", 168])
def test_points_that_were_not_claimed_rightly_are_lost(cast: Cast, clock: Clock, claim: int | str | None) -> None:
    match = close_by_time(led(cast, claim=claim), clock)
    row = last_play(match)
    assert match.scores == ["0", "0"]
    assert (row.count, row.points, row.claim) == (10, 0, int(claim or 0) or None)


def test_a_wrong_claim_may_cost_its_amount(cast: Cast, clock: Clock) -> None:
    match = close_by_time(led(cast, claim=15, ruleset=called(overcall_penalty=True)), clock)
    assert match.scores == ["0", "15"]
    assert verification.faults_of(match) == []


@pytest.mark.parametrize("claim", [-5, 169, 10**9, "-5", "+5", "1e1", "5.0", "٥", "10 ", "1000", "ten", 2.5, True])
def test_a_claim_that_is_no_number_of_points(cast: Cast, clock: Clock, claim: int | str) -> None:
    with dealing(DEALS[2]):
        match = open_table(cast.alice, cast.bob, ruleset=called())
    with pytest.raises(errors.BadClaim) as refused:
        make_move(match, cast.alice, "55", claim=claim)
    assert refused.value.status == 400
    assert texts(match) == []


def test_nothing_is_claimed_where_the_table_counts(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.NotCalling):
        make_move(match, claim=10)
    make_move(match, claim="")
    assert last_play(match).claim is None


def test_the_same_key_with_another_claim_is_another_move(cast: Cast, clock: Clock) -> None:  # A22
    match = led(cast, claim=10, key="once")
    assert make_move(match, cast.alice, "55", 1, "once", claim="10").repeated
    for claim in (None, 5, "15"):
        with pytest.raises(errors.KeyReused):
            make_move(match, cast.alice, "55", 1, "once", claim=claim)


# --- Calls


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


# --- Rows keep their promises


def test_a_play_has_one_call_of_a_seat_and_one_taker(cast: Cast, clock: Clock) -> None:
    match = led(cast, 3)
    call(match, cast.bob, 5)
    row = last_play(match)
    values = {"match": match, "move": row, "points": 10, "robot": True, "at": clock.now}
    for seat, version, right in ((1, 90, False), (2, calls_of(match)[0].version, False)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.create(**values, seat=seat, version=version, right=right)
    Call.objects.create(**values, seat=2, version=91, right=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(**values, seat=3, version=92, right=True)


@pytest.mark.parametrize(
    "columns",
    [{"claim": 0}, {"claim": 201}, {"closed_version": 99}, {"taken_by": 1}, {"taken_by": 1, "taken": 5}],
)
def test_a_row_is_told_whole_or_not_at_all(cast: Cast, clock: Clock, columns: dict[str, int]) -> None:
    row = last_play(led(cast))
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.filter(pk=row.pk).update(**columns)


def test_a_window_belongs_to_a_running_match(cast: Cast, clock: Clock) -> None:
    match = led(cast)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(state="abandoned", turn_seat=None, wake_at=None)
