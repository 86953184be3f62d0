"""Plays at like sides of a double are one choice."""

from __future__ import annotations

from games.judging.alike import apart, apart_in
from games.robots.appraisal import Appraisal, Loss, Worth
from games.rules.layout import lay_all
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import preset

RULES = preset("pagat", 2)


def plays(*texts: str) -> list[Play]:
    found = [parse_move(text) for text in texts]
    return [move for move in found if isinstance(move, Play)]


def test_both_sides_of_a_lone_double_are_one() -> None:
    layout = lay_all(RULES, plays("55"))
    assert apart(plays("53>55.L1", "53>55.L2"), layout) == plays("53>55.L1")
    assert apart(plays("53>55.L1", "51>55.L2"), layout) == plays("53>55.L1", "51>55.L1")


def test_with_a_tile_on_one_side_the_other_is_what_it_is() -> None:
    layout = lay_all(RULES, plays("55", "53>55.L1"))
    assert apart(plays("51>55.L2", "31>53.3"), layout) == plays("51>55.L2", "31>53.3")


def test_the_play_that_was_made_stands_for_its_twin_with_the_better_figures() -> None:
    layout = lay_all(RULES, plays("55"))
    one, twin, other = plays("53>55.L1", "53>55.L2", "51>55.L1")
    worths = (
        Worth(one, 4.0, 1.0, 0.5, Loss(0.5, 1.0, 0.0, 0.0)),
        Worth(twin, 4.5, 1.0, 0.5, Loss(0.0, 0.0, 0.0, 0.0)),
        Worth(other, 1.0, 1.0, 0.5, Loss(3.5, 1.0, 0.0, 0.0)),
    )
    found = apart_in(Appraisal(worths, 400, near=False), layout, one)
    assert [worth.play for worth in found.worths] == [one, other]
    assert found.of(one).lost.points == 0
    assert apart_in(Appraisal(worths, 400, near=False), layout, twin).best.play is twin
