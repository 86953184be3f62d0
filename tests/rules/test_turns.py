"""Turns of a round: who may do what, and when it is over (RULES.md section 1)."""

import pytest

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Drew, Passed, Played
from games.rules.notation import parse_move
from games.rules.rounds import apply_move, deal, legal_moves
from games.rules.ruleset import change, preset
from games.rules.statetext import parse_state, state_text
from games.rules.tiles import TILES, tile
from tests.rules.table import after, sized, stacked, table, texts, tiles

PAGAT = preset("pagat", 2)
SNIFF = preset("sniff", 2)


def reason_for(state: object, move: str) -> Reason:
    with pytest.raises(IllegalMove) as refusal:
        apply_move(state, parse_move(move))  # type: ignore[arg-type]
    return refusal.value.reason


def test_seats_take_their_hands_in_order_and_the_rest_is_the_boneyard() -> None:
    state = deal(preset("pagat", 3), TILES, 1, "lot")
    assert [str(held) for held in state.hand(1)] == [str(held) for held in TILES[7:14]]
    assert (state.boneyard, state.turn, state.drawable) == (TILES[21:], 1, 7)


def test_a_reserve_is_in_the_boneyard_but_never_drawn() -> None:
    state = deal(change(PAGAT, reserve=2), TILES, 0, "lot")
    assert (len(state.boneyard), state.drawable) == (10, 8)


@pytest.mark.parametrize("bad", [TILES[:27], (*TILES, TILES[0]), (*TILES[:27], TILES[0])])
def test_a_deal_needs_each_tile_once(bad: tuple[object, ...]) -> None:
    with pytest.raises(NotationError):
        deal(PAGAT, bad, 0, "lot")  # type: ignore[arg-type]


@pytest.mark.parametrize(("leader", "leader_by"), [(2, "lot"), (-1, "lot"), (0, "luck")])
def test_a_deal_needs_a_leader_and_a_right_to_lead(leader: int, leader_by: str) -> None:
    with pytest.raises(NotationError):
        deal(PAGAT, TILES, leader, leader_by)


def test_any_tile_may_lead_when_the_lead_is_by_lot() -> None:
    assert texts(table(["55 31", "50 60"])) == ["31", "55"]


def test_a_first_double_may_lead_both_ways_under_sniff() -> None:
    assert texts(table(["55 31", "50 60"], ruleset=SNIFF)) == ["31", "55", "55*"]
    assert texts(after(table(["51 31", "55 50"], ruleset=SNIFF), "51")) == ["50>51.5", "55>51.5", "55*>51.5"]


def test_who_leads_by_highest_double_leads_that_double() -> None:
    state = deal(sized(PAGAT, ["44 60", "33 65"]), stacked(["44 60", "33 65"]), 0, "highest_double")
    assert (texts(state), state.must_lead) == (["44"], tile("44"))
    assert reason_for(state, "60") is Reason.MUST_LEAD
    assert after(state, "44").must_lead is None


def test_without_any_double_the_heaviest_tile_leads_the_higher_half_first() -> None:
    hands = ["54 10", "63 20"]
    state = deal(sized(PAGAT, hands), stacked(hands), 1, "highest_double")
    assert texts(state) == ["63"], "63 and 54 weigh the same"
    with pytest.raises(NotationError, match="seat 1 holds 63"):
        deal(sized(PAGAT, hands), stacked(hands), 0, "highest_double")


def test_every_port_is_a_move_of_its_own() -> None:
    state = after(table(["55 31 20", "50 60 10"]), "55")
    assert texts(state) == ["50>55.L1", "50>55.L2"]


def test_two_equal_ends_on_different_arms_are_different_moves() -> None:
    state = after(table(["41 42 60", "21 64 30"]), "41 21>41.1 42>21.2")
    assert texts(state) == ["64>41.4", "64>42.4"]


def test_who_can_play_may_neither_draw_nor_pass() -> None:
    state = after(table(["55 31", "50 60"], "66"), "55")
    assert reason_for(state, "+66") is Reason.CAN_PLAY
    assert reason_for(state, "-") is Reason.CAN_PLAY
    assert reason_for(table(["55 31", "50 60"], "66"), "-") is Reason.CAN_PLAY, "nor before the lead"


def test_who_cannot_play_draws_one_tile_at_a_time_until_one_fits() -> None:
    state = after(table(["55 31", "40 60"], "21 53 66"), "55")
    assert texts(state) == ["+21"]
    assert reason_for(state, "-") is Reason.CAN_DRAW
    assert reason_for(state, "+53") is Reason.WRONG_TILE_DRAWN
    state = after(state, "+21")
    assert (texts(state), state.turn) == (["+53"], 1)
    state = after(state, "+53")
    assert (texts(state), state.must_play) == (["53>55.L1", "53>55.L2"], tile("53"))


def test_the_tile_that_fits_must_be_played_at_once() -> None:
    state = after(table(["55 31", "40 60"], "53 66"), "55 +53")
    assert reason_for(state, "40>55.L1") is Reason.MUST_PLAY_DRAWN
    assert reason_for(state, "+66") is Reason.MUST_PLAY_DRAWN
    assert reason_for(state, "-") is Reason.MUST_PLAY_DRAWN
    assert after(state, "53>55.L2").turn == 0


