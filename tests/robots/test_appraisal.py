"""Every play has a worth: by what its seat can know, or with all tiles open."""

from random import Random

import pytest

from games.robots import strong
from games.robots.appraisal import appraise, appraise_open
from games.robots.engine import tables
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.sight import sight_of
from tests.robots.play import deal, sight
from tests.robots.test_belief import choices, every_table
from tests.robots.test_robots import alice_sees
from tests.rules.hidden import other_deals


@every_table
def test_every_legal_play_has_its_worth_and_the_best_loses_nothing(ruleset: Ruleset) -> None:
    for told in choices(ruleset, 3)[::4]:
        seen = sight(told)
        found = appraise(seen, deals=8, seed=1)
        assert tuple(worth.play for worth in found.worths) == seen.legal
        assert all(worth.lost.points >= 0 and worth.lost.chance >= 0 for worth in found.worths)
        assert (found.best.lost.chance if found.near else found.best.lost.points) == 0
        assert all(0 <= worth.chance <= 1 for worth in found.worths)
        assert appraise(seen, deals=8, seed=1) == found
        assert strong.best_play(seen, Random(1), playouts=60) in seen.legal


@every_table
def test_a_worth_does_not_hang_on_what_the_seat_may_not_know(ruleset: Ruleset) -> None:
    exchanged = 0
    for seed in (4, 5):
        for told in choices(ruleset, seed)[::4]:
            found = appraise(sight(told), deals=5, seed=2)
            for other in other_deals(told, told.round.turn, Random(3), tries=5):
                exchanged += 1
                assert appraise(sight(other), deals=5, seed=2) == found
    assert exchanged > 3, "hidden tiles must really have been exchanged"


def test_a_play_that_gives_away_twenty_is_worth_less_than_one_that_does_not() -> None:
    """From 4 and 2 points are far for Alice either way; 32 leaves 4 and 3, from which many tiles score."""
    told = alice_sees(preset("pagat", 2), "40 32 61 55", "41 21>41.1")
    found = appraise(sight(told), deals=300, seed=1)
    assert found.worths[0].error < 3
    assert {str(worth.play) for worth in found.worths} == {"32>21.2", "40>41.4"}
    assert str(found.best.play) == "40>41.4"


def test_with_all_tiles_known_the_ending_is_exact() -> None:
    told = alice_sees(preset("pagat", 2), "40 32", "41 21>41.1")
    state = told.round._replace(dealt=told.round.dealt._replace(boneyard=(), drawable=0))
    found = appraise_open(state, (0, 0), deals=50, seed=1)
    assert found.exact
    assert found.deals == 1
    assert {worth.error for worth in found.worths} == {0.0}


def test_hindsight_looks_at_the_one_deal_there_was() -> None:
    told = choices(preset("pagat", 3), 1)[2]
    found = appraise_open(told.round, told.match.scores, deals=20, seed=1)
    assert [worth.play for worth in found.worths] == [m for m in legal_moves(told.round) if isinstance(m, Play)]
    other = next(other_deals(told, told.round.turn, Random(1), tries=200))
    assert appraise_open(other.round, told.match.scores, deals=20, seed=1) != found


def test_near_the_target_the_play_that_wins_the_match_is_best_whatever_it_leaves() -> None:
    ruleset = change(preset("pagat", 2), target=5)
    wins = [
        (told, [move for move in legal_moves(told.round) if told.round.layout.with_tile(move).count % 5 == 0])
        for seed in range(12)
        for told in choices(ruleset, seed)
    ]
    tried = 0
    for told, winning in wins:
        if not winning or len(winning) == len(legal_moves(told.round)):
            continue
        found = appraise(sight(told), deals=20, seed=1)
        assert found.near
        assert found.best.chance == 1.0
        assert strong.best_play(sight(told), Random(1), playouts=200) in winning
        tried += 1
    assert tried > 5


def test_who_has_nothing_to_choose_is_told_so() -> None:
    told = deal(preset("pagat", 2), Random(1))
    waiting = sight_of(told.match, told.events, 1 - told.round.leader)
    with pytest.raises(ValueError, match="no play to choose"):
        appraise(waiting, deals=5, seed=1)
    with pytest.raises(ValueError, match="no play to choose"):
        appraise(sight_of(told.match, told.events, None), deals=5, seed=1)


def test_states_that_are_thrown_away_are_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = sight(deal(preset("five_up", 3), Random(2)))
    found = appraise(seen, deals=10, seed=1)
    monkeypatch.setattr(tables, "MOST_KEPT", 40)
    table = tables.Table(seen.ruleset.layout_rules)
    monkeypatch.setattr("games.robots.appraisal.table_for", lambda rules: table)
    monkeypatch.setattr("games.robots.engine.belief.table_for", lambda rules: table)
    assert appraise(seen, deals=10, seed=1) == found
    assert 0 < len(table._states) <= 40
