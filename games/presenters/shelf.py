"""The rules that a person keeps, as cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from games.models import SavedRuleset
from games.rules.errors import RulesetError
from games.rules.ruleset import Ruleset
from games.words.rules import facts
from games.words.tables import but_words


@dataclass(frozen=True)
class SavedCard:
    """One of a person's rules: *but* says how they differ from the nearest book; *chosen*: the form says the same."""

    name: str
    said: str
    but: str
    fingerprint: str
    url: str
    play_url: str
    chosen: bool


def saved_cards(kept: Iterable[SavedRuleset], chosen: str) -> list[SavedCard]:
    """A card for each that can still be played; *chosen* is the fingerprint of what the form says now."""
    return [card for saved in kept if (card := _card(saved, chosen)) is not None]


def _card(saved: SavedRuleset, chosen: str) -> SavedCard | None:
    try:
        ruleset = Ruleset.from_dict(saved.ruleset)
    except RulesetError:
        return None
    return SavedCard(
        name=saved.name,
        said=facts(ruleset) + ".",
        but=but_words(ruleset),
        fingerprint=saved.fingerprint,
        url=reverse("games:rules_of_saved", args=[saved.token]),
        play_url=f"{reverse('games:new_table')}?saved={saved.token}",
        chosen=saved.fingerprint == chosen,
    )
