"""The books of all players, computed anew in memory from their matches, compared with the rows, and put right.

The arithmetic is that of `ledger` and `sums`, in the order in which the matches were entered, so equal means equal to
the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection, models, transaction

from accounts import ledger, ratings, sums
from accounts.models import Board, Career, PairTally, Rating, RatingEntry, Result, Tally, User

BATCH = 500
_PairKey = tuple[sums.BoardKey, int, int]


@dataclass
class Books:
    """Ratings and sums as they follow from the matches entered so far; `at` is that of the newest result, by player."""

    ratings: dict[tuple[int, str, str], Rating] = field(default_factory=dict)
    tallies: dict[tuple[sums.BoardKey, int], Tally] = field(default_factory=dict)
    pairs: dict[_PairKey, PairTally] = field(default_factory=dict)
    at: dict[int, datetime] = field(default_factory=dict)

    def enter(self, match: ledger.Finished) -> tuple[list[Result], list[RatingEntry]]:
        """Enter a match that stands under `match.at`; the rows that it should have."""
        results = list(match.results)
        for result in results:
            result.at = match.at
            self.at[result.player_id] = max(match.at, self.at.get(result.player_id, match.at))
        if not match.rated:
            return results, []
        self._add(match, results)
        return results, self._rate(match)

    def _rate(self, match: ledger.Finished) -> list[RatingEntry]:
        game = (match.family, match.format)
        skills = {}
        for result in match.results:
            row = self.ratings.get((result.player_id, *game))
            skills[result.player_id] = (row.mu, row.sigma) if row is not None else ratings.START
        entries = ledger.entries_of(match, skills, match.at)
        for entry in entries:
            key = (entry.player_id, *game)
            row = self.ratings.setdefault(
                key, Rating(player_id=entry.player_id, family=match.family, format=match.format)
            )
            ledger.advance(row, entry)
        return entries

    def _add(self, match: ledger.Finished, results: list[Result]) -> None:
        for board in sums.boards_of(match.family, match.format, match.at):
            for result in results:
                tally = self.tallies.setdefault((board, result.player_id), Tally(player_id=result.player_id))
                sums.add(tally, result, board.period)
            for first, second, won in sums.pairs_of(results):
                pair = self.pairs.setdefault((board, first, second), PairTally(first_id=first, second_id=second))
                sums.add_pair(pair, won)


@dataclass
class Repairs:
    """What to write so that the rows are as they should be, and a sentence for each."""

    said: list[str] = field(default_factory=list)
    new: list[models.Model] = field(default_factory=list)
    changed: list[models.Model] = field(default_factory=list)
    surplus: list[models.Model] = field(default_factory=list)

    def compare(self, what: str, stored: models.Model | None, wanted: models.Model | None) -> None:
        """Note where a row differs from the one wanted; the wanted one then takes the stored one's key."""
        if stored is not None and wanted is not None:
            wanted.pk = stored.pk
            faults = [name for name in _columns(wanted) if getattr(stored, name) != getattr(wanted, name)]
            if not faults:
                return
            values = "; ".join(f"{name} is {getattr(stored, name)}, not {getattr(wanted, name)}" for name in faults)
            self._note(f"{what}: {values}", self.changed, wanted)
        elif wanted is not None:
            self._note(f"{what} is missing", self.new, wanted)
        elif stored is not None:
            self._note(f"{what} should not be there", self.surplus, stored)

    def _note(self, sentence: str, rows: list[models.Model], row: models.Model) -> None:
        self.said.append(sentence)
        rows.append(row)

    def write(self) -> None:
        """Put the rows right. The caller holds `locked`."""
        for model, rows in _by_model(self.surplus):
            model._default_manager.filter(pk__in=[row.pk for row in rows]).delete()
        for model, rows in _by_model(self.new):
            model._default_manager.bulk_create(rows, batch_size=BATCH)
        for model, rows in _by_model(self.changed):
            model._default_manager.bulk_update(rows, _columns(rows[0]), batch_size=BATCH)


