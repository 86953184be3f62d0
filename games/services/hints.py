"""Hints at friendly tables: what a robot would play, for the seat on turn alone (docs/decisions/0221-hints.md).

The robot gets the sight of the seat and nothing else. It thinks outside the table's lock; when the turn has passed
meanwhile, nothing is stored or shown.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING
from zlib import crc32

from django.db import transaction

from games.models import Hint
from games.robots.appraisal import Appraisal, appraise
from games.robots.simple import plays
from games.rules.sight import sight_of
from games.services import errors
from games.services.engaged import hold
from games.services.tables import Table, lock
from games.services.thinking import Broken, think

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match
    from games.rules.sight import Sight

DEALS = 200
THINK_SECONDS, WAIT_SECONDS = 5.0, 2.0
#: So many hints of one person, at all tables together.
MOST, WITHIN = 40, timedelta(minutes=10)


def take(*, match_id: int, user: User, version: int) -> Hint:
    """The hint for this person's turn, asked for on a page that showed `version`; the same one however often he asks.

    Raises a `Refused`: no hints here, not his turn, Stale, nothing to choose, no robot free, too many.
    """
    with transaction.atomic():
        table = lock(match_id)
        known = _known(table)
        seat = _checked(table, user, version)
        if known is not None:
            return known
        _must_be_few(user, table)
        folded = table.fold()
        number, turn = folded.moves + 1, table.match.turn_version
        sight = sight_of(folded.match, folded.events, seat)
    if len(plays(sight)) < 2 or sight.window is not None:
        raise errors.NoHintNow
    found = _opinion(table.match, sight)
    with transaction.atomic():
        table = lock(match_id)
        _checked(table, user, turn)
        known = _known(table)
        if known is not None:
            return known
        hold([user.pk])
        _must_be_few(user, table)  # once more: his hints at other tables may have come meanwhile
        hint = Hint.objects.create(
            match=table.match,
            turn_version=turn,
            round_number=sight.round_no,
            number=number,
            seat=seat,
            user=user,
            move=str(found.best.play),
            points=found.best.points,
            error=found.best.error,
            deals=found.deals,
            at=table.at,
        )
        table.raise_version()
        table.save()
        return hint


def _known(table: Table) -> Hint | None:
    return Hint.objects.filter(match=table.match, turn_version=table.match.turn_version).first()


def _checked(table: Table, user: User, version: int) -> int:
    """The seat on turn, which this person holds; refused as a move would be."""
    match, seat = table.match, table.seat_of(user)
    if match.rated:
        raise errors.RatedNoHints
    if not match.hints:
        raise errors.NoHints
    if match.is_over:
        raise errors.MatchOver
    if not 0 <= version <= match.version:
        raise errors.BadVersion
    if match.turn_seat is None or match.window_open:
        raise errors.NoHintNow
    if seat.player:
        raise errors.StandInPlays
    if version < match.turn_version:
        raise errors.Stale
    if match.turn_seat != seat.index:
        raise errors.NotYourTurn
    return seat.index


def _must_be_few(user: User, table: Table) -> None:
    """From the rows: it holds across processes and restarts."""
    if Hint.objects.filter(user=user, at__gt=table.at - WITHIN).count() >= MOST:
        raise errors.TooManyHints


def _opinion(match: Match, sight: Sight) -> Appraisal:
    seed = crc32(f"{match.code} {match.turn_version}".encode())
    question = partial(appraise, sight, deals=DEALS, seed=seed)
    try:
        return think(question, seconds=THINK_SECONDS, wait=WAIT_SECONDS, urgent=True)
    except (TimeoutError, Broken) as error:
        raise errors.HintBusy from error
