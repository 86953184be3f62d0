"""Robots think under a limit: one that raises, answers illegally or hangs is replaced by a simple legal move."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from games import robots
from games.robots import oracle
from games.rules.calling import MOST_CLAIMED
from games.rules.moves import Play
from games.services import thinking, timing

if TYPE_CHECKING:
    from games.rules.matches import MatchState
    from games.rules.moves import Move
    from games.rules.sight import Sight

log = logging.getLogger(__name__)
T = TypeVar("T")

# A robot that failed is not asked again at once: its next turns would fail alike, and fill the log.
BENCH_SECONDS = 60.0
# Who plays where all thinkers are busy: the best of those that need none.
INSTEAD = "careful"
SEED_BITS = 32
# So many choices are kept that were made ahead of their moment.
MOST_AHEAD = 500
#: What is asked of a robot, but for the seed.
Question = Callable[[int], T]


class Minder:
    """Asks robots for moves, claims and calls. Which of them sit on the bench is remembered per table."""

    def __init__(self) -> None:
        self._bench: dict[tuple[int, str], float] = {}
        self._ahead: dict[int, tuple[str, Sight, Move]] = {}

    def think_ahead(
        self, match_id: int, kind: str, sight: Sight, seed: int | None = None, match: MatchState | None = None
    ) -> Move:
        """Choose before the moment has come; who then asks with the same sight has the answer at once."""
        move = self.choose(match_id, kind, sight, seed, match)
        self._ahead[match_id] = kind, sight, move
        for oldest in list(self._ahead)[:-MOST_AHEAD]:  # tables that were left in between
            self._ahead.pop(oldest, None)
        return move

    def choose(
        self, match_id: int, kind: str, sight: Sight, seed: int | None = None, match: MatchState | None = None
    ) -> Move:
        """A legal move within three seconds, the robot's own unless it fails.

        `seed`: by lot, unless told. `match`: the whole of it, all tiles face up, which only an oracle is shown.
        """
        ready = self._ahead.pop(match_id, None)
        if ready is not None and ready[:2] == (kind, sight):
            return ready[2]
        question: Question[Move] = partial(robots.choose, kind, sight)
        if kind in oracle.ALL_SEEING and match is not None and match.round is not None:
            question = partial(oracle.choose_open, match.round, match.scores)
        takes_long = kind in robots.KINDS and robots.KINDS[kind].is_slow and len(sight.legal) > 1
        think = partial(_slowly, sight) if takes_long else _quickly
        move = self._ask(match_id, kind, partial(think, question), lambda move: move in sight.legal, seed)
        return robots.safe_move(sight) if move is None else move

    def claim(self, match_id: int, kind: str, sight: Sight, move: Move, seed: int | None = None) -> int | None:
        """What the robot claims with this move where points are called; a robot that fails says nothing."""
        if sight.ruleset.calling == "automatic" or not isinstance(move, Play):
            return None
        return self._ask(match_id, kind, partial(_quickly, partial(robots.claim, kind, sight, move)), _is_said, seed)

    def call(self, match_id: int, kind: str, sight: Sight, seed: int | None = None) -> int | None:
        """What the robot calls upon the play whose window is open; a robot that fails lets it be."""
        return self._ask(match_id, kind, partial(_quickly, partial(robots.will_call, kind, sight)), _is_said, seed)

    def _ask(
        self, match_id: int, kind: str, think: Question[T], holds: Callable[[T], bool], seed: int | None
    ) -> T | None:
        """The robot's answer to what it is asked with a seed; None when it fails, or sits on the bench."""
        if self._bench.get((match_id, kind), 0.0) > time.monotonic():
            return None
        answer, failing, cause = None, "", None
        try:
            answer = think(secrets.randbits(SEED_BITS) if seed is None else seed)
            if holds(answer):
                return answer
            failing = _illegally(answer)
        except TimeoutError:
            failing = "did not answer in time"
        except Exception as error:  # whatever a robot does must not stop the match
            failing, cause = "raised", error
        self._bench_it(match_id, kind)
        log.error("Robot %s %s; match %s goes on with a simple move.", kind, failing, match_id, exc_info=cause)
        return None

    def _bench_it(self, match_id: int, kind: str) -> None:
        now = time.monotonic()
        self._bench = {key: until for key, until in self._bench.items() if until > now}
        self._bench[match_id, kind] = now + BENCH_SECONDS


def _quickly(question: Question[T], seed: int) -> T:
    """A moment's work, in the site itself."""
    return thinking.aside(question, seed, seconds=timing.ROBOT_LIMIT_SECONDS)


def _slowly(sight: Sight, question: Question[Move], seed: int) -> Move:
    """In another process, if one gets free in time."""
    try:
        limits = {"seconds": timing.THOUGHT_SECONDS, "wait": timing.THINKER_WAIT_SECONDS}
        return thinking.think(question, seed, urgent=True, **limits)
    except thinking.Busy:
        log.warning("No thinker was free; the robot %s chose instead.", INSTEAD)
        return robots.choose(INSTEAD, sight, seed)


def _illegally(answer: object) -> str:
    # An amount is not named: nothing that could be a count stands in a log.
    return "answered illegally" if isinstance(answer, int) else f"answered {answer}, which is illegal"


def _is_said(points: int | None) -> bool:
    return points is None or (type(points) is int and 1 <= points <= MOST_CLAIMED)
