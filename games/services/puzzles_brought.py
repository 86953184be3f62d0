"""Puzzles go along: what a stranger or a guest has answered becomes that of whoever signs in from there.

A puzzle that the account has answered itself stays as it was, and nothing that comes along is rated.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.utils import timezone

from games.models import Puzzle, Puzzler, PuzzleTry
from games.services.puzzles import Standing, held, standing_of_person, take_out

if TYPE_CHECKING:
    from datetime import date, datetime

    from django.contrib.sessions.backends.base import SessionBase

    from accounts.models import User


class _Answer(NamedTuple):
    puzzle: Puzzle
    move: str
    at: datetime

    @property
    def right(self) -> bool:
        return self.move == self.puzzle.solution


@transaction.atomic
def from_session(*, user: User, session: SessionBase) -> None:
    """What this session has answered before its person signed in, or became a guest."""
    brought, answers = take_out(session)
    if not answers:
        return
    row, at = held(user), timezone.now()
    # In one order: two that bring the same puzzles do not wait for one another.
    found = Puzzle.objects.select_for_update().filter(key__in=answers).order_by("pk")
    puzzles = {puzzle.key: puzzle for puzzle in found}
    known = set(PuzzleTry.objects.filter(user=user, puzzle__in=puzzles.values()).values_list("puzzle__key", flat=True))
    fresh = [_Answer(puzzles[key], move, at) for key, move in answers.items() if key in puzzles and key not in known]
    PuzzleTry.objects.bulk_create(_try(user, answer) for answer in fresh)
    for answer in fresh:
        answer.puzzle.tries += 1
        answer.puzzle.solved += answer.right
    Puzzle.objects.bulk_update([answer.puzzle for answer in fresh], ["tries", "solved"])
    _join(row, brought, fresh)


@transaction.atomic
def from_guest(*, user: User, guest: User) -> None:
    """What this guest has answered before he signed in to his account; the guest keeps none of it."""
    if not Puzzler.objects.filter(user=guest).exists():
        return
    row = held(user)
    if Puzzler.objects.select_for_update().filter(user=guest).first() is None:
        return  # another tab has brought it
    brought = standing_of_person(guest)
    known = PuzzleTry.objects.filter(user=user).values_list("puzzle_id", flat=True)
    tries = PuzzleTry.objects.filter(user=guest).exclude(puzzle__in=list(known)).select_related("puzzle")
    fresh = [_Answer(each.puzzle, each.move, each.at) for each in tries.order_by("at", "pk")]
    tries.update(user=user)
    PuzzleTry.objects.filter(user=guest).delete()
    Puzzler.objects.filter(user=guest).delete()
    _join(row, brought, fresh)


def _try(user: User, answer: _Answer) -> PuzzleTry:
    return PuzzleTry(
        puzzle=answer.puzzle, user=user, move=answer.move, right=answer.right, rated=False, at=answer.at
    )  # fmt: skip


def _join(row: Puzzler, brought: Standing, fresh: list[_Answer]) -> None:
    """The longer row of right answers goes on; days in a row are joined where they meet."""
    counted = Standing()
    for answer in fresh:
        counted = counted.after(answer.right, None)
    row.tried, row.right = row.tried + counted.tried, row.right + counted.right
    row.current, row.best = max(row.current, counted.current), max(row.best, counted.best)
    row.day, row.days = joined_days((row.day, row.days), (brought.day, brought.days))
    row.best_days = max(row.best_days, brought.best_days, row.days)
    row.save()


def joined_days(one: tuple[date | None, int], other: tuple[date | None, int]) -> tuple[date | None, int]:
    """Two rows of days, each by its last day and its length: together where they touch, else the later one.

    >>> from datetime import date
    >>> joined_days((date(2026, 3, 4), 3), (date(2026, 3, 6), 2))
    (datetime.date(2026, 3, 6), 5)
    >>> joined_days((date(2026, 3, 4), 3), (date(2026, 3, 6), 1))
    (datetime.date(2026, 3, 6), 1)
    """
    if one[0] is None or other[0] is None:
        return other if one[0] is None else one
    (early, length), (late, more) = sorted([(one[0], one[1]), (other[0], other[1])])
    first = min(early - timedelta(days=length), late - timedelta(days=more))
    touches = late - timedelta(days=more) <= early
    return (late, (late - first).days) if touches else (late, more)
