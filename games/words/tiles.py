"""Numbers, tiles and sums in words, in the language that is active.

Everything here takes values of ``games.rules`` and returns text for people. Nothing here knows who is looking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.notation import number
from games.rules.scoring import Number
from games.rules.tiles import Tile
from games.words.remembered import remembered

__all__ = [
    "capital",
    "count_of_tiles",
    "figure",
    "joined",
    "number_word",
    "pips",
    "points",
    "signed",
    "sum_line",
    "tile_name",
    "tile_said",
    "unbroken",
    "with_error",
]


def number_word(value: int) -> str:
    """The name of a tile's half: blank, one, … six."""
    return _HALVES[value]()


# A table in words says hundreds of them: only the one that is wanted is looked up.
_HALVES = (
    lambda: pgettext("half of a tile", "blank"),
    lambda: pgettext("half of a tile", "one"),
    lambda: pgettext("half of a tile", "two"),
    lambda: pgettext("half of a tile", "three"),
    lambda: pgettext("half of a tile", "four"),
    lambda: pgettext("half of a tile", "five"),
    lambda: pgettext("half of a tile", "six"),
)


@remembered
def tile_name(tile: Tile, first: int | None = None) -> str:
    """``six-four`` or ``double six``; *first* names the half to begin with, where a line is read out in its order."""
    if tile.is_double:
        return pgettext("tile", "double %(number)s") % {"number": number_word(tile.high)}
    high, low = (tile.low, tile.high) if first == tile.low else (tile.high, tile.low)
    return pgettext("tile", "%(first)s-%(second)s") % {"first": number_word(high), "second": number_word(low)}


@remembered
def tile_said(tile: Tile) -> str:
    """The tile as a sentence says it: some languages put an article before a double, and none in a list."""
    if tile.is_double:
        return pgettext("tile in a sentence", "double %(number)s") % {"number": number_word(tile.high)}
    values = {"first": number_word(tile.high), "second": number_word(tile.low)}
    return pgettext("tile in a sentence", "%(first)s-%(second)s") % values


def unbroken(sentence: str) -> tuple[tuple[str, bool], ...]:
    """The sentence in pieces, each with whether it must stay on one line: tile names never break at their hyphen."""
    pieces = re.split(r"(\w+-\w+)", sentence)
    return tuple((piece, index % 2 == 1) for index, piece in enumerate(pieces) if piece)


def with_error(value: object, error: object) -> str:
    """``+7.3 ± 1.2``, which no line ends within."""
    return f"{value}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{error}"


def capital(sentence: str) -> str:
    """The sentence with a capital at its head; the rest is left alone (``str.capitalize`` would lower names)."""
    return sentence[:1].upper() + sentence[1:]


def joined(words: Sequence[str]) -> str:
    """``1, 5 and 6``: a list as one says it."""
    if len(words) < 2:
        return "".join(words)
    head = words[0]
    for word in words[1:-1]:
        head = pgettext("list", "%(head)s, %(next)s") % {"head": head, "next": word}
    return pgettext("list", "%(head)s and %(last)s") % {"head": head, "last": words[-1]}


def sum_line(gives: Iterable[int], count: int) -> str:
    """``1 + 12 + 2 = 15``; a single end says only its number."""
    terms = [str(give) for give in gives]
    return f"{' + '.join(terms)} = {count}" if len(terms) > 1 else str(count)


@remembered
def count_of_tiles(amount: int) -> str:
    return ngettext("%(count)d tile", "%(count)d tiles", amount) % {"count": amount}


def pips(amount: int) -> str:
    return ngettext("%(count)d pip", "%(count)d pips", amount) % {"count": amount}


def figure(amount: Number) -> str:
    """``15``, ``−15``, ``2.5`` (``2,5`` in Portuguese): a score for people to read; records are written by `number`."""
    return number(amount).replace(".", get_format("DECIMAL_SEPARATOR")).replace("-", "−")


@remembered
def points(amount: Number) -> str:
    """``1 point``, ``2.5 points``."""
    plural = ngettext("%(count)s point", "%(count)s points", 1 if amount == 1 else 2)
    return plural % {"count": figure(amount)}


def signed(amount: Number) -> str:
    """``+20``, ``−15``, ``0``: a change of score, with a true minus sign."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


@remembered
def strokes_name(score: int) -> str:
    """The tally of a score by ear: ``145: two houses and nine strokes``."""
    strokes = score // 5
    houses, rest = divmod(strokes, 10)
    said_houses = ngettext("%(count)d house", "%(count)d houses", houses) % {"count": houses}
    said_rest = ngettext("%(count)d stroke", "%(count)d strokes", rest) % {"count": rest}
    if houses and rest:
        both = _("%(houses)s and %(strokes)s") % {"houses": said_houses, "strokes": said_rest}
        return f"{score}: {both}"
    return f"{score}: {said_houses if houses else said_rest}"
