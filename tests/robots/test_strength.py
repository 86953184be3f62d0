"""Each robot beats the one below it; the margins are three standard errors and more below what is measured."""

import pytest

from games.rules.ruleset import preset
from tests.robots.play import advantage


@pytest.mark.parametrize(
    ("better", "worse", "name", "players", "deals", "at_least"),
    [
        ("scorer", "random", "pagat", 2, 120, 15.0),
        ("scorer", "random", "five_up", 3, 80, 0.0),
        ("careful", "scorer", "pagat", 2, 200, 5.0),
        ("careful", "scorer", "playelephant", 4, 150, 0.0),
        ("careful", "random", "pagat", 3, 60, 5.0),
        ("beginner", "random", "pagat", 2, 60, 5.0),
        ("scorer", "beginner", "pagat", 2, 200, 2.0),
    ],
)
def test_a_higher_level_wins_more_points_a_round(
    better: str, worse: str, name: str, players: int, deals: int, at_least: float
) -> None:
    mean, error = advantage(better, worse, preset(name, players), deals, seed=4)
    assert mean > at_least, f"{mean:.1f} ± {error:.1f} points a round"
