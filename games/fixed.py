"""Who may see which prescribed match, and how those who played a deal stand. Writes nothing.

A prescribed match is its owner's alone while it is played. When it is over whoever has its link may see it, unless it
tells a deal that others are still to play: a day's deal until the day is over, a deal with a code until one has
played it oneself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.models import User
from games.models import FixedDeal, Match, Prescribed, Prescription, Round, StudyRecord
from games.proofs import Proof
from games.services.fixed_deals import GAMES, knows, name_of, today
from games.services.outcomes import gains_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

ARCHIVE_SIZE = 30
MOST_WHAT_IFS = 20


def may_see(match: Match, user: User | AnonymousUser | None) -> bool:
    """Whether this match may be shown to this viewer at all."""
    if not match.prescribed:
        return True
    found = Prescription.objects.select_related("deal").get(match_id=match.pk)
    if isinstance(user, User) and user.pk == found.owner_id:
        return True
    return match.is_over and (found.deal is None or is_told(found.deal, user))


def sealed_deal(match: Match) -> FixedDeal | None:
    """The deal of a match whose tiles somebody may still be to play: one of today, or with a code. Else None.

    Lists fetch ``prescription__deal`` with their matches: then it asks nothing.
    """
    if not match.prescribed:
        return None
    try:
        deal = match.prescription.deal
    except Prescription.DoesNotExist:
        return None
    return None if deal is None or (deal.day is not None and deal.day < today()) else deal


def is_told(deal: FixedDeal, user: User | AnonymousUser | None) -> bool:
    """Whether this viewer may know the tiles of a deal, and how others did with them."""
    if deal.day is not None and deal.day < today():
        return True
    if not isinstance(user, User):
        return False
    return is_done(deal, user) or knows(deal, user)


def is_done(deal: FixedDeal, user: User | AnonymousUser) -> bool:
    """Whether this person's try is over, and no other is under way."""
    if not isinstance(user, User):
        return False
    own = tries_of(deal, user)
    return own.exists() and not own.filter(over_at__isnull=True).exists()


def tries_of(deal: FixedDeal, user: User) -> QuerySet[Prescription]:
    """This person's tries at a deal, the first one first; what-ifs that went on from one are none."""
    tries = Prescription.objects.filter(deal=deal, owner=user).exclude(match__prescribed=Prescribed.WHAT_IF)
    return tries.select_related("match").order_by("created_at", "match_id")


@dataclass(frozen=True)
class Place:
    """A counted try, or the round that the deal was taken from: in half points what its side gained, and by how much
    that is more than the best of the others. Who did equally well has the same `rank`.
    """

    rank: int
    user: User | None
    match: Match | None
    gained: int
    margin: int
    original: bool = False


def places(deal: FixedDeal) -> list[Place]:
    """Everybody's result that counts, the best first; not for those to whom the deal is not told."""
    tries = deal.tries.filter(counted=True, margin__isnull=False).select_related("owner", "match")
    found: list[tuple[int, int, User | None, Match | None, bool]] = [
        (row.margin or 0, row.gained or 0, row.owner, row.match, False) for row in tries
    ]
    if (own := original(deal)) is not None:
        found.append((own[1], own[0], deal.made_by, deal.source, True))
    found.sort(key=lambda row: (-row[0], -row[1]))
    keys = [row[:2] for row in found]
    return [
        Place(keys.index((margin, gained)) + 1, user, match, gained, margin, is_original)
        for margin, gained, user, match, is_original in found
    ]


@dataclass(frozen=True)
class DealData:
    """A deal as one viewer gets it: his tries, the first one first; `places` is empty until it is told to him.

    `over`: its day is. `finished`: how many have a result that counts. `proof`: what shows that it was settled before.
    """

    deal: FixedDeal
    over: bool
    tries: tuple[Prescription, ...]
    told: bool
    places: tuple[Place, ...]
    finished: int
    proof: Proof | None
    viewer: int | None


def deal_for(deal: FixedDeal, user: User | AnonymousUser) -> DealData:
    """All that this viewer may know of a deal now."""
    over, told = deal.day is not None and deal.day < today(), is_told(deal, user)
    return DealData(
        deal=deal,
        over=over,
        tries=tuple(tries_of(deal, user)) if isinstance(user, User) else (),
        told=told,
        places=tuple(places(deal)) if told and (over or deal.day is None) else (),
        finished=deal.tries.filter(counted=True, margin__isnull=False).count(),
        proof=proof_of(deal),
        viewer=user.pk,
    )


def original(deal: FixedDeal) -> tuple[int, int] | None:
    """What its maker gained in the round that the deal was taken from, and by how much more; None if he was not in it.

    In half points.
    """
    if deal.source is None or deal.source_round is None or deal.made_by_id is None:
        return None
    if not deal.source.seats.filter(index=deal.seat, user_id=deal.made_by_id).exists():
        return None
    row = Round.objects.filter(match=deal.source, number=deal.source_round).exclude(end="").first()
    side = deal.seat % 2 if deal.ruleset["partners"] else deal.seat
    return None if row is None else gains_of(row, side)


def streak(user: User) -> int:
    """For how many days in a row this person has finished a day's deal, up to today or yesterday."""
    done = Prescription.objects.filter(owner=user, counted=True, margin__isnull=False, deal__day__isnull=False)
    days = set(done.values_list("deal__day", flat=True))
    day = today() if today() in days else today() - timedelta(days=1)
    length = 0
    while day in days:
        length, day = length + 1, day - timedelta(days=1)
    return length


def archive(before: date) -> list[date]:
    """The days before this one that had deals, the newest first."""
    days = FixedDeal.objects.filter(day__lt=before).order_by("-day").values_list("day", flat=True).distinct()
    return [day for day in days[:ARCHIVE_SIZE] if day is not None]


def in_order(deals: Iterable[FixedDeal]) -> list[FixedDeal]:
    """The deals of a day in the order in which its page has them."""
    return sorted(deals, key=lambda deal: GAMES.index(deal.game))


def proof_of(deal: FixedDeal) -> Proof | None:
    """What shows that a day's deal was settled before it; None while the day lasts."""
    if deal.day is None or deal.day >= today():
        return None
    nobody = (None,) * int(deal.ruleset["players"])
    return Proof(name_of(deal.day, deal.game), 1, deal.commitment, deal.secret, nobody)


def what_ifs_of(left: Match | StudyRecord, user: User | AnonymousUser) -> list[Prescription]:
    """This person's what-ifs from a match, or from a record, as far as their rounds are over, the newest first."""
    if not isinstance(user, User):
        return []
    source = Q(source=left) if isinstance(left, Match) else Q(study=left)
    own = Prescription.objects.filter(source, owner=user, margin__isnull=False).select_related("match")
    return list(own.order_by("-created_at", "-match_id")[:MOST_WHAT_IFS])


def prescription_of(match: Match) -> Prescription | None:
    """What a prescribed match was made from; None for every other match."""
    if not match.prescribed:
        return None
    return Prescription.objects.select_related("deal", "source", "study", "owner").filter(match_id=match.pk).first()
