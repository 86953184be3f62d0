"""A table in words, before one sits down: what is unusual, what is our own reading, and how a series stands."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.ruleset import CHOICES, FIELDS, PRESETS, change, preset, preset_players
from games.words.tables import (
    Leader,
    against,
    best_of_words,
    but_words,
    limit_reached_words,
    limit_words,
    match_number_words,
    series_won_words,
    table_lines,
    wins_words,
)
from tests.tables import rules


@pytest.mark.parametrize(
    ("name", "players", "settings", "said"),
    [
        ("pagat", 2, {"hand_size": 7, "reserve": 2},
         "Classic All Fives, but 7 tiles each and the last 2 of the boneyard stay."),
        ("pagat", 2, {"reserve": 1}, "Classic All Fives, but the last tile of the boneyard stays."),
        ("pagat", 4, {"partners": False}, "Classic All Fives, but each plays alone."),
        ("five_up", 3, {"settlement": "own_hand", "target": 31},
         "Five Up, but each side loses its own pips and to 31."),
        ("latino", 4, {"blocked_by": "lowest_hand", "target": 365},
         "Latin American All Fives, but a blocked round goes to the lowest single hand and to 365."),
        ("sniff", 2, {"exposed_sides_count": True, "next_lead": "rotate"},
         "Sniff, but the lead passes round the table and the spinner’s free sides count."),
    ],
)  # fmt: skip
def test_a_mix_is_said_in_one_sentence(name: str, players: int, settings: dict[str, Any], said: str) -> None:
    assert but_words(rules(name, players, **settings), name) == said


def test_measured_by_no_rule_book_it_is_the_nearest() -> None:
    ruleset = rules(hand_size=7, reserve=2)
    assert but_words(ruleset) == "PlayElephant’s All Fives, but the last 2 of the boneyard stay."
    assert (
        but_words(rules("pagat", 3, reserve=2), "latino") == "Classic All Fives, but the last 2 of the boneyard stay."
    )


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_book_as_it_is_needs_no_but(name: str) -> None:
    assert but_words(preset(name, preset_players(name)[0])) == ""


@pytest.mark.parametrize("base", ["pagat", "latino", "muggins", "sniff"])
@pytest.mark.parametrize("field", [field for field in CHOICES if field != "calling"])
def test_every_change_has_a_phrase_that_stands_in_a_sentence(base: str, field: str) -> None:
    for value in CHOICES[field]:
        ruleset = preset(base, 4)
        if getattr(ruleset, field) == value or (ruleset.lengthwise and field == "spinner"):
            continue
        sentence = but_words(change(ruleset, **{field: value}))
        assert sentence == "" or (" but " in sentence and ":" not in sentence.replace("two ends for ever", ""))


def test_what_is_not_as_in_the_classic_game_is_marked() -> None:
    lines = table_lines(rules("latino", 4), None)
    assert [line.text for line in lines if line.differs] == [
        "7 tiles each and no boneyard: who cannot play passes.",
        "Play goes anticlockwise.",
        "The highest double leads the first round. Then who went out leads. After a blocked round, the highest double.",
    ]
    assert not any(line.differs for line in table_lines(rules(), 45, 3, 30))


def test_what_the_sources_leave_open_is_marked_as_ours() -> None:
    def ours(name: str, players: int) -> list[str]:
        return [line.text for line in table_lines(rules(name, players), None) if line.ours]

    assert ours("pagat", 2) == ours("pagat", 4) == ours("thoughtco", 3) == []
    assert ours("sniff", 2) == ["Lengthwise, its two ends are joined first; then its long sides open, too."]
    assert ours("pagat", 3) == [
        "Blocked, and three tied for the lowest hand: nobody scores.",
        "Two reach the target in one settlement: the higher wins; equal, another round is played.",
    ]


def test_where_points_are_called_the_window_is_ours() -> None:
    lines = {line.text: line for line in table_lines(rules(calling="muggins", muggins_seconds=12), None)}
    called = next(line for text, line in lines.items() if "Players call their points" in text)
    window = next(line for text, line in lines.items() if "12 seconds" in text)
    assert (called.differs, called.ours) == (True, False)
    assert (window.differs, window.ours) == (False, True)


def test_every_setting_that_can_differ_belongs_to_a_line() -> None:
    """So that its line is marked; calling has words of its own."""
    for field in FIELDS:
        if field in {"name", "players", "calling", "muggins_seconds", "overcall_penalty"}:
            continue
        value = next(
            (value for value in CHOICES.get(field, ()) if value != getattr(preset("pagat", 4), field)),
            {"partners": False, "hand_size": 6, "reserve": 1, "target": 365, "points_per_five": 1}.get(field, True),
        )
        ruleset = change(preset("pagat", 4), **{field: value})
        assert sum(line.differs for line in table_lines(ruleset, None)) == 1, field


def test_series_and_limit_are_said() -> None:
    said = [line.text for line in table_lines(rules(), 45, 3, 30)]
    assert "Best of three matches: two wins decide." in said
    assert "After 30 rounds the match ends, whoever is ahead: nobody wins." in said
    assert best_of_words(1) == limit_words(None) == ""
    assert match_number_words(2, 5) == "match 2, best of five"


ANA, MINE = Leader("Ana"), Leader("Alice", ours=True)
TWO, OURS = Leader("Ana & Bob", pair=True), Leader("Alice & Bob", ours=True, pair=True)


@pytest.mark.parametrize(
    ("leader", "said"),
    [
        (ANA, "Ana leads 1 to 0, best of three."),
        (MINE, "You lead 1 to 0, best of three."),
        (TWO, "Ana & Bob lead 1 to 0, best of three."),
        (OURS, "Your side leads 1 to 0, best of three."),
        (None, "It stands 1 to 0, best of three."),
    ],
)
def test_a_standing_is_said(leader: Leader | None, said: str) -> None:
    assert wins_words(leader, against("1", ["0"]), 3) == said


def test_a_series_is_won_in_words() -> None:
    assert series_won_words(ANA, against("2", ["1", "0"]), 3) == "Ana wins the best of three, 2 to 1 and 0."
    assert series_won_words(MINE, against("3", ["1"]), 5) == "You win the best of five, 3 to 1."
    assert series_won_words(TWO, against("2", ["0"]), 3) == "Ana & Bob win the best of three, 2 to 0."
    assert series_won_words(OURS, against("2", ["0"]), 3) == "Your side wins the best of three, 2 to 0."


def test_a_limit_of_rounds_says_who_is_ahead_and_no_more() -> None:
    assert limit_reached_words(30, ANA, "−20") == "30 rounds are over: Ana is ahead with −20."
    assert limit_reached_words(30, MINE, "5") == "30 rounds are over: you are ahead with 5."
    assert limit_reached_words(10, TWO, "0") == "10 rounds are over: Ana & Bob are ahead with 0."
    assert limit_reached_words(10, OURS, "0") == "10 rounds are over: your side is ahead with 0."
    assert limit_reached_words(20, None, "−5") == "20 rounds are over, and it is level at −5."
