"""What may be told of deals: the promises before and during a round, the secrets once it is over. Writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Prefetch

from games.models import Deal, MixedIn, Round
from games.proofs import FairDeals, Promise, Proof

if TYPE_CHECKING:
    from games.models import Match


def fair_deals(match: Match, *, over: bool) -> FairDeals:
    """For the table's page. `over`: the present round, as this page shows it, has been played to its end."""
    number = match.round_number
    rows = {row.number: row for row in Deal.objects.filter(match_id=match.pk, number__gte=number)}
    present, coming = rows.get(number), rows.get(number + 1)
    return FairDeals(
        next=_promise(coming) if coming is not None and match.between_rounds else None,
        present=_promise(present) if present is not None else None,
        proof=_proof(match, present) if present is not None and over else None,
    )


def proofs_of(match: Match) -> dict[int, Proof]:
    """By number, the proofs of the rounds that are over, or that will not be played on as the match is over."""
    rounds = Round.objects.filter(match_id=match.pk)
    if not match.is_over:
        rounds = rounds.exclude(end="")
    deals = Deal.objects.filter(match_id=match.pk, number__in=rounds.values("number"))
    mixed = Prefetch("mixed", queryset=MixedIn.objects.order_by("seat"))
    return {deal.number: _proof(match, deal) for deal in deals.prefetch_related(mixed)}


def proof_of(match: Match, number: int) -> Proof | None:
    """The proof of one round; None while it is played, and for rounds of before there were proofs."""
    return proofs_of(match).get(number)


def _promise(deal: Deal) -> Promise:
    return Promise(deal.number, deal.commitment)


def _proof(match: Match, deal: Deal) -> Proof:
    came = {mixed.seat: mixed.value for mixed in deal.mixed.all()}
    players = int(match.ruleset["players"])
    values = tuple(came.get(seat) for seat in range(players))
    return Proof(match.code, deal.number, deal.commitment, deal.secret, values)
