"""A match: points at once, the target, and who leads next (RULES.md section 3)."""

from fractions import Fraction
from typing import Any

import pytest

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Dealt, MatchOver, Played, RoundOver
from games.rules.matches import MatchState, lead_for, new_match, play, start_round
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import TILES
from tests.rules.table import match_at, played_on, stacked

PAGAT = preset("pagat", 2)
EXACT = change(PAGAT, target_rule="exact")
#: Three at the table, nothing to draw.
DRY = change(preset("pagat", 3), hand_size=2, reserve=22)


def over(told: list[Any]) -> RoundOver:
    (found,) = [event for event in told if isinstance(event, RoundOver)]
    return found


def bob_goes_out(ruleset: Ruleset, scores: tuple[int, int] = (0, 0)) -> tuple[MatchState, list[Any]]:
    """Alice leads 55 for 10, Bob's 50 makes 10, and he goes out for the 5 of Alice's 31."""
    dry = change(ruleset, hand_size=2, reserve=24)
    return played_on(match_at(scores, ["55 31", "50 51"], dry), "55 50>55.L1 - 51>55.L2")


def bob_goes_out_after_carol_led(ruleset: Ruleset) -> MatchState:
    match = match_at((0, 0, 0), ["61 62", "50 51", "55 31"], ruleset, leader=2)
    return played_on(match, "55 - 50>55.L1 - - 51>55.L2")[0]


def blocked_at_once(ruleset: Ruleset, scores: tuple[int, ...] = (0, 0, 0)) -> tuple[MatchState, list[Any]]:
    """Alice leads 66 and nobody has a six: she and Bob hold 5 each, Carol's 13 make 15, so 7.5 for each of the two."""
    return played_on(match_at(scores, ["66 41", "32 00", "54 22"], ruleset), "66")


def test_a_new_match_has_a_score_of_nothing_for_each_side() -> None:
    assert new_match(preset("pagat", 4)).scores == (0, 0)
    assert new_match(preset("pagat", 3)).scores == (0, 0, 0)


def test_points_are_credited_before_anyone_else_acts() -> None:
    match, told = played_on(match_at((0, 0), ["55 31", "50 60"], PAGAT), "55")
    assert match.scores == (10, 0)
    assert isinstance(told[0], Played)
    assert told[0].points == 10


def test_going_out_scores_the_play_first_then_the_settlement() -> None:
    match, told = played_on(match_at((0, 0), ["55 51", "50 63"], PAGAT), "55 50>55.L1 51>55.L2")
    end = over(told)
    assert (end.end, end.seat, end.scores_before, end.scores) == ("domino", 0, (10, 10), (20, 10))
    assert (match.rounds_done, match.is_playing, match.winner) == (1, False, None)


def test_partners_share_one_score() -> None:
    hands = ["55 51", "65 60", "54 63", "53 64"]
    match, _ = played_on(match_at((0, 0), hands, preset("pagat", 4)), "55 65>55.L1 54>55.L2")
    assert match.scores == (20, 0), "10 by seat 0; 6 and 4 make 10 for seat 2, his partner"


def test_a_play_that_reaches_the_target_ends_everything_at_once() -> None:
    match, told = played_on(match_at((240, 245), ["55 31", "50 60"], PAGAT), "55")
    assert [type(event) for event in told] == [Played, RoundOver, MatchOver]
    assert (over(told).end, over(told).settlement.gains) == ("target", (0, 0))
    assert (match.winner, match.scores) == (0, (250, 245))
    assert match.round is not None
    assert (match.round.end, match.round.turn) == ("target", None)


def test_nothing_is_settled_after_a_play_that_reaches_the_target_though_it_goes_out() -> None:
    match, told = played_on(match_at((240, 0), ["55", "50"], PAGAT), "55")
    assert (over(told).end, match.scores) == ("target", (250, 0))


def test_a_target_may_be_passed() -> None:
    match, _ = played_on(match_at((245, 0), ["55 31", "50 60"], PAGAT), "55")
    assert (match.winner, match.scores) == (0, (255, 0))


def test_points_that_would_pass_an_exact_target_are_not_credited() -> None:
    match, told = played_on(match_at((245, 0), ["55 31", "50 60"], EXACT), "55")
    assert (match.winner, match.scores) == (None, (245, 0))
    assert isinstance(told[0], Played)
    assert (told[0].count, told[0].points) == (10, 0)


def test_an_exact_target_is_won_by_hitting_it() -> None:
    match, _ = played_on(match_at((240, 0), ["55 31", "50 60"], EXACT), "55")
    assert (match.winner, match.scores) == (0, (250, 0))


@pytest.mark.parametrize(("before", "gain", "winner"), [(240, 5, None), (245, 5, 1), (247, 0, None)])
def test_a_settlement_must_not_pass_an_exact_target_either(before: int, gain: int, winner: int | None) -> None:
    start = min(before, 230) if before == 240 else before  # at 240 his ten points would win before he goes out
    match, told = bob_goes_out(EXACT, (0, start))
    settlement = over(told).settlement
    assert (settlement.earned, settlement.gains) == ((0, 5), (0, gain))
    assert match.winner == winner


