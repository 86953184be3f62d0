"""What a match meant to its players: only what they did themselves, in the order in which they ended."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts import conduct
from accounts.models import Result
from accounts.ratings import START
from games.models import Call, Match, Move, MoveBy
from games.robots.anchors import ANCHORS
from games.services import engaged, keeper, results, seating
from games.services.steps import STAND_IN
from tests.cast import Cast
from tests.tables import fresh, make_move, open_table, play_out_match, rules, seat_of


def results_of(match: Match) -> list[Result]:
    """As gathered anew, by seat."""
    match = fresh(match)
    return list(results.gather(match, list(match.seats.order_by("index"))).results)


@pytest.mark.parametrize(
    ("scores", "winner", "places"),
    [(["50", "20", "35"], 0, [1, 3, 2]), (["20", "50", "20"], 1, [2, 1, 2]), (["55", "35", "60"], 2, [2, 3, 1])],
)
def test_the_winner_is_first_and_the_others_follow_by_their_scores(
    cast: Cast, scores: list[str], winner: int, places: list[int]
) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, cast.carol, ruleset=rules(players=3, target=50)))
    Match.objects.filter(pk=match.pk).update(scores=scores, winner_side=winner)
    match = fresh(match)
    chairs = results.gather(match, list(match.seats.order_by("index"))).chairs
    assert [chair.place for chair in chairs] == places


def test_each_chair_has_the_skill_of_who_sat_there_and_of_who_would_have_taken_over(cast: Cast) -> None:
    """As they were measured for these rules; where nobody was, and for persons, that of a beginning."""
    match = fresh(play_out_match(open_table(cast.alice, cast.bob, ruleset=rules())))
    seats = list(match.seats.order_by("index"))
    seats[1].user, seats[1].robot = None, "scorer"
    known = ANCHORS["classic"]["two"]
    person, robot = results.gather(match, seats).chairs
    assert (person.player, person.skill, person.stand_in) == (cast.alice.pk, START, known[STAND_IN])
    assert (robot.player, robot.skill, robot.stand_in) == (None, known["scorer"], known[STAND_IN])
    assert len({START, known[STAND_IN], known["scorer"]}) == 3
    match.format = "another"
    assert [(chair.skill, chair.stand_in) for chair in results.gather(match, seats).chairs] == [(START, START)] * 2


@pytest.mark.parametrize("by", [MoveBy.CLOCK, MoveBy.STAND_IN])
def test_nobody_is_credited_with_a_play_that_he_did_not_choose(cast: Cast, by: MoveBy) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    before = results_of(match)
    scorer = max((0, 1), key=lambda seat: before[seat].best)
    assert before[scorer].best > 0
    Move.objects.filter(match=match, seat=scorer, by=MoveBy.PERSON).update(by=by, user=None, key="")
    after = results_of(match)
    assert (after[scorer].best, after[scorer].best_move) == (0, 0)
    assert after[1 - scorer].best == before[1 - scorer].best


@pytest.mark.parametrize(("right", "robot", "taken"), [(True, False, 1), (False, False, 0), (True, True, 0)])
def test_only_ones_own_right_calls_have_taken_points(cast: Cast, right: bool, robot: bool, taken: int) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(calling="muggins"))
    make_move(match)
    about = {"move": Move.objects.filter(match=match)[0], "seat": 1, "points": 5, "right": right, "robot": robot}
    Call.objects.create(
        match=match,
        user=None if robot else cast.bob,
        key="" if robot else "key",
        version=99,
        at=timezone.now(),
        **about,
    )
    assert [result.taken for result in results_of(match)] == [0, taken]


def test_of_points_that_have_been_told_the_claims_are_counted(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(calling="muggins"))
    make_move(match)
    mover = Move.objects.get(match=match).seat
    told = {"points": 10, "count": 10, "claim": 10}
    for values, expected in (
        (told, (1, 0)),
        ({**told, "claim": None}, (0, 1)),
        ({**told, "points": None, "count": None}, (0, 0)),
    ):
        Move.objects.filter(match=match).update(**values)
        result = results_of(match)[mover]
        assert (result.claimed, result.missed) == expected


def test_who_scored_nothing_has_no_strokes(cast: Cast) -> None:
    ruleset = rules("five_up")
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=ruleset))
    Match.objects.filter(pk=match.pk).update(scores=["0", str(ruleset.target)], winner_side=1)
    strokes = [result.strokes for result in results_of(match)]
    assert strokes == [0, ruleset.target // ruleset.points_per_five]


def test_matches_that_are_over_take_no_room(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engaged, "MOST_TABLES", 1)
    play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    assert open_table(cast.alice).pk


def test_in_a_rematch_everybody_is_there_from_the_start(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    again = seating.ask_rematch(match_id=match.pk, user=cast.bob)
    assert again is not None
    assert all(seat.seen_at is not None for seat in again.seats.all())


def test_who_may_not_write_keeps_his_seat(cast: Cast) -> None:
    cast.eve.is_staff = True
    cast.eve.save()
    match = open_table(cast.alice, cast.bob)
    conduct.mute(actor=cast.eve, user=cast.alice, reason="Shouted.")
    keeper.sweep_all()
    assert not seat_of(match, cast.alice).left
