"""What the site does by itself beside the game: carries mail, reviews matches, lays out the deals and the puzzles of
today and tomorrow, after an upgrade computes ratings anew where robots were measured anew, and at night forgets what it
may keep no longer, and computes the flags of the desk.

Threads of their own in the process of the keeper: a mail server that hangs holds up no turn, and no review.
"""

from __future__ import annotations

import io
import logging
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils import timezone

from accounts import outbox
from games.services import basis, coming, looking, reviews

logger = logging.getLogger("muggins.errands")

PAUSE_SECONDS = 2.0
REVIEW_SECONDS, REVIEW_PAUSE_SECONDS = 2.0, 0.5
NIGHT_HOUR = 3  # UTC; a site that sleeps then does it when it wakes
NIGHTLY = ("forget", "flag_matches", "make_puzzles")  # in this order; one that fails does not hold up the next
#: Nobody else does an errand of a day meanwhile; after that whoever was at it is dead.
LEASE_SECONDS = 2 * 3600
#: What failed is tried again after so long.
RETRY_SECONDS = 600
_KEPT_SECONDS = 2 * 24 * 3600


class Errands(threading.Thread):
    """Takes turns until the process ends, or until `stop`."""

    def __init__(self, name: str, turn: Callable[[], object], pause: float) -> None:
        super().__init__(name=name, daemon=True)
        self._turn, self._pause = turn, pause
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self._stopped.wait(self._pause):
            self._turn()

    def stop(self) -> None:
        """No further turn begins."""
        self._stopped.set()


def start() -> tuple[Errands, ...]:
    """All of it, each kind on its thread."""
    threads = (
        Errands("errands", turn, PAUSE_SECONDS),
        Errands("reviews", review_turn, REVIEW_PAUSE_SECONDS),
        Errands("flags", flag_turn, PAUSE_SECONDS),
    )
    for thread in threads:
        thread.start()
    return threads


def review_turn() -> None:
    """A while of reviewing; at a site where tables wait for something, nothing. Never raises."""
    _guarded(lambda: reviews.work(REVIEW_SECONDS))


def flag_turn() -> None:
    """Look through all matches, where the desk wants that. Never raises."""
    _guarded(looking.work)


def turn(at: datetime | None = None) -> None:
    """One round of everything that is due. Never raises: the next turn tries again."""
    at = at or timezone.now()
    _guarded(outbox.deliver)
    _once(f"days:{at:%Y-%m-%d}", coming.prepare)
    _once(f"ratings:{basis.digest()}:{at:%Y-%m-%d}", basis.keep_up)
    if at.hour >= NIGHT_HOUR:
        for command in NIGHTLY:
            _once(f"night:{command}:{at:%Y-%m-%d}", partial(_run, command))


def _once(what: str, errand: Callable[[], object]) -> None:
    """Do it unless it is done or somebody is at it. What fails is tried again in a while: see docs/decisions/0286."""
    key = f"errands:{what}"

    def attempt() -> None:
        if cache.add(key, True, LEASE_SECONDS):
            cache.set(key, True, _KEPT_SECONDS if _guarded(errand) else RETRY_SECONDS)

    _guarded(attempt)


def _run(command: str) -> None:
    """One line of the log instead of what the command would print."""
    said = io.StringIO()
    call_command(command, stdout=said)
    logger.info("%s: %s", command, ", ".join(said.getvalue().splitlines()))


def _guarded(errand: Callable[[], object]) -> bool:
    """Whether it came to its end."""
    try:
        errand()
        return True
    except DatabaseError:
        logger.exception("An errand waits for the database.")
        connection.close()
    except Exception:
        logger.exception("An errand failed.")
    finally:
        if connection.vendor != "sqlite" and not connection.in_atomic_block:
            connection.close()  # back to the pool
    return False
