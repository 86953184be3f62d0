"""The peg board: a peg for each score in its own hole, never outside of the wood, whatever the target."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction

import pytest
from django.template.loader import render_to_string

from games.presenters.pegs import PegBoard, peg_board, pegs_of, previous_scores
from games.presenters.table import present
from games.presenters.tally import tally
from games.rules.record import check
from games.rules.retrace import retrace
from games.rules.ruleset import change, preset
from games.rules.scoring import Number
from games.rules.sight import sight_of
from tests.pages.scenes import random_match
from tests.rules.test_calling_records import random_record

NAMES = ("Alice", "Bob", "Carol", "Dave")
TRANSFORM = re.compile(r"translate\((\S+) (\S+)\)")


def spots(board: PegBoard, back: bool = False) -> list[tuple[float, float]]:
    """Where the pegs of the sides stand, in their order."""
    found = [TRANSFORM.match(peg.transform) for peg in board.pegs if peg.back == back]
    return [(float(at[1]), float(at[2])) for at in found if at]


def spot(score: Number, target: int = 61, sides: int = 2, side: int = 0, long: bool = False) -> tuple[float, float]:
    scores: list[Number] = [0] * sides
    scores[side] = score
    return spots(peg_board(NAMES[:sides], scores, target, long=long))[side]


@pytest.mark.parametrize("long", [False, True], ids=["short streets", "long streets"])
@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("target", [1, 5, 6, 31, 40, 61, 100, 121])
def test_every_score_has_a_hole_of_its_own_within_the_wood(target: int, sides: int, long: bool) -> None:
    holes = [spot(score, target, sides, side, long) for side in range(sides) for score in range(-1, target + 1)]
    assert len(set(holes)) == len(holes) == sides * (target + 2)
    apart = min(abs(x - u) + abs(y - v) for (x, y), (u, v) in itertools.combinations(holes, 2))
    assert apart >= 6
    left, top, width, height = map(float, peg_board(NAMES[:sides], (), target, long=long).view_box.split())
    for x, y in holes:
        assert left + 3 <= x <= left + width - 3
        assert top + 3 <= y <= top + height - 3


def test_holes_stand_in_groups_of_five_and_the_second_street_comes_back() -> None:
    steps = [spot(score + 1)[0] - spot(score)[0] for score in range(1, 30)]
    assert [round(step) for step in steps] == [6, 6, 6, 6, 9] * 5 + [6] * 4
    assert spot(31)[0] == spot(30)[0]
    assert spot(31)[1] > spot(30)[1]
    assert all(spot(score + 1)[0] < spot(score)[0] for score in range(31, 60))
    assert spot(61)[0] < spot(60)[0] - 6


def test_thirty_one_is_one_street() -> None:
    assert len({spot(score, target=31)[1] for score in range(-1, 32)}) == 1


def test_lanes_do_not_cross_on_the_turn() -> None:
    for score in range(1, 61):
        heights = [spot(score, sides=4, side=side)[1] for side in range(4)]
        assert heights == sorted(heights, reverse=score > 30)


@pytest.mark.parametrize(("score", "like"), [(-1, -20), (Fraction(5, 2), 2), (61, 64), (0, Fraction(1, 2))], ids=str)
def test_what_has_no_hole_stands_in_the_nearest_and_is_said(score: Number, like: Number) -> None:
    assert spot(score) == spot(like)


def test_two_pegs_a_side_and_one_while_nothing_has_changed() -> None:
    board = peg_board(NAMES[:3], (23, 40, 0), 61, previous=(18, 40, 0))
    assert [(peg.side, peg.back) for peg in board.pegs] == [(0, True), (0, False), (1, False), (2, False)]
    assert spots(board, back=True) == [spot(18, sides=3)]
    assert board.name == "Peg board to 61. Alice: 23, before that 18. Bob: 40. Carol: 0."


def test_figures_say_what_pegs_cannot() -> None:
    board = peg_board(NAMES[:3], (-3, Fraction(5, 2), 64), 61, previous=(0, 0, 58))
    assert board.name == (
        "Peg board to 61. Alice: −3, before that 0. Bob: 2.5, before that 0. Carol: 64, before that 58."
    )


def test_an_empty_board_has_no_pegs() -> None:
    board = peg_board(NAMES[:2], (), 61)
    assert board.pegs == ()
    assert board.name == "Peg board to 61."
    assert [lane.holes.count("h0") for lane in board.lanes] == [62, 62]


@pytest.mark.parametrize(
    ("name", "settings", "pegged"),
    [
        ("five_up", {}, True),
        ("five_up", {"target": 31}, True),
        ("five_up", {"target": 121}, True),
        ("five_up", {"target": 500}, False),
        ("pagat", {"points_per_five": 1, "target": 61}, True),
        ("pagat", {}, False),
    ],
)
def test_pegs_or_strokes_or_figures(name: str, settings: dict[str, int], pegged: bool) -> None:
    ruleset = change(preset(name, 2), **settings)
    position = next(random_match(ruleset, random.Random(1)))
    page = present(position.facts(0))
    assert (page.pegs is not None) == (page.pegs_across is not None) == pegged
    assert (tally(0, ruleset) is not None) == (ruleset.points_per_five == 5)


def test_the_back_peg_shows_the_score_before_the_last_points() -> None:
    seen = 0
    for seed in range(4):
        before: dict[int, Number] = {}
        last = (0, 0)
        for position in random_match(preset("five_up", 2), random.Random(seed)):
            scores = position.match.scores
            if len(position.events) == 1:
                before = {}
            before |= {side: last[side] for side in (0, 1) if scores[side] != last[side]}
            last = scores  # type: ignore[assignment]
            sight = position.facts(0).sight
            assert sight is not None
            if not position.match.round or position.match.round.turn is not None:
                assert previous_scores(sight) == tuple(before.get(side, scores[side]) for side in (0, 1))
                seen += bool(before)
            board = pegs_of(sight, NAMES[:2])
            assert board is not None
            assert len(board.pegs) >= 2
    assert seen > 100


def test_the_back_peg_follows_points_that_were_taken_and_penalties() -> None:
    """Four alone, «Muggins!»: who laid nothing may have scored, and a wrong claim gives to all the others."""
    ruleset = change(
        preset("five_up", 4), partners=False, calling="muggins", overcall_penalty=True, muggins_seconds=5, target=121
    )
    rounds = check(random_record(ruleset, random.Random(8), 4, 400)).rounds
    last: tuple[Number, ...] = (0,) * 4
    before: dict[int, Number] = {}
    at_once = 0
    for position in retrace(ruleset, rounds):
        if position.spot.move == 0:
            before = {}
        scores = position.match.scores
        changed = [side for side in range(4) if scores[side] != last[side]]
        before |= {side: last[side] for side in changed}
        at_once += len(changed) > 1
        last = scores
        if not position.is_last_of_round:
            sight = sight_of(position.match, position.events, None)
            assert previous_scores(sight) == tuple(before.get(side, scores[side]) for side in range(4))
    assert at_once > 3


def test_the_picture_is_made_of_attributes_and_says_the_scores() -> None:
    board = peg_board(("A & B", "C & D"), (5, 0), 61, previous=(3, 0))
    html = render_to_string("games/partials/_pegs.html", {"pegs": board})
    assert 'role="img" aria-label="Peg board to 61. A &amp; B: 5, before that 3. C &amp; D: 0."' in html
    assert "style" not in html
    assert html.count("<use") == 3
