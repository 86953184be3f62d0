"""The desk's acts upon puzzles: one that is wrong, or of poor taste, is taken out of use; and put back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from accounts import conduct
from games.models import Puzzle, PuzzleDay
from games.services import timing
from games.services.puzzles import today

if TYPE_CHECKING:
    from accounts.models import User

RETIRE, RESTORE = "retire_puzzle", "restore_puzzle"


def subject_of(puzzle: Puzzle) -> str:
    """How the audit log names a puzzle."""
    return f"puzzle {puzzle.key}"


@transaction.atomic
def retire(*, actor: User, puzzle: Puzzle, reason: str) -> Puzzle:
    """Ask it of nobody any more; a day that has not ended gets another. What was answered counts as it did.

    ReasonMissing, NotStaff. What is out of use already stays so, and nothing is written down.
    """
    row = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    if row.retired_at is None:
        days = PuzzleDay.objects.filter(puzzle=row, day__gte=today())
        conduct.note(
            actor=actor, act=RETIRE, reason=reason, subject=subject_of(row), details={"days": days.count()}
        )  # fmt: skip
        days.delete()
        row.retired_at = timing.now()
        row.save(update_fields=["retired_at"])
    return row


@transaction.atomic
def restore(*, actor: User, puzzle: Puzzle, reason: str) -> Puzzle:
    """Ask it again. As `retire`."""
    row = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    if row.retired_at is not None:
        details = {"retired_at": row.retired_at.isoformat()}
        conduct.note(actor=actor, act=RESTORE, reason=reason, subject=subject_of(row), details=details)
        row.retired_at = None
        row.save(update_fields=["retired_at"])
    return row
