"""Strokes that lead back: what is won adds strokes, what is lost takes the last ones away."""

from __future__ import annotations

from fractions import Fraction

from games.presenters.marks import linked_tally, scrubber, sources, stroke_spots
from games.rules.retrace import Credit, Position, Spot
from games.rules.ruleset import preset

A, B, C = Spot(1, 1), Spot(1, 4), Spot(2, 9)


def test_each_five_points_are_a_stroke_of_their_move() -> None:
    assert stroke_spots([Credit(A, 0, 10, False), Credit(B, 1, 5, False), Credit(C, 0, 15, True)], 0) == [A, A, C, C, C]


def test_points_that_are_lost_take_the_last_strokes_away() -> None:
    lost = [Credit(A, 0, 10, False), Credit(B, 0, 10, False), Credit(C, 0, -15, True)]
    assert stroke_spots(lost, 0) == [A]
    assert stroke_spots([*lost, Credit(Spot(3, 1), 0, 10, False)], 0) == [A, Spot(3, 1), Spot(3, 1)]


def test_a_score_below_zero_has_none_and_comes_back_late() -> None:
    assert stroke_spots([Credit(A, 0, -20, True), Credit(B, 0, 25, False)], 0) == [B]


def test_halves_wait_for_their_other_half() -> None:
    halves = [Credit(A, 0, Fraction(5, 2), True), Credit(B, 0, Fraction(5, 2), True)]
    assert stroke_spots(halves, 0) == [B]


def test_the_stroke_of_this_very_move_is_marked() -> None:
    tally = linked_tally(preset("pagat", 2), [Credit(A, 0, 5, False), Credit(B, 0, 5, False)], 0, 10, B)
    assert tally is not None
    assert [stroke.fresh for stroke in tally.houses[0].strokes] == [False, True]
    assert [house.empty for house in tally.houses] == [False, True, True, True, True]


def test_figures_are_used_where_strokes_cannot_be() -> None:
    assert linked_tally(preset("pagat", 2), [], 0, -5, A) is None
    assert linked_tally(preset("pagat", 2), [], 0, Fraction(5, 2), A) is None
    assert linked_tally(preset("five_up", 2), [], 0, 10, A) is None


def test_where_points_came_from_is_told_the_newest_first() -> None:
    lines = sources([Credit(A, 0, 10, False), Credit(B, 1, 5, False), Credit(C, 0, 15, True)], 0)
    assert [line.text for line in lines] == ["Round 2, at its end: 15 points", "Round 1, move 1: 10 points"]


def test_bars_go_up_for_one_side_and_down_for_the_other() -> None:
    positions = [Position(spot, None, ()) for spot in (Spot(1, 0), A, B)]  # type: ignore[arg-type]
    found = scrubber(positions, [Credit(A, 0, 10, False), Credit(B, 1, 10, False)], preset("pagat", 2))
    assert [bar.d for bar in found.bars] == ["M500 32v-10", "M1000 32v10"]
    assert (found.counts, found.last) == ((2,), 2)


def test_three_sides_have_a_lane_each() -> None:
    positions = [Position(spot, None, ()) for spot in (Spot(1, 0), A)]  # type: ignore[arg-type]
    made = [Credit(A, side, 10, False) for side in range(3)]
    starts = [bar.d.split("v")[0] for bar in scrubber(positions, made, preset("pagat", 3)).bars]
    assert starts == ["M1000 21.33", "M1000 42.67", "M1000 64"]
