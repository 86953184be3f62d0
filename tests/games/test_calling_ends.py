"""«Muggins!»: plays that end a round, leaving in a window, the time of the server's absence, records and statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from games import replay, selectors, verification
from games.claims import CallingStatistics
from games.models import Match, Move, Stage, Why
from games.rules.events import RoundOver
from games.services import calling, errors, keeper, pulse, records, seating, windows
from tests.cast import Cast
from tests.games.test_records import verify_record
from tests.muggins import call, called, calls_of, close_by_time, last_play, led, noticing, view, window_of
from tests.tables import Clock, confirm_all, dealing, fresh, make_move, open_table, seat_of, standing_clock, texts

#: Two tiles each, nothing to draw. Alice leads 55, Bob joins 50, Carol 54, Alice goes out with 64: 0 and 6 are free.
SHORT = "55 64 50 61 54 62"
SHORT_RULES = {"hand_size": 2, "reserve": 22, "target": 1000}


def going_out(cast: Cast, claim: int | None = None, **settings: object) -> Match:
    """Alice has gone out with 64, which makes 6: the settlement is held back."""
    ruleset = called(players=3, **{**SHORT_RULES, **settings})
    with dealing(SHORT):
        match = open_table(cast.alice, cast.bob, cast.carol, ruleset=ruleset)
    make_move(match, cast.alice, "55", claim=10)
    make_move(match, cast.bob, "50>55.L1")
    make_move(match, cast.carol, "54>55.L2")
    make_move(match, cast.alice, "64>54.4", claim=claim)
    return fresh(match)


def test_going_out_is_not_settled_before_its_window_has_closed(cast: Cast, clock: Clock) -> None:
    match = going_out(cast)
    row = match.rounds.get()
    assert (row.end, match.turn_seat, match.window_open, match.between_rounds) == ("", None, True, False)
    assert match.scores == ["10", "0", "0"]
    sight = view(match, cast.bob).sight
    assert sight is not None
    assert (sight.end, sight.revealed, sight.settlement) == (None, None, None)
    assert verification.faults_of(match) == []
    match = close_by_time(match, clock)
    row.refresh_from_db()
    assert (row.end, match.between_rounds, match.turn_version) == ("domino", True, match.version)
    sight = view(match, cast.bob).sight
    assert sight is not None
    assert sight.revealed is not None
    assert isinstance(sight.events[-1], RoundOver)
    assert verification.faults_of(match) == []
    assert match.deadline == clock.now + timedelta(seconds=20)


def test_nobody_confirms_a_round_that_is_not_settled(cast: Cast, clock: Clock) -> None:
    match = going_out(cast)
    for user in (cast.alice, cast.bob, cast.carol):
        seating.confirm_round(match_id=match.pk, user=user)
    after = fresh(match)
    assert (after.version, after.round_number, after.window_open) == (match.version, 1, True)
    confirm_all(close_by_time(match, clock))
    assert fresh(match).round_number == 2


def test_nobody_moves_after_the_play_that_went_out(cast: Cast, clock: Clock) -> None:
    match = going_out(cast)
    for user in (cast.alice, cast.bob):
        with pytest.raises(errors.NotRunning):
            make_move(match, user, "61>64.6")
        with pytest.raises(errors.NotYourTurn):
            calling.go_on(match_id=match.pk, user=user, version=match.version)


def test_what_the_settlement_earns_cannot_be_stolen(cast: Cast, clock: Clock) -> None:
    """Alice claims what she will be settled for: as a claim upon her play it is wrong, and the settlement is hers."""
    match = going_out(cast)
    count = worth(match)
    call(match, cast.bob, 15 if count != 15 else 20)
    call(match, cast.carol, 15 if count != 15 else 20)
    match = fresh(match)
    assert not match.window_open
    settlement = [int(gain) for gain in match.rounds.get().settlement]
    assert settlement[0] > 0
    assert match.scores == [str(10 + settlement[0]), "0", "0"]


def worth(match: Match) -> int:
    """What the open play makes: the test may look."""
    window = replay.load(match).match.window
    assert window is not None
    return window.count


def test_stolen_points_that_win_leave_nothing_to_settle(cast: Cast, clock: Clock) -> None:
    """Bob's 50 made 10 again; Carol steals it, and that is the target."""
    ruleset = called(players=3, **{**SHORT_RULES, "target": 10})
    with dealing(SHORT):
        match = open_table(cast.alice, cast.bob, cast.carol, ruleset=ruleset)
    make_move(match, cast.alice, "55")
    make_move(match, cast.bob, "50>55.L1")
    assert call(match, cast.carol, 10).right
    match = fresh(match)
    assert (match.state, match.winner_side, match.rounds.get().settlement) == (Stage.FINISHED, 2, ["0", "0", "0"])
    assert verify_record(records.export_record(match)) == "1 of 1 records hold"


# --- Leaving, coming back, and nobody left


