"""The oracle sees every tile: it plays what is best as the tiles lie, and the other robots have no such door."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

import games.robots
from games.robots import choose
from games.robots.oracle import choose_open
from games.rules.moves import Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, preset
from tests.robots.play import deal, sight
from tests.robots.test_robots import choices, every_table
from tests.rules.hidden import go_on, other_deals


@every_table
def test_it_plays_legally_and_the_same_for_a_seed(ruleset: Ruleset) -> None:
    told = deal(ruleset, Random(5))
    while told.round.end is None:
        moves = legal_moves(told.round)
        move = moves[0]
        if isinstance(move, Play):
            move = choose_open(told.round, told.match.scores, 3, rollouts=2)
            assert move in moves
            assert choose_open(told.round, told.match.scores, 3, rollouts=2) is move
        told = go_on(told, move)
    with pytest.raises(ValueError, match="no move to choose"):
        choose_open(told.round, told.match.scores, 3)


def test_it_goes_by_tiles_that_its_seat_does_not_see() -> None:
    """Hidden tiles are exchanged: what the seat sees stays the same, and what the oracle plays does not always."""
    changed = 0
    for told in choices(preset("pagat", 2), "scorer", 3):
        played = choose_open(told.round, told.match.scores, 1, rollouts=40)
        for other in other_deals(told, told.round.turn, Random(3), tries=4):
            assert sight(other) == sight(told)
            changed += choose_open(other.round, other.match.scores, 1, rollouts=40) is not played
    assert changed


def test_it_is_asked_by_no_sight() -> None:
    told = deal(preset("pagat", 2), Random(1))
    with pytest.raises(ValueError, match="all tiles"):
        choose("oracle", sight(told), 1)


def test_no_other_robot_imports_a_whole_round() -> None:
    folder = Path(games.robots.__file__).parent
    paths = [folder / f"{name}.py" for name in ("__init__", "simple", "careful", "levels", "strong")]
    for path in [*paths, *folder.glob("engine/*.py")]:
        imported = [node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not {"games.rules.states", "games.rules.rounds", "games.rules.matches"} & set(imported), path.name
