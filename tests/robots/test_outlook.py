"""Near the target the match counts: chances between rounds, and how playouts and choices heed them."""

from dataclasses import replace
from random import Random

import pytest

from games.robots import strong
from games.robots.engine.outlook import kind_of, outlook_for
from games.robots.engine.playing import ALL, Option, best_way, near_way
from games.robots.engine.prospects import NEEDS, PROSPECTS
from games.robots.engine.tables import State, table_for
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import bits_of
from tests.robots.play import sight
from tests.robots.test_belief import choices
from tests.robots.test_engine import random_round
from tests.robots.test_robots import ODD_TABLES, TABLES, name_of

EXACTLY = change(preset("pagat", 2), target_rule="exact")
every_table = pytest.mark.parametrize("ruleset", [*TABLES, *ODD_TABLES], ids=name_of)


@every_table
def test_chances_of_winning_add_up_and_follow_the_lead(ruleset: Ruleset) -> None:
    chances = outlook_for(ruleset).chances
    sides = len(ruleset.sides)
    for needs in ((50.0, 55.0, 60.0, 65.0), (20.0, 30.0, 45.0, 200.0), (2.5, 77.0, 90.0, 1000.0)):
        found = chances(needs[:sides])
        assert sum(found) == pytest.approx(1)
        assert list(found) == sorted(found, reverse=True)
    assert chances((50.0,) * sides) == pytest.approx([1 / sides] * sides)
    assert chances((-5.0, 10.0, 10.0, 10.0)[:sides]) == (1.0, 0.0, 0.0, 0.0)[:sides]
    assert chances((-5.0, -10.0, 5.0, 5.0)[:sides]) == (0.0, 1.0, 0.0, 0.0)[:sides]


def test_who_leads_the_next_round_is_likelier_to_be_there_first() -> None:
    chances = outlook_for(preset("pagat", 2)).chances
    assert chances((10.0, 10.0), 0)[0] > 0.7
    assert chances((10.0, 10.0), 1)[0] == pytest.approx(1 - chances((10.0, 10.0), 0)[0])
    assert chances((100.0, 100.0), 0)[0] < 0.6
    three = outlook_for(preset("pagat", 3)).chances
    assert three((10.0, 10.0, 10.0), 1)[1] > 0.4


def test_needs_between_the_measured_ones_are_worth_something_between() -> None:
    before = outlook_for(preset("pagat", 2)).before
    assert before(40, 60, True) > before(42.5, 60, True) > before(50, 60, True)
    assert before(9000, 9000, None) == 0.5
    assert before(1, 60, True) == before(5, 60, True)


@pytest.mark.parametrize("kind", PROSPECTS)
def test_the_more_the_other_needs_the_better(kind: str) -> None:
    rows = PROSPECTS[kind]
    assert [len(row) for row in rows] == [len(NEEDS)] * len(NEEDS)
    assert all(list(row) == sorted(row) for row in rows)
    # Equal needs: who leads is the likelier one, by as much as luck in the measurement leaves.
    assert all(rows[at][at] > 495 for at in range(len(NEEDS)))


def test_every_kind_of_game_is_used() -> None:
    rulesets = [*TABLES, *ODD_TABLES, EXACTLY, *[preset("thoughtco", players) for players in (2, 3, 4)]]
    assert {kind_of(ruleset) for ruleset in rulesets} == set(PROSPECTS)


def positions(ruleset: Ruleset) -> list[tuple[State, int, int]]:
    """Positions of rounds of any moves in which the seat on turn has something to choose: state, tiles, unseen ones."""
    found = []
    for seed in range(12):
        for state in random_round(ruleset, Random(seed)):
            if state.turn is None:
                continue
            table_state = table_for(ruleset.layout_rules).of(state.layout)
            hand = state.hand_bits[state.turn]
            if (hand & table_state.match).bit_count() > 1:
                laid = bits_of([play.tile for play in state.layout.placements])
                found.append((table_state, hand, ALL & ~(hand | laid)))
    return found


