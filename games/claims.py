"""What was claimed, missed and stolen («Muggins!»), counted from the rows of plays: there is no second truth."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, Q, Sum

from games.models import Call, Match, Move
from games.replay import ruleset_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import User

# A play whose window has closed scores a count that is a multiple of five; a claim is in the unit of its match.
_WORTH = Q(count__gt=0, rest=0)
_RIGHT = Q(match__ruleset__points_per_five=5, claim=F("count")) | Q(
    match__ruleset__points_per_five=1, count=F("claim") * 5
)
_MISSED = _WORTH & (Q(claim__isnull=True) | ~_RIGHT)
_LOST = _MISSED & Q(taken_by__isnull=False)


@dataclass(frozen=True)
class CallingStatistics:
    """How many plays scored and were claimed rightly, or missed (not claimed, or wrongly); how many of the missed were
    lost to an opponent, how many were taken from opponents; and the points of these.
    """

    claimed: int = 0
    missed: int = 0
    missed_points: int = 0
    lost: int = 0
    lost_points: int = 0
    took: int = 0
    took_points: int = 0

    def __add__(self, other: CallingStatistics) -> CallingStatistics:
        return CallingStatistics(*[getattr(self, f.name) + getattr(other, f.name) for f in fields(self)])


_FIGURES: dict[str, Any] = {
    "claimed": Count("pk", filter=_WORTH & _RIGHT),
    "missed": Count("pk", filter=_MISSED),
    "missed_points": Sum("count", filter=_MISSED, default=0),
    "lost": Count("pk", filter=_LOST),
    "lost_points": Sum("count", filter=_LOST, default=0),
}


def _told() -> QuerySet[Move]:
    """The plays whose windows have closed; nothing is known of the others."""
    return Move.objects.filter(closed_version__isnull=False).annotate(rest=F("count") % 5)


def calling_statistics(user: User) -> CallingStatistics:
    """What a person claimed, missed, lost and took in all matches, by his own plays and calls.

    What a stand-in or the clock did for him is not his. Points are counted as fives at every table.
    """
    own = _told().filter(user=user, match__seats__user=user, match__prescribed="").aggregate(**_FIGURES)
    taken = Call.objects.filter(user=user, right=True, match__prescribed="").aggregate(
        took=Count("pk"), took_points=Sum("move__count", default=0)
    )
    return CallingStatistics(**own, **taken)


def calling_of(match: Match) -> tuple[CallingStatistics, ...]:
    """For each side of a match, what was claimed, missed, lost and taken by whoever played its seats.

    Points are in the match's unit; those that an exact target did not let count are among them.
    """
    ruleset = ruleset_of(match.ruleset)
    told = _told().filter(match_id=match.pk)
    sides = [CallingStatistics() for _ in ruleset.sides]
    by_mover = told.values("seat").annotate(**_FIGURES).order_by("seat")
    takers = told.filter(taken_by__isnull=False).values(taker=F("taken_by")).order_by("taker")
    by_taker = takers.annotate(took=Count("pk"), took_points=Sum("count"))
    rows: list[dict[str, Any]] = [dict(row) for row in (*by_mover, *by_taker)]
    for row in rows:
        seat = row.pop("seat" if "seat" in row else "taker")
        sides[ruleset.side_of(seat)] += _in_unit(row, ruleset.points_per_five)
    return tuple(sides)


def _in_unit(row: dict[str, int], points_per_five: int) -> CallingStatistics:
    return CallingStatistics(
        **{name: value * points_per_five // 5 if name.endswith("_points") else value for name, value in row.items()}
    )
