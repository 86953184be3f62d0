"""Robots think under a limit: one that raises, answers illegally or hangs is replaced by a simple legal move."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import TYPE_CHECKING

from games import robots
from games.services import timing

if TYPE_CHECKING:
    from games.rules.moves import Move
    from games.rules.sight import Sight

log = logging.getLogger(__name__)

# A robot that failed is not asked again at once: its next turns would fail alike, and fill the log.
BENCH_SECONDS = 60.0


class Minder:
    """Asks robots for moves. Which of them sit on the bench is remembered per table."""

    def __init__(self) -> None:
        self._bench: dict[tuple[int, str], float] = {}

    def choose(self, match_id: int, kind: str, sight: Sight) -> Move:
        """A legal move within `timing.ROBOT_LIMIT_SECONDS`, the robot's own unless it fails."""
        if self._bench.get((match_id, kind), 0.0) > time.monotonic():
            return robots.safe_move(sight)
        thought = _Thought(kind, sight)
        thought.start()
        thought.join(timing.ROBOT_LIMIT_SECONDS)
        if thought.move is not None and thought.move in sight.legal:
            return thought.move
        self._bench_it(match_id, kind, thought)
        return robots.safe_move(sight)

    def _bench_it(self, match_id: int, kind: str, thought: _Thought) -> None:
        now = time.monotonic()
        self._bench = {key: until for key, until in self._bench.items() if until > now}
        self._bench[match_id, kind] = now + BENCH_SECONDS
        log.error("Robot %s %s; match %s goes on with a simple move.", kind, thought.failing(), match_id,
                  exc_info=thought.error)  # fmt: skip


class _Thought(threading.Thread):
    """One choice, on a thread of its own: it can be left behind if it never ends."""

    def __init__(self, kind: str, sight: Sight) -> None:
        super().__init__(name=f"robot-{kind}", daemon=True)
        self.kind = kind
        self.sight = sight
        self.move: Move | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.move = robots.choose(self.kind, self.sight, secrets.randbits(32))
        except Exception as error:  # whatever a robot does must not stop the match; the minder logs it
            self.error = error

    def failing(self) -> str:
        """What went wrong, for the log."""
        if self.error is not None:
            return "raised"
        return "did not answer in time" if self.move is None else f"answered {self.move}, which is illegal"
