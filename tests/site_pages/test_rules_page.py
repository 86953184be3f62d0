"""The page of the rules: made from the rules themselves, so that it cannot say something else."""

from __future__ import annotations

from django.test import Client

from games.rules.ruleset import PRESETS, preset, preset_players
from games.views.rules import glossary
from games.words.rules import preset_name, ruleset_words


def test_every_rule_book_is_there_in_its_own_words(newcomer: Client) -> None:
    page = newcomer.get("/rules/").content.decode()
    for name in PRESETS:
        assert preset_name(name) in page
        for sentence in ruleset_words(preset(name, preset_players(name)[0]), None)[1:-1]:
            assert sentence in page


def test_the_pictures_show_what_the_text_says(newcomer: Client) -> None:
    context = newcomer.get("/rules/").context
    assert (context["counted"].count, context["counted"].points) == (15, 15)
    assert sorted(context["counted"].gives) == [1, 2, 12]
    assert [step.points for step in context["steps"]] == [10, 10, 0]
    assert context["tree"].points == context["tree"].count // 5 > 0


def test_every_word_has_a_meaning() -> None:
    words = [word for word, _meaning in glossary()]
    assert len(set(words)) == len(words) == 15
    assert all(meaning.endswith(".") for _word, meaning in glossary())
