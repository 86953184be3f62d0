"""Names of tiles in a sentence: they never break at their hyphen."""

from __future__ import annotations

from django import template

from games.words.tiles import unbroken

register = template.Library()


@register.filter
def whole_names(sentence: str) -> tuple[tuple[str, bool], ...]:
    """The sentence in pieces, each with whether it is a tile's name."""
    return unbroken(sentence)
