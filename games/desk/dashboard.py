"""The site at a glance: what the first page of the desk shows, in few queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Min, Q

from games.models import DealCount, Flag, Match, Move, Report, ReportKind, ReportState, Seat, Stage
from games.vitals import Vitals, vitals

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

#: Moves are counted over so long.
SPAN = timedelta(minutes=5)


@dataclass(frozen=True)
class Waiting:
    """Open reports of one kind: how many, and since when the oldest waits."""

    kind: str
    title: str
    count: int
    oldest: datetime


@dataclass(frozen=True)
class Dashboard:
    """Everything as of now; `robots` of `seats` at running tables are played by robots."""

    vitals: Vitals
    faulty: int
    present: int
    robots: int
    seats: int
    moves: float
    reports: tuple[Waiting, ...]
    flags: int
    deals: tuple[tuple[str, int, int, int, int], ...]

    @property
    def robots_percent(self) -> int:
        return round(100 * self.robots / self.seats) if self.seats else 0

    @property
    def open_reports(self) -> int:
        return sum(waiting.count for waiting in self.reports)


def dashboard(at: datetime) -> Dashboard:
    """As of `at`: ten queries, whatever the site has stored."""
    seats = Seat.objects.filter(match__state=Stage.RUNNING).aggregate(
        all=Count("pk"),
        robots=Count("pk", filter=~Q(robot="") | ~Q(stand_in="")),
        present=Count("pk", filter=Q(user__isnull=False, away=False, left=False, stand_in="")),
    )
    return Dashboard(
        vitals=vitals(at),
        faulty=Match.objects.live().exclude(fault="").count(),
        present=seats["present"],
        robots=seats["robots"],
        seats=seats["all"],
        moves=round(_moves(at) / (SPAN.total_seconds() / 60), 1),
        reports=tuple(_waiting()),
        flags=Flag.objects.count(),
        deals=tuple(DealCount.objects.values_list("kind", "players", "hand_size", "value", "n")),
    )


def _moves(at: datetime) -> int:
    """Moves of late: looked for at tables that run or have just ended, which the indexes find."""
    lately = Match.objects.filter(Q(state=Stage.RUNNING) | Q(finished_at__gte=at - SPAN)).values("pk")
    return Move.objects.filter(match__in=lately, at__gte=at - SPAN).count()


def _waiting() -> Iterable[Waiting]:
    rows = Report.objects.filter(state=ReportState.OPEN).order_by().values_list("kind")
    for kind, count, oldest in rows.annotate(count=Count("pk"), oldest=Min("created_at")).order_by("oldest"):
        yield Waiting(kind, str(ReportKind(kind).label), count, oldest)
