"""Questions that the leaderboards ask: one page of one board, and the viewer's own row. A constant number of queries.

Every order has its index (see `models_results`), and a place is a count over it, so a page costs the same for a hundred
thousand players (docs/leaderboards.md has the figures).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts import sums
from accounts.models import Board, PairTally, Period, Rating, Tally, User

RATING, PAIRS = "rating", "pairs"
#: The orders of sums, by the word in the address: the column that is ordered by.
COLUMNS = {
    "wins": "wins",
    "rate": "rate",
    "pace": "pace",
    "best": "best",
    "streak": "streak",
    "houses": "houses",
    "called": "taken",
}
METRICS = (RATING, *COLUMNS, PAIRS)
PAGE = 50
#: Further down nobody looks, and an offset costs what it passes over.
LAST_PAGE = 2000


@dataclass(frozen=True)
class Line:
    """A row of a board: who, at which place (None: not placed), and the stored row with the figures."""

    players: tuple[User, ...]
    place: int | None
    row: Any


@dataclass(frozen=True)
class BoardPage:
    """One page; `after` is the first row of the next one, None on the last. `mine` is the viewer's own row."""

    lines: tuple[Line, ...]
    number: int
    total: int
    mine: Line | None
    after: Line | None

    @property
    def pages(self) -> int:
        return max(1, min(LAST_PAGE, -(-self.total // PAGE)))


def board_of(period: str, family: str, form: str, at: datetime) -> Board | None:
    """The board of the span in which this moment is, None when nothing stands on it yet."""
    return Board.objects.filter(period=period, start=sums.start_of(period, at), family=family, format=form).first()


def rating_page(family: str, form: str, number: int, viewer: User | None) -> BoardPage:
    """The board of ratings: those with enough rated matches, the best first."""
    listed = Rating.objects.filter(family=family, format=form, listed=True)
    own = Rating.objects.filter(family=family, format=form, player=viewer).first() if viewer is not None else None
    return _page(listed, "mu", ("player",), number, own, own is not None and own.listed)


def sums_page(metric: str, board: Board | None, number: int, viewer: User | None) -> BoardPage:
    """A board by one of `COLUMNS`: who has anything to show there, the most first."""
    column = COLUMNS[metric]
    if board is None:
        return BoardPage((), 1, 0, None, None)
    own = Tally.objects.filter(board=board, player=viewer).first() if viewer is not None else None
    return _page(_shown(metric, board), column, ("player",), number, own, own is not None and _counts(own, column))


def _shown(metric: str, board: Board) -> QuerySet[Tally]:
    column = COLUMNS[metric]
    told = Q(**{f"{column}__isnull": False}) if metric in ("rate", "pace") else Q(**{f"{column}__gt": 0})
    return Tally.objects.filter(told, board=board, hidden=False)


def _counts(row: Tally, column: str) -> bool:
    value = getattr(row, column)
    return value is not None if column in ("rate", "pace") else value > 0


def pairs_page(board: Board | None, number: int, viewer: User | None) -> BoardPage:
    """The board of partners, by the matches that two have won together; the viewer's best pair is his row."""
    if board is None:
        return BoardPage((), 1, 0, None, None)
    shown = PairTally.objects.filter(board=board, hidden=False, wins__gt=0)
    own = None
    if viewer is not None:
        mine = PairTally.objects.filter(Q(first=viewer) | Q(second=viewer), board=board, wins__gt=0)
        own = mine.order_by("-wins", "first", "second").first()
    return _page(shown, "wins", ("first", "second"), number, own, own is not None)


def _page(shown: QuerySet[Any], column: str, who: Sequence[str], number: int, own: Any, placed: bool) -> BoardPage:
    total = shown.count()
    number = max(1, min(number, -(-total // PAGE) or 1, LAST_PAGE))
    start = (number - 1) * PAGE
    # The names come afterwards: joined, they would be looked up for every row that the offset passes over, too.
    rows = list(shown.order_by(F(column).desc(), *who)[start : start + PAGE + 1])
    users = User.objects.in_bulk(
        {getattr(row, f"{name}_id") for row in (*rows, *([own] if own is not None else [])) for name in who}
    )

    def line(row: Any, place: int | None) -> Line:
        return Line(tuple(users[getattr(row, f"{name}_id")] for name in who), place, row)

    lines = [line(row, place) for row, place in zip(rows, _places(shown, rows, column, start), strict=True)]
    mine = line(own, _place(shown, column, own) if placed else None) if own is not None else None
    return BoardPage(tuple(lines[:PAGE]), number, total, mine, lines[PAGE] if len(lines) > PAGE else None)


def _places(shown: QuerySet[Any], rows: Sequence[Any], column: str, start: int) -> list[int]:
    """Equal figures share a place."""
    places: list[int] = []
    for index, row in enumerate(rows):
        if index == 0:
            places.append(_place(shown, column, row) if start else 1)
        elif getattr(row, column) == getattr(rows[index - 1], column):
            places.append(places[-1])
        else:
            places.append(start + index + 1)
    return places


def _place(shown: QuerySet[Any], column: str, row: Any) -> int:
    return 1 + shown.filter(**{f"{column}__gt": getattr(row, column)}).count()


def sums_of(players: Sequence[int], board: Board | None) -> dict[int, Tally]:
    """The sums of these players on a board."""
    if board is None:
        return {}
    return {row.player_id: row for row in Tally.objects.filter(board=board, player__in=players)}


PERIODS: tuple[str, ...] = tuple(Period.values)
