"""The figures of the rules show what the engine says, and what the vectors say that it must."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from games.presenters.figures import MOVES, Drawing, Figure, figure, figure_keys
from games.presenters.rounds_shown import _drawable, scene, scene_keys
from games.rules.layout import Layout
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from games.rules.scoring import settle
from games.rules.tiles import tile
from games.words.rulebook import CHAPTERS

DATA = Path(__file__).parents[1] / "data" / "rules"
COUNTING = {vector["id"]: vector for vector in json.loads((DATA / "counting.json").read_text())["vectors"]}
SETTLING = {vector["id"]: vector for vector in json.loads((DATA / "settling.json").read_text())["vectors"]}
VECTORS = {
    "becomes": ["V06"], "sides": ["V05"], "nine": ["V08"], "ways": ["V35", "V34"], "along": ["V38"], "tree": ["V27"],
    "line": ["V24"], "most": ["V25"],
}  # fmt: skip
EVERY = [preset(name, players) for name in PRESETS for players in preset_players(name)]
OTHERS = [
    change(preset("pagat", 2), exposed_sides_count=True),
    change(preset("pagat", 2), hand_size=14),
    change(preset("pagat", 2), hand_size=13, reserve=1),
    change(preset("pagat", 3), reserve=7),
    change(preset("five_up", 4), partners=False),
    change(preset("five_up", 2), exposed_sides_count=True),
    change(preset("sniff", 2), exposed_sides_count=True),
    change(preset("thoughtco", 3), points_per_five=1, direction="anticlockwise"),
    change(preset("latino", 4), blocked_by="lowest_hand"),
    change(preset("muggins", 4), partners=False, next_lead="highest_double", target=100, target_rule="exact"),
]


def by_name(ruleset: Ruleset) -> str:
    return f"{ruleset.name}-{ruleset.players}"


def rules_of(vector: dict[str, Any]) -> Ruleset:
    """A ruleset with the settings of a vector."""
    return change(
        preset("pagat", 2),
        spinner=vector["spinner"],
        lengthwise=vector["lengthwise"],
        exposed_sides_count=vector["exposed_sides_count"],
    )


def all_figures(ruleset: Ruleset) -> list[Figure]:
    drawn = [figure(key, ruleset) for keys in figure_keys(ruleset).values() for key in keys]
    return drawn + [scene(key, ruleset, set()) for keys in scene_keys(ruleset).values() for key in keys]


def layouts(shown: Figure) -> list[Layout]:
    return [step.layout for step in shown.steps if step.layout is not None]


def shown_count(drawing: Drawing) -> int:
    """The sum of the filled circles."""
    return sum(coin.gives for coin in drawing.coins)


def test_every_figure_of_moves_has_its_vector() -> None:
    assert set(VECTORS) == set(MOVES)


@pytest.mark.parametrize("key", [key for key in MOVES if key != "ways"])
def test_counts_points_and_open_ends_are_those_of_the_vector(key: str) -> None:
    vector = COUNTING[VECTORS[key][0]]
    shown = figure(key, rules_of(vector))
    assert list(MOVES[key]) == vector["moves"]
    assert [layout.count for layout in layouts(shown)] == vector["counts"]
    assert [step.scores for step in shown.steps] == [points > 0 for points in vector["points"]]
    assert [f"{points} points" if points else "no points" for points in vector["points"]] == [
        step.points_text for step in shown.steps
    ]
    last = layouts(shown)[-1]
    assert sorted(map(str, last.open_ports)) == vector["open_after"]
    drawn = shown.steps[-1].drawing
    assert len(drawn.hollows) == len(last.open_ports) - len([end for end in last.ends if end.port])


def test_both_ways_of_a_first_double_are_those_of_the_vectors() -> None:
    across, along = (COUNTING[name] for name in VECTORS["ways"])
    counts = [layout.count for layout in layouts(figure("ways", rules_of(along)))]
    assert counts == [*across["counts"], along["counts"][-1]]
    assert [MOVES["ways"][1], MOVES["ways"][2]] == [across["moves"][1], "|" + along["moves"][1]]


@pytest.mark.parametrize("ruleset", [*EVERY, *OTHERS], ids=by_name)
def test_filled_circles_add_up_to_the_sum_that_is_said(ruleset: Ruleset) -> None:
    for shown in all_figures(ruleset):
        assert shown.steps
        for step in shown.steps:
            if step.layout is not None:
                assert shown_count(step.drawing) == step.layout.count
                assert step.sum_text.rpartition("= ")[2] == str(step.layout.count)
            assert step.did
            assert "%" not in step.spoken


@pytest.mark.parametrize("ruleset", [*EVERY, *OTHERS], ids=by_name)
def test_hollow_circles_stand_at_the_open_ends_that_give_nothing(ruleset: Ruleset) -> None:
    for shown in all_figures(ruleset):
        for step in shown.steps:
            if step.layout is None or shown.key == "block":  # where all is used up nothing may lie
                continue
            counting = {end.tile for end in step.layout.ends}
            silent = [port for port in step.layout.open_ports if port.host not in counting]
            assert len(step.drawing.hollows) == len(silent)


@pytest.mark.parametrize("ruleset", EVERY, ids=by_name)
def test_everything_drawn_lies_in_the_frame_of_its_figure(ruleset: Ruleset) -> None:
    for shown in all_figures(ruleset):
        left, top, width, height = shown.frame
        for step in shown.steps:
            assert all(left < coin.x - 7 and coin.x + 7 < left + width for coin in step.drawing.coins)
            assert all(top < coin.y - 7 and coin.y + 7 < top + height for coin in step.drawing.coins)
        assert width < 440  # so that a tile is no smaller than 16 pixels on the narrowest phone


@pytest.mark.parametrize("ruleset", [*EVERY, *OTHERS], ids=by_name)
def test_every_ruleset_has_its_figures_in_chapters_that_exist(ruleset: Ruleset) -> None:
    assert {*figure_keys(ruleset), *scene_keys(ruleset)} <= set(CHAPTERS)
    keys = [shown.key for shown in all_figures(ruleset)]
    assert len(set(keys)) == len(keys)
    assert {"out", "block"} < set(keys)


# --- rounds ---


@pytest.mark.parametrize(
    ("vector", "key"),
    [("S01", "out"), ("S02", "out"), ("S12", "out"), ("S03", "block"), ("S06", "block"), ("S08", "block")],
)
def test_the_end_of_a_round_is_that_of_the_vector(vector: str, key: str) -> None:
    told = SETTLING[vector]
    ruleset = preset(told["ruleset"], told["players"])
    last = scene(key, ruleset, set()).steps[-1]
    assert [[*hand.tiles] for hand in last.hands] == [sorted(hand) for hand in told["hands"]]
    hands = [[tile(word) for word in hand] for hand in told["hands"]]
    assert settle(ruleset, hands, told["end"], told["last"]).gains == tuple(told["gains"])
    best = max(told["gains"]) or min(told["gains"])
    assert f"{abs(best):g}" in last.settlement[-1]


def test_going_out_against_one_takes_the_other_hand() -> None:
    assert scene("out", preset("pagat", 2), set()).steps[-1].settlement == (
        "Ben still holds 13 pips.",
        "To the nearest five: 13 is 15. (Remainders 1 and 2 go down, 3 and 4 go up.)",
        "In this ruleset who goes out takes it: 15 points for Ann.",
    )


def test_going_out_for_a_pair_leaves_the_partner_out() -> None:
    step = scene("out", preset("pagat", 4), set()).steps[-1]
    assert step.settlement[0] == "Ben and Dan still hold 6 + 11 = 17 pips."
    assert step.settlement[-1] == "In this ruleset who goes out takes it: 15 points for the pair Ann and Cleo."
    assert [(hand.name, hand.pips) for hand in step.hands] == [
        ("Ann", "0 pips"), ("Ben", "6 pips"), ("Cleo", "9 pips"), ("Dan", "11 pips"),
    ]  # fmt: skip


def test_in_british_muggins_each_loses_the_own_hand() -> None:
    out, block = (scene(key, preset("muggins", 2), set()).steps[-1].settlement for key in ("out", "block"))
    assert out == ("Ann holds nothing and loses nothing.", "Ben: 13 pips, to the nearest five 15, so −15.")
    assert block == (
        "Ann: 17 pips, to the nearest five 15, so −15.",
        "Ben: 9 pips, to the nearest five 10, so −10.",
    )


def test_two_of_three_share_a_blocked_round_to_the_half_point() -> None:
    settled = scene("block", preset("pagat", 3), set()).steps[-1].settlement
    assert settled[-1] == "Ann and Ben share it: 7.5 points each."


def test_who_cannot_play_draws_until_a_tile_fits_and_plays_it() -> None:
    steps = scene("draw", preset("pagat", 2), set()).steps
    assert [step.did for step in steps] == [
        "Ann led six-four.", "Ben draws five-two: no use.", "Ben draws six-one.", "Ben played six-one on the left.",
    ]  # fmt: skip
    assert [step.yard for step in steps] == [f"Boneyard: {left} tiles" for left in (10, 9, 8, 8)]
    assert [len(step.hands[0].tiles) for step in steps] == [9, 10, 11, 10]
    assert [step.hands[0].fresh for step in steps] == ["", "52", "61", ""]


def test_with_a_reserve_the_draws_end_before_the_boneyard_does() -> None:
    ruleset = change(preset("pagat", 2), hand_size=13, reserve=1)
    assert _drawable(ruleset) == 1
    steps = scene("draw", ruleset, set()).steps
    assert [step.kind for step in steps] == ["laid", "draw", "pass"]
    assert steps[-1].yard == "Boneyard: 1 tile"


@pytest.mark.parametrize("ruleset", [preset("latino", 4), change(preset("pagat", 3), reserve=7)], ids=by_name)
def test_where_nothing_may_be_drawn_the_figure_is_of_a_pass(ruleset: Ruleset) -> None:
    assert scene_keys(ruleset)["draw"] == ("pass",)
    assert [step.kind for step in scene("pass", ruleset, set()).steps] == ["laid", "pass"]


def test_players_sit_in_the_direction_of_play() -> None:
    for ruleset in (preset("pagat", 4), preset("latino", 4)):
        assert [hand.name for hand in scene("block", ruleset, set()).steps[-1].hands] == ["Ann", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("ruleset", EVERY, ids=by_name)
def test_figures_speak_portuguese_throughout(ruleset: Ruleset) -> None:
    def said() -> list[str]:
        shown = all_figures(ruleset)
        return [text for one in shown for step in one.steps for text in (one.title, step.did, step.spoken)]

    english = said()
    with translation.override("pt-br"):
        portuguese = said()
    assert [text for text, other in zip(english, portuguese, strict=True) if text == other] == []
