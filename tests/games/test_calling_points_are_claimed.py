"""«Muggins!» at the table: a play opens a window, and what the mover claims in it (RULES.md section 4)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games import verification
from games.models import Call, Match, Move
from games.rules.events import Played
from games.services import errors, keeper
from tests.cast import Cast
from tests.muggins import (
    DEALS,
    call,
    called,
    calls_of,
    close_by_time,
    last_play,
    led,
    scores,
    view,
)
from tests.tables import Clock, dealing, fresh, make_move, open_table, texts

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
