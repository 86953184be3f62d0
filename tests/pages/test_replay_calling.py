"""Looking back at a table where points were called: what was claimed, who took what, and when the score changed."""

from __future__ import annotations

from django.test import Client

from games.models import Match
from games.past import past_match
from games.rules.retrace import Spot, credits_of
from tests.cast import Cast
from tests.muggins import call, called, close_by_time
from tests.tables import Clock, dealing, fresh, make_move, open_table

SHORT = "55 64 50 61 54 62"
SHORT_RULES = {"hand_size": 2, "reserve": 22, "target": 1000}


def played(cast: Cast, clock: Clock) -> Match:
    """Alice leads 55 and claims nothing, Bob takes the 10; Carol calls in vain before him; Alice goes out."""
    with dealing(SHORT):
        match = open_table(cast.alice, cast.bob, cast.carol, ruleset=called(players=3, **SHORT_RULES))
    make_move(match, cast.alice, "55")
    call(match, cast.carol, 15)
    call(match, cast.bob, 10)
    make_move(match, cast.bob, "50>55.L1", claim=5)
    make_move(match, cast.carol, "54>55.L2")
    make_move(match, cast.alice, "64>54.4")
    return close_by_time(fresh(match), clock)


def step(match: Match, spot: str) -> str:
    return Client().get(f"/m/{match.code}/?move={spot}", headers={"HX-Request": "true"}).content.decode()


def test_a_claim_that_was_missed_is_told_with_who_took_it(cast: Cast, clock: Clock) -> None:
    text = step(played(cast, clock), "1.1")
    assert "10 is a multiple of five: it is worth 10 points." in text
    assert "Carol called 15, in vain." in text
    assert "Bob" in text.split("in vain.")[1].split("</div>")[0]


def test_stolen_points_stand_with_the_play_that_made_them(cast: Cast, clock: Clock) -> None:
    past = past_match(played(cast, clock).code, None)
    assert [at.match.scores[1] for at in past.positions[:2]] == [0, 10]
    stolen = credits_of(past.positions)[0]
    assert (stolen.spot, stolen.side, stolen.points) == (Spot(1, 1), 1, 10)


def test_the_scores_end_as_they_are_stored(cast: Cast, clock: Clock) -> None:
    match = played(cast, clock)
    row = match.rounds.get()
    assert row.end == "domino"
    assert [str(score) for score in past_match(match.code, None).positions[-1].match.scores] == row.scores


def test_nothing_is_shown_while_the_last_window_is_open(cast: Cast, clock: Clock) -> None:
    with dealing(SHORT):
        match = open_table(cast.alice, cast.bob, cast.carol, ruleset=called(players=3, **SHORT_RULES))
    make_move(match, cast.alice, "55", claim=10)
    make_move(match, cast.bob, "50>55.L1")
    make_move(match, cast.carol, "54>55.L2")
    make_move(match, cast.alice, "64>54.4")
    assert past_match(match.code, None).positions == ()
