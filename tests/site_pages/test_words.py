"""Rulesets in sentences: complete, true, and different where the rules differ."""

from __future__ import annotations

import pytest

from games.forms import OF_CALLING, RULES
from games.rules.ruleset import PRESETS, Ruleset, change, differences, nearest, preset, preset_players
from games.words.rules import facts, preset_name, ruleset_name, ruleset_words
from games.words.settings import difference_lines, preset_lines, setting_name, value_words

EVERY = [(name, players) for name in PRESETS for players in preset_players(name)]
# A value that differs from the classic game's, for every setting that a table may change, and the size to see it at.
OTHER = [
    ("hand_size", 7, 2), ("reserve", 2, 2), ("spinner", "none", 2), ("lengthwise", True, 2),
    ("exposed_sides_count", True, 2), ("settlement", "own_hand", 2), ("points_per_five", 1, 2), ("target", 100, 2),
    ("target_rule", "exact", 2), ("first_lead", "highest_double", 2), ("next_lead", "rotate", 2),
    ("blocked_lead", "highest_double", 2), ("direction", "anticlockwise", 3), ("blocked_by", "lowest_hand", 4),
    ("partners", False, 4),
]  # fmt: skip


def test_the_classic_table_reads_like_the_table() -> None:
    assert ruleset_words(preset("pagat", 2), 45) == [
        "All Fives (classic), two players.",
        "9 tiles each, 10 in the boneyard. Who cannot play draws until a tile fits.",
        "The first lead is drawn by lot. Then who went out leads. After a blocked round, a lot decides.",
        "The first double is the spinner: four arms.",
        "Ends that add up to a multiple of five score that many points.",
        "Who goes out scores the other hand, to the nearest five. Blocked: the lowest hand does.",
        "250 points win: 5 houses.",
        "45 seconds a turn, then the server plays for you.",
    ]


def test_facts_fit_one_line() -> None:
    assert facts(preset("pagat", 2)) == "All Fives (classic), two players, to 250"
    assert facts(preset("five_up", 4)) == "Five Up, four as partners, to 61"


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_every_rule_book_has_words(name: str, players: int) -> None:
    said = ruleset_words(preset(name, players), None)
    assert said[0].startswith(preset_name(name))
    assert said[-1] == "No clock."
    assert all(sentence.strip() and "%" not in sentence for sentence in said)


def test_the_direction_is_said_where_it_matters() -> None:
    assert "Play goes anticlockwise." in ruleset_words(preset("latino", 4), None)
    assert not any("clockwise" in sentence for sentence in ruleset_words(preset("latino", 2), None))


@pytest.mark.parametrize(("field", "value", "players"), OTHER)
def test_every_changed_rule_changes_the_words(field: str, value: object, players: int) -> None:
    usual = preset("pagat", players)
    changed = change(usual, **{field: value})
    assert ruleset_words(changed, None)[1:] != ruleset_words(usual, None)[1:]
    assert difference_lines(differences(changed, usual))


def test_every_setting_and_value_has_words_of_its_own() -> None:
    for field, values in RULES.items():
        assert setting_name(field)
        phrases = [value_words(field, value) for value in values.values()]
        assert len(set(phrases)) == len(phrases)
    assert {field for field, _value, _players in OTHER} == {*RULES, "target", "partners"} - set(OF_CALLING)


def test_a_mix_is_named_after_the_rule_book_that_it_resembles() -> None:
    mix = change(preset("sniff", 2), target=100, reserve=1)
    assert ruleset_name(mix) == "Sniff, 2 rules changed"
    assert difference_lines(nearest(mix)[1]) == ["the last tile is never drawn", "to 100"]


def test_a_boneyard_that_nobody_may_draw_from_is_not_drawn_from() -> None:
    dry = change(preset("pagat", 3), hand_size=9, reserve=1)
    assert "The boneyard is never drawn from: who cannot play passes." in ruleset_words(dry, None)[1]


def test_cards_say_only_what_differs() -> None:
    assert preset_lines("pagat") == []
    assert preset_lines("thoughtco") == ["each side loses its own pips"]
    assert preset_lines("muggins") == [
        "7 tiles each for two",
        "5 tiles each for three",
        "no spinner: two ends for ever",
        "each side loses its own pips",
    ]
    assert preset_lines("latino") == [
        "7 tiles each",
        "play goes anticlockwise",
        "the highest double leads where others draw lots",
        "four have no boneyard",
        "no table for three",
    ]


def test_settlement_words_follow_the_seating() -> None:
    def said(ruleset: Ruleset) -> str:
        return ruleset_words(ruleset, None)[-3]

    assert "each pair loses" in said(preset("thoughtco", 4))
    assert "the other pair’s hands" in said(preset("pagat", 4))
    assert "the other hands" in said(preset("pagat", 3))
    assert "lowest single hand" in said(change(preset("pagat", 4), blocked_by="lowest_hand"))
