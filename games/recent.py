"""What was read of a table a moment ago, for who wants to see the same version: one reading for all pages there.

A move is pushed to every page at its table, and each draws what its own viewer may see; but all of them would read the
same rows and fold the same match. A reading holds everything, all tiles face up: it is for selectors alone, which make
of it what one viewer may know.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Match, Seat
    from games.replay import Replayed

#: Rows may be changed by hand, which no version tells: so much later it is seen.
FRESH_SECONDS = 1.0
MOST = 64


@dataclass(frozen=True)
class Reading:
    """A match, its seats with their persons, and the fold, all of `match.version`; when it was begun (monotonic)."""

    match: Match
    seats: tuple[Seat, ...]
    folded: Replayed
    began: float


class Recent:
    """The newest reading of each table, in this process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._readings: OrderedDict[str, Reading] = OrderedDict()

    def put(self, reading: Reading) -> None:
        """Keep it, unless a newer one is kept."""
        code = reading.match.code
        with self._lock:
            known = self._readings.get(code)
            if known is not None and known.began > reading.began:
                return
            self._readings[code] = reading
            self._readings.move_to_end(code)
            while len(self._readings) > self._most:
                self._readings.popitem(last=False)

    def get(self, code: str, version: int) -> Reading | None:
        """A reading of this version of the table or a newer one, made a moment ago; None when there is none."""
        with self._lock:
            found = self._readings.get(code)
        if found is None or found.match.version < version or time.monotonic() - found.began > FRESH_SECONDS:
            return None
        return found


recent = Recent()
