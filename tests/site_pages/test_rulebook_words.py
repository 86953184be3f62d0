"""The rules in words: every preset, every setting, both languages, and every word of the game explained."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.presenters.rulebook import rulebook
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from games.words.glossary import Part, explained, glossary
from games.words.rulebook import CHAPTERS, chapter, chapter_title, table_of_ends
from tests.site_pages.test_words import OTHER

EVERY = [preset(name, players) for name in PRESETS for players in preset_players(name)]
LANGUAGES = pytest.mark.parametrize("language", ["en", "pt-br"])


def by_name(ruleset: Ruleset) -> str:
    return f"{ruleset.name}-{ruleset.players}"


def book(ruleset: Ruleset) -> list[str]:
    """All sentences and rows of a rule book."""
    return [sentence for key in CHAPTERS for sentence in chapter(key, ruleset)] + [
        f"{what}: {adds}" for what, adds in table_of_ends(ruleset)
    ]


def plain(parts: list[Part]) -> str:
    return "".join(part.text for part in parts)


def test_the_classic_rules_read_like_a_rule_book() -> None:
    said = {key: " ".join(chapter(key, preset("pagat", 2))) for key in CHAPTERS}
    assert said == {
        "deal": "9 tiles each; the other 10 of the 28 are the boneyard. The first lead is drawn by lot. Then who went "
        "out leads. After a blocked round, a lot decides. Any tile may lead.",
        "turn": "Join a tile to an open end where the numbers are alike. Who can play must play. Doubles lie across "
        "the line.",
        "spinner": "The first double of the round, the lead or later, is the spinner. Later doubles never branch. When "
        "both its long sides are joined, its short sides open too: four arms can grow.",
        "count": "After each tile, the lead included, add up what the ends give: the count. A multiple of five scores "
        "at once, that many points, for whoever laid the tile. Anything else scores nothing, and so does 0.",
        "draw": "Who cannot play draws, one tile at a time, until one fits. That tile must be played at once. When "
        "nothing more may be drawn, the turn passes. A pass costs nothing.",
        "end": "It ends when somebody lays a last tile, or is blocked: nobody can play and nothing is left to draw. "
        "Who goes out scores the other hand, to the nearest five. Blocked: the lowest hand does. A tie scores "
        "nothing. Add up first, then go to the nearest five: 1 and 2 over down, 3 and 4 up.",
        "target": "250 points win: 5 houses. Who reaches the target ends the match at once, in the middle of a round "
        "too. Where two reach it in one settlement, the higher wins; if they are equal, they play another round.",
    }


@LANGUAGES
@pytest.mark.parametrize("ruleset", EVERY, ids=by_name)
def test_a_rule_book_says_its_numbers_and_is_short(ruleset: Ruleset, language: str) -> None:
    with translation.override(language):
        said = {key: " ".join(chapter(key, ruleset)) for key in CHAPTERS}
        assert all(said.values())
        assert all(chapter_title(key) for key in CHAPTERS)
    assert str(ruleset.hand_size) in said["deal"]
    assert not ruleset.boneyard_size or str(ruleset.boneyard_size) in said["deal"]
    assert str(ruleset.target) in said["target"]
    assert all("%" not in text and "  " not in text for text in said.values())
    assert sum(len(text.split()) for text in said.values()) < 320


@pytest.mark.parametrize("ruleset", EVERY, ids=by_name)
def test_no_sentence_stays_english(ruleset: Ruleset) -> None:
    english = book(ruleset)
    with translation.override("pt-br"):
        assert [one for one, other in zip(english, book(ruleset), strict=True) if one == other] == []


@LANGUAGES
@pytest.mark.parametrize(("field", "value", "players"), OTHER)
def test_every_changed_rule_changes_the_book(field: str, value: object, players: int, language: str) -> None:
    usual = preset("pagat", players)
    with translation.override(language):
        assert book(change(usual, **{field: value})) != book(usual)


def test_what_sets_the_presets_apart_is_said() -> None:
    def said(name: str, players: int, key: str) -> str:
        return " ".join(chapter(key, preset(name, players)))

    assert "never branch: two ends for ever" in said("muggins", 2, "spinner")
    assert "A score may sink below zero." in said("muggins", 2, "end")
    assert "Every double is a spinner." in said("five_up", 2, "spinner")
    assert "one point for every five" in said("five_up", 2, "count")
    assert "across the line, or lengthwise" in said("sniff", 2, "spinner")
    assert "Play goes anticlockwise." in said("latino", 4, "deal")
    assert "all 28 are dealt" in said("latino", 4, "deal")
    assert "That double must be led" in said("latino", 2, "deal")
    assert said("latino", 4, "draw").startswith("There is no boneyard")
    assert "share the third hand, to the half point" in said("pagat", 3, "end")
    assert "The partner’s tiles do not matter then." in said("pagat", 4, "end")
    assert "Blocked" not in said("thoughtco", 4, "end")


def test_what_ends_add_follows_the_rules() -> None:
    assert ("A short side that nobody has joined", "nothing") in table_of_ends(preset("pagat", 2))
    assert not any("side" in what and "sides" not in what for what, _adds in table_of_ends(preset("muggins", 2)))
    assert ("The spinner at an end, lengthwise", "its number once") in table_of_ends(preset("sniff", 2))
    exposed = change(preset("pagat", 2), exposed_sides_count=True)
    assert ("A short side that nobody has joined", "its number once") in table_of_ends(exposed)


# --- words that are explained ---


@LANGUAGES
@pytest.mark.parametrize("ruleset", EVERY, ids=by_name)
def test_marking_the_words_changes_no_sentence(ruleset: Ruleset, language: str) -> None:
    with translation.override(language):
        shown = rulebook(ruleset)
        for part in shown.chapters:
            assert [plain([*parts]) for parts in part.sentences] == chapter(part.key, ruleset)


def test_a_word_is_explained_once_in_a_chapter() -> None:
    met: set[str] = set()
    first = list(explained("The spinner has arms: a spinner.", met))
    assert [part.text for part in first if part.term] == ["spinner", "arms"]
    assert [part.text for part in explained("Another spinner.", met) if part.term] == []


@pytest.mark.parametrize(
    ("language", "sentence", "keys"),
    [
        ("en", "Who goes out scores the other hand.", ["go out"]),
        ("en", "Spinners, short sides and long sides.", ["spinner", "short side", "long side"]),
        ("en", "The counting of housework.", []),
        ("pt-br", "Quem bate leva os pontos nas pedras.", ["go out", "pip"]),
        ("pt-br", "As carroças ficam atravessadas; o monte acabou.", ["double", "crosswise", "boneyard"]),
        ("pt-br", "Remontem as casacas.", []),
    ],
)
def test_words_are_found_in_all_their_forms_and_nowhere_else(language: str, sentence: str, keys: list[str]) -> None:
    with translation.override(language):
        assert [part.term.key for part in explained(sentence, set()) if part.term] == keys


def test_the_glossary_is_the_same_list_in_both_languages() -> None:
    english = glossary()
    with translation.override("pt-br"):
        portuguese = glossary()
    assert [term.key for term in english] == [term.key for term in portuguese]
    assert [one.key for one, other in zip(english, portuguese, strict=True) if one.meaning == other.meaning] == []
    assert [bool(term.forms) for term in english] == [bool(term.forms) for term in portuguese]


@LANGUAGES
def test_no_form_belongs_to_two_words(language: str) -> None:
    with translation.override(language):
        forms = [form.lower() for term in glossary() for form in term.forms]
    assert len(set(forms)) == len(forms) > 30


@LANGUAGES
def test_every_word_that_can_be_marked_is_marked_somewhere(language: str) -> None:
    mixes = [*EVERY, change(preset("sniff", 2), target=100)]
    with translation.override(language):
        marked = {term.key for ruleset in mixes for term in rulebook(ruleset).terms}
        markable = {term.key for term in glossary() if term.forms}
    assert markable - marked == {"tally"}  # the rules do not speak of it, the list of words does
