"""Parts of a page that look the same from one drawing to the next, kept as they were drawn.

A table is drawn for each of its viewers after every move, and most of it has not changed: houses of a tally, lines of
the log, the talk. Such a part gets all that it shows as values, and sees nothing else of the page.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django import template
from django.template.loader import render_to_string

from games.words.remembered import language

if TYPE_CHECKING:
    from collections.abc import Hashable

MOST = 2048  # parts, of half a kilobyte each as a rule

register = template.Library()


@register.simple_tag
def kept(name: str, **values: Hashable) -> str:
    """The partial of this name, drawn from these values and the active language alone."""
    return _drawn(name, language(), tuple(sorted(values.items())))


@lru_cache(maxsize=MOST)
def _drawn(name: str, _language: str | None, values: tuple[tuple[str, Any], ...]) -> str:
    return render_to_string(name, dict(values))
