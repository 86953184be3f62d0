"""Enter what a match meant to its players: results, the ledger of ratings, sums. Keyword-only, in a transaction.

Whoever ends a match calls `enter` in the same transaction. Each player's `Career` row is the lock under which all of
his rows change, taken in the order of the players' keys, so that two matches never wait for one another in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts import ratings, sums
from accounts.models import Board, Career, PairTally, Rating, RatingEntry, Result, Tally, User

_TICK = timedelta(microseconds=1)
TALLY_FIELDS = [
    "matches", "wins", "rate", "halves", "rounds", "pace", "best", "best_match", "best_round", "best_move", "run",
    "streak", "houses", "taken",
]  # fmt: skip


@dataclass(frozen=True)
class Finished:
    """A match that is over, as its players' rows take it.

    `results`: one unsaved row a person (`at` is set here). `chairs`: all of the table, with the robots' skills; those
    of persons are read here.
    """

    code: str
    family: str
    format: str
    at: datetime
    rated: bool
    abandoned: bool
    results: Sequence[Result]
    chairs: Sequence[ratings.Chair]


def enter(*, match: Finished) -> datetime:
    """Enter it once. Returns the moment under which it stands: later than any match of these players before."""
    assert transaction.get_connection().in_atomic_block, "a write happens inside a transaction"
    players = sorted(result.player_id for result in match.results)
    careers = _locked(players)
    at = max([match.at, *(career.at + _TICK for career in careers if career.at is not None)])
    results = list(match.results)
    for result in results:
        result.at = at
    Result.objects.bulk_create(results)
    if match.rated:
        _enter_ratings(match, players, at)
        _enter_sums(match, results, at)
    Career.objects.filter(player__in=players).update(at=at)
    return at


def _locked(players: Sequence[int]) -> list[Career]:
    """The careers of these players, made where there are none, locked in the order of their keys."""
    held = Career.objects.select_for_update().filter(player__in=players).order_by("player")
    careers = list(held)
    if len(careers) < len(players):
        Career.objects.bulk_create([Career(player_id=player) for player in players], ignore_conflicts=True)
        careers = list(held.all())
    return careers


def _enter_ratings(match: Finished, players: Sequence[int], at: datetime) -> None:
    rows = {
        row.player_id: row
        for row in Rating.objects.filter(player__in=players, family=match.family, format=match.format)
    }
    skills = {player: (rows[player].mu, rows[player].sigma) if player in rows else ratings.START for player in players}
    entries = entries_of(match, skills, at)
    RatingEntry.objects.bulk_create(entries)
    for entry in entries:
        row = rows.get(entry.player_id) or Rating(player_id=entry.player_id, family=match.family, format=match.format)
        advance(row, entry)
        row.save()


def entries_of(match: Finished, skills: dict[int, ratings.Skill], at: datetime) -> list[RatingEntry]:
    """The lines of the ledger for a match, from what its players' ratings were; in the order of their keys."""
    chairs = [replace(chair, skill=skills[chair.player]) if chair.player else chair for chair in match.chairs]
    rated = ratings.rate(chairs, abandoned=match.abandoned)
    return [
        RatingEntry(
            player_id=player,
            match=match.code,
            family=match.family,
            format=match.format,
            place=place,
            mu_before=skills[player][0],
            sigma_before=skills[player][1],
            mu_after=mu,
            sigma_after=sigma,
            at=at,
        )
        for player, ((mu, sigma), place) in sorted(rated.items())
    ]


def advance(row: Rating, entry: RatingEntry) -> None:
    """Bring a rating to where an entry of the ledger leads."""
    row.mu, row.sigma, row.at = entry.mu_after, entry.sigma_after, entry.at
    row.matches += 1
    row.listed = row.matches >= ratings.SETTLED


def _enter_sums(match: Finished, results: list[Result], at: datetime) -> None:
    boards = [_board(key) for key in sums.boards_of(match.family, match.format, at)]
    players = [result.player_id for result in results]
    known = {(row.board_id, row.player_id): row for row in Tally.objects.filter(board__in=boards, player__in=players)}
    hidden = set(User.objects.filter(pk__in=players, hide_history=True).values_list("pk", flat=True))
    new: list[Tally] = []
    old: list[Tally] = []
    for board in boards:
        for result in results:
            tally = known.get((board.pk, result.player_id))
            (new if tally is None else old).append(
                tally := tally or Tally(board=board, player_id=result.player_id, hidden=result.player_id in hidden)
            )
            sums.add(tally, result, board.period)
    Tally.objects.bulk_create(new)
    Tally.objects.bulk_update(old, TALLY_FIELDS)
    for first, second, won in sums.pairs_of(results):
        for board in boards:
            _enter_pair(board, first, second, won, hidden)


def _enter_pair(board: Board, first: int, second: int, won: bool, hidden: set[int]) -> None:
    pair = PairTally.objects.filter(board=board, first=first, second=second).first() or PairTally(
        board=board, first_id=first, second_id=second, hidden=bool({first, second} & hidden)
    )
    sums.add_pair(pair, won)
    pair.save()


def _board(key: sums.BoardKey) -> Board:
    return Board.objects.get_or_create(**key._asdict())[0]


def hide_history(*, user: User, hide: bool) -> None:
    """Show a player's history to others, or to himself alone; what stands on the boards follows at once."""
    with transaction.atomic():
        _locked([user.pk])
        user.hide_history = hide
        user.save(update_fields=["hide_history"])
        Tally.objects.filter(player=user).update(hidden=hide)
        pairs = PairTally.objects.filter(Q(first=user) | Q(second=user))
        if hide:
            pairs.update(hidden=True)
        else:
            pairs.update(hidden=False)
            still = Q(first__hide_history=True) | Q(second__hide_history=True)
            PairTally.objects.filter(pk__in=pairs.filter(still).values("pk")).update(hidden=True)
