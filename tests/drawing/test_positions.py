"""Known positions: what a person would expect to see."""

from __future__ import annotations

import pytest

from games.drawing import BOXES, Picture, draw, pose_for
from games.rules.ruleset import Ruleset, change, preset
from tests.drawing.checks import check_all, check_always, stems_clear
from tests.drawing.plays import layouts, play_of, port_of

CLASSIC, PLAIN, SNIFF, FIVE_UP = preset("pagat", 2), preset("muggins", 2), preset("sniff", 2), preset("five_up", 2)
BOTH = pytest.mark.parametrize("box", ["landscape", "portrait"])


def picture_of(moves: str, ruleset: Ruleset = CLASSIC, box: str = "landscape") -> Picture:
    """The picture of some moves, checked for all that must hold for every picture."""
    *_, layout = layouts(ruleset, moves.split())
    picture = draw(layout, ruleset, box)
    check_all(picture, layout, BOXES[box])
    return picture


def places(picture: Picture) -> dict[str, tuple[float, float, int]]:
    return {str(laid.tile): (laid.x, laid.y, laid.angle) for laid in picture.tiles}


def test_the_table_before_the_lead_is_empty_and_has_a_place_for_it() -> None:
    picture = draw((), CLASSIC, "portrait")
    assert (picture.tiles, picture.slots, picture.coins) == ((), {}, ())
    assert [pose_for(picture, play_of(text)).angle for text in ("55", "64")] == [0, 270]
    assert pose_for(draw((), SNIFF, "portrait"), play_of("55*")).angle == 90


@BOTH
def test_a_lone_tile_is_not_drawn_huge(box: str) -> None:
    for lead in ("64", "55"):
        assert BOXES[box].cap <= picture_of(lead, box=box).size <= BOXES[box].largest


def test_a_lone_plain_tile_has_a_coin_beside_each_half() -> None:
    left, right = picture_of("64").coins
    assert (left.end.gives, right.end.gives) == (6, 4)
    assert (left.x, right.x) == (-10, 10)
    assert abs(left.y) == abs(right.y) == 21


def test_a_lone_double_has_one_coin_at_its_short_side() -> None:
    (coin,) = picture_of("55").coins
    assert coin.end.gives == 10
    assert (coin.x, abs(coin.y)) == (0, 31)


def test_the_position_of_the_first_page_lies_as_a_cross() -> None:
    """A line from left to right, the top arm, the lower arm still open."""
    picture = picture_of("55 53>55.L1 65>55.L2 54>55.S1 31>53.3 42>54.4 66>65.6")
    assert places(picture) == {
        "55": (0, 0, 0),
        "53": (-30, 0, 90),
        "31": (-70, 0, 90),
        "65": (30, 0, 90),
        "66": (60, 0, 0),
        "54": (0, -40, 180),
        "42": (0, -80, 180),
    }
    assert [laid.is_spinner for laid in picture.tiles] == [True, False, False, False, False, False, False]
    assert [(str(mark.port), mark.x, mark.y, mark.angle) for mark in picture.open_marks] == [("55.S2", 0, 20, 0)]
    assert {str(port): slot.direction for port, slot in picture.slots.items()} == {
        "31.1": "left",
        "42.2": "up",
        "66.L2": "right",
        "55.S2": "down",
    }


def test_a_ghost_turns_with_its_tile() -> None:
    """Joined by its low half a tile shows the high one outwards, and the other way round."""
    picture = picture_of("55 53>55.L1")
    outwards, inwards = pose_for(picture, play_of("63>53.3")), pose_for(picture, play_of("31>53.3"))
    assert (outwards.x, outwards.y) == (inwards.x, inwards.y) == (-70, 0)
    assert (outwards.angle, inwards.angle) == (270, 90)
    assert pose_for(picture, play_of("33>53.3")).angle == 0
    with pytest.raises(KeyError):
        pose_for(picture, play_of("51>53.5"))


def test_a_first_double_laid_lengthwise_marks_its_long_sides() -> None:
    picture = picture_of("55* 50>55.S1 51>55.S2", SNIFF)
    assert places(picture) == {"55": (0, 0, 90), "50": (-40, 0, 90), "51": (40, 0, 270)}
    assert {str(mark.port): (mark.x, mark.y) for mark in picture.open_marks} == {"55.L1": (0, -10), "55.L2": (0, 10)}


def test_sniff_offers_a_place_for_both_ways_to_lay_the_first_double() -> None:
    slot = picture_of("65", SNIFF).slots[port_of("65.6")]
    assert slot.double is not None
    assert slot.lying is not None
    assert (slot.double.angle % 180, slot.lying.angle % 180) == (0, 90)


def test_exposed_sides_have_coins_instead_of_marks() -> None:
    """American Sniff: a spinner's free short sides count; their coins stand beside them, clear of their places."""
    picture = picture_of("55 50>55.L1 51>55.L2", change(SNIFF, exposed_sides_count=True))
    assert picture.open_marks == ()
    assert sorted((coin.end.gives, str(coin.end.port)) for coin in picture.coins) == [
        (0, "50.0"),
        (1, "51.1"),
        (5, "55.S1"),
        (5, "55.S2"),
    ]
    assert stems_clear(picture)


def test_every_double_of_five_up_has_the_pin_of_a_spinner() -> None:
    picture = picture_of("55 51>55.L1 11>51.1", FIVE_UP)
    assert [laid.is_spinner for laid in picture.tiles] == [True, False, True]
    assert [laid.is_spinner for laid in picture_of("55 51>55.L1 11>51.1").tiles] == [True, False, False]
    assert [laid.is_spinner for laid in picture_of("55 51>55.L1 11>51.1", PLAIN).tiles] == [False, False, False]


def test_a_number_that_is_used_up_has_no_place_any_more() -> None:
    moves = "60 00>60.0 10>00.L2 11>10.1 21>11.L2 20>21.2 30>20.0 43>30.3 40>43.4 50>40.0"
    *_, layout = layouts(PLAIN, [*moves.split(), "65>50.5"])
    picture = draw(layout, PLAIN, "portrait")
    assert sorted(str(port) for port in picture.slots) == ["60.6", "65.6"]
    assert all(slot.double for slot in picture.slots.values())


@BOTH
def test_the_crowded_five_up_position_is_drawn_without_overlap(box: str) -> None:
    """Doubles on neighbouring arms leave less room than their next tiles need: no placing keeps all distances."""
    moves = "11 21>11.L2 22>21.2 31>11.L1 33>31.3 53>33.L2 55>53.5 63>33.S1 66>63.6 10>11.S2 00>10.0"
    for layout in layouts(FIVE_UP, moves.split()):
        check_always(draw(layout, FIVE_UP, box), layout, BOXES[box])


def test_the_right_end_turns_down() -> None:
    """Lines turn clockwise near the edge."""
    moves = "64 41>64.4 51>41.1 53>51.5 32>53.3 62>32.2 65>62.6 50>65.5 10>50.0 21>10.1"
    off_the_line = [laid for laid in picture_of(moves, box="portrait").tiles if laid.y]
    assert off_the_line
    assert min(laid.y for laid in off_the_line) > 0


def test_the_left_end_turns_up() -> None:
    moves = "64 61>64.6 51>61.1 53>51.5 32>53.3 62>32.2 65>62.6 50>65.5 10>50.0 21>10.1"
    off_the_line = [laid for laid in picture_of(moves, box="portrait").tiles if laid.y]
    assert off_the_line
    assert max(laid.y for laid in off_the_line) < 0
