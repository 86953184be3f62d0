"""What became of people's seats, written down as it happens (`services.tables`), and forgotten after 90 days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from games.models import SeatEvent, SeatEventKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from games.models import Seat

KEPT = timedelta(days=90)


@dataclass(frozen=True)
class Held:
    """How a person holds a seat, as far as the desk wants to know."""

    user: int | None
    left: bool
    away: bool
    stand_in: bool
    expiries: int


def held(seat: Seat) -> Held:
    """As it is now."""
    return Held(seat.user_id, seat.left, seat.away, bool(seat.stand_in), seat.expiries)


def happened(before: Held, after: Held) -> Iterator[tuple[int, SeatEventKind]]:
    """Who, and what, from one to the other, in the order in which one would tell it."""
    if before.user != after.user:
        if before.user is not None:
            yield before.user, SeatEventKind.LEFT
        if after.user is not None:
            yield after.user, SeatEventKind.SAT
        return
    if after.user is None:
        return
    if after.expiries > before.expiries:
        yield after.user, SeatEventKind.LATE
    if after.left and not before.left:
        yield after.user, SeatEventKind.LEFT
    if after.away != before.away:
        yield after.user, SeatEventKind.AWAY if after.away else SeatEventKind.SEEN
    if after.stand_in != before.stand_in or (before.left and not after.left and not after.stand_in):
        yield after.user, SeatEventKind.STAND_IN if after.stand_in else SeatEventKind.BACK


def write(*, match_id: int, seat: int, before: Held, after: Held, at: datetime) -> None:
    """Write down what happened; mostly that is nothing."""
    if before == after:
        return
    SeatEvent.objects.bulk_create(
        SeatEvent(match_id=match_id, seat=seat, user_id=user, kind=kind, at=at)
        for user, kind in happened(before, after)
    )


def forget(at: datetime) -> int:
    """Forget what has been kept long enough: how many rows."""
    return SeatEvent.objects.filter(at__lt=at - KEPT).delete()[0]
