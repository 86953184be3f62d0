"""«Muggins!» (RULES.md section 4): who gets the points of a play, when they are credited, what waits for it.

Acts are written as in `table.acted`: ``55=10`` claims ten points, ``1:10`` is seat 1 calling ten, ``.`` closes.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Called, MatchOver, Passed, Played, RoundOver, WindowClosed
from games.rules.matches import MatchState, call, close_window, new_match, play, start_round
from games.rules.notation import parse_move
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import TILES
from tests.rules.table import acted, match_at, stacked

TWO = change(preset("pagat", 2), calling="muggins")
THREE = change(preset("pagat", 3), calling="muggins")
PAIRS = change(preset("pagat", 4), calling="muggins")
STRICT = change(THREE, overcall_penalty=True)
HANDS = {2: ["55 31", "50 60"], 3: ["55 31", "50 60", "64 21"], 4: ["55 31", "50 60", "64 21", "63 22"]}


def table(ruleset: Ruleset = TWO, scores: tuple[int, ...] = ()) -> MatchState:
    """Alice (seat 0) is to lead; 55 makes ten points, 31 nothing."""
    scores = scores or (0,) * len(ruleset.sides)
    return match_at(scores, HANDS[ruleset.players], ruleset)


def closed(told: list[Any]) -> WindowClosed:
    (found,) = [event for event in told if isinstance(event, WindowClosed)]
    return found


def over(told: list[Any]) -> RoundOver:
    (found,) = [event for event in told if isinstance(event, RoundOver)]
    return found


def why(match: MatchState, acts: str) -> Reason:
    with pytest.raises(IllegalMove) as refusal:
        acted(match, acts)
    assert str(refusal.value)
    return refusal.value.reason


# --- who gets the points ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "scores", "told"),
    [
        ("55=10 .", (10, 0, 0), (10, None, 0)),  # claimed rightly: the lead counts, too
        ("55 .", (0, 0, 0), (0, None, 0)),  # nobody has noticed
        ("55=0 .", (0, 0, 0), (0, None, 0)),  # to claim nothing is no claim
        ("55=5 .", (0, 0, 0), (0, None, 0)),  # claimed wrongly: it costs nothing more
        ("55 1:10", (0, 10, 0), (0, 1, 10)),
        ("55 2:10", (0, 0, 10), (0, 2, 10)),
        ("55=5 1:10", (0, 10, 0), (0, 1, 10)),  # a wrong claim can be stolen as well
        ("55=15 2:10", (0, 0, 10), (0, 2, 10)),
        ("55 1:5 2:10", (0, 0, 10), (0, 2, 10)),  # the first call is wrong, the second takes them
        ("55 1:5 .", (0, 0, 0), (0, None, 0)),  # a wrong call costs nothing
        ("55 1:5 2:15", (0, 0, 0), (0, None, 0)),  # all have tried
        ("55=10 1:10 .", (10, 0, 0), (10, None, 0)),  # what is claimed rightly cannot be taken
        ("31=5 .", (0, 0, 0), (0, None, 0)),  # a claim where there is nothing
        ("31 1:4 2:0", (0, 0, 0), (0, None, 0)),  # nor can nothing be taken
    ],
)
def test_who_gets_the_points_of_a_play(acts: str, scores: tuple[int, ...], told: tuple[int, int | None, int]) -> None:
    match, events = acted(table(THREE), acts)
    end = closed(events)
    assert match.scores == scores
    assert match.window is None
    assert (end.credited, end.taken_by, end.taken) == told
    assert (end.penalty, end.gains) == (0, scores)


def test_what_was_missed_is_told_end_by_end() -> None:
    end = closed(acted(table(), "55 . 50>55.L1 .")[1][3:])
    assert (end.seat, end.side, end.claim, end.count, end.points, end.credited) == (1, 1, None, 10, 10, 0)
    assert [(str(each.tile), each.gives) for each in end.ends] == [("55", 10), ("50", 0)]


@pytest.mark.parametrize("acts", ["55=10", "55", "55=5", "55=5 1:15", "55=10 1:10", "55 1:5"])
def test_nothing_is_credited_while_the_window_is_open(acts: str) -> None:
    match, events = acted(table(THREE), acts)
    assert match.scores == (0, 0, 0)
    assert isinstance(events[0], Played)
    assert events[0].points is None
    window = match.window
    assert window is not None
    assert (window.seat, window.side, window.count, window.points, window.taken_by) == (0, 0, 10, 10, None)
    assert window.claim == events[0].claim


def test_a_right_call_closes_the_window_in_the_same_step() -> None:
    match = acted(table(THREE), "55")[0]
    step = call(match, 2, 10)
    assert [type(event) for event in step.events] == [Called, WindowClosed]
    assert (step.events[0], step.match.window) == (Called(2, 10, True), None)
    assert step.match.round is not None
    assert step.match.round.turn == 1, "it is the next player's turn as ever"


def test_the_last_call_that_there_can_be_closes_it_too() -> None:
    match = acted(table(THREE), "55 1:5")[0]
    assert match.window is not None
    assert match.window.tries == {1}
    step = call(match, 2, 5)
    assert [type(event) for event in step.events] == [Called, WindowClosed]
    assert step.events[0] == Called(2, 5, False)


def test_of_two_there_is_one_call() -> None:
    assert acted(table(), "55 1:5")[0].window is None


def test_a_partner_takes_points_for_his_side() -> None:
    """Bob's partner, Dave, calls Alice's points."""
    match, events = acted(table(PAIRS), "55 3:10")
    assert match.scores == (0, 10)
    assert closed(events).gains == (0, 10)


# --- who may call, and when ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "acts", "reason"),
    [
        (TWO, "55 0:10", Reason.OWN_SIDE),
        (PAIRS, "55 0:10", Reason.OWN_SIDE),
        (PAIRS, "55 2:10", Reason.OWN_SIDE),
        (THREE, "55 1:5 1:10", Reason.ALREADY_TRIED),
        (PAIRS, "55 3:5 3:10", Reason.ALREADY_TRIED),
        (TWO, "1:10", Reason.WINDOW_CLOSED),
        (TWO, "55 . 1:10", Reason.WINDOW_CLOSED),
        (THREE, "55 1:10 2:10", Reason.WINDOW_CLOSED),
        (TWO, ".", Reason.WINDOW_CLOSED),
        (TWO, "55 . .", Reason.WINDOW_CLOSED),
        (TWO, "55 50>55.L1", Reason.WINDOW_OPEN),
        (TWO, "55 -", Reason.WINDOW_OPEN),
        (TWO, "55 +10", Reason.WINDOW_OPEN),
        (TWO, "55=169", Reason.NO_SUCH_AMOUNT),
        (TWO, "55=-5", Reason.NO_SUCH_AMOUNT),
        (change(TWO, calling="automatic"), "55=10", Reason.NO_CLAIM_HERE),
        (change(TWO, calling="automatic"), "55=0", Reason.NO_CLAIM_HERE),
        (change(TWO, calling="automatic"), "55 1:10", Reason.WINDOW_CLOSED),
        (change(TWO, calling="automatic"), "55 .", Reason.WINDOW_CLOSED),
        (TWO, "31 . -=5", Reason.NO_CLAIM_HERE),
    ],
)
def test_what_is_refused(ruleset: Ruleset, acts: str, reason: Reason) -> None:
    assert why(table(ruleset), acts) is reason


def test_an_illegal_play_opens_no_window() -> None:
    assert why(table(), "55 . 60>55.L1=5") is Reason.NO_MATCH


def test_a_seat_that_is_not_there_cannot_call() -> None:
    match = acted(table(), "55")[0]
    for seat in (2, -1):
        with pytest.raises(ValueError, match="no seat"):
            call(match, seat, 10)


def test_the_next_player_acts_when_the_window_has_been_closed() -> None:
    match, events = acted(table(), "55 . 50>55.L1=10 .")
    assert match.scores == (0, 10)
    assert [type(event) for event in events] == [Played, WindowClosed, Played, WindowClosed]


def test_draws_and_passes_open_no_window() -> None:
    """Bob can join nothing to 31 and must draw, or pass where nothing may be drawn."""
    ruleset = change(TWO, hand_size=2, reserve=24)
    match = acted(match_at((0, 0), ["31 63", "55 50"], ruleset), "31 .")[0]
    step = play(match, parse_move("-"))
    assert (step.events, step.match.window) == ((Passed(1),), None)
    drawer = acted(match_at((0, 0), ["31 63", "55 50"], TWO), "31 .")[0]
    assert drawer.round is not None
    assert play(drawer, parse_move(f"+{drawer.round.boneyard[0]}")).match.window is None


# --- a wrong claim that costs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "scores"),
    [
        ("55=5 .", (0, 5, 5)),
        ("55=15 1:10", (0, 25, 15)),  # the points of the play, and what was claimed
        ("31=5 .", (0, 5, 5)),
        ("55=10 .", (10, 0, 0)),
        ("55 .", (0, 0, 0)),
        ("55 1:5 .", (0, 0, 0)),  # a wrong call is no wrong claim
    ],
)
def test_a_wrong_claim_may_give_its_amount_to_each_opponent(acts: str, scores: tuple[int, ...]) -> None:
    match, events = acted(table(STRICT), acts)
    assert match.scores == closed(events).gains == scores
    claim = closed(events).claim
    assert closed(events).penalty == (0 if claim in (None, 10) else claim)


def test_two_partners_are_given_it_once() -> None:
    assert acted(table(change(PAIRS, overcall_penalty=True)), "55=5 .")[0].scores == (0, 5)


def test_a_penalty_may_win_the_match() -> None:
    match, events = acted(table(STRICT, (0, 195, 180)), "55=5 .")
    assert [type(event) for event in events[1:]] == [WindowClosed, RoundOver, MatchOver]
    assert (match.winner, match.scores, over(events).end, over(events).seat) == (1, (0, 200, 185), "target", 1)


def test_of_two_whom_a_penalty_brings_to_the_target_the_higher_wins() -> None:
    assert acted(table(STRICT, (0, 196, 195)), "55=5 .")[0].winner == 1
    assert acted(table(STRICT, (0, 195, 196)), "55=5 .")[0].winner == 2


def test_if_they_are_equal_the_round_goes_on_until_one_of_them_scores() -> None:
    match, _ = acted(table(STRICT, (0, 195, 195)), "55=5 .")
    assert (match.winner, match.scores, match.is_playing) == (None, (0, 200, 200), True)
    match, _ = acted(match, "50>55.L1=10 .")
    assert (match.winner, match.scores) == (1, (0, 210, 200))


def test_stolen_points_that_win_come_before_any_penalty() -> None:
    match, events = acted(table(STRICT, (0, 190, 199)), "55=15 1:10")
    assert (match.winner, match.scores, closed(events).penalty) == (1, (0, 200, 199), 0)


# --- the target ------------------------------------------------------------------------------------------------------


def test_claimed_points_reach_the_target_when_the_window_closes() -> None:
    match, events = acted(table(TWO, (240, 0)), "55=10")
    assert (match.winner, match.is_playing) == (None, True)
    match, events = acted(match, ".")
    assert [type(event) for event in events] == [WindowClosed, RoundOver, MatchOver]
    assert (over(events).end, over(events).seat, over(events).scores_before) == ("target", 0, (250, 0))
    assert (match.winner, match.scores, match.rounds_done) == (0, (250, 0), 1)


def test_points_that_nobody_claims_win_nothing() -> None:
    match, _ = acted(table(TWO, (240, 0)), "55 .")
    assert (match.winner, match.scores) == (None, (240, 0))


def test_stolen_points_reach_the_target_and_win() -> None:
    match, events = acted(table(THREE, (190, 0, 195)), "55 2:10")
    assert [type(event) for event in events] == [Played, Called, WindowClosed, RoundOver, MatchOver]
    assert (match.winner, match.scores) == (2, (190, 0, 205))
    assert (over(events).end, over(events).seat, over(events).settlement.gains) == ("target", 2, (0, 0, 0))
    assert match.round is not None
    assert (match.round.end, match.round.turn) == ("target", None)


@pytest.mark.parametrize(
    ("acts", "scores", "winner"),
    [
        ("55=10 .", (240, 240), 0),
        ("55=10 .", (245, 240), None),
        ("55 1:10", (240, 240), 1),
        ("55 1:10", (240, 245), None),
    ],
)
def test_an_exact_target_must_be_hit_by_claimed_and_by_stolen_points(
    acts: str, scores: tuple[int, int], winner: int | None
) -> None:
    match, events = acted(table(change(TWO, target_rule="exact"), scores), acts)
    assert match.winner == winner
    assert closed(events).points == 10
    got = max(closed(events).credited, closed(events).taken)
    assert got == (0 if winner is None else 10)
    assert sum(match.scores) == sum(scores) + got


def test_a_penalty_must_not_pass_an_exact_target_either() -> None:
    match, events = acted(table(change(STRICT, target_rule="exact"), (0, 199, 100)), "55=5 .")
    assert (match.scores, match.winner) == ((0, 199, 105), None)
    assert (closed(events).penalty, closed(events).gains) == (5, (0, 0, 5))


@pytest.mark.parametrize(("before", "after", "winner"), [(185, 200, 1), (188, 198, None)])
def test_a_penalty_is_credited_upon_the_points_that_were_stolen(before: int, after: int, winner: int | None) -> None:
    """Bob takes ten, and five more for the wrong claim; from 188 these five would pass the target of 200."""
    match, _ = acted(table(change(STRICT, target_rule="exact"), (0, before, 0)), "55=5 1:10")
    assert (match.scores, match.winner) == ((0, after, 5), winner)


# --- a play that ends the round --------------------------------------------------------------------------------------


def goes_out(ruleset: Ruleset = TWO, scores: tuple[int, int] = (0, 0)) -> tuple[MatchState, list[Any]]:
    """Bob lays his last tile, 51, for one and the ten of 55, nothing; Alice still holds 31."""
    dry = change(ruleset, hand_size=2, reserve=24)
    return acted(match_at(scores, ["55 31", "50 51"], dry), "55=10 . 50>55.L1=10 . - 51>55.L2")


def scores_and_goes_out(scores: tuple[int, int] = (0, 0)) -> MatchState:
    """Alice goes out with the double five, for ten; Bob holds 60."""
    return acted(match_at(scores, ["55", "60"], TWO), "55")[0]


def test_going_out_holds_the_settlement_back_until_the_window_closes() -> None:
    match, events = goes_out()
    assert match.round is not None
    assert (match.round.end, match.round.turn) == ("domino", None)
    assert (match.rounds_done, match.round_no, match.is_playing, match.scores) == (0, 1, True, (10, 10))
    assert not [event for event in events if isinstance(event, RoundOver)]
    match, events = acted(match, ".")
    assert [type(event) for event in events] == [WindowClosed, RoundOver]
    assert (over(events).end, over(events).seat, over(events).scores_before) == ("domino", 1, (10, 10))
    assert (match.rounds_done, match.round_no, match.is_playing, match.scores) == (1, 1, False, (10, 15))


def test_a_block_holds_it_back_too() -> None:
    """Alice leads 66 and nobody has a six: 5 and 5 pips, and Carol's 13 are shared, 7.5 each."""
    dry = change(THREE, hand_size=2, reserve=22)
    match, _ = acted(match_at((0, 0, 0), ["66 41", "32 00", "54 22"], dry), "66")
    assert match.round is not None
    assert (match.round.end, match.is_playing, match.scores) == ("blocked", True, (0, 0, 0))
    match, events = acted(match, "1:5 2:5")
    assert [type(event) for event in events] == [Called, Called, WindowClosed, RoundOver]
    assert match.scores == (Fraction(15, 2), Fraction(15, 2), 0)


