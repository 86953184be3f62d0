"""Whole matches made of single rounds, by which the robots are rated: they are won as the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bench.anchor_matches import Book, Drawn, share_of
from bench.anchor_pool import pooled, spread_of
from bench.anchor_rounds import HIGHEST, Round, Task, rounds_of
from bench.anchors import Figure
from games.rules.ruleset import Ruleset, preset

CLASSIC = preset("pagat", 2)


def winners(rounds: Sequence[Round], ruleset: Ruleset = CLASSIC, matches: int = 40) -> set[int | None]:
    """Who wins matches that are made of these rounds."""
    book = Book(ruleset, [[Drawn.of(each)] for each in rounds])
    random = Random(1)
    return {book.winner(random) for _ in range(matches)}


def led_by_either(*gains: tuple[int, float], settled: tuple[float, ...] = (0, 0)) -> list[Round]:
    """The same round, led by either side."""
    return [Round(lead, None, gains, settled) for lead in (0, 1)]


def test_who_comes_to_the_target_first_wins_though_the_other_would_have_gone_beyond() -> None:
    assert winners(led_by_either((1, 250), (0, 300))) == {1}
    assert winners(led_by_either((1, 245), (0, 250), settled=(0, 100))) == {0}


def test_the_settlement_decides_by_points_and_equal_sides_play_on() -> None:
    assert winners(led_by_either((0, 200), (1, 180), settled=(50, 80))) == {1}
    assert winners(led_by_either(settled=(250, 250))) == {None}
    tied_then_won = [Round(0, 1, (), (250, 250)), Round(1, 1, ((0, 5),), (0, 0))]
    assert winners(tied_then_won) == {0}


def test_scores_may_fall_below_nothing_and_a_match_without_an_end_is_nobodys() -> None:
    assert winners(led_by_either((0, 30), (1, 40), settled=(-35, -45)), preset("muggins", 2)) == {None}
    assert winners(led_by_either((0, 30), (1, 40), settled=(-20, -45)), preset("muggins", 2)) == {0}


def test_who_went_out_leads_next() -> None:
    """Whoever leads first goes out, leads for ever, and wins; only the first lead is drawn by lot."""
    rounds = [Round(0, 0, ((0, 10),), (5, 0)), Round(1, 1, ((1, 10),), (0, 5))]
    assert winners(rounds) == {0, 1}
    assert winners([rounds[0], Round(1, 0, ((0, 10),), (5, 0))]) == {0}


def test_where_the_highest_double_leads_a_match_begins_so() -> None:
    highest = Round(HIGHEST, 1, ((0, 10),), (0, 0))
    assert winners([highest, Round(1, 1, ((1, 10),), (0, 0))], preset("latino", 2)) == {1}


@pytest.mark.parametrize(
    ("game", "form", "sides"), [("five_up", "three", 3), ("calling", "partners", 2), ("latino", "two", 2)]
)
def test_a_deal_is_played_once_for_each_way_of_sitting(game: str, form: str, sides: int) -> None:
    task = Task(game, form, "beginner", "scorer")
    rounds = rounds_of(task, 1)
    assert rounds == rounds_of(task, 1)
    assert sorted(each.lead for each in rounds) == list(range(sides)), "the same seat leads, so each side does once"
    assert {len(each.settled) for each in rounds} == {sides}
    if game == "latino":
        assert {each.lead for each in rounds_of(task, 2)} == {HIGHEST}


def test_rounds_say_the_same_as_whole_matches() -> None:
    """Boxwood won 169 of 240 matches against Chalk (docs/decisions/0207)."""
    task = Task("pagat", "two", "beginner", "scorer")
    share, error = share_of(task, [rounds_of(task, deal) for deal in range(60)], matches=1000, sets=40)
    assert 0.02 < error < 0.1
    assert abs(share - 169 / 240) < 3 * (error**2 + 0.03**2) ** 0.5


def test_no_error_is_told_from_one_deal() -> None:
    with pytest.raises(ValueError, match="two deals"):
        share_of(Task("pagat", "two", "beginner", "scorer"), [led_by_either((0, 250))])


def test_equal_robots_have_no_gap_at_any_table() -> None:
    for form, even in (("two", 1 / 2), ("three", 1 / 3), ("partners", 1 / 2)):
        gap, error = Figure(Task("pagat", form, "brass", "ebony"), even, 0.05, 100).gap()
        assert gap == pytest.approx(0)
        assert error > 0


def test_gaps_of_few_rounds_are_drawn_to_those_of_other_games() -> None:
    """What is well known stays; what is hardly known becomes the mean, and is no surer than games are alike."""
    gaps = {"classic": (30.0, 1.0), "sniff": (20.0, 1.0), "muggins": (-200.0, 1000.0)}
    found = pooled(gaps, 0.0)
    assert found["classic"][0] == pytest.approx(30, abs=0.3)
    assert found["sniff"][0] == pytest.approx(20, abs=0.3)
    gap, error = found["muggins"]
    assert gap == pytest.approx(25, abs=0.5)
    assert error > 5 > found["classic"][1]


def test_games_are_never_taken_to_be_more_alike_than_is_known() -> None:
    gaps = {"classic": (30.0, 20.0), "sniff": (31.0, 20.0)}
    assert spread_of(gaps) == 0
    assert pooled(gaps, 0.0)["sniff"][1] < pooled(gaps, 10.0)["sniff"][1] < 20
