"""Places at which `make torture` kills this very process, as a power cut would. Nowhere else do they do anything.

`MUGGINS_FAILPOINT=after_commit:0.02` dies at that place with that probability. A site that is reached by HTTPS or by
names of its own refuses to start with it; without it each place is a call of an empty function.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

#: In the order in which a finishing move passes them; all but the last lie inside its transaction.
PLACES = (
    "moves_stored",
    "round_closed",
    "match_finished",
    "results_entered",
    "round_dealt",
    "before_commit",
    "after_commit",
)


def armed(text: str, *, public: bool) -> dict[str, float]:
    """The probability of dying at each place named in `text`; ImproperlyConfigured for what is not understood."""
    if not text:
        return {}
    if public:
        raise ImproperlyConfigured("MUGGINS_FAILPOINT is for tests: a public site never dies on purpose.")
    place, _colon, chance = text.partition(":")
    try:
        probability = float(chance or "1")
    except ValueError:
        probability = -1.0
    if place not in PLACES or not 0 <= probability <= 1:
        raise ImproperlyConfigured(f"MUGGINS_FAILPOINT is {text!r}; write one of {', '.join(PLACES)}, and a chance.")
    return {place: probability}


def _nothing(place: str) -> None:
    """Nobody tortures this process."""


def dying(places: dict[str, float]) -> Callable[[str], None]:
    """A `reach` that kills the process at these places."""

    def reach(place: str) -> None:
        if random.random() < places.get(place, 0.0):
            sys.stderr.write(f"failpoint {place}\n")
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGKILL)

    return reach


_places = armed(os.environ.get("MUGGINS_FAILPOINT", ""), public=settings.HTTPS or len(settings.ALLOWED_HOSTS) > 3)
reach: Callable[[str], None] = dying(_places) if _places else _nothing
