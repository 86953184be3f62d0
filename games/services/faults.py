"""A match whose rows do not fold is flagged for the administrator and left alone for longer and longer."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import F

from games.models import Match
from games.services import timing

log = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=10)
LONGEST_TEXT = 500


def flag(match_id: int, error: BaseException) -> None:
    """Note the fault, log it the first time, and let the keeper come back later."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return
    if not match.faults:
        log.error("Match %s cannot go on.", match.code, exc_info=error)
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(match.faults, 10))
    text = f"{type(error).__name__}: {error}"[:LONGEST_TEXT]
    found = Match.objects.filter(pk=match_id)
    found.update(fault=text, faults=F("faults") + 1)
    found.filter(wake_at__isnull=False).update(wake_at=timing.now() + pause)


def clear(match: Match) -> None:
    """It goes on again."""
    if match.faults:
        Match.objects.filter(pk=match.pk).update(fault="", faults=0)