def test_losses_are_credited_whatever_the_target() -> None:
    match, _ = bob_goes_out(change(EXACT, settlement="own_hand"))
    assert match.scores == (5, 10), "Alice loses 5 of her 10"


def test_a_score_may_go_below_zero() -> None:
    hands = ["66 41", "32 00", "54 22"]
    match, _ = played_on(match_at((0, 0, 0), hands, change(DRY, settlement="own_hand")), "66")
    assert match.scores == (-5, -5, -15)


@pytest.mark.parametrize(
    ("scores", "winner"), [((245, 244, 0), 0), ((243, 245, 0), 1), ((245, 245, 0), None), ((240, 240, 0), None)]
)
def test_of_two_sides_that_reach_the_target_in_one_settlement_the_higher_wins(
    scores: tuple[int, ...], winner: int | None
) -> None:
    match, told = blocked_at_once(change(DRY, target=250), scores)
    assert over(told).settlement.gains == (Fraction(15, 2), Fraction(15, 2), 0)
    assert match.winner == winner
    assert isinstance(told[-1], MatchOver) is (winner is not None)


def test_when_both_are_equal_another_round_is_played() -> None:
    match, _ = blocked_at_once(change(DRY, target=250), (245, 245, 0))
    assert not match.is_over
    assert start_round(match, TILES, 1, "lot").match.round_no == 2


def test_half_points_are_kept_exactly() -> None:
    match, _ = blocked_at_once(DRY)
    assert match.scores == (Fraction(15, 2), Fraction(15, 2), 0)
    again, _ = played_on(start_round(match, stacked(["66 41", "32 00", "54 22"]), 0, "lot").match, "66")
    assert again.scores == (15, 15, 0)
    assert type(again.scores[0]) is int


def test_the_first_lead_is_by_lot_or_by_highest_double() -> None:
    assert lead_for(new_match(PAGAT), TILES, 1) == (1, "lot")
    hands = ["44 60", "33 65", "55 21", "66 31"]
    latino = change(preset("latino", 4), hand_size=2)
    assert lead_for(new_match(latino), stacked(hands), 0) == (3, "highest_double")


def test_who_went_out_leads_next_and_not_his_partner() -> None:
    match = bob_goes_out_after_carol_led(DRY)
    assert lead_for(match, TILES, 0) == (1, "went_out")


def test_the_lead_may_rotate_from_the_last_leader() -> None:
    match = bob_goes_out_after_carol_led(change(DRY, next_lead="rotate"))
    assert lead_for(match, TILES, 1) == (0, "rotate")
    other_way = bob_goes_out_after_carol_led_anticlockwise()
    assert lead_for(other_way, TILES, 1) == (1, "rotate")


def bob_goes_out_after_carol_led_anticlockwise() -> MatchState:
    ruleset = change(DRY, next_lead="rotate", direction="anticlockwise")
    match = match_at((0, 0, 0), ["61 62", "50 51", "55 31"], ruleset, leader=2)
    return played_on(match, "55 50>55.L1 - - 51>55.L2")[0]


def test_the_highest_double_may_lead_every_round() -> None:
    match = bob_goes_out_after_carol_led(change(DRY, next_lead="highest_double"))
    assert lead_for(match, stacked(["44 60", "33 65", "21 31"]), 2) == (0, "highest_double")


def test_after_a_block_the_lead_is_by_lot_or_by_highest_double() -> None:
    deal = stacked(["44 60", "33 65", "21 31"])
    assert lead_for(blocked_at_once(DRY)[0], deal, 2) == (2, "lot")
    for next_lead in ("went_out", "rotate"):
        ruleset = change(DRY, next_lead=next_lead, blocked_lead="highest_double")
        assert lead_for(blocked_at_once(ruleset)[0], deal, 2) == (0, "highest_double")


@pytest.mark.parametrize(("leader", "leader_by"), [(0, "went_out"), (1, "lot"), (1, "highest_double"), (1, "rotate")])
def test_a_round_cannot_be_led_by_anyone_else_or_by_another_right(leader: int, leader_by: str) -> None:
    match, _ = bob_goes_out(PAGAT)
    with pytest.raises(NotationError, match="seat 1 must lead by went_out"):
        start_round(match, TILES, leader, leader_by)


def test_a_round_begins_with_the_deal() -> None:
    match, _ = bob_goes_out(PAGAT)
    step = start_round(match, TILES, 1, "went_out")
    assert step.events == (Dealt(2, 1, "went_out"),)
    assert (step.match.round_no, step.match.rounds_done, step.match.scores) == (2, 1, match.scores)


def test_no_round_is_dealt_while_one_is_played_or_when_the_match_is_over() -> None:
    running = match_at((0, 0), ["55 31", "50 60"], PAGAT)
    won, _ = played_on(match_at((240, 0), ["55 31", "50 60"], PAGAT), "55")
    for match in (running, won):
        with pytest.raises(NotationError, match="no round can be dealt now"):
            start_round(match, TILES, 0, "lot")


def test_no_move_is_made_before_the_deal_or_after_the_round() -> None:
    for match in (new_match(PAGAT), bob_goes_out(PAGAT)[0]):
        with pytest.raises(IllegalMove) as refusal:
            play(match, parse_move("55"))
        assert refusal.value.reason is Reason.ROUND_OVER
