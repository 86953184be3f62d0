"""What may be told of deals: the promises before and during a round, the secrets once it is over. Writes nothing."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch

from accounts.prepared import Prepared
from games.models import Deal, MixedIn, Round
from games.proofs import FairDeals, Promise, Proof

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Match


def fair_deals(match: Match, *, over: bool) -> FairDeals:
    """For the table's page. `over`: the present round, as this page shows it, has been played to its end."""
    number = match.round_number
    promises = {promise.number: promise for promise in starmap(Promise, _promises(match.pk, number))}
    return FairDeals(
        next=promises.get(number + 1) if match.between_rounds else None,
        present=promises.get(number),
        proof=_proof(match, Deal.objects.get(match_id=match.pk, number=number))
        if number in promises and over
        else None,
    )


@Prepared
def _promises(match_id: int, number: int) -> QuerySet[Any, Any]:
    """Of this round and those after it; nothing that is secret before a round is over."""
    deals = Deal.objects.filter(match_id=match_id, number__gte=number)
    return deals.order_by("number").values_list("number", "commitment")


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


def _proof(match: Match, deal: Deal) -> Proof:
    came = {mixed.seat: mixed.value for mixed in deal.mixed.all()}
    players = int(match.ruleset["players"])
    values = tuple(came.get(seat) for seat in range(players))
    return Proof(match.code, deal.number, deal.commitment, deal.secret, values)
