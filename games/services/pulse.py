"""The site's pulse: how long the server was down is read from it, and given back to those whose clock ran on."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q

from games.models import LIVE, KeeperBeat, Match, Seat
from games.services import announce, timing

BEAT_SECONDS = 1.5
# Shorter gaps are a busy moment; the clock's own grace covers them.
GAP = timedelta(seconds=3)


def beat(name: str) -> timedelta:
    """Note that a process of this name is alive, and give back the time for which none was. Returns that time."""
    with transaction.atomic():
        beats = {row.name: row.at for row in KeeperBeat.objects.select_for_update().order_by("name")}
        at = timing.now()
        gap = at - _last_sign(beats, at)
        KeeperBeat.objects.update_or_create(name=name, defaults={"at": max(at, beats.get(name, at))})
        if gap <= GAP:
            return timedelta(0)
        give_back(gap)
        return gap


def _last_sign(beats: dict[str, datetime], at: datetime) -> datetime:
    """When the site was last alive. A web process without a keeper shows it by the leases that it renews."""
    newest = max(beats.values(), default=at)
    if at - newest <= GAP:
        return newest
    seen = Seat.objects.filter(match__state__in=LIVE).aggregate(at=Max("seen_at"))["at"]
    return max(newest, seen or newest)


def give_back(gap: timedelta) -> None:
    """Move every running deadline, window and lease on by so much.

    Robots have no deadline and go on at once, but not while a window is open, in which they would be too quick.
    """
    timed = Q(deadline__isnull=False) | Q(window_until__isnull=False)
    running = Match.objects.select_for_update().filter(timed).order_by("pk")
    found = [match.pk for match in running]
    Match.objects.filter(pk__in=found).update(
        deadline=F("deadline") + gap,
        window_until=F("window_until") + gap,
        wake_at=F("wake_at") + gap,
        turn_at=F("turn_at") + gap,
        version=F("version") + 1,
    )
    Seat.objects.filter(match__in=found, look_at__isnull=False).update(look_at=F("look_at") + gap)
    Seat.objects.filter(match__state__in=LIVE, seen_at__isnull=False).update(seen_at=F("seen_at") + gap)
    for match in Match.objects.filter(pk__in=found):
        announce.table_changed(match)
