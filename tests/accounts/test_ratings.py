"""How a match changes ratings: winners and losers, draws, leavers, partners, tables that everybody left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from openskill.models import PlackettLuce

from accounts.ratings import START, Chair, rate, shown, shown_error

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ROBOT = (79.0, 3.3)
ALICE, BOB, CAROL, DAVE = 1, 2, 3, 4
model = PlackettLuce(beta=25)


def by_openskill(teams: list[list[tuple[float, float]]], ranks: list[int]) -> list[list[tuple[float, float]]]:
    rated = model.rate([[model.rating(mu, sigma) for mu, sigma in team] for team in teams], ranks=ranks)
    return [[(player.mu, player.sigma) for player in team] for team in rated]


def test_a_first_match_between_two() -> None:
    rated = rate([Chair(0, 1, START, ALICE), Chair(1, 2, START, BOB)])
    [[alice], [bob]] = by_openskill([[START], [START]], [1, 2])
    assert rated == {ALICE: (alice, 1), BOB: (bob, 2)}
    assert alice[0] > 25 > bob[0]
    assert alice[1] < START[1]


def test_a_robot_stays_where_it_is_and_counts() -> None:
    strong = rate([Chair(0, 1, START, ALICE), Chair(1, 2, ROBOT)])
    weak = rate([Chair(0, 1, START, ALICE), Chair(1, 2, (-128.0, 11.0))])
    assert set(strong) == {ALICE}
    assert strong[ALICE][0][0] > weak[ALICE][0][0] > 25


def test_three_are_rated_by_their_places_and_equal_ones_draw() -> None:
    rated = rate([Chair(0, 2, START, ALICE), Chair(1, 1, START, BOB), Chair(2, 2, START, CAROL)])
    assert rated[ALICE] == rated[CAROL]
    assert rated[BOB][0][0] > rated[ALICE][0][0]
    assert [rated[player][1] for player in (ALICE, BOB, CAROL)] == [2, 1, 2]


def test_nobody_gains_from_a_draw_between_equals() -> None:
    rated = rate([Chair(0, 1, START, ALICE), Chair(1, 1, START, BOB)])
    assert rated[ALICE][0][0] == pytest.approx(25.0)
    assert rated[ALICE] == rated[BOB]


def test_who_leaves_one_opponent_has_lost_whatever_the_robot_then_did() -> None:
    """The stand-in has won the match for Bob; Alice stayed."""
    left = rate([Chair(0, 2, START, ALICE), Chair(1, 1, START, BOB, gone_at=NOW, stand_in=ROBOT)])
    lost = rate([Chair(0, 1, START, ALICE), Chair(1, 2, START, BOB)])
    assert left == lost


def test_who_leaves_two_others_is_last_and_they_are_rated_among_themselves() -> None:
    left = rate([Chair(0, 2, START, ALICE), Chair(1, 1, START, BOB, gone_at=NOW), Chair(2, 3, START, CAROL)])
    [[alice], [carol]] = by_openskill([[START], [START]], [2, 3])
    assert (left[ALICE], left[CAROL]) == ((alice, 1), (carol, 2))
    [_alice, [bob], _carol] = by_openskill([[START], [START], [START]], [1, 2, 1])
    assert left[BOB] == (bob, 3)


def test_the_partner_of_who_leaves_plays_on_with_the_robot() -> None:
    chairs = [
        Chair(0, 1, START, ALICE),
        Chair(1, 2, START, CAROL),
        Chair(0, 1, START, BOB, gone_at=NOW, stand_in=ROBOT),
        Chair(1, 2, START, DAVE),
    ]
    left = rate(chairs)
    [[alice, _robot], [carol, dave]] = by_openskill([[START, ROBOT], [START, START]], [1, 2])
    assert (left[ALICE], left[CAROL], left[DAVE]) == ((alice, 1), (carol, 2), (dave, 2))
    [[_alice, bob], _others] = by_openskill([[START, START], [START, START]], [2, 1])
    assert left[BOB] == (bob, 2)
    assert left[BOB][0][0] < 25 < left[ALICE][0][0]


def test_a_side_that_stays_alone_has_won() -> None:
    chairs = [
        Chair(0, 2, START, ALICE),
        Chair(1, 1, START, CAROL, gone_at=NOW),
        Chair(0, 2, START, BOB),
        Chair(1, 1, START, DAVE, gone_at=NOW),
    ]
    left = rate(chairs)
    assert left[ALICE][0][0] > 25
    assert left[CAROL][0][0] < 25
    assert {player: place for player, (_skill, place) in left.items()} == {ALICE: 1, BOB: 1, CAROL: 2, DAVE: 2}


def test_when_robots_alone_played_to_the_end_everybody_has_lost() -> None:
    left = rate([Chair(0, 1, START, ALICE, gone_at=NOW), Chair(1, 2, START, BOB, gone_at=NOW)])
    assert left[ALICE][0][0] < 25
    assert left[BOB][0][0] < 25


def test_an_abandoned_match_goes_to_who_was_there_longest() -> None:
    later = NOW + timedelta(minutes=5)
    chairs = [Chair(0, 1, START, ALICE, gone_at=NOW), Chair(1, 1, START, BOB, gone_at=later)]
    left = rate(chairs, abandoned=True)
    [[bob], [alice]] = by_openskill([[START], [START]], [1, 2])
    assert left == {ALICE: (alice, 2), BOB: (bob, 1)}


def test_a_robot_is_always_there_longest() -> None:
    left = rate([Chair(0, 1, START, ALICE, gone_at=NOW), Chair(1, 1, ROBOT)], abandoned=True)
    assert left[ALICE][0][0] < 25
    assert left[ALICE][1] == 2


def test_the_figure_that_is_shown() -> None:
    assert (shown(25.0), shown(41.0), shown(-128.0)) == (1500, 1612, 429)
    assert shown_error(25 / 3) == 58
