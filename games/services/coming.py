"""What belongs to a day is settled before it: its deals, with the promise that they were, and its puzzle.

Whoever looks first at a day that nothing was prepared for has it drawn then (`fixed_deals.deals_of`, `puzzles.daily`).
"""

from __future__ import annotations

from datetime import timedelta

from games.services import fixed_deals, puzzles


def prepare() -> None:
    """Settle today and the days ahead, as far as they are not; it costs a few queries, and nothing the second time."""
    for ahead in range(fixed_deals.AHEAD + 1):
        day = fixed_deals.today() + timedelta(days=ahead)
        fixed_deals.deals_of(day)
        puzzles.daily(day=day)
