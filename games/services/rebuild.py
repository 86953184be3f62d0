"""Compute all results, ratings and sums again from the matches, and say or put right what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Coalesce

from accounts import books as accounts_books
from accounts.books import Books, Repairs
from accounts.models import RatingEntry, Result
from games.models import Match, Seat
from games.replay import ReplayError
from games.rules.errors import NotationError
from games.services import results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.db.models import QuerySet

CHUNK = 500


def rebuild(*, write: bool, tell: Callable[[str, int, int], None] = lambda _what, _done, _all: None) -> list[str]:
    """Where the stored rows differ from what the matches say: one sentence each. With `write` they are put right.

    The matches are read while play goes on. Only the comparison of the sums at the end, and the writing of what
    differs, hold up the end of a match.
    """
    books, repairs, seen = Books(), Repairs(), set[int]()
    _read(_over(), books, repairs, seen, tell)
    with transaction.atomic():
        accounts_books.locked()
        _read(_over(), books, repairs, seen, tell)
        _surplus(repairs)
        accounts_books.compare_books(repairs, books, lambda what: tell(what, 0, 0))
        if write:
            repairs.write()
            Match.objects.filter(pk__in=_over().filter(results_at__isnull=True).values("pk")).update(
                results_at=F("finished_at")
            )
    return repairs.said


def _over() -> QuerySet[Match]:
    """Every match that stands in the history, in the order in which they were entered."""
    return Match.objects.exclude(format="").alias(order=Coalesce("results_at", "finished_at")).order_by("order", "pk")


def _surplus(repairs: Repairs) -> None:
    """Rows of matches that there are not."""
    known = Match.objects.exclude(format="").filter(code=OuterRef("match"))
    for model, what in ((Result, "result"), (RatingEntry, "entry")):
        for row in model.objects.exclude(Exists(known)):
            repairs.compare(f"{row.match}: {what} of player {row.player_id}", row, None)


def _read(
    matches: QuerySet[Match], books: Books, repairs: Repairs, seen: set[int], tell: Callable[[str, int, int], None]
) -> None:
    keys = [pk for pk in matches.values_list("pk", flat=True) if pk not in seen]
    for start in range(0, len(keys), CHUNK):
        tell("matches", start, len(keys))
        _read_chunk(keys[start : start + CHUNK], books, repairs)
    seen.update(keys)
    if keys:
        tell("matches", len(keys), len(keys))


def _read_chunk(keys: Iterable[int], books: Books, repairs: Repairs) -> None:
    rows = Match.objects.in_bulk(list(keys))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=rows).order_by("match", "index"):
        seats.setdefault(seat.match_id, []).append(seat)
    for key in keys:
        try:
            finished = results.gather(rows[key], seats[key])
        except (ReplayError, NotationError) as error:
            repairs.said.append(f"{rows[key].code}: {error}")
            continue
        accounts_books.compare_match(repairs, rows[key].code, *books.enter(finished))
