"""Points for a count, and the settling of a round: all vectors, ties, halves."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games.rules.ruleset import Ruleset, change, preset
from games.rules.scoring import points_for, round5, settle
from tests.rules.table import tiles

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "rules" / "settling.json").read_text())["vectors"]
PARTNERS = preset("pagat", 4)
ALONE = change(PARTNERS, partners=False)


def gains(ruleset: Ruleset, hands: list[str], end: str = "blocked", last: int = 0) -> tuple[Any, ...]:
    return settle(ruleset, [tiles(hand) for hand in hands], end, last).gains


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_a_vector_settles_as_it_should(vector: dict[str, Any]) -> None:
    ruleset = preset(vector["ruleset"], vector["players"])
    hands = [" ".join(hand) for hand in vector["hands"]]
    assert gains(ruleset, hands, vector["end"], vector["last"]) == tuple(map(Fraction, vector["gains"]))


def test_remainders_one_and_two_go_down_three_and_four_up() -> None:
    assert [round5(pips) for pips in range(8)] == [0, 0, 0, 5, 5, 5, 5, 5]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (5, 5), (12, 0), (35, 35), (75, 75)])
def test_a_positive_multiple_of_five_scores(count: int, points: int) -> None:
    assert points_for(count, preset("pagat", 2)) == points
    assert points_for(count, preset("five_up", 2)) == points // 5


def test_halves_are_exact_fractions() -> None:
    shared = gains(preset("five_up", 3), ["41", "32", "60"])
    assert shared == (Fraction(1, 2), Fraction(1, 2), 0)
    assert all(type(gain) in (int, Fraction) for gain in shared)


def test_a_share_that_is_whole_is_a_whole_number() -> None:
    assert [type(gain) for gain in gains(preset("pagat", 3), ["41", "32", "64"])] == [int, int, int]


def test_two_tied_sides_of_four_players_take_nothing() -> None:
    assert gains(PARTNERS, ["41", "32", "50", "55"]) == (15, 0)
    assert gains(PARTNERS, ["41", "32", "50", "60 10"]) == (10, 0)
    assert gains(PARTNERS, ["41", "32", "50", "50"]) == (0, 0)
    assert gains(ALONE, ["41", "32", "60", "55"]) == (0, 0, 0, 0)


def test_four_players_each_for_himself_take_from_all_others() -> None:
    assert gains(ALONE, ["10", "32", "60", "55"]) == (20, 0, 0, 0)


def test_the_lowest_single_hand_may_decide_a_block() -> None:
    ruleset = change(PARTNERS, blocked_by="lowest_hand")
    hands = ["21", "64", "66 62", "65"]
    assert gains(PARTNERS, hands) == (0, 25)
    assert gains(ruleset, hands) == (20, 0), "seat 0 is lowest alone: 10 and 11 are the opponents' sum"
    assert gains(ruleset, ["21", "64", "30", "65"]) == (20, 0), "partners who tie are one side"
    assert gains(ruleset, ["21", "30", "66", "65"]) == (0, 0), "two sides tie"


def test_own_hands_cost_their_owners_however_the_round_ended() -> None:
    ruleset = preset("thoughtco", 3)
    assert gains(ruleset, ["", "61", "62"], "domino", 0) == (0, -5, -10)
    assert gains(ruleset, ["41", "32", "66"]) == (-5, -5, -10)
    assert gains(change(ruleset, points_per_five=1), ["41", "32", "66"]) == (-1, -1, -2)


def test_nothing_is_settled_after_a_play_that_reaches_the_target() -> None:
    for name in ("pagat", "thoughtco"):
        assert gains(preset(name, 2), ["", "66"], "target", 0) == (0, 0)


def test_a_settlement_can_be_explained() -> None:
    told = settle(PARTNERS, [tiles(hand) for hand in ["", "42", "63", "55 10"]], "domino", 0)
    assert (told.pips, told.side_pips) == ((0, 6, 9, 11), (9, 17))
    assert (told.counted, told.rounded, told.gains, told.winner) == ((17, 0), (15, 0), (15, 0), 0)


def test_who_ties_in_vain_is_told() -> None:
    told = settle(preset("pagat", 2), [tiles("54"), tiles("63")], "blocked", 0)
    assert (told.winners, told.tied, told.winner) == ((), (0, 1), None)


def test_who_shares_is_told() -> None:
    told = settle(preset("pagat", 3), [tiles("41"), tiles("32"), tiles("64")], "blocked", 0)
    assert (told.winners, told.shared, told.winner) == ((0, 1), True, None)