def test_no_round_is_dealt_while_the_window_of_the_last_play_is_open() -> None:
    match, _ = goes_out()
    with pytest.raises(NotationError, match="no round can be dealt now"):
        start_round(match, TILES, 1, "went_out")
    assert start_round(close_window(match).match, stacked(["55 31", "50 51"]), 1, "went_out").match.round_no == 2


def test_nobody_moves_while_it_is_open_nor_when_it_has_closed() -> None:
    match, _ = goes_out()
    assert why(match, "-") is Reason.WINDOW_OPEN
    assert why(close_window(match).match, "-") is Reason.ROUND_OVER
    assert why(new_match(TWO), "55=10") is Reason.ROUND_OVER


def test_points_stolen_from_who_goes_out_are_credited_before_the_settlement() -> None:
    _, events = acted(scores_and_goes_out(), "1:10")
    assert [type(event) for event in events] == [Called, WindowClosed, RoundOver]
    assert (over(events).scores_before, over(events).scores) == ((0, 10), (5, 10))
    assert over(events).settlement.gains == (5, 0)


def test_stolen_points_that_win_leave_nothing_to_settle() -> None:
    match, events = acted(scores_and_goes_out((245, 240)), "1:10")
    assert (match.winner, match.scores) == (1, (245, 250))
    assert (over(events).end, over(events).settlement.gains) == ("target", (0, 0))


