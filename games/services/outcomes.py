"""What came of a prescribed match for the person who played it, written once beside it when it is over."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from games.models import Prescription, Round
from games.rules.notation import parse_number
from games.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from games.services.tables import Table


def enter(table: Table) -> None:
    """Enter a prescribed match that is over; nothing while it runs, or a second time."""
    match = table.match
    if not (match.prescribed and match.is_over):
        return
    found = Prescription.objects.select_related("deal").filter(match_id=match.pk, over_at__isnull=True).first()
    if found is None:
        return
    found.over_at = match.finished_at
    row = Round.objects.filter(match_id=match.pk, number=found.round_number).exclude(end="").first()
    if row is not None:
        found.gained, found.margin = gains_of(row, Ruleset.from_dict(match.ruleset).side_of(found.seat))
    if found.counted and found.deal is not None and found.deal.day not in (None, table.at.astimezone(UTC).date()):
        found.counted = False  # its day is over: by now others may have shown how they played it
    found.save(update_fields=["over_at", "gained", "margin", "counted"])


def gains_of(row: Round, side: int) -> tuple[int, int]:
    """What a side gained in a round that is over, and how much more than the best of the others, in half points."""
    before = Round.objects.filter(match_id=row.match_id, number=row.number - 1).first()
    old = before.scores if before is not None else ["0"] * len(row.scores)
    gains = [halves(new) - halves(was) for new, was in zip(row.scores, old, strict=True)]
    return gains[side], gains[side] - max(gain for other, gain in enumerate(gains) if other != side)


def halves(score: str) -> int:
    """A stored score in half points."""
    return int(2 * parse_number(score))
