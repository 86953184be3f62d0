"""Why a play was better: only what the position shows, one position for each sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from games.judging import reasons as module
from games.judging.reasons import Reason, lacking, reasons
from games.rules import matches
from games.rules.layout import Layout
from games.rules.matches import MatchState
from games.rules.moves import Draw, Play
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import change, preset
from games.rules.scoring import points_for
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, Tile, tile


def sight_after(dealt: str, moves: Sequence[str]) -> Sight:
    """What the seat on turn sees after these moves; Alice leads, and the draws between them are made."""
    ruleset = change(preset("pagat", 2), hand_size=7)
    first = [tile(word) for word in dealt.split()]
    tiles = (*first, *[other for other in TILES if other not in first])
    step = matches.start_round(matches.new_match(ruleset), tiles, 0, "lot")
    match, events = step.match, list(step.events)
    for text in [*moves, ""]:
        while (drawn := _draw(match)) is not None:
            match, told = matches.play(match, drawn)
            events += told
        if text:
            match, told = matches.play(match, parse_move(text))
            events += told
    assert match.round is not None
    return sight_of(match, events, match.round.turn)


def _draw(match: MatchState) -> Draw | None:
    assert match.round is not None
    options = legal_moves(match.round)
    return options[0] if isinstance(options[0], Draw) else None


def play(text: str) -> Play:
    move = parse_move(text)
    assert isinstance(move, Play)
    return move


#: Alice holds 65 64 44 31 20 10 51, Bob 55 33 00 22 11 63 40.
ALICE = "65 64 44 31 20 10 51 55 33 00 22 11 63 40"


def test_it_takes_points_at_once() -> None:
    found = reasons(sight_after(ALICE, []), play("64"), play("65"))
    assert found[0] == Reason("takes", more=10)


def test_the_other_play_leaves_points_for_a_tile_that_is_still_out() -> None:
    # To the six-five the double five makes 6 + 10: nothing. The six-six makes 12 + 5, nothing; the five-four, out
    # there, makes 6 + 4: ten. To the two-blank the best is the two-five or the double five at neither end: five.
    sight = sight_after(ALICE, [])
    left = next(reason for reason in reasons(sight, play("20"), play("65")) if reason.kind == "leaves")
    assert left == Reason("leaves", more=10, less=5, tile=tile("54"))


#: Alice holds 66 61 60 62 32 31 30, Bob 55 54 53 44 43 33 22: no six, no blank and no one.
NO_SIX = "66 61 60 62 32 31 30 55 54 53 44 43 33 22"


def test_who_draws_has_none_of_the_open_numbers() -> None:
    # Bob draws 21, 00 and 65, which fits.
    sight = sight_after(NO_SIX + " 21 00 65", ["66", "65>66.L1"])
    assert lacking(sight) == {1: {6: True}}


def test_it_leaves_open_what_an_opponent_drew_on() -> None:
    # Alice led the six-one; Bob, who has neither, drew 00 and 65, which fits: 5 and 1 are open. The five-one on the
    # five leaves a one open, the three-one on the one does not.
    sight = sight_after("61 66 60 51 32 31 30 55 54 53 44 43 33 22 00 65", ["61", "65>61.6"])
    better, other = play("51>65.5"), play("31>61.1")
    shut = [reason for reason in every_reason(sight, better, other) if reason.kind == "shut"]
    assert shut == [Reason("shut", number=1, seat=1, drew=True)]
    assert "shut" not in [reason.kind for reason in every_reason(sight, other, better)]


def test_a_tile_drawn_later_may_have_the_number_again() -> None:
    # Bob draws on the six: 21, 00, 65. After 61 the ends are 5 and 1, and 55 fits: nothing new is known of him.
    sight = sight_after(NO_SIX + " 21 00 65", ["66", "65>66.L1", "61>66.L2", "55>65.5"])
    assert lacking(sight) == {1: {6: True}}


def test_it_keeps_tiles_of_an_open_number_and_more_fit_afterwards() -> None:
    sight = sight_after("66 65 64 61 60 33 22 50 54 51 43 62 63 21", [])
    found = {reason.kind: reason for reason in every_reason(sight, play("66"), play("33"))}
    assert found["fits"] == Reason("fits", more=4)
    assert found["pips"] == Reason("pips", more=6)
    # Of the sixes five are held after the double three as well, but no end is a six then; four are less than five.
    assert "keeps" not in found
    found = {reason.kind: reason for reason in every_reason(sight, play("65"), play("33"))}
    assert found["fits"] == Reason("fits", more=4)
    better, other = play("22"), play("65")
    kept = [reason for reason in every_reason(sight, better, other) if reason.kind == "keeps"]
    assert kept == []  # a two is open, and no other two is in the hand


def test_it_keeps_two_fives() -> None:
    # 5 and 0 are open. The blank-one leaves the five open and two fives in the hand; the five-four takes one of them.
    sight = sight_after("53 54 10 62 63 21 41 50 66 65 64 61 60 33", ["62", "64>62.6"])
    better, other = play("21>62.2"), play("54>64.4")
    kept = [reason for reason in every_reason(sight, better, other) if reason.kind == "keeps"]
    assert kept == [Reason("keeps", more=2, less=1, number=4)]


def test_it_opens_an_arm_of_the_spinner() -> None:
    # The double five lies with a tile on both sides: the three-one lengthens the line, the five-one opens an arm.
    sight = sight_after("55 51 52 40 30 20 31 53 54 66 63 62 61 60", ["55", "53>55.L1", "52>55.L2", "54>55.S1"])
    arm, line = play("51>55.S2"), play("31>53.3")
    assert "arm" in [reason.kind for reason in every_reason(sight, arm, line)]
    assert "arm" not in [reason.kind for reason in every_reason(sight, line, arm)]


def every_reason(sight: Sight, better: Play, other: Play) -> tuple[Reason, ...]:
    """Not only the weightiest ones."""
    return tuple(module._all(sight, better, other))


def test_no_more_is_said_than_three_sentences() -> None:
    sight = sight_after("66 65 64 61 60 33 22 50 54 51 43 62 63 21", [])
    assert len(reasons(sight, play("64"), play("33"))) == 3


@pytest.mark.parametrize("seed", range(12))
def test_no_reason_is_ever_untrue(seed: int) -> None:
    """Random positions: each statement is checked against the tiles themselves."""
    random = Random(seed)
    tiles = list(TILES)
    random.shuffle(tiles)
    ruleset = preset("pagat", 2 + seed % 3) if seed % 3 < 2 else preset("pagat", 4)
    step = matches.start_round(matches.new_match(ruleset), tuple(tiles), 0, "lot")
    match, events = step.match, list(step.events)
    while match.round is not None and match.round.turn is not None:
        options = legal_moves(match.round)
        seat = match.round.turn
        plays = [move for move in options if isinstance(move, Play)]
        if len(plays) > 1:
            sight = sight_of(match, events, seat)
            for other, numbers in lacking(sight).items():
                for number in numbers:
                    assert not any(held.has(number) for held in match.round.hand(other)), (seed, other, number)
            better, made = random.sample(plays, 2)
            for reason in every_reason(sight, better, made):
                _check(sight, reason, better, made)
        match, told = matches.play(match, random.choice(options))
        events += told


def _check(sight: Sight, reason: Reason, better: Play, made: Play) -> None:
    after, instead = sight.layout.lay(better), sight.layout.lay(made)
    hand = sight.hand or ()
    if reason.kind == "takes":
        assert reason.more == points_for(after.count, sight.ruleset) > points_for(instead.count, sight.ruleset)
    elif reason.kind == "leaves":
        assert reason.tile not in hand
        assert reason.tile not in {laid.tile for laid in sight.layout.placements}
        assert reason.more > reason.less
    elif reason.kind == "keeps":
        assert reason.more == sum(held.has(reason.number) for held in hand if held is not better.tile)
        assert any(port.pip == reason.number for port in after.open_ports)
    elif reason.kind == "fits":
        open_ = {port.pip for port in after.open_ports}
        rest = [held for held in hand if held is not better.tile]
        assert reason.more == sum(held.high in open_ or held.low in open_ for held in rest)
    elif reason.kind == "replies":
        assert reason.more - reason.less >= 2
        assert reason.less == len(_scoring(sight, after)) < len(_scoring(sight, instead)) == reason.more
    elif reason.kind == "alone":
        rest = [held for held in hand if held is not better.tile]
        laid = [placed.tile for placed in after.placements]
        assert {tile for tile in TILES if tile.has(reason.number)} <= {*rest, *laid}
        assert any(held.has(reason.number) for held in rest)
        assert any(port.pip == reason.number for port in after.open_ports)
    elif reason.kind == "prepares":
        assert reason.tile in hand
        assert reason.tile is not better.tile
        assert reason.more in _points_of(sight, after, [reason.tile])
        rest = [held for held in hand if held is not made.tile]
        assert reason.less == max(_points_of(sight, instead, rest), default=0) < reason.more
    elif reason.kind == "room":
        assert (reason.more, reason.less) == (_fitting(sight, made), _fitting(sight, better))
        assert reason.more - reason.less >= 3
    elif reason.kind == "double":
        assert better.tile.is_double
        assert not made.tile.is_double
    elif reason.kind == "pips":
        assert reason.more == better.tile.pips - made.tile.pips > 0


def _points_of(sight: Sight, layout: Layout, tiles: Sequence[Tile]) -> list[int]:
    """What each way to join one of the tiles would score."""
    ways = [Play(held, port) for port in layout.open_ports for held in tiles if held.has(port.pip)]
    return [points_for(layout.lay(way).count, sight.ruleset) for way in ways]


def _scoring(sight: Sight, layout: Layout) -> list[Tile]:
    seen = {*(sight.hand or ()), *(laid.tile for laid in sight.layout.placements)}
    return [out for out in TILES if out not in seen and any(_points_of(sight, layout, [out]))]


def test_each_of_these_is_said_of_some_lead_and_true() -> None:
    sight, kinds = sight_after(ALICE, []), set()
    for better, other in permutations(map(play, ("65", "64", "44", "31", "20", "10", "51")), 2):
        for reason in every_reason(sight, better, other):
            _check(sight, reason, better, other)
            kinds.add(reason.kind)
    assert {"leaves", "replies", "double", "room"} <= kinds


def test_it_prepares_ones_own_next_play() -> None:
    # Behind the six-blank the four-blank makes 6 + 4; behind the two-one the best is 2 + 3, or 4 + 1.
    sight = sight_after("60 40 21 31 33 22 63 65 64 44 20 10 51 55", [])
    found = [reason for reason in every_reason(sight, play("60"), play("21")) if reason.kind == "prepares"]
    assert found == [Reason("prepares", more=10, less=5, tile=tile("40"))]
    assert "prepares" not in [reason.kind for reason in every_reason(sight, play("21"), play("60"))]


def test_nobody_else_can_go_on_at_a_number() -> None:
    # All sixes lie but for Alice's six-one and six-blank: behind the one on the one, only she has a six.
    dealt = "66 62 21 61 60 31 30 65 64 63 55 44 33 22"
    sight = sight_after(dealt, ["66", "65>66.L1", "62>66.L2", "64>66.S1", "21>62.2", "63>66.S2"])
    better, other = play("61>21.1"), play("31>21.1")
    alone = [reason for reason in every_reason(sight, better, other) if reason.kind == "alone"]
    assert alone == [Reason("alone", number=6)]
    assert "alone" not in [reason.kind for reason in every_reason(sight, other, better)]


def test_fewer_of_the_tiles_that_are_out_fit() -> None:
    # Ends 6 and 6 let six sixes on; ends 6 and 4 those and six fours more.
    sight = sight_after("66 64 65 61 10 20 30 55 54 53 44 43 33 22", [])
    room = [reason for reason in every_reason(sight, play("66"), play("64")) if reason.kind == "room"]
    assert room == [Reason("room", more=_fitting(sight, play("64")), less=_fitting(sight, play("66")))]
    assert room[0].less == 3


def _fitting(sight: Sight, made: Play) -> int:
    after = sight.layout.lay(made)
    seen = {*(sight.hand or ()), *(laid.tile for laid in sight.layout.placements)}
    open_ = {port.pip for port in after.open_ports}
    return sum(out not in seen and (out.high in open_ or out.low in open_) for out in TILES)
