"""Best of three or five: matches at the same seats, one after another, until a side has won most of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import verification
from games.models import Match, Seat, Stage
from games.services import errors, pulse, records, seating, standings
from games.services.standings import Standing
from tests.cast import Cast
from tests.games.test_records import verify_record
from tests.tables import (
    Clock,
    confirm_all,
    fresh,
    let_keeper_act,
    open_table,
    play_out_match,
    rules,
    seat_of,
)

PANEL = 21
SHORT = rules(target=20)


def series(cast: Cast, best_of: int = 3, **settings: object) -> Match:
    """Alice and Bob, and matches that a good play or two win."""
    return open_table(cast.alice, cast.bob, ruleset=SHORT, best_of=best_of, **settings)


def after(match: Match) -> Match:
    """The match that follows on this one."""
    found = fresh(match).rematch
    assert found is not None
    return found


def test_the_first_match_is_number_one(cast: Cast) -> None:
    match = series(cast)
    assert match.series is not None
    assert (match.series.best_of, match.series_number) == (3, 1)
    assert standings.standing(match) == Standing(3, 1, (0, 0))
    assert standings.standing(open_table(cast.alice)) is None


@pytest.mark.parametrize("best_of", [0, 2, 4, 7, -3])
def test_other_lengths_are_refused(cast: Cast, best_of: int) -> None:
    with pytest.raises(errors.BadSetting):
        series(cast, best_of)
    assert not Match.objects.exists()


def test_the_next_match_opens_when_everybody_has_confirmed(cast: Cast) -> None:
    first = play_out_match(series(cast, turn_seconds=45, private=True, title="Friday"))
    assert first.rematch is None
    seating.confirm_round(match_id=first.pk, user=cast.alice)
    assert fresh(first).rematch is None
    seating.confirm_round(match_id=first.pk, user=cast.bob)
    second = after(first)
    assert (second.state, second.series, second.series_number) == (Stage.RUNNING, first.series, 2)
    assert (second.turn_seconds, second.private, second.title) == (45, True, "Friday")
    assert (second.ruleset, second.fingerprint) == (first.ruleset, first.fingerprint)
    assert [seat.user for seat in second.seats.order_by("index")] == [cast.alice, cast.bob]


def test_it_opens_by_itself_when_the_panel_has_stood_long_enough(cast: Cast, clock: Clock) -> None:
    first = play_out_match(series(cast))
    assert first.deadline == first.wake_at
    let_keeper_act(clock, step=PANEL - 3)
    assert fresh(first).rematch is None
    let_keeper_act(clock, step=3)
    assert after(first).round_number == 1
    assert fresh(first).wake_at is None
    let_keeper_act(clock, times=3, step=PANEL)
    assert Match.objects.count() == 2


def test_whoever_wins_most_has_won_the_series(cast: Cast) -> None:
    match = play_out_match(series(cast))
    played = [match]
    while standings.awaits_next(match):
        confirm_all(match)
        match = play_out_match(after(match))
        played.append(match)
    standing = standings.standing(match)
    assert standing is not None
    winners = [each.winner_side for each in played]
    assert standing.winner == winners[-1]
    assert standing.wins == (winners.count(0), winners.count(1))
    assert max(standing.wins) == 2
    assert match.wake_at is None
    assert [each.series_number for each in played] == list(range(1, len(played) + 1))
    for each in played:
        assert verification.faults_of(each) == []


def test_the_standing_after_an_earlier_match_stays_as_it_was(cast: Cast) -> None:
    first = play_out_match(series(cast, best_of=5))
    before = standings.standing(first)
    confirm_all(first)
    play_out_match(after(first))
    assert standings.standing(fresh(first)) == before


def test_confirming_late_opens_nothing_twice(cast: Cast) -> None:
    first = play_out_match(series(cast))
    confirm_all(first)
    confirm_all(first)
    assert Match.objects.count() == 2


def test_a_series_that_goes_on_has_no_rematch_and_a_decided_one_begins_anew(cast: Cast) -> None:
    match = play_out_match(series(cast))
    with pytest.raises(errors.NoRematch):
        seating.ask_rematch(match_id=match.pk, user=cast.alice)
    while standings.awaits_next(match):
        confirm_all(match)
        match = play_out_match(after(match))
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    new = seating.ask_rematch(match_id=match.pk, user=cast.bob)
    assert new is not None
    assert new.series is not None
    assert (new.series.best_of, new.series_number) == (3, 1)
    assert new.series != match.series
    assert standings.standing(new) == Standing(3, 1, (0, 0))


def test_a_rematch_of_a_single_match_is_single(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=SHORT))
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    new = seating.ask_rematch(match_id=match.pk, user=cast.bob)
    assert new is not None
    assert new.series is None


def test_for_who_leaves_in_the_pause_a_robot_begins_and_he_may_come_back(cast: Cast, clock: Clock) -> None:
    first = play_out_match(series(cast))
    seating.confirm_round(match_id=first.pk, user=cast.alice)
    seating.leave(match_id=first.pk, user=cast.bob)
    second = after(first)
    seat = seat_of(second, cast.bob)
    assert (seat.left, seat.stand_in) == (True, "careful")
    seating.come_back(match_id=second.pk, user=cast.bob)
    seat = seat_of(second, cast.bob)
    assert (seat.left, seat.stand_in) == (False, "")


def test_when_all_have_left_nothing_opens(cast: Cast, clock: Clock) -> None:
    first = play_out_match(series(cast))
    for user in (cast.alice, cast.bob):
        seating.leave(match_id=first.pk, user=user)
    let_keeper_act(clock, times=3, step=PANEL)
    assert fresh(first).rematch is None


def test_robots_keep_their_seats(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3, target=20), robots={1: "scorer", 2: "careful"}, best_of=3)
    while not fresh(match).is_over:
        Seat.objects.filter(match=match, index=0).update(stand_in="careful")
        let_keeper_act(clock, step=PANEL if fresh(match).between_rounds else 1.3)
    let_keeper_act(clock, step=PANEL)
    assert [seat.robot for seat in after(match).seats.order_by("index")] == ["", "scorer", "careful"]


def test_a_pause_that_the_server_slept_through_is_given_back(cast: Cast, clock: Clock) -> None:
    first = play_out_match(series(cast))
    assert first.deadline is not None
    pulse.give_back(timedelta(seconds=100))
    assert fresh(first).deadline == first.deadline + timedelta(seconds=100)


def test_rows_that_are_no_series_are_found(cast: Cast) -> None:
    first = play_out_match(series(cast))
    confirm_all(first)
    second = after(first)
    Match.objects.filter(pk=first.pk).update(ruleset=rules(target=25).to_dict())
    assert verification.faults_of(second) == ["match 2 of its series has other rules than the one before"]
    Match.objects.filter(pk=first.pk).update(rematch=None)
    assert verification.faults_of(second) == ["match 2 of its series follows on none"]


def test_a_match_after_the_decision_is_found(cast: Cast) -> None:
    match = play_out_match(series(cast))
    while standings.awaits_next(match):
        confirm_all(match)
        match = play_out_match(after(match))
    assert match.series_number is not None
    late = open_table(cast.alice, cast.bob, ruleset=SHORT)
    Match.objects.filter(pk=late.pk).update(series=match.series, series_number=match.series_number + 1)
    Match.objects.filter(pk=match.pk).update(rematch=late)
    found = verification.faults_of(fresh(late))
    assert found == [f"the series was decided before its match {match.series_number + 1}"]


def test_the_record_tells_the_place_in_the_series(cast: Cast) -> None:
    first = play_out_match(series(cast, best_of=5))
    wins = [int(first.winner_side == side) for side in (0, 1)]
    record = records.export_record(first)
    assert record["series"] == {"best_of": 5, "number": 1, "wins": wins}
    assert verify_record(record) == "1 of 1 records hold"


def test_a_series_that_cannot_go_on_is_left_alone_for_longer_and_longer(cast: Cast, clock: Clock) -> None:
    first = play_out_match(series(cast))
    Match.objects.filter(pk=first.pk).update(ruleset={})
    let_keeper_act(clock, step=PANEL)
    flagged = fresh(first)
    assert flagged.fault
    assert flagged.wake_at is not None
    assert flagged.wake_at > clock.now
    let_keeper_act(clock, step=1)
    assert fresh(first).faults == 1
