"""What this process has done since it started, counted for `muggins_site.metrics`."""

from __future__ import annotations

from collections import Counter as Tally
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from prometheus_client import Counter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.models import Move

MOVES = Counter("muggins_moves", "Moves stored by this process, by who chose them.", ["by"])


def count_moves(moves: Iterable[Move]) -> None:
    """Count these, once they are committed."""
    tally = Tally(str(move.by) for move in moves)
    transaction.on_commit(partial(_add, tally), robust=True)


def _add(tally: Tally[str]) -> None:
    for by, moves in tally.items():
        MOVES.labels(by).inc(moves)