def _columns(row: models.Model) -> list[str]:
    return [column.attname for column in row._meta.concrete_fields if not column.primary_key]


def _by_model(rows: Iterable[models.Model]) -> Iterator[tuple[type[models.Model], list[models.Model]]]:
    found: dict[type[models.Model], list[models.Model]] = {}
    for row in rows:
        found.setdefault(type(row), []).append(row)
    yield from found.items()


def locked() -> None:
    """Keep every match from being entered until the transaction ends."""
    assert transaction.get_connection().in_atomic_block, "a write happens inside a transaction"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE accounts_career IN EXCLUSIVE MODE")


def compare_match(repairs: Repairs, code: str, results: Iterable[Result], entries: Iterable[RatingEntry]) -> None:
    """The rows of one match: one result a person, one entry a person where it was rated."""
    _compare_rows(repairs, f"{code}: result", Result.objects.filter(match=code), results)
    _compare_rows(repairs, f"{code}: entry", RatingEntry.objects.filter(match=code), entries)


def _compare_rows(repairs: Repairs, what: str, stored: Iterable[Any], wanted: Iterable[Any]) -> None:
    rows, should = {row.player_id: row for row in stored}, {row.player_id: row for row in wanted}
    for player in sorted({*rows, *should}):
        repairs.compare(f"{what} of player {player}", rows.get(player), should.get(player))


def compare_books(repairs: Repairs, books: Books, tell: Callable[[str], None]) -> None:
    """The ratings, sums and careers. The caller holds `locked`, and has entered every match."""
    tell("ratings")
    stored = {(row.player_id, row.family, row.format): row for row in Rating.objects.iterator()}
    for key in {**stored, **books.ratings}:
        repairs.compare(f"rating of player {key[0]}, {key[1]}, {key[2]}", stored.get(key), books.ratings.get(key))
    careers = {row.player_id: row for row in Career.objects.iterator()}
    for player in {**careers, **books.at}:
        wanted = Career(player_id=player, at=books.at[player]) if player in books.at else None
        repairs.compare(f"career of player {player}", careers.get(player), wanted)
    tell("sums")
    hidden = set(User.objects.filter(hide_history=True).values_list("pk", flat=True))
    boards = _boards({key for key, _player in books.tallies})
    _compare_tallies(repairs, books, boards, hidden)
    _compare_pairs(repairs, books, boards, hidden)


def _boards(keys: Iterable[sums.BoardKey]) -> dict[sums.BoardKey, int]:
    """The key of every board, those that are missing made."""
    known = {sums.BoardKey(*row[1:]): row[0] for row in Board.objects.values_list("pk", *sums.BoardKey._fields)}
    for key in sorted(set(keys) - set(known)):
        known[key] = Board.objects.create(**key._asdict()).pk
    return known


def _compare_tallies(repairs: Repairs, books: Books, boards: dict[sums.BoardKey, int], hidden: set[int]) -> None:
    wanted = {}
    for (board, player), tally in books.tallies.items():
        tally.board_id, tally.hidden = boards[board], player in hidden
        wanted[tally.board_id, player] = tally
    for row in Tally.objects.iterator():
        key = (row.board_id, row.player_id)
        repairs.compare(f"sums of player {row.player_id} on board {row.board_id}", row, wanted.pop(key, None))
    for (board_id, player), tally in wanted.items():
        repairs.compare(f"sums of player {player} on board {board_id}", None, tally)


def _compare_pairs(repairs: Repairs, books: Books, boards: dict[sums.BoardKey, int], hidden: set[int]) -> None:
    wanted = {}
    for (board, first, second), pair in books.pairs.items():
        pair.board_id, pair.hidden = boards[board], bool({first, second} & hidden)
        wanted[pair.board_id, first, second] = pair
    for row in PairTally.objects.iterator():
        key = (row.board_id, row.first_id, row.second_id)
        repairs.compare(f"pair {row.first_id}, {row.second_id} on board {row.board_id}", row, wanted.pop(key, None))
    for (board_id, first, second), pair in wanted.items():
        repairs.compare(f"pair {first}, {second} on board {board_id}", None, pair)
