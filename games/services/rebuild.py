"""Compute all results, ratings and sums again from the matches, and say or put right what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Coalesce

from accounts import amends
from accounts import books as accounts_books
from accounts.books import Books, Repairs
from accounts.models import RatingEntry, Result
from games.models import Match, Seat
from games.replay import ReplayError
from games.rules.errors import NotationError
from games.services import results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from django.db.models import QuerySet

    from accounts import ledger

CHUNK = 500


def rebuild(*, write: bool, tell: Callable[[str, int, int], None] = lambda _what, _done, _all: None) -> list[str]:
    """Where the stored rows differ from what the matches say: one sentence each. With `write` they are put right.

    The matches are read while play goes on. Only the comparison of the sums at the end, and the writing of what
    differs, hold up the end of a match.
    """
    books, repairs, seen = Books(), Repairs(), list[int]()
    _read(_over(), books, repairs, seen, tell)
    with transaction.atomic():
        accounts_books.locked()
        if _keys(_over())[: len(seen)] != seen:
            # One of them was annulled meanwhile, or counts again: now nothing can come between.
            books, repairs, seen = Books(), Repairs(), []
        _read(_over(), books, repairs, seen, tell)
        _surplus(repairs)
        accounts_books.compare_books(repairs, books, lambda what: tell(what, 0, 0))
        if write:
            repairs.write()
            Match.objects.filter(pk__in=_over().filter(results_at__isnull=True).values("pk")).update(
                results_at=F("finished_at")
            )
    return repairs.said


def rebuild_from(match: Match, seats: Sequence[Seat]) -> None:
    """Carry a match that was just annulled, or counts again, through all results, ratings and sums from there on.

    The caller has saved it, in the same transaction.
    """
    accounts_books.locked()
    finished = results.gather(match, seats)
    codes = {*amends.later_codes(finished), match.code} if finished.rated else set[str]()
    amends.amend(match=finished, counts=match.annulled_at is None, later=_later(sorted(codes)))


def _later(codes: Sequence[str]) -> Iterator[ledger.Finished]:
    """These matches as they count, in the order in which they were entered."""
    keys = []
    for start in range(0, len(codes), CHUNK):
        found = _over().filter(code__in=codes[start : start + CHUNK]).only("results_at", "finished_at", "created_at")
        keys += [(row.results_at or row.finished_at or row.created_at, row.pk) for row in found]
    ordered = [pk for _at, pk in sorted(keys)]
    for start in range(0, len(ordered), CHUNK):
        chunk = ordered[start : start + CHUNK]
        rows, seats = _rows(chunk)
        for key in chunk:
            yield results.gather(rows[key], seats[key])


def _over() -> QuerySet[Match]:
    """Every match that stands in the history and counts, in the order in which they were entered."""
    over = Match.objects.exclude(format="").filter(annulled_at__isnull=True, prescribed="")
    return over.alias(order=Coalesce("results_at", "finished_at")).order_by("order", "pk")


def _keys(matches: QuerySet[Match]) -> list[int]:
    return list(matches.values_list("pk", flat=True))


def _surplus(repairs: Repairs) -> None:
    """Rows of matches that there are not, or that were annulled."""
    known = Match.objects.exclude(format="").filter(code=OuterRef("match"), annulled_at__isnull=True, prescribed="")
    for model, what in ((Result, "result"), (RatingEntry, "entry")):
        for row in model.objects.exclude(Exists(known)):
            repairs.compare(f"{row.match}: {what} of player {row.player_id}", row, None)


def _read(
    matches: QuerySet[Match], books: Books, repairs: Repairs, seen: list[int], tell: Callable[[str, int, int], None]
) -> None:
    known = set(seen)
    keys = [pk for pk in _keys(matches) if pk not in known]
    for start in range(0, len(keys), CHUNK):
        tell("matches", start, len(keys))
        _read_chunk(keys[start : start + CHUNK], books, repairs)
    seen += keys
    if keys:
        tell("matches", len(keys), len(keys))


def _read_chunk(keys: Iterable[int], books: Books, repairs: Repairs) -> None:
    rows, seats = _rows(keys)
    for key in keys:
        try:
            finished = results.gather(rows[key], seats[key])
        except (ReplayError, NotationError) as error:
            repairs.said.append(f"{rows[key].code}: {error}")
            continue
        accounts_books.compare_match(repairs, rows[key].code, *books.enter(finished))


def _rows(keys: Iterable[int]) -> tuple[dict[int, Match], dict[int, list[Seat]]]:
    """These matches and their seats, by key."""
    rows = Match.objects.in_bulk(list(keys))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=rows).order_by("match", "index"):
        seats.setdefault(seat.match_id, []).append(seat)
    return rows, seats