def test_who_can_neither_play_nor_draw_passes() -> None:
    ruleset = change(PAGAT, hand_size=2, reserve=24)
    state = after(deal(ruleset, stacked(["50 51", "66 31"]), 0, "lot"), "50")
    assert texts(state) == ["-"]
    assert reason_for(state, f"+{state.boneyard[0]}") is Reason.NOTHING_TO_DRAW
    assert after(state, "-").turn == 0


def test_direction_says_who_is_next() -> None:
    hands = ["55 51", "50 60", "53 63", "54 64"]
    assert after(table(hands, ruleset=preset("pagat", 4)), "55").turn == 1
    assert after(table(hands, ruleset=preset("latino", 4)), "55").turn == 3


def test_going_out_ends_the_round_at_once() -> None:
    state = after(table(["55 51", "50 60"]), "55 50>55.L1 51>55.L2")
    assert (state.end, state.turn, state.last_player, legal_moves(state)) == ("domino", None, 0, ())
    assert reason_for(state, "60>50.0") is Reason.ROUND_OVER


def test_the_round_is_blocked_by_a_play_the_moment_nobody_fits_and_nothing_is_left_to_draw() -> None:
    ruleset = change(PAGAT, hand_size=2, reserve=24)
    state = after(deal(ruleset, stacked(["50 21", "33 44"]), 0, "lot"), "50")
    assert (state.end, state.turn) == ("blocked", None), "nobody needs to pass first"


def test_the_round_is_blocked_by_the_last_draw_too() -> None:
    ruleset = change(PAGAT, hand_size=2, reserve=23)
    state = after(deal(ruleset, stacked(["50 21", "33 44"], "66"), 0, "lot"), "50")
    assert state.turn == 1, "a tile may still be drawn"
    state = after(state, "+66")
    assert (state.end, state.last_player, state.drawable) == ("blocked", 0, 0)


def test_going_out_comes_before_being_blocked() -> None:
    ruleset = change(PAGAT, hand_size=1, reserve=26)
    assert after(deal(ruleset, stacked(["50", "33"]), 0, "lot"), "50").end == "domino"


def test_a_refused_move_changes_nothing() -> None:
    state = after(table(["55 31", "50 60"]), "55")
    before = state_text(state)
    for move in ("60>55.L1", "50>55.S1", "31>55.L1", "50", "-", "+66"):
        reason_for(state, move)
    assert state_text(state) == before


@pytest.mark.parametrize(
    ("move", "reason", "sentence"),
    [
        ("31>55.L1", Reason.NOT_YOUR_TILE, "31 is not in the hand"),
        ("50>55.S1", Reason.PORT_CLOSED, "55.S1 is not open"),
        ("60>55.L1", Reason.NO_MATCH, "60 does not fit 55.L1"),
        ("50", Reason.NEEDS_PORT, "50 must be joined to a port"),
    ],
)
def test_a_refusal_names_the_reason_and_says_it(move: str, reason: Reason, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        after(after(table(["55 31", "50 60"]), "55"), move)
    assert (refusal.value.reason, refusal.value.details) == (reason, sentence)


def test_a_step_tells_what_happened() -> None:
    step = apply_move(table(["55 31", "50 60"]), parse_move("55"))
    (told,) = step.events
    assert isinstance(told, Played)
    assert (told.seat, str(told.play), told.count, told.points, told.side) == (0, "55", 10, 10, 0)
    state, events = apply_move(after(table(["55 31", "40 60"], "21"), "55"), parse_move("+21"))
    assert (events, state.drawn) == ((Drew(1, tile("21")),), 1)
    ruleset = change(PAGAT, hand_size=2, reserve=24)
    passing = after(deal(ruleset, stacked(["50 51", "66 31"]), 0, "lot"), "50")
    assert apply_move(passing, parse_move("-")).events == (Passed(1),)


def test_points_are_in_the_unit_of_the_match() -> None:
    (told,) = apply_move(table(["55 31", "50 60"], ruleset=preset("five_up", 2)), parse_move("55")).events
    assert isinstance(told, Played)
    assert told.points == 2


def test_the_text_of_a_state_parses_back_to_it() -> None:
    state = after(table(["55 31", "40 60"], "21 53"), "55 +21 +53")
    assert parse_state(state_text(state)) == state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"hands":["31"', '"hands":["55"'),
        ('"laid":"55"', '"laid":"55 50>55.L1"'),
        ('"laid":"55"', '"laid":"-"'),
        ('"drawn":2', '"drawn":3'),
        ('"turn":1', '"turn":7'),
        ('"end":null', '"end":"over"'),
        ('"leader":0', '"leader":null'),
        ("{", ""),
    ],
)
def test_a_text_that_is_no_state_is_refused(old: str, new: str) -> None:
    text = state_text(after(table(["55 31", "40 60"], "21 53"), "55 +21 +53"))
    assert old in text
    with pytest.raises(NotationError):
        parse_state(text.replace(old, new, 1))


def test_hands_are_shown_as_tiles() -> None:
    state = after(table(["55 31", "50 60"]), "55")
    assert state.hands == (tiles("31"), tiles("50 60"))
    assert state.tiles_left == (1, 2)
