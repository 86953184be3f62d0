"""The page of the rules of any ruleset: chapters with their sentences, the table of ends, and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import get_language

from games.presenters.figures import Figure, figure, figure_keys
from games.presenters.people import robots_count
from games.presenters.rounds_shown import scene, scene_keys
from games.rules.ruleset import PRESETS, Ruleset, differences, nearest, preset, preset_players
from games.words import rulebook as words
from games.words.glossary import Part, Term, explained, glossary, used
from games.words.rules import players_words, preset_name, ruleset_name
from games.words.settings import difference_lines, preset_lines

CLASSIC = "pagat"
Sentence = tuple[Part, ...]


@dataclass(frozen=True)
class Chapter:
    """A heading, its sentences in parts, and its figures; *rows*: what adds what, where that is told.

    *ours*: it is this site's reading of the sources, not a documented rule.
    """

    key: str
    title: str
    sentences: tuple[Sentence, ...]
    rows: tuple[tuple[str, str], ...]
    figures: tuple[Figure, ...]
    ours: bool = False


@dataclass(frozen=True)
class Rulebook:
    """The rules of one ruleset. *differs* from what *measure* names; *terms* are the words that are explained."""

    name: str
    players: str
    line: str
    measure: str
    differs: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    terms: tuple[Term, ...]


def rulebook(ruleset: Ruleset, name: str = "") -> Rulebook:
    """The rules of a ruleset in the active language; *name* where its players have given it one."""
    book = _rulebook(ruleset, get_language() or "")
    return replace(book, name=name) if name else book


@lru_cache(maxsize=128)
def _rulebook(ruleset: Ruleset, language: str) -> Rulebook:
    """*language* is the active one: texts are kept for each."""
    chapters = tuple(_chapter(key, ruleset) for key in words.chapters(ruleset))
    met = {key for chapter in chapters for key in _terms_of(chapter)}
    measure, differs = _differences(ruleset)
    return Rulebook(
        name=ruleset_name(ruleset),
        players=players_words(ruleset),
        line=words.book_line(ruleset.name),
        measure=measure,
        differs=tuple(differs),
        chapters=chapters,
        terms=tuple(term for term in glossary() if term.key in met),
    )


def _chapter(key: str, ruleset: Ruleset) -> Chapter:
    met: set[str] = set()
    return Chapter(
        key=key,
        title=words.chapter_title(key),
        sentences=tuple(tuple(explained(sentence, met)) for sentence in _sentences(key, ruleset)),
        rows=tuple(words.table_of_ends(ruleset)) if key == "count" else (),
        figures=(
            *(figure(name, ruleset, met) for name in figure_keys(ruleset).get(key, ())),
            *(scene(name, ruleset, met) for name in scene_keys(ruleset).get(key, ())),
        ),
        ours=key == words.CALLING,
    )


def _sentences(key: str, ruleset: Ruleset) -> list[str]:
    """The sentences of a chapter; how well robots count stands with the rules of calling."""
    return [*words.chapter(key, ruleset), *(robots_count() if key == words.CALLING else ())]


def _terms_of(chapter: Chapter) -> set[str]:
    written = {key for sentence in chapter.sentences for key in used(sentence)}
    return written.union(*map(terms_of, chapter.figures))


def terms_of(shown: Figure) -> set[str]:
    """The keys of the words that a figure explains."""
    return {key for step in shown.steps for sentence in step.why for key in used(sentence)}


def _differences(ruleset: Ruleset) -> tuple[str, list[str]]:
    """With what the ruleset is compared, and what is otherwise in it."""
    if ruleset.name in PRESETS:
        lines = difference_lines(differences(ruleset, preset(CLASSIC, ruleset.players)))
        return preset_name(CLASSIC) if lines else "", lines
    usual, changes = nearest(ruleset)
    return preset_name(usual.name), difference_lines(changes)


# --- the list of rule books ---


@dataclass(frozen=True)
class Size:
    """A number of players for which a rule book exists."""

    players: int
    text: str


@dataclass(frozen=True)
class Shelved:
    """A rule book in the list of them, with the last step of the figure by which it is known."""

    key: str
    name: str
    line: str
    differs: tuple[str, ...]
    sizes: tuple[Size, ...]
    sign: Figure


#: The figure by which a rule book is known; the others by their four arms.
SIGNS = {"muggins": "line", "five_up": "tree", "sniff": "along", "pagat": "nine", "latino": "becomes"}


SIGN_PIXELS = 0.95


def shelf(names: Sequence[str]) -> tuple[Shelved, ...]:
    """The rule books of these names in the active language."""
    return tuple(_shelved(name, get_language() or "") for name in names)


@lru_cache(maxsize=32)
def _shelved(name: str, language: str) -> Shelved:
    """*language* is the active one: texts are kept for each."""
    players = preset_players(name)
    sign = figure(SIGNS.get(name, "sides"), preset(name, players[0]))
    return Shelved(
        key=name,
        name=preset_name(name),
        line=words.book_line(name),
        differs=tuple(preset_lines(name)),
        sizes=sizes(name),
        sign=replace(sign, steps=sign.steps[-1:], pixels=SIGN_PIXELS),
    )


def sizes(name: str) -> tuple[Size, ...]:
    """The numbers of players of a rule book, as its links say them."""
    return tuple(Size(players, words.players_link(players)) for players in preset_players(name))
