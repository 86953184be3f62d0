"""The end of a review: a grade for every seat, from what was found of its choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.judging.verdicts import INACCURATE, MISTAKE, mean
from games.models import Choice, Grade, MoveBy, Review, ReviewState
from games.reviewed import accounts_of, measured_of
from games.services import timing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.past import Trace

#: Who was away, or late, did not choose himself.
OWN = (MoveBy.PERSON, MoveBy.ROBOT)


def finish(*, review: Review, trace: Trace, users: Mapping[int, int | None]) -> None:
    """The review is done, unless another process holds it by now; the grades are written with it."""
    at = timing.now()
    with transaction.atomic():
        mine = Review.objects.filter(pk=review.pk, lease=review.lease)
        done = {"state": ReviewState.DONE, "finished_at": at, "beat_at": at, "lease": "", "leased_until": None}
        if not mine.update(**done):
            return
        Grade.objects.bulk_create(_grades(review, trace, users))


def _grades(review: Review, trace: Trace, users: Mapping[int, int | None]) -> list[Grade]:
    rows = list(Choice.objects.filter(review=review).order_by("round_no", "move_no"))
    ruleset = trace.positions[0].match.ruleset
    luck = [0.0] * len(ruleset.sides)
    for accounts in accounts_of(trace, rows).values():
        for side, account in enumerate(accounts):
            luck[side] += account.luck
    return [
        _grade(review, seat, users.get(seat), own, luck[ruleset.side_of(seat)])
        for seat in range(ruleset.players)
        if (own := [row for row in rows if row.seat == seat and row.by in OWN])
    ]


def _grade(review: Review, seat: int, user: int | None, own: Sequence[Choice], luck: float) -> Grade:
    lost = mean([measured_of(row) for row in own])
    return Grade(
        review=review,
        seat=seat,
        user_id=None if review.match.prescribed else user,  # such a match is in nobody's figures
        at=review.match.finished_at or review.asked_at,
        choices=len(own),
        inaccurate=sum(row.verdict == INACCURATE for row in own),
        mistakes=sum(row.verdict == MISTAKE for row in own),
        mean=lost.lost,
        error=lost.error,
        accuracy=lost.accuracy,
        luck=luck,
    )
