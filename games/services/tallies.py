"""Count what chance brought: each deal of a round that is over once, by the keeper, beside the game and not in it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from games.models import DealCount, LeaderBy, Round
from games.replay import ReplayError, ruleset_of, tiles_of
from games.rules.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

BATCH = 500
#: kind, players, size of a hand, value; see `DealCount`.
Key = tuple[str, int, int, int]


def count_deals(limit: int = BATCH) -> int:
    """Carry the deals of some more rounds that are over into the counters; how many there were.

    The counters say nothing of who played, and cost no round anything: a keeper that lags behind catches up.
    """
    with transaction.atomic():
        waiting = Round.objects.exclude(end="").filter(counted=False)
        # One keeper at a time: who comes second finds these rounds counted.
        rows = list(waiting.select_for_update(of=("self",)).select_related("match").order_by("pk")[:limit])
        counts: Counter[Key] = Counter()
        for row in rows:
            counts.update(_seen(row))
        for key, more in sorted(counts.items()):
            _add(key, more)
        Round.objects.filter(pk__in=[row.pk for row in rows]).update(counted=True)
    return len(rows)


def _seen(row: Round) -> Iterator[Key]:
    """What there is to count in one deal; nothing in one that cannot be read."""
    try:
        ruleset, tiles = ruleset_of(row.match.ruleset), tiles_of(row)
    except (ReplayError, NotationError):
        return
    players, size = ruleset.players, ruleset.hand_size
    for seat in range(players):
        hand = tiles[seat * size : (seat + 1) * size]
        yield "doubles", players, size, sum(tile.is_double for tile in hand)
    yield "pips", players, size, sum(tile.pips for tile in tiles[:size])
    if row.leader_by == LeaderBy.LOT:
        yield "lot", players, 0, row.leader


def _add(key: Key, more: int) -> None:
    kind, players, hand_size, value = key
    count, _new = DealCount.objects.get_or_create(kind=kind, players=players, hand_size=hand_size, value=value)
    DealCount.objects.filter(pk=count.pk).update(n=F("n") + more)
