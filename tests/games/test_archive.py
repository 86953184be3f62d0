"""The history is written when a match is over: once, with each person's result."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from games import verification
from games.models import Match, Seat
from games.services import keeper, seating
from games.services.archive import archive
from tests.cast import Cast
from tests.tables import Clock, fresh, open_table, play_out_match, play_out_round, rules


def results(match: Match) -> dict[str, str]:
    return {seat.user.username: seat.result for seat in match.seats.select_related("user") if seat.user}


def test_a_running_match_stands_in_no_history(cast: Cast) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    assert (match.format, results(match)) == ("", {"Alice": "", "Bob": ""})


def test_the_winner_has_won_and_the_other_has_lost(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    winner = "Alice" if match.winner_side == 0 else "Bob"
    assert match.format == "two"
    assert results(match) == {"Alice": "lost", "Bob": "lost"} | {winner: "won"}
    assert {seat.over_at for seat in match.seats.all()} == {match.finished_at}


def test_partners_win_together(cast: Cast) -> None:
    match = play_out_match(open_table(*cast.seated(4), ruleset=rules(players=4, target=50)))
    pairs = {0: {"Alice", "Bob"}, 1: {"Carol", "Dave"}}
    assert match.format == "partners"
    assert {name for name, result in results(match).items() if result == "won"} == pairs[match.winner_side or 0]


def abandoned(match: Match, cast: Cast, clock: Clock) -> Match:
    """Both have left and do not come back."""
    for user in (cast.alice, cast.bob):
        seating.leave(match_id=match.pk, user=user)
    for _ in range(12):
        clock.pass_by(61)
        keeper.tick()
    return fresh(match)


def test_an_abandoned_match_is_unfinished_once_a_round_was_played(cast: Cast, clock: Clock) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=10000)))
    match = abandoned(match, cast, clock)
    assert (match.state, match.format) == ("abandoned", "two")
    assert results(match) == {"Alice": "unfinished", "Bob": "unfinished"}


def test_a_match_without_a_finished_round_is_not_kept(cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    match = abandoned(match, cast, clock)
    assert (match.state, match.format) == ("abandoned", "")


def test_nothing_is_written_twice(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    Seat.objects.filter(match=match).update(result="")
    archive(match)
    assert set(results(match).values()) == {""}


@pytest.mark.parametrize("row, column", [("match", "format"), ("seat", "result"), ("seat", "over_at")])
def test_what_was_written_is_verified(cast: Cast, row: str, column: str) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    assert verification.faults_of(match) == []
    if row == "match":
        Match.objects.filter(pk=match.pk).update(format="three")
    else:
        wrong = {"result": "unfinished", "over_at": None}[column]
        Seat.objects.filter(match=match, index=1).update(**{column: wrong})
    (fault,) = verification.faults_of(fresh(match))
    assert column in fault


def test_matches_from_before_there_was_a_history_are_entered_alike(cast: Cast) -> None:
    match = play_out_match(open_table(*cast.seated(4), ruleset=rules(players=4, target=30)))
    running = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=10000)))
    expected = (match.format, results(match))
    Match.objects.update(format="")
    Seat.objects.update(result="", over_at=None)
    import_module("games.migrations.0004_history").enter_finished_matches(apps, None)
    assert (fresh(match).format, results(match)) == expected
    assert {seat.over_at for seat in match.seats.all()} == {match.finished_at}
    assert (fresh(running).format, set(results(running).values())) == ("", {""})
