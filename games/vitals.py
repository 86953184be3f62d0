"""How the site is: what an administrator's watchman asks for, in few and cheap queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Min

from games.models import KeeperBeat, Match, Stage

if TYPE_CHECKING:
    from datetime import datetime

#: A match that should have been attended to so long ago is stuck: keepers look several times a second.
STUCK = timedelta(seconds=30)


@dataclass(frozen=True)
class Vitals:
    """Matches by state that are not over; how many are stuck; seconds that the keeper is late, and since its beat.

    `beat` is None where no keeper has ever been.
    """

    running: int
    open: int
    stuck: int
    late: float
    beat: float | None


def vitals(at: datetime) -> Vitals:
    """As of `at`."""
    live = dict(Match.objects.live().order_by().values_list("state").annotate(Count("pk")))
    first = Match.objects.filter(wake_at__lte=at, faults=0).aggregate(at=Min("wake_at"))["at"]
    stuck = (
        Match.objects.filter(wake_at__lte=at - STUCK, faults=0).count()
        + Match.objects.filter(state=Stage.RUNNING, faults__gt=0).count()
    )
    return Vitals(
        running=live.get(Stage.RUNNING, 0),
        open=live.get(Stage.OPEN, 0),
        stuck=stuck,
        late=(at - first).total_seconds() if first else 0.0,
        beat=since_beat(at),
    )


def since_beat(at: datetime, name: str | None = None) -> float | None:
    """Seconds since the last beat of the processes of this name, or of any; None when there was none."""
    beats = KeeperBeat.objects.all() if name is None else KeeperBeat.objects.filter(name=name)
    newest = beats.aggregate(at=Max("at"))["at"]
    return (at - newest).total_seconds() if newest else None