def test_the_points_of_a_settlement_cannot_be_stolen() -> None:
    """Bob's last tile makes nothing; the five points of his settlement are nobody else's."""
    match, _ = goes_out()
    after, events = acted(match, "0:5")
    assert events[0] == Called(0, 5, False)
    assert after.scores == (10, 15)
    assert why(close_window(match).match, "0:5") is Reason.WINDOW_CLOSED


def test_the_settlement_may_win_when_the_window_has_closed() -> None:
    match, _ = goes_out(TWO, (0, 235))
    assert match.winner is None
    match, events = acted(match, ".")
    assert (match.winner, match.scores, over(events).end) == (1, (10, 250), "domino")


# --- other units and presets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "scores"),
    [("55=2 .", (2, 0)), ("55=10 .", (0, 0)), ("55 1:2", (0, 2)), ("55 1:10", (0, 0)), ("55=10 1:2", (0, 2))],
)
def test_five_up_is_claimed_and_called_at_one_point_for_every_five(acts: str, scores: tuple[int, int]) -> None:
    match, events = acted(table(change(preset("five_up", 2), calling="muggins")), acts)
    assert (match.scores, closed(events).points, closed(events).count) == (scores, 2, 10)


def test_half_points_are_added_exactly() -> None:
    match = replace(table(THREE), scores=(Fraction(15, 2), Fraction(15, 2), 0))
    assert acted(match, "55 1:10")[0].scores == (Fraction(15, 2), Fraction(35, 2), 0)


def test_points_below_zero_are_raised_by_stolen_ones() -> None:
    british = change(preset("muggins", 2), calling="muggins")
    match, _ = acted(table(british, (-20, -30)), "55 1:10")
    assert match.scores == (-20, -20)
