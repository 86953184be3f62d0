"""The secret of each round: made and promised before the round is dealt, with the numbers that browsers add to it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from games.models import Deal, MixedIn
from games.rules import fairness
from games.services import errors

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from games.models import Match, Seat


def promise(match: Match, number: int, at: datetime) -> Deal:
    """The secret of this round with its commitment; made now, if it has not been promised yet."""
    known = Deal.objects.filter(match_id=match.pk, number=number).first()
    if known is not None:
        return known
    secret = secrets.token_bytes(32).hex()
    return Deal.objects.create(
        match=match,
        number=number,
        secret=secret,
        commitment=fairness.commitment(secret, match.code, number),
        at=at,
    )


def values_of(deal: Deal, players: int) -> list[str | None]:
    """The numbers that have come, by seat."""
    came = dict(MixedIn.objects.filter(deal=deal).values_list("seat", "value"))
    return [came.get(seat) for seat in range(players)]


def add(deal: Deal, seat: Seat, value: str, at: datetime) -> None:
    """Take the number of a seat's browser; the same again changes nothing. AlreadyMixed."""
    known = MixedIn.objects.filter(deal=deal, seat=seat.index).first()
    if known is None:
        MixedIn.objects.create(deal=deal, seat=seat.index, value=value, at=at)
    elif known.value != value:
        raise errors.AlreadyMixed


def all_came(match: Match, number: int, seats: Iterable[Seat]) -> bool:
    """Whether a number has come from each of these seats."""
    came = MixedIn.objects.filter(deal__match_id=match.pk, deal__number=number).values_list("seat", flat=True)
    return {seat.index for seat in seats} <= set(came)
