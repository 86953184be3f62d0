"""Coins in places that no board of the random tests is as crowded as."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from games.drawing.coins import RADIUS, Disc, EndSpot, Ground, place_coins
from games.drawing.shapes import Line, Rect

FLAT = Rect(-20, -10, 20, 10)
RIGHT_HALF = EndSpot(FLAT, ((10, -10), (10, 10)), 1, 0)
LINE = Rect(20, -10, 90, 10), Rect(-90, -10, -20, 10)
WIDE = Rect(-200, -200, 200, 200)


def ground(*obstacles: Rect, frame: Rect = WIDE, limit: float = 400) -> Ground:
    return Ground((FLAT, *obstacles), frame, limit, limit)


def place(around: Ground, *spots: EndSpot, radius: float = RADIUS) -> list[Disc]:
    return place_coins(spots or (RIGHT_HALF,), around, radius)


def test_on_an_empty_table_the_coin_stands_beside_the_free_half() -> None:
    (disc,) = place(ground())
    assert (disc.x, disc.y, disc.r) == (10, -21, RADIUS)
    assert disc.stem == Line(10, -10, 10, -21 + RADIUS)


def test_where_one_side_is_taken_it_stands_on_the_other() -> None:
    (disc,) = place(ground(Rect(-20, -40, 20, -15)))
    assert (disc.x, disc.y) == (10, 21)


def test_where_both_are_taken_it_moves_but_never_ahead_of_the_end() -> None:
    (disc,) = place(ground(Rect(0, -40, 20, -15), Rect(0, 15, 20, 40), Rect(20, -10, 60, 10)))
    assert disc.r == RADIUS
    assert disc.x < 0 or abs(disc.y) > 10
    assert Rect(20, -10, 60, 10).distance(disc.x, disc.y) > disc.r


def test_in_a_narrow_lane_the_coin_is_smaller() -> None:
    (disc,) = place(ground(Rect(-80, -80, 80, -25), Rect(-80, 25, 80, 80), *LINE))
    assert 4 < disc.r < RADIUS
    assert 15 < abs(disc.y) < 20


def test_a_walled_in_end_sends_its_coin_to_the_nearest_free_ground() -> None:
    walls = Rect(-90, -90, 90, -10), Rect(-90, 10, 90, 90), *LINE
    (disc,) = place(ground(*walls))
    assert all(wall.distance(disc.x, disc.y) > disc.r + 1 for wall in (FLAT, *walls))
    assert max(abs(disc.x), abs(disc.y)) < 110


def test_a_coin_does_not_push_the_frame_over_its_limit() -> None:
    """In a frame that may not grow, the side inside it is taken, though the other is as near."""
    (disc,) = place(ground(frame=Rect(-20, -10, 20, 30), limit=40))
    assert (disc.x, disc.y) == (10, 21)


def test_coins_of_neighbours_keep_clear_of_each_other_and_of_each_others_stems() -> None:
    spots = [EndSpot(FLAT, ((x, -10), (x, 10)), d, 0) for x, d in ((10, 1), (-10, -1), (4, 1), (-4, -1))]
    discs = place(ground(), *spots)
    for one, other in combinations(discs, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.r + other.r
        assert one.stem.distance(other.x, other.y) > other.r
        assert not one.stem.meets(other.stem)


def test_a_larger_coin_is_used_only_where_there_is_room() -> None:
    assert place(ground(), radius=8.8)[0].r == 8.8
    lane = ground(Rect(-80, -80, 80, -28.2), Rect(-80, 28.2, 80, 80), *LINE)
    assert place(lane, radius=8.8)[0].r == RADIUS


@pytest.mark.parametrize(
    ("line", "crosses"),
    [
        (Line(-30, 0, 30, 0), True),
        (Line(0, 0, 1, 1), True),
        (Line(-25, 5, -5, 15), True),
        (Line(-30, 12, 30, 12), False),
        (Line(-40, 5, -25, 15), False),
        (Line(20, -30, 20, 30), False),
        (Line(-30, -10, 30, -10), False),
    ],
)
def test_lines_and_rectangles(line: Line, crosses: bool) -> None:
    """A line along the border does not cross."""
    assert line.crosses(FLAT) == crosses


def test_a_coin_keeps_off_the_line_to_a_tile_that_lies_apart() -> None:
    link = Line(-50, -20, 50, -20)
    (disc,) = place(Ground((FLAT,), WIDE, 400, 400, (link,)))
    assert (disc.x, disc.y) == (10, 21)
