"""The words of the game, each with its meaning, and where a sentence uses one of them (RULES.md, section 9).

One glossary for the list of words and for every explanation beside a sentence, in the language that is active.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Term:
    """A word of the game. *forms* are the spellings by which a sentence uses it, the longest first."""

    key: str
    word: str
    meaning: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A piece of a sentence; *term* when it is a word that the glossary explains."""

    text: str
    term: Term | None = None


def glossary() -> tuple[Term, ...]:
    """All words in the order of the game: things, places, what one does, how it ends, what it earns."""
    return _glossary(get_language() or "")


@lru_cache(maxsize=8)
def _glossary(language: str) -> tuple[Term, ...]:
    """*language* is the active one: texts are kept for each."""
    words = {**_things(), **_places(), **_deeds(), **_ends(), **_scores()}
    return tuple(Term(key, word, meaning, _split(forms)) for key, (word, forms, meaning) in words.items())


def _split(forms: str) -> tuple[str, ...]:
    return tuple(sorted(filter(None, forms.split("|")), key=len, reverse=True))


#: The key of a word → the word, its forms (split by "|"; none: too common to be marked), its meaning.
Words = dict[str, tuple[str, str, str]]


def _things() -> Words:
    return {
        "tile": (
            _("Tile"), "", _("A domino: two halves, each with none to six pips. There are 28."),
        ),
        "pip": (
            _("Pip"), pgettext("forms of a term", "pips|pip"), _("A dot on a tile. A hand’s pips are what it weighs."),
        ),
        "double": (
            _("Double"), pgettext("forms of a term", "doubles|double"),
            _("A tile whose halves are alike. It lies across the line."),
        ),
        "spinner": (
            _("Spinner"), pgettext("forms of a term", "spinners|spinner"),
            _("A double from which four arms may grow, one from each side."),
        ),
        "hand": (_("Hand"), "", _("The tiles that a player holds. Nobody else sees them.")),
        "boneyard": (
            _("Boneyard"), pgettext("forms of a term", "boneyard"),
            _("The tiles that nobody was dealt, face down beside the table."),
        ),
    }  # fmt: skip


def _places() -> Words:
    return {
        "long side": (
            _("Long side"), pgettext("forms of a term", "long sides|long side"),
            _("A double has two. They are joined first, and the line goes on there."),
        ),
        "short side": (
            _("Short side"), pgettext("forms of a term", "short sides|short side"),
            _("A double has two. A spinner’s open once both its long sides are joined."),
        ),
        "open end": (
            _("Open end"), pgettext("forms of a term", "open ends|open end"),
            _("A place where a tile may be joined. Most give something to the count; a short side gives nothing."),
        ),
        "arm": (
            _("Arm"), pgettext("forms of a term", "arms|arm"),
            _("A line of tiles that grows from a side of a spinner."),
        ),
        "crosswise": (
            _("Crosswise"), pgettext("forms of a term", "crosswise|across the line"),
            _("A double across the line: it gives both halves while it is an end."),
        ),
        "lengthwise": (
            _("Lengthwise"), pgettext("forms of a term", "lengthwise"),
            _("A double along the line, as any other tile: it gives one half while it is an end."),
        ),
    }  # fmt: skip


def _deeds() -> Words:
    return {
        "lead": (
            _("Lead"), pgettext("forms of a term", "leads|lead|led"), _("To lay the first tile of a round."),
        ),
        "draw": (
            _("Draw"), pgettext("forms of a term", "draws|draw"),
            _("To take a tile from the boneyard, because nothing in the hand fits."),
        ),
        "pass": (
            _("Pass"), pgettext("forms of a term", "passes|pass"),
            _("To let the turn go, when nothing fits and nothing may be drawn. It costs nothing."),
        ),
        "go out": (
            _("Go out"), pgettext("forms of a term", "goes out|went out|go out"), _("To lay one’s last tile."),
        ),
    }  # fmt: skip


def _ends() -> Words:
    return {
        "blocked": (
            _("Blocked"), pgettext("forms of a term", "blocked"),
            _("Nobody can play and nothing is left to draw. The round is over."),
        ),
        "round": (
            _("Round"), pgettext("forms of a term", "rounds|round"), _("From one deal to the next."),
        ),
        "match": (
            _("Match"), pgettext("forms of a term", "matches|match"), _("As many rounds as it takes to the target."),
        ),
        "partner": (
            _("Partners"), pgettext("forms of a term", "partners|partner|pair"),
            _("Two who sit across from each other and share one score. They may not signal."),
        ),
    }  # fmt: skip


def _scores() -> Words:
    return {
        "count": (
            _("Count"), pgettext("forms of a term", "count"),
            _("What the ends give together, after a tile has been laid."),
        ),
        "point": (
            _("Point"), "", _("What a side scores. Pips lie on tiles; points stand in the score."),
        ),
        "target": (_("Target"), pgettext("forms of a term", "target"), _("The score that wins the match.")),
        "tally": (
            _("Tally, stroke"), pgettext("forms of a term", "tally|strokes|stroke"),
            _("The score in marks of chalk or pencil: one stroke for every five points."),
        ),
        "house": (
            _("House"), pgettext("forms of a term", "houses|house"), _("Ten strokes of the tally: 50 points."),
        ),
    }  # fmt: skip


def explained(text: str, met: set[str]) -> Iterator[Part]:
    """A sentence in parts: each word of the game that *met* does not have yet is one, and is put there."""
    at = 0
    for found in _pattern(get_language() or "").finditer(text):
        term = _by_form(get_language() or "")[found[0].lower()]
        if term.key in met:
            continue
        met.add(term.key)
        if found.start() > at:
            yield Part(text[at : found.start()])
        yield Part(found[0], term)
        at = found.end()
    if at < len(text):
        yield Part(text[at:])


@lru_cache(maxsize=8)
def _by_form(language: str) -> dict[str, Term]:
    return {form.lower(): term for term in _glossary(language) for form in term.forms}


@lru_cache(maxsize=8)
def _pattern(language: str) -> re.Pattern[str]:
    forms = sorted(_by_form(language), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)


def used(parts: Iterable[Part]) -> dict[str, Term]:
    """The words that these parts explain, by their keys."""
    return {part.term.key: part.term for part in parts if part.term is not None}
