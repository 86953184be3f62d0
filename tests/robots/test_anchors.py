"""The fixed ratings: every level has one wherever there is a rating, counted from the robot that takes points."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.robots import ROBOTS
from games.robots.anchors import ANCHORS, anchor_of
from games.rules.families import CALLING, OF_PRESETS
from games.rules.ruleset import PRESETS, preset_players

FORMS = {2: "two", 3: "three", 4: "partners"}
GAMES = {(OF_PRESETS[name], FORMS[players]) for name in PRESETS for players in preset_players(name)}
GAMES |= {(CALLING, form) for form in FORMS.values()}


def test_every_level_is_measured_in_every_game_and_format() -> None:
    assert {(family, form) for family, forms in ANCHORS.items() for form in forms} == GAMES
    for family, form in GAMES:
        assert list(ANCHORS[family][form]) == list(ROBOTS), f"{family} {form}"


@pytest.mark.parametrize("kind", ["oracle", "random"])
def test_what_is_no_level_has_no_rating(kind: str) -> None:
    assert [anchor_of(kind, family, form) for family, form in GAMES] == [None] * len(GAMES)


def test_no_more_is_claimed_between_neighbours_than_can_be_told() -> None:
    for family, form in GAMES:
        ladder = [ANCHORS[family][form][kind] for kind in ROBOTS]
        assert ladder[1] == (25.0, 1.0)
        for (lower, _), (higher, _) in pairwise(ladder):
            assert abs(higher - lower) <= 200


def test_errors_add_up_from_the_robot_that_takes_points() -> None:
    for family, form in GAMES:
        beginner, scorer, careful, brass, ebony = (ANCHORS[family][form][kind][1] for kind in ROBOTS)
        assert beginner > scorer
        assert scorer < careful < brass < ebony
