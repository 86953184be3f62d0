"""Rules as an address names them: a rule book, rules that somebody keeps, or a table's by their fingerprint."""

from __future__ import annotations

import re
from typing import NamedTuple

from games import selectors
from games.models import Match
from games.rules.errors import RulesetError
from games.rules.fingerprint import ALPHABET, LENGTH
from games.rules.ruleset import PRESETS, Ruleset, preset, preset_players
from games.services.errors import UnknownRules

_FINGERPRINT = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


class Book(NamedTuple):
    """Rules, and what their owner calls them; rule books and rules that nobody has named have no name of their own."""

    ruleset: Ruleset
    name: str = ""


def is_fingerprint(text: str) -> bool:
    return _FINGERPRINT.fullmatch(text) is not None


def book_called(text: str) -> Book:
    """A preset, for its fewest players (they count alike); a fingerprint that a table has; a token. UnknownRules.

    A fingerprint tells the settings alone: neither the table nor who sits there, so that a link with it can be shared.
    """
    if text in PRESETS:
        return Book(preset(text, preset_players(text)[0]))
    try:
        if is_fingerprint(text):
            return Book(_of_tables(text))
        saved = selectors.saved_ruleset(text)
        return Book(Ruleset.from_dict(saved.ruleset), saved.name)
    except RulesetError as error:
        raise UnknownRules from error


def _of_tables(fingerprint: str) -> Ruleset:
    settings = Match.objects.filter(fingerprint=fingerprint).order_by().values_list("ruleset", flat=True).first()
    if settings is None:
        raise UnknownRules
    return Ruleset.from_dict(settings)
