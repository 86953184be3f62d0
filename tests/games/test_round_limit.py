"""A limit of rounds ends matches that sink: nobody wins, whoever is ahead."""

from __future__ import annotations

import pytest

from games import verification
from games.models import Match, Stage, Why
from games.services import errors, records, seating, standings
from tests.cast import Cast
from tests.games.test_records import verify_record
from tests.tables import confirm_all, fresh, open_table, play_out_match, play_out_round, rules


def sinking(cast: Cast, **settings: object) -> Match:
    """With few tiles in the hands, so that ten rounds are soon over."""
    ruleset = rules("muggins", target=1000, hand_size=4)
    return open_table(cast.alice, cast.bob, ruleset=ruleset, round_limit=10, **settings)


def test_the_last_round_ends_the_match_without_a_winner(cast: Cast) -> None:
    match = sinking(cast)
    for _ in range(9):
        assert not play_out_round(match).is_over
        confirm_all(match)
    match = play_out_round(match)
    assert (match.state, match.end, match.why) == (Stage.FINISHED, "unfinished", Why.ROUND_LIMIT)
    assert (match.winner_side, match.turn_seat, match.wake_at, match.round_number) == (None, None, None, 10)
    assert verification.faults_of(match) == []


def test_its_record_says_why_and_holds(cast: Cast) -> None:
    match = play_out_match(sinking(cast))
    record = records.export_record(match)
    assert (record["winner"], record["end"], record["why"]) == (None, "unfinished", "round_limit")
    assert record["round_limit"] == 10
    assert [each["end"] for each in record["rounds"]].count("unfinished") == 0
    assert verify_record(record) == "1 of 1 records hold"


def test_the_target_comes_first(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20), round_limit=10))
    assert (match.end, match.why) == ("target", "")
    assert "why" not in records.export_record(match)


def test_there_is_a_rematch(cast: Cast) -> None:
    match = play_out_match(sinking(cast))
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    new = seating.ask_rematch(match_id=match.pk, user=cast.bob)
    assert new is not None
    assert new.round_limit == 10


def test_in_a_series_it_counts_for_nobody_and_the_series_goes_on(cast: Cast) -> None:
    match = play_out_match(sinking(cast, best_of=3))
    standing = standings.standing(match)
    assert standing is not None
    assert standing.wins == (0, 0)
    confirm_all(match)
    new = fresh(match).rematch
    assert new is not None
    assert (new.series_number, new.round_limit) == (2, 10)


@pytest.mark.parametrize("limit", [0, 1, 29, -10, 10**6])
def test_other_limits_are_refused(cast: Cast, limit: int) -> None:
    with pytest.raises(errors.BadSetting):
        seating.open_table(user=cast.alice, ruleset=rules(), round_limit=limit)


def test_rows_that_go_past_the_limit_are_found(cast: Cast) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules("muggins", target=1000), round_limit=10))
    Match.objects.filter(pk=match.pk).update(round_limit=1)
    assert verification.faults_of(fresh(match)) == ["the limit is 1 round, and after round 1 the match still runs"]
    confirm_all(match)
    assert "the limit is 1 round, and there are 2" in verification.faults_of(fresh(match))


def test_a_match_ended_too_early_is_found(cast: Cast) -> None:
    match = play_out_match(sinking(cast))
    Match.objects.filter(pk=match.pk).update(round_limit=20)
    assert verification.faults_of(fresh(match)) == ["ended by its limit of 20 rounds after round 10"]
