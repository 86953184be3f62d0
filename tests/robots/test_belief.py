"""What a seat believes of hidden tiles: all that draws and passes say, and nothing else."""

from random import Random

import pytest

from games.robots.engine.belief import belief_of, shut_out
from games.robots.engine.chain import Chain
from games.robots.engine.sampling import Sampled, worlds
from games.rules.matches import new_match
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import MATCH, TILES, tile
from tests.robots.play import deal, next_move, robot, sight
from tests.robots.rejection import farthest, hard_history, shares, undoubting
from tests.robots.test_robots import ODD_TABLES, TABLES, alice_sees, name_of
from tests.rules.hidden import Told, begin, go_on, other_deals

every_table = pytest.mark.parametrize("ruleset", [*TABLES, *ODD_TABLES], ids=name_of)


def choices(ruleset: Ruleset, seed: int) -> list[Told]:
    told, found = deal(ruleset, Random(seed)), []
    while told.round.end is None:
        if len(legal_moves(told.round)) > 1:
            found.append(told)
        told = go_on(told, next_move(told, dict.fromkeys(range(ruleset.players), robot("scorer")), len(told.moves)))
    return found


@every_table
def test_every_deal_drawn_has_all_tiles_and_the_truth_is_never_ruled_out(ruleset: Ruleset) -> None:
    for told in choices(ruleset, 5):
        belief = belief_of(sight(told))
        for hidden in belief.others:
            hand = told.round.hand_bits[hidden.seat]
            assert not hand & _forbidden_to_all(hidden.groups), "what a seat holds is never forbidden to it"
        for world in worlds(belief, 10, Random(1)):
            held = [each.bit_count() for each in world.hands]
            assert tuple(held) == told.round.tiles_left
            assert sum(world.hands) | sum(world.boneyard) | belief.laid <= (1 << 28) - 1
            assert sum(held) + len(world.boneyard) + ruleset.reserve + belief.laid.bit_count() == 28
            assert world.hands[belief.seat] == belief.own


def _forbidden_to_all(groups: list) -> int:  # type: ignore[type-arg]
    forbidden = (1 << 28) - 1
    for group in groups:
        forbidden &= group.forbidden
    return forbidden


@every_table
def test_a_belief_follows_from_what_the_seat_was_shown_alone(ruleset: Ruleset) -> None:
    for told in choices(ruleset, 6)[::3]:
        seen = belief_of(sight(told))
        for other in other_deals(told, told.round.turn, Random(2), tries=3):
            assert belief_of(sight(other)) == seen


def test_who_passed_holds_none_of_the_open_numbers() -> None:
    """All tiles are dealt; Alice laid 64, and Bob, who passed, has no six and no four."""
    ruleset = change(preset("pagat", 4), hand_size=7)
    alices = "64 66 65 63 61 44 43"
    bobs = "55 50 51 52 53 33 22"
    first = [tile(text) for text in f"{alices} {bobs}".split()]
    rest = [each for each in TILES if each not in first]
    told = begin(new_match(ruleset), (*first, *rest), 0, "lot")
    told = go_on(go_on(told, parse_move("64")), parse_move("-"))
    seen = sight(told)
    assert shut_out(seen) == {0: frozenset(), 1: frozenset({6, 4}), 3: frozenset()}
    fits = MATCH[6] | MATCH[4]
    assert all(not world.hands[1] & fits for world in worlds(belief_of(seen), 30, Random(1)))


@pytest.mark.parametrize(("ruleset", "seed"), [(preset("pagat", 4), 10), (preset("latino", 4), 31)])
def test_deals_are_drawn_as_often_as_rejection_finds_them(ruleset: Ruleset, seed: int) -> None:
    """bench: `python -m tests.robots.rejection` compares far more of them."""
    told = hard_history(ruleset, seed, 3)
    assert told is not None
    held, apart, errors = farthest(told, 600, 3000, Random(5))
    assert held > 60
    assert errors < 5.5, f"{apart:.3f} apart"


@pytest.mark.parametrize("name", ["pagat", "five_up", "playelephant"])
def test_counting_and_swapping_agree_on_one_hidden_hand(name: str) -> None:
    """Two ways that have nothing in common: one fills groups by counted chances, one swaps tiles in a chain."""
    compared = 0
    for seed in range(80):
        told = hard_history(preset(name, 2), seed, 3)
        if told is None or compared == 3:
            continue
        belief = undoubting(told)
        counted = shares(belief, [world.hands for world in worlds(belief, 2500, Random(1))])
        draw = Chain(belief, Random(2)).draw_sampled(Sampled)
        (other,) = belief.others
        swapped = shares(belief, [_placed(draw().hands[0], other.seat) for _ in range(2500)])
        assert max(abs(counted[key] - swapped[key]) for key in counted) < 0.08
        compared += 1
    assert compared == 3


def _placed(hand: int, seat: int) -> tuple[int, ...]:
    return (hand, 0) if seat == 0 else (0, hand)


def test_who_passed_over_points_is_believed_less_to_have_the_tile() -> None:
    """Upon 55 Bob laid 51 for nothing; with 50 he would have made ten."""
    told = alice_sees(preset("pagat", 2), "54 41 33", "55 51>55.L1")
    belief = belief_of(sight(told))
    doubts = belief.others[0].doubts[0]
    assert doubts[tile("50").bit] < 1
    assert tile("62").bit not in doubts
    drawn = shares(belief, [world.hands for world in worlds(belief, 3000, Random(1))])
    assert drawn[1, tile("50").bit] < drawn[1, tile("62").bit] - 0.02
