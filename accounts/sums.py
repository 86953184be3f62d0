"""Sums over results for the leaderboards: which boards a result stands on, and what it adds. No queries.

The same functions keep the rows after each match and compute them all again.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple

from accounts.models_results import Outcome, PairTally, Period, Result, Tally

#: Matches until a share of wins, or points a round, says something.
ENOUGH = {Period.WEEK: 3, Period.MONTH: 5, Period.YEAR: 10, Period.ALL: 20}
MILLION = 1_000_000
BEGINNING = date(2000, 1, 1)


class BoardKey(NamedTuple):
    """What makes a board: see `models_results.Board`."""

    period: str
    start: date
    family: str
    format: str


def start_of(period: str, at: datetime) -> date:
    """The first day (of UTC) of the span in which this moment is; weeks begin on Monday.

    >>> start_of("week", datetime(2026, 3, 1, tzinfo=timezone.utc))
    datetime.date(2026, 2, 23)
    """
    day = at.astimezone(timezone.utc).date()  # noqa: UP017 (the doctest's name)
    if period == Period.WEEK:
        return day - timedelta(days=day.weekday())
    if period == Period.MONTH:
        return day.replace(day=1)
    return day.replace(month=1, day=1) if period == Period.YEAR else BEGINNING


def boards_of(family: str, form: str, at: datetime) -> list[BoardKey]:
    """The boards to which a rated result of this moment belongs."""
    return [BoardKey(period, start_of(period, at), family, form) for period in Period.values]


def add(tally: Tally, result: Result, period: str) -> None:
    """Add a result, which is newer than those before, to a player's sums."""
    tally.matches += 1
    won = result.outcome == Outcome.WON
    tally.wins += won
    tally.run = tally.run + 1 if won else 0
    tally.streak = max(tally.streak, tally.run)
    tally.halves += result.halves
    tally.rounds += result.rounds
    tally.houses += houses(result.strokes)
    tally.taken += result.taken
    if result.best > tally.best:
        tally.best, tally.best_match = result.best, result.match
        tally.best_round, tally.best_move = result.best_round, result.best_move
    if tally.matches >= ENOUGH[Period(period)]:
        tally.rate = tally.wins * MILLION // tally.matches
        tally.pace = tally.halves * MILLION // (2 * tally.rounds) if tally.rounds else None


def add_pair(tally: PairTally, won: bool) -> None:
    """Add a match that two partners played to its end."""
    tally.matches += 1
    tally.wins += won


def houses(strokes: int) -> int:
    """Full houses of a tally: ten strokes each."""
    return strokes // 10


def pairs_of(results: list[Result]) -> list[tuple[int, int, bool]]:
    """The partners among the results of one match who both played to its end, lower key first, and whether they won."""
    stayed = [result for result in results if result.format == "partners" and result.outcome != Outcome.LEFT]
    return [
        (min(one.player_id, other.player_id), max(one.player_id, other.player_id), one.outcome == Outcome.WON)
        for place, one in enumerate(stayed)
        for other in stayed[place + 1 :]
        if one.side == other.side
    ]
