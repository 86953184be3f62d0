"""Questions: real positions, the engine's answers, harder from level to level, the same for the same seed."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games.learning.questions import (
    COUNT,
    KINDS,
    LADDER,
    LADDER_NAME,
    LEVELS,
    PLAYS,
    RIGHT_A_LEVEL,
    CountQuestion,
    PlaysQuestion,
    Question,
    level_of,
    question,
    ruleset_of,
    weight,
)
from games.learning.rounds import robots_round
from games.rules.layout import lay_all
from games.rules.moves import Play
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from games.rules.scoring import points_for

BOOKS = (*PRESETS, LADDER_NAME)
SEEDS = random.Random(5).sample(range(2**31), k=6)


def of(kind: str, book: str, level: int, seed: int) -> Question:
    """The question of a rule book, or of the ladder of all."""
    return question(kind, ruleset_of(book, level), level, seed)


def counts(book: str, level: int) -> list[CountQuestion]:
    return [asked for seed in SEEDS if isinstance(asked := of(COUNT, book, level, seed), CountQuestion)]


def plays(book: str, level: int) -> list[PlaysQuestion]:
    return [asked for seed in SEEDS if isinstance(asked := of(PLAYS, book, level, seed), PlaysQuestion)]


@pytest.mark.parametrize("level", range(LEVELS))
@pytest.mark.parametrize("book", BOOKS)
def test_every_count_is_the_engines(book: str, level: int) -> None:
    for asked in counts(book, level):
        again = lay_all(asked.ruleset, asked.layout.placements)
        assert asked.answer == again.count == sum(end.gives for end in again.ends)
        assert asked.points == points_for(again.count, asked.ruleset)
        assert len(again.placements) >= 2


@pytest.mark.parametrize("level", range(LEVELS))
@pytest.mark.parametrize("book", BOOKS)
def test_every_best_play_is_the_engines(book: str, level: int) -> None:
    for asked in plays(book, level):
        made = {play: points_for(asked.layout.lay(play).count, asked.ruleset) for play in asked.plays}
        assert {play.tile for play in asked.plays} <= set(asked.hand)
        most = max(made.values())
        assert most > 0
        assert set(asked.best) == {play for play, points in made.items() if points == most}
        assert 1 <= len(asked.best) < len(asked.plays)


@pytest.mark.parametrize("book", PRESETS)
def test_every_play_that_the_rules_allow_is_offered_or_has_a_twin_that_is(book: str) -> None:
    for asked in plays(book, 3):
        for tile in asked.hand:
            for port in asked.layout.open_ports:
                play = Play(tile, port)
                if asked.layout.can_lay(play) is None and play not in asked.plays:
                    twin = Play(tile, port.twin) if port.twin is not None else None
                    assert twin in asked.plays
                    assert asked.layout.lay(play).count == asked.layout.lay(twin).count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", PRESETS)
def test_it_gets_harder_from_level_to_level(book: str, kind: str) -> None:
    seen = [sum(weight(of(kind, book, level, seed).layout) for seed in SEEDS) for level in range(LEVELS)]
    assert seen[0] < seen[2] < seen[4]
    assert seen[1] < seen[3] < seen[5]


def test_one_seed_never_gets_easier() -> None:
    for seed in SEEDS:
        weights = [weight(of(COUNT, "pagat", level, seed).layout) for level in range(LEVELS)]
        assert weights == sorted(weights)


def test_the_ladder_leads_from_a_line_to_a_tree() -> None:
    names = [of(COUNT, LADDER_NAME, level, 1).ruleset.name for level in range(LEVELS)]
    assert names == list(LADDER)
    assert max(len(asked.layout.ends) for asked in counts(LADDER_NAME, 0)) == 2
    assert max(len(asked.layout.ends) for asked in counts(LADDER_NAME, LEVELS - 1)) >= 4


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_asks_the_same(kind: str) -> None:
    first = [of(kind, "sniff", level, SEEDS[0]) for level in range(LEVELS)]
    question.cache_clear()
    robots_round.cache_clear()
    assert [of(kind, "sniff", level, SEEDS[0]) for level in range(LEVELS)] == first
    assert len({asked.layout.placements for asked in first}) > 1


@pytest.mark.parametrize("book", PRESETS)
def test_a_round_of_robots_is_played_by_the_rules(book: str) -> None:
    turns = robots_round(preset(book, preset_players(book)[0]), 7)
    assert turns[0].layout.is_empty
    for before, after in pairwise(turns):
        assert before.chosen in before.plays
        assert before.after == after.layout


def test_the_level_rises_with_the_streak_and_falls_with_it() -> None:
    assert [level_of(streak) for streak in (0, RIGHT_A_LEVEL - 1, RIGHT_A_LEVEL, 1000)] == [0, 0, 1, LEVELS - 1]


@pytest.mark.parametrize(("kind", "book"), [("sums", "pagat"), (COUNT, "fives")])
def test_nobody_asks_anything_else(kind: str, book: str) -> None:
    with pytest.raises(KeyError):
        question(kind, ruleset_of(book, 0), 0, 1)


#: Hands of one tile, six arms of points, nothing in the boneyard: rules that no rule book has.
ODD = (
    change(preset("pagat", 2), hand_size=1),
    change(preset("sniff", 4), exposed_sides_count=True, points_per_five=1, target=61),
    change(preset("five_up", 2), calling="muggins", hand_size=14),
)


@pytest.mark.parametrize("ruleset", ODD, ids=lambda ruleset: ruleset.fingerprint)
def test_any_rules_have_questions_and_are_counted_by_themselves(ruleset: Ruleset) -> None:
    for level in range(LEVELS):
        count, play = (question(kind, ruleset, level, SEEDS[0]) for kind in KINDS)
        assert isinstance(count, CountQuestion)
        assert isinstance(play, PlaysQuestion)
        assert count.ruleset == play.ruleset == ruleset
        assert count.answer == lay_all(ruleset, count.layout.placements).count
        made = {
            each: points_for(lay_all(ruleset, [*play.layout.placements, each]).count, ruleset) for each in play.plays
        }
        assert set(play.best) == {each for each, points in made.items() if points == max(made.values())}
