"""Carry a match that was annulled, or counts again, through all that follows from it: results, ratings, sums.

The arithmetic and its order are those of `ledger`, `sums` and `books`, so what comes out is, to the last bit, what a
computation from the first match on gives (`games.services.rebuild`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta

from django.db.models import Count, Max, OuterRef, Subquery

from accounts import ledger, sums
from accounts.books import Books, Repairs, compare_match
from accounts.models import Board, Career, PairTally, Rating, RatingEntry, Result, Tally, User

_A_DAY = timedelta(days=1)
_PORTION = 500


def amend(*, match: ledger.Finished, counts: bool, later: Iterable[ledger.Finished]) -> None:
    """Bring all rows to where they are with this match, or without it (`counts`).

    `later`: the rated matches of its family and format from its moment on, in their order, itself among them if it
    counts. The caller holds `books.locked`.
    """
    players = sorted(result.player_id for result in match.results)
    repairs, books = Repairs(), Books()
    if match.rated:
        touched = _touched(match, players)
        books.ratings = _ratings_before(match, touched)
        for each in later:
            results, entries = books.enter(each)
            compare_match(repairs, each.code, results, entries)
        _compare_ratings(repairs, books, match, touched)
    if not counts:
        compare_match(repairs, match.code, [], [])
    elif not match.rated:
        compare_match(repairs, match.code, Books().enter(match)[0], [])
    repairs.write()
    _put_right(match, players)


def later_codes(match: ledger.Finished) -> set[str]:
    """The matches, apart from this one, whose ratings may hang on it."""
    later = RatingEntry.objects.filter(family=match.family, format=match.format, at__gte=match.at)
    return set(later.exclude(match=match.code).values_list("match", flat=True))


def _touched(match: ledger.Finished, players: Sequence[int]) -> set[int]:
    later = RatingEntry.objects.filter(family=match.family, format=match.format, at__gte=match.at)
    return {*players, *later.values_list("player_id", flat=True)}


def _ratings_before(match: ledger.Finished, players: set[int]) -> dict[tuple[int, str, str], Rating]:
    """Where the ledger had brought each of these players when the match was entered.

    Asks for these players' lines alone, by `entry_curve`, whatever else the ledger holds.
    """
    before = RatingEntry.objects.filter(family=match.family, format=match.format, at__lt=match.at)
    newest = before.filter(player=OuterRef("pk")).order_by("-at").values("pk")[:1]
    found = {}
    for some in _in_portions(sorted(players)):
        counts = dict(before.filter(player__in=some).values_list("player").annotate(Count("pk")))
        lines = User.objects.filter(pk__in=some).annotate(newest=Subquery(newest)).values_list("newest", flat=True)
        for entry in RatingEntry.objects.filter(pk__in=[line for line in lines if line is not None]):
            row = Rating(player_id=entry.player_id, family=match.family, format=match.format)
            row.matches = counts[entry.player_id] - 1
            ledger.advance(row, entry)
            found[entry.player_id, match.family, match.format] = row
    return found


def _in_portions(players: Sequence[int]) -> Iterable[Sequence[int]]:
    """No more at once than any database takes in one query."""
    return (players[start : start + _PORTION] for start in range(0, len(players), _PORTION))


def _compare_ratings(repairs: Repairs, books: Books, match: ledger.Finished, players: set[int]) -> None:
    stored = Rating.objects.filter(family=match.family, format=match.format)
    rows = {row.player_id: row for row in stored if row.player_id in players}
    for player in sorted(players):
        wanted = books.ratings.get((player, match.family, match.format))
        repairs.compare(f"rating of player {player}", rows.get(player), wanted)


def _put_right(match: ledger.Finished, players: Sequence[int]) -> None:
    """What follows from the results of these players alone."""
    repairs = Repairs()
    newest = dict(Result.objects.filter(player__in=players).values_list("player").annotate(Max("at")))
    careers = Career.objects.in_bulk(players)
    for player in players:
        at = newest.get(player)
        wanted = Career(player_id=player, at=at) if at is not None else None
        repairs.compare(f"career of player {player}", careers.get(player), wanted)
    if match.rated:
        hidden = set(User.objects.filter(pk__in=players, hide_history=True).values_list("pk", flat=True))
        for key in sums.boards_of(match.family, match.format, match.at):
            board = Board.objects.get_or_create(**key._asdict())[0]
            results = _results_on(key, players)
            _compare_tallies(repairs, board, results, players, hidden)
            _compare_pairs(repairs, board, results, players, hidden)
    repairs.write()


def _results_on(key: sums.BoardKey, players: Sequence[int]) -> list[Result]:
    """What these players have on a board, in the order in which it was entered."""
    since = datetime.combine(key.start, time(), tzinfo=UTC) - _A_DAY
    rated = Result.objects.filter(player__in=players, family=key.family, format=key.format, rated=True, at__gte=since)
    return [row for row in rated.order_by("at", "pk") if sums.start_of(key.period, row.at) == key.start]


def _compare_tallies(
    repairs: Repairs, board: Board, results: Sequence[Result], players: Sequence[int], hidden: set[int]
) -> None:
    wanted: dict[int, Tally] = {}
    for result in results:
        player = result.player_id
        tally = wanted.setdefault(player, Tally(board=board, player_id=player, hidden=player in hidden))
        sums.add(tally, result, board.period)
    stored = {row.player_id: row for row in Tally.objects.filter(board=board, player__in=players)}
    for player in players:
        repairs.compare(f"sums of player {player}", stored.get(player), wanted.get(player))


def _compare_pairs(
    repairs: Repairs, board: Board, results: Sequence[Result], players: Sequence[int], hidden: set[int]
) -> None:
    """The pairs among these players; what each has with others is as it was."""
    by_match: dict[str, list[Result]] = {}
    for result in results:
        by_match.setdefault(result.match, []).append(result)
    wanted: dict[tuple[int, int], PairTally] = {}
    for together in by_match.values():
        for first, second, won in sums.pairs_of(together):
            unseen = bool({first, second} & hidden)
            new = PairTally(board=board, first_id=first, second_id=second, hidden=unseen)
            sums.add_pair(wanted.setdefault((first, second), new), won)
    rows = PairTally.objects.filter(board=board, first__in=players, second__in=players)
    stored = {(row.first_id, row.second_id): row for row in rows}
    for pair in sorted({*stored, *wanted}):
        repairs.compare(f"pair {pair[0]}, {pair[1]}", stored.get(pair), wanted.get(pair))
