"""What a table looks like, in a few characters: pages that look the same have the same digest."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import get_language

if TYPE_CHECKING:
    from games.presenters.table import TablePage


def digest_of(page: TablePage) -> str:
    """Equal for pages that look the same; what runs is left out, for it goes on in the browser."""
    still = replace(page.window, bar=None) if page.window is not None else None
    over = replace(page.over, review=None) if page.over is not None else None
    # What of the sight is seen is in the page's own words and drawings.
    facts = replace(page.facts, clock=None, window_clock=None, review=None, sight=None)
    bare = replace(page, clock=None, window=still, facts=facts, over=over)
    return hashlib.blake2s(f"{get_language()}{bare!r}".encode(), digest_size=9).hexdigest()
