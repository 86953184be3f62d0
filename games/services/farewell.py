"""A person gives his account up: robots take his seats first, then all that is his goes, and a number stays."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.leaving import erase
from games.models import (
    LIVE,
    Choice,
    FixedDeal,
    Grade,
    LearningStreak,
    Line,
    Match,
    Origin,
    Puzzler,
    PuzzleTry,
    Review,
    SavedRuleset,
    Seat,
    SeatEvent,
    StudyRecord,
)
from games.services import engaged, errors, seating, what_if

if TYPE_CHECKING:
    from accounts.models import User


def say_farewell(*, user: User) -> int:
    """Leave every table, then erase the account; at how many tables he sat.

    A rated match goes on with a robot, as if he had left it, and counts as left. Matches and results stay.
    Locked are tables, then the person, then what is his, as everywhere: an act of another tab comes before or after.
    """
    with transaction.atomic():
        left = _leave_tables(user)
        Match.objects.filter(created_by=user).exclude(title="").update(title="")
        what_if.remove_of(user)
        engaged.hold([user.pk])
        for rows in (SavedRuleset, LearningStreak, Origin, SeatEvent, Puzzler, PuzzleTry):
            rows.objects.filter(user=user).delete()
        StudyRecord.objects.filter(owner=user).delete()
        FixedDeal.objects.filter(made_by=user).update(made_by=None)
        for verdicts in (Choice, Grade):
            verdicts.objects.filter(user=user).update(user=None)
        Review.objects.filter(asked_by=user).update(asked_by=None)
        Line.objects.filter(user=user).exclude(text="").delete()
        erase(user=user)
        return left


def _leave_tables(user: User) -> int:
    """In the order of the tables' keys, as everybody who locks several does."""
    seats = Seat.objects.filter(user=user, match__state__in=LIVE, left=False).order_by("match_id")
    tables = list(seats.values_list("match_id", flat=True))
    for match_id in tables:
        with contextlib.suppress(errors.UnknownTable, errors.NotSeated):  # over, or left meanwhile
            seating.leave(match_id=match_id, user=user)
    return len(tables)
