"""A countdown as the page shows it: figures, a bar that empties, and a name for the ear."""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.utils.translation import ngettext

from games.presenters.facts import ClockFacts

LAST_SECONDS = 10
#: Width of the bar in the units of its own picture.
BAR = 76


@dataclass(frozen=True)
class Clock:
    """A countdown, measured from the moment of drawing: the viewer's own clock may be wrong."""

    left_ms: int
    total_ms: int
    figures: str
    bar: str
    low: bool
    name: str


def clock_of(running: ClockFacts) -> Clock:
    """The countdown of this moment."""
    left = max(0.0, running.left)
    seconds = math.ceil(left)
    return Clock(
        left_ms=int(left * 1000),
        total_ms=int(running.total * 1000),
        figures=f"{seconds // 60}:{seconds % 60:02d}",
        bar=f"{min(1.0, left / running.total) * BAR:.1f}",
        low=seconds <= LAST_SECONDS,
        name=ngettext("%(count)d second left", "%(count)d seconds left", seconds) % {"count": seconds},
    )