def test_in_playouts_what_wins_the_match_is_laid_at_once() -> None:
    tried = 0
    for state, hand, unseen in positions(preset("pagat", 2)):
        fits = hand & state.match
        scores = [way[0] for bit in range(28) if fits >> bit & 1 for way in state.ways_of(1 << bit)]
        if max(scores) >= 5:
            tried += 1
            assert near_way(state, fits, hand, unseen, 5, 1.0, 5, 50, False)[1][0] >= 5
            assert near_way(state, fits, hand, unseen, 5, 1.0, max(scores), 50, True)[1][0] == max(scores)
    assert tried > 20


def test_in_playouts_what_lets_the_other_win_is_feared() -> None:
    """Of the tiles that are not seen fewer score, when any score wins the match for the next player."""
    left = {"near": 0, "far": 0}
    for state, hand, unseen in positions(preset("pagat", 2)):
        fits = hand & state.match
        ways = {
            "near": near_way(state, fits, hand, unseen, 5, 1.0, 75, 5, False),
            "far": best_way(state, fits, hand, unseen, 5, 1.0),
        }
        for name, (_, way) in ways.items():
            left[name] += sum(bool(unseen & tile) for _, tile in way[1].threats)
    assert left["near"] < 0.9 * left["far"]


def test_far_from_the_target_nothing_is_another() -> None:
    for state, hand, unseen in positions(preset("pagat", 2)):
        fits = hand & state.match
        assert near_way(state, fits, hand, unseen, 5, 1.0, 500, 500, False) == best_way(
            state, fits, hand, unseen, 5, 1.0
        )


def test_points_that_would_pass_an_exact_target_are_worth_nothing() -> None:
    differ = 0
    for state, hand, unseen in positions(EXACTLY):
        fits = hand & state.match
        bit, way = near_way(state, fits, hand, unseen, 5, 1.0, 2.5, 2.5, True)
        differ += (bit, way) != best_way(state, fits, hand, unseen, 5, 1.0)
        # All scores pass both targets, so only tiles and what fits are weighed.
        most = max(
            each[2] + (hand & ~(1 << at) & each[1].match).bit_count() + (10.0 if hand == 1 << at else 0.0)
            for at in range(28)
            if fits >> at & 1
            for each in state.ways_of(1 << at)
        )
        rest = hand ^ bit
        assert way[2] + (rest & way[1].match).bit_count() + (0.0 if rest else 10.0) == pytest.approx(most)
    assert differ


def test_who_does_not_look_at_the_target_plays_as_at_the_start() -> None:
    differ = 0
    for told in choices(preset("pagat", 2), 1):
        start = sight(told)
        near = replace(start, scores=(245, 225))
        blind = strong.best_play(near, Random(1), playouts=60, seconds=60, aware=False)
        assert blind == strong.best_play(start, Random(1), playouts=60, seconds=60)
        differ += blind != strong.best_play(near, Random(1), playouts=60, seconds=60)
    assert differ


ANYWHERE = (0, table_for(preset("pagat", 2).layout_rules).empty, 0.0)
ONE, OTHER = Option(1, ANYWHERE), Option(2, ANYWHERE)


def better(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> Option:
    """Which of two options the strongest robot would take after these playouts: points and chance, deal by deal."""
    weighed = strong._weighed({ONE: one, OTHER: other})
    return max(weighed, key=lambda option: sum(chance for _, chance in weighed[option]))


@pytest.mark.parametrize(("deals", "best"), [(24, ONE), (10_000, OTHER)])
def test_in_few_deals_points_say_more_than_chances_and_in_many_they_do_not(deals: int, best: Option) -> None:
    """Ten points more are usually worth a tenth of a match; here they go with three hundredths less of it."""
    random = Random(1)
    more = [random.gauss(0, 25) for _ in range(deals)]
    one = [(10 + each, random.choice((-0.5, 0.5)) - 0.03 + each / 100) for each in more]
    assert better(one, [(0.0, 0.0)] * deals) is best


def test_what_wins_the_match_for_certain_is_best_in_any_number_of_deals() -> None:
    """Even where much more is made in most deals, and only one of them is lost."""
    assert better([(10.0, 1.0)] * 24, [(30.0, 1.0), (60.0, 0.99)] * 12) is ONE