def test_a_stand_in_looks_for_who_left_in_a_window(cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    noticing(monkeypatch, 1.0)
    match = led(cast, 3)
    seating.leave(match_id=match.pk, user=cast.carol)
    look_at = seat_of(match, cast.carol).look_at
    assert look_at is not None
    assert 1.8 <= (look_at - clock.now).total_seconds() <= 4.0
    assert fresh(match).wake_at == look_at
    clock.now = look_at
    keeper.tick()
    stored = calls_of(match)[0]
    assert (stored.seat, stored.robot, stored.user, stored.points, stored.right) == (2, True, None, 10, True)
    assert fresh(match).scores == ["0", "0", "10"]


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_both_opponents_leave_in_a_window(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch, chance: float
) -> None:
    noticing(monkeypatch, chance)
    match = led(cast, 3)
    for user in (cast.bob, cast.carol):
        seating.leave(match_id=match.pk, user=user)
    for _ in range(100):
        clock.pass_by(0.1)
        keeper.tick()
    assert len(calls_of(match)) == chance
    row = Move.objects.filter(match=match).order_by("version")[0]
    assert (row.count, row.points, row.taken) == (10, 0, 10 if chance else None)
    assert Move.objects.filter(match=match, by="stand_in", seat=1).exists()
    assert verification.faults_of(fresh(match)) == []


def test_who_comes_back_in_a_window_calls_himself(cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    noticing(monkeypatch, 1.0)
    match = led(cast, 3)
    seating.leave(match_id=match.pk, user=cast.carol)
    seating.come_back(match_id=match.pk, user=cast.carol)
    assert seat_of(match, cast.carol).look_at is None
    clock.pass_by(7)
    keeper.tick()
    assert calls_of(match) == []
    assert call(match, cast.carol, 10).right


def test_the_partner_of_the_mover_is_given_no_look(cast: Cast, clock: Clock) -> None:
    match = led(cast, 4)
    for user in (cast.bob, cast.alice):
        seating.leave(match_id=match.pk, user=user)
        assert seat_of(match, user).look_at is None


def test_when_all_have_left_the_window_still_closes(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=10)
    for user in (cast.alice, cast.bob):
        seating.leave(match_id=match.pk, user=user)
    assert match.window_until is not None
    assert fresh(match).wake_at == match.window_until + timedelta(seconds=1)
    match = close_by_time(match, clock)
    assert (match.scores, match.window_open, match.wake_at) == (["10", "0"], False, None)
    assert (calls_of(match), texts(match)) == ([], ["55"])


@pytest.mark.parametrize(
    ("target", "state", "why"), [(250, Stage.ABANDONED, Why.NOBODY_CAME), (10, Stage.FINISHED, "")]
)
def test_a_table_that_is_given_up_in_a_window_closes_it_first(
    cast: Cast, clock: Clock, target: int, state: Stage, why: str
) -> None:
    match = led(cast, claim=10, ruleset=called(target=target))
    clock.pass_by(31 * 60)
    keeper.sweep_all()
    match = fresh(match)
    assert (match.state, match.why, match.window_until, match.scores) == (state, why, None, ["10", "0"])
    record = records.export_record(match)
    assert record["rounds"][0]["moves"] == [
        {"seat": 0, "move": "55", "count": 10, "points": 10, "claim": 10, "muggins": None}
    ]
    assert verify_record(record) == "1 of 1 records hold"
    assert verification.faults_of(match) == []


# --- The server was away


@pytest.fixture
def real_gaps() -> Iterator[Clock]:
    with standing_clock(longest_gap=pulse.GAP) as clock:
        yield clock


def test_a_window_gets_back_the_time_that_the_server_was_down(cast: Cast, real_gaps: Clock) -> None:  # A26
    clock = real_gaps
    match = led(cast, 3, claim=10)
    seating.leave(match_id=match.pk, user=cast.carol)
    look_at, wake_at = seat_of(match, cast.carol).look_at, fresh(match).wake_at
    assert look_at is not None
    assert wake_at is not None
    assert match.window_until is not None
    keeper.tick()
    clock.pass_by(600)
    keeper.tick()
    after = fresh(match)
    gap = timedelta(seconds=600)
    assert (after.window_until, after.wake_at) == (match.window_until + gap, wake_at + gap)
    assert seat_of(match, cast.carol).look_at == look_at + gap
    assert (after.scores, last_play(match).closed_version) == (["0", "0", "0"], None)
    assert window_of(match, cast.bob).seconds_left == 8.0
    assert call(match, cast.bob, 5, match.version).right is False


def test_a_short_absence_is_covered_by_the_grace(cast: Cast, real_gaps: Clock) -> None:
    match = led(cast)
    keeper.tick()
    real_gaps.pass_by(2.9)
    keeper.tick()
    assert fresh(match).window_until == match.window_until


# --- Records, checks of the rows, statistics


def test_the_record_has_claims_and_who_took_what(cast: Cast, clock: Clock) -> None:
    match = going_out(cast)
    record = records.export_record(close_by_time(match, clock))
    moves = record["rounds"][0]["moves"]
    assert moves[0] == {"seat": 0, "move": "55", "count": 10, "points": 10, "claim": 10, "muggins": None}
    assert moves[1]["claim"] is None
    assert verify_record(record) == "1 of 1 records hold"


def test_a_stolen_play_in_the_record_names_who_took_it(cast: Cast, clock: Clock) -> None:
    match = led(cast, claim=15)
    call(match, cast.bob, 10)
    seating.leave(match_id=match.pk, user=cast.alice)
    seating.leave(match_id=match.pk, user=cast.bob)
    clock.pass_by(31 * 60)
    keeper.sweep_all()
    record = records.export_record(fresh(match))
    assert record["rounds"][0]["moves"][0] == {
        "seat": 0, "move": "55", "count": 10, "points": 0, "claim": 15, "muggins": {"seat": 1, "points": 10},
    }  # fmt: skip
    assert verify_record(record) == "1 of 1 records hold"


@pytest.mark.parametrize("viewer", ["alice", "bob", "eve", None])
def test_the_record_has_nothing_of_a_round_that_is_held_back(cast: Cast, clock: Clock, viewer: str | None) -> None:
    match = going_out(cast)
    who = getattr(cast, viewer) if viewer else None
    assert records.export_record(match, who)["rounds"] == []
    close_by_time(match, clock)
    assert len(records.export_record(fresh(match), who)["rounds"]) == 1


def spoil_count(match: Match) -> None:
    Move.objects.filter(match=match, number=1).update(count=15)


def spoil_claim(match: Match) -> None:
    Move.objects.filter(match=match, number=1).update(claim=10)


def spoil_points(match: Match) -> None:
    Move.objects.filter(match=match, number=1).update(points=5)


def spoil_taker(match: Match) -> None:
    Move.objects.filter(match=match, number=1).update(taken_by=2)


def spoil_taken(match: Match) -> None:
    Move.objects.filter(match=match, number=1).update(taken=5)


def spoil_right(match: Match) -> None:
    match.calls.filter(seat=1).update(right=False)
    match.calls.filter(seat=2).update(right=True)


def lose_the_right_call(match: Match) -> None:
    match.calls.filter(right=True).delete()


def spoil_closing(match: Match) -> None:
    Move.objects.filter(match=match, number=1).update(closed_version=match.version)


def tell_too_early(match: Match) -> None:
    Move.objects.filter(match=match, number=2).update(count=10, points=0)


def forget_the_window(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(window_until=None)


SPOILERS = [spoil_count, spoil_claim, spoil_points, spoil_taker, spoil_taken, spoil_right, lose_the_right_call,
            spoil_closing, tell_too_early, forget_the_window]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILERS)
def test_rows_that_disagree_with_the_rules_are_found(cast: Cast, clock: Clock, spoil: Callable[[Match], None]) -> None:
    match = led(cast, 3)
    call(match, cast.carol, 5)
    call(match, cast.bob, 10)
    make_move(match, cast.bob, "65>55.L1")
    match = fresh(match)
    assert verification.faults_of(match) == []
    spoil(match)
    assert verification.faults_of(fresh(match)) != []


def test_a_persons_statistics_come_from_the_rows(cast: Cast, clock: Clock) -> None:
    assert selectors.calling_statistics(cast.alice) == CallingStatistics()
    close_by_time(led(cast, claim=10), clock)  # claimed
    close_by_time(led(cast, claim=None), clock)  # missed
    call(led(cast, claim=5), cast.bob, 10)  # missed and lost
    five_up = led(cast, lead="55", claim=2, ruleset=called("five_up", hand_size=9))
    close_by_time(five_up, clock)  # claimed, in its own unit
    close_by_time(led(cast, lead="21", claim=5), clock)  # worth nothing: neither
    led(cast, claim=10)  # not told yet
    alice, bob = selectors.calling_statistics(cast.alice), selectors.calling_statistics(cast.bob)
    assert alice == CallingStatistics(claimed=2, missed=2, missed_points=20, lost=1, lost_points=10)
    assert bob == CallingStatistics(took=1, took_points=10)
    assert selectors.calling_statistics(cast.eve) == CallingStatistics()


def test_the_statistics_of_a_match_are_those_of_its_sides(cast: Cast, clock: Clock) -> None:
    match = led(cast, lead="55", ruleset=called("five_up", hand_size=9))
    call(match, cast.bob, 2)
    make_move(match, cast.bob, "65>55.L1", claim=3)
    assert selectors.calling_of(fresh(match)) == (
        CallingStatistics(missed=1, missed_points=2, lost=1, lost_points=2),
        CallingStatistics(took=1, took_points=2),
    )


def test_nothing_of_a_robots_look_is_left_when_the_window_has_closed(cast: Cast, clock: Clock) -> None:
    match = led(cast, 3)
    seating.leave(match_id=match.pk, user=cast.carol)
    make_move(match, cast.bob, "65>55.L1")
    assert match.seats.filter(look_at__isnull=False).count() == 1  # for Bob's play
    assert windows.length(match) == timedelta(seconds=8)
    close_by_time(match, clock)
    assert not match.seats.filter(look_at__isnull=False, index=0).exists()
