"""Robots think under a limit: one that raises, answers illegally or hangs is replaced by a simple legal move."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from games import robots
from games.rules.calling import MOST_CLAIMED
from games.rules.moves import Play
from games.services import timing

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.rules.moves import Move
    from games.rules.sight import Sight

log = logging.getLogger(__name__)
T = TypeVar("T")

# A robot that failed is not asked again at once: its next turns would fail alike, and fill the log.
BENCH_SECONDS = 60.0


class Minder:
    """Asks robots for moves, claims and calls. Which of them sit on the bench is remembered per table."""

    def __init__(self) -> None:
        self._bench: dict[tuple[int, str], float] = {}

    def choose(self, match_id: int, kind: str, sight: Sight) -> Move:
        """A legal move within `timing.ROBOT_LIMIT_SECONDS`, the robot's own unless it fails."""

        def think(seed: int) -> Move:
            return robots.choose(kind, sight, seed)

        def is_legal(move: Move | None) -> bool:
            return move is not None and move in sight.legal

        move = self._ask(match_id, kind, think, is_legal)
        return robots.safe_move(sight) if move is None else move

    def claim(self, match_id: int, kind: str, sight: Sight, move: Move) -> int | None:
        """What the robot claims with this move where points are called; a robot that fails says nothing."""
        if sight.ruleset.calling == "automatic" or not isinstance(move, Play):
            return None
        return self._ask(match_id, kind, partial(robots.claim, kind, sight, move), _is_said)

    def call(self, match_id: int, kind: str, sight: Sight) -> int | None:
        """What the robot calls upon the play whose window is open; a robot that fails lets it be."""
        return self._ask(match_id, kind, partial(robots.will_call, kind, sight), _is_said)

    def _ask(self, match_id: int, kind: str, think: Callable[[int], T], holds: Callable[[T | None], bool]) -> T | None:
        """The robot's answer to what it is asked with a seed; None when it fails, or sits on the bench."""
        if self._bench.get((match_id, kind), 0.0) > time.monotonic():
            return None
        thought = _Thought(f"robot-{kind}", think)
        thought.start()
        thought.join(timing.ROBOT_LIMIT_SECONDS)
        if thought.done and holds(thought.answer):
            return thought.answer
        self._bench_it(match_id, kind, thought)
        return None

    def _bench_it(self, match_id: int, kind: str, thought: _Thought[T]) -> None:
        now = time.monotonic()
        self._bench = {key: until for key, until in self._bench.items() if until > now}
        self._bench[match_id, kind] = now + BENCH_SECONDS
        log.error("Robot %s %s; match %s goes on with a simple move.", kind, thought.failing(), match_id,
                  exc_info=thought.error)  # fmt: skip


def _is_said(points: int | None) -> bool:
    return points is None or (type(points) is int and 1 <= points <= MOST_CLAIMED)


class _Thought(threading.Thread, Generic[T]):
    """One choice, on a thread of its own: it can be left behind if it never ends."""

    def __init__(self, name: str, think: Callable[[int], T]) -> None:
        super().__init__(name=name, daemon=True)
        self.think = think
        self.answer: T | None = None
        self.done = False
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.answer = self.think(secrets.randbits(32))
            self.done = True
        except Exception as error:  # whatever a robot does must not stop the match; the minder logs it
            self.error = error

    def failing(self) -> str:
        """What went wrong, for the log."""
        if self.error is not None:
            return "raised"
        if not self.done:
            return "did not answer in time"
        # An amount is not named: nothing that could be a count stands in a log.
        return "answered illegally" if isinstance(self.answer, int) else f"answered {self.answer}, which is illegal"
