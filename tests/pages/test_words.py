"""The sentences of the table, as LOOK.md section 8 has them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from games.rules.errors import Reason
from games.rules.layout import Place
from games.rules.tiles import tile
from games.services import errors
from games.words import play as words
from games.words import settling
from games.words.play import Who
from games.words.refusals import refusal
from games.words.tiles import capital, joined, points, signed, strokes_name, sum_line, tile_name

BONE, ME = Who("Bone"), Who("Alice", me=True)
LEFT, RIGHT, TOP = Place("left", None), Place("right", None), Place("up", None)
ABOVE_THE_DOUBLE_FIVE = Place("up", tile("55"))


@pytest.mark.parametrize(
    ("text", "name"), [("64", "six-four"), ("66", "double six"), ("50", "five-blank"), ("00", "double blank")]
)
def test_a_tile_has_a_name(text: str, name: str) -> None:
    assert tile_name(tile(text)) == name


def test_a_tile_is_named_from_the_half_that_comes_first() -> None:
    assert tile_name(tile("31"), first=1) == "one-three"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (words.led(BONE, "double five"), "Bone led double five."),
        (words.played(ME, "three-one", LEFT), "You played three-one on the left."),
        (words.opened(ME, "five-four", TOP), "You opened the top arm with five-four."),
        (words.played(BONE, "six-five", RIGHT, drew=1), "Bone drew 1, then played six-five on the right."),
        (words.played(BONE, "six-five", ABOVE_THE_DOUBLE_FIVE), "Bone played six-five above the double five."),
        (words.passed(Who("Carol")), "Carol passed: nothing fits."),
        (words.passed(ME, drew=2), "You drew 2 and passed: nothing fits."),
        (words.scored(BONE, 15), "Bone scored 15."),
        (words.scored(Who("Carol"), 20, partners=True), "Carol scored 20 for the other side."),
        (words.scored(Who("Bob"), 20, partners=True, our_side=True), "Bob scored 20 for your side."),
        (words.scored(BONE, 0), "No points."),
        (words.counted("1 + 6 + 2 = 9", 0), "1 + 6 + 2 = 9, no points."),
        (words.counted("1 + 12 + 2 = 15", 15), "1 + 12 + 2 = 15: 15 points."),
        (words.makes(LEFT, "6 + 12 + 2 = 20"), "Left makes 6 + 12 + 2 = 20."),
        (words.one_end(LEFT, tile("31"), 1), "Left, three-one: its free half, 1."),
        (words.dealt(BONE, "lot"), "Bone leads, by lot."),
        (words.dealt(ME, "went_out"), "You lead: you went out."),
    ],
)
def test_what_happens_is_said_shortly(said: str, sentence: str) -> None:
    assert said == sentence


def test_a_tile_that_fits_nowhere_says_why() -> None:
    said = words.why_not(tile("43"), Reason.NO_MATCH, [1, 5, 6, 2])
    assert said == "Four-three fits nowhere: the open ends are 1, 5, 6 and 2."
    assert words.why_not(tile("43"), Reason.NO_MATCH, [6]) == "Four-three fits nowhere: the only open end is 6."
    said = words.why_not(tile("43"), Reason.NO_MATCH, [5, 0], doubles=[tile("55")])
    assert said == "Four-three fits nowhere: the open ends are 5 and 0. Double five counts twice: 10."


def test_the_tile_just_drawn_comes_first() -> None:
    said = words.why_not(tile("43"), Reason.MUST_PLAY_DRAWN, [], tile("62"))
    assert said == "Six-two was just drawn and fits, so it must be played."


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        ("62", "Nothing fitted, so you drew 1 tile. It is six-two: it fits and must be played."),
        ("41 62", "Nothing fitted, so you drew 2 tiles. The last, six-two, fits and must be played."),
    ],
)
def test_a_forced_draw_is_told_in_words(drawn: str, sentence: str) -> None:
    tiles = [tile(word) for word in drawn.split()]
    assert words.you_drew(tiles, tile("62")) == sentence


def test_a_forced_pass_is_told_in_words() -> None:
    assert words.you_passed(0, empty=True) == "You pass: nothing fits and the boneyard is empty."
    assert words.you_passed(0, empty=False) == "You pass: nothing fits and no more may be drawn."
    assert words.you_passed(1, empty=True) == "You drew 1 tile and pass: nothing fits."


def test_every_reason_of_the_rules_has_a_sentence() -> None:
    assert all(words.refused(reason).endswith(".") for reason in Reason)


def test_every_refusal_of_a_service_has_its_own_sentence() -> None:
    fallback = refusal(errors.Refused())
    # pages of their own, or sentences of the rules; who is in a rated match is sent back there
    silent = {errors.BadSetting, errors.UnknownTable, errors.CorruptMatch, errors.IllegalPlay, errors.InRatedMatch}
    told: dict[type[errors.Refused], tuple[Any, ...]] = {errors.UnfitText: ("long",), errors.TooMuchTalk: (7,)}
    kinds = [kind for kind in errors.Refused.__subclasses__() if kind not in silent]
    assert len(kinds) > 12
    assert [kind for kind in kinds if refusal(kind(*told.get(kind, ()))) == fallback] == []


def test_tiles_that_are_elsewhere_are_refused_in_one_sentence() -> None:
    assert refusal(errors.IllegalPlay(Reason.NOT_YOUR_TILE)) == "That tile is not in your hand."


def test_a_stand_in_and_the_clock_act_under_their_own_names() -> None:
    dave = Who("Dave")
    said = words.played(words.stood_in("Brass", dave), "six-one", LEFT)
    assert said == "Brass, for Dave, played six-one on the left."
    assert words.led(words.by_clock(ME), "six-one") == "The clock, for you, led six-one."


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (settling.went_out(ME, 3, takes=True), "You went out. Round 3 is yours."),
        (settling.went_out(BONE, 3, takes=True), "Bone went out and takes round 3."),
        (settling.went_out(BONE, 3, takes=False), "Bone went out: round 3 is over."),
        (settling.blocked(drawing=True), "Blocked: nobody can play and nothing is left to draw."),
        (settling.still_hold(["Bone"], [21]), "Bone still holds 21 pips."),
        (settling.still_hold(["Bone"], [1]), "Bone still holds 1 pip."),
        (settling.still_hold(["Bone", "Carol"], [21, 8]), "Bone and Carol still hold 21 + 8 = 29 pips."),
        (
            settling.rounding(21, 20),
            "To the nearest five: 21 is 20. (Remainders 1 and 2 go down, 3 and 4 go up.)",
        ),
        (
            settling.takes("Alice", 20, went_out=True, per_five=False),
            "In this ruleset who goes out takes it: 20 points for Alice.",
        ),
        (settling.shared(["Alice", "Bob"], Fraction(5, 2)), "Alice and Bob share it: 2.5 points each."),
        (settling.own_hand("Alice", 13, 15, -15), "Alice: 13 pips, to the nearest five 15, so −15."),
        (settling.own_hand("Alice", 0, 0, 0), "Alice holds nothing and loses nothing."),
        (settling.how_reached("145", "50", 20), "145, then 50 in play, then 20"),
        (settling.how_reached("145", "", -15), "145, less 15"),
        (settling.next_round(ME), "Next round: you lead"),
        (settling.match_won(ours=True, partners=False, name="", score="255 to 190"), "You win the match, 255 to 190."),
    ],
)
def test_the_end_of_a_round_is_explained(said: str, sentence: str) -> None:
    assert said == sentence


def test_sums_lists_and_signs() -> None:
    assert sum_line([1, 12, 2], 15) == "1 + 12 + 2 = 15"
    assert sum_line([10], 10) == "10"
    assert [joined(list(said)) for said in ("", "1", "15", "156")] == ["", "1", "1 and 5", "1, 5 and 6"]
    assert [signed(20), signed(0), signed(-15), signed(Fraction(5, 2))] == ["+20", "0", "−15", "+2.5"]
    assert [points(0), points(1), points(2)] == ["0 points", "1 point", "2 points"]
    assert points(Fraction(5, 2)) == "2.5 points"
    assert capital("the clock, for Dave, led") == "The clock, for Dave, led"


def test_the_tally_has_a_name() -> None:
    assert strokes_name(145) == "145: 2 houses and 9 strokes"
    assert strokes_name(100) == "100: 2 houses"
    assert strokes_name(5) == "5: 1 stroke"


def test_nothing_is_lost_in_another_language() -> None:
    with translation.override("pt-br"):
        assert words.led(BONE, tile_name(tile("55")))
        assert words.why_not(tile("43"), Reason.NO_MATCH, [1, 5])
