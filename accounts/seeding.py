"""A made-up past for measurements: many players with many results, as if they had played for a year."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import connection, models, transaction

from accounts import ledger, names, ratings, sums
from accounts.models import Board, Career, Outcome, PairTally, Rating, RatingEntry, Result, Tally, User

Tell = Callable[[str, int, int], None]
Past = dict[int, list[Result]]

BATCH = 20_000
DAYS = 365
#: Game, seats, and how often it is played; two and two at partners.
GAMES = (
    ("classic", "two", 2, 62),
    ("classic", "partners", 4, 14),
    ("classic", "three", 3, 8),
    ("calling", "two", 2, 8),
    ("five_up", "two", 2, 4),
    ("muggins", "two", 2, 4),
)


def seed(*, players: int, results: int, tell: Tell) -> None:
    """Fill an empty database. Everybody's figures add up; the matches themselves are not there."""
    luck = random.Random(f"{players} {results}")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:  # many rows into many indexes, and nothing to lose
            cursor.execute("PRAGMA cache_size = -1000000")
            cursor.execute("PRAGMA synchronous = OFF")
    keys = _people(players, tell)
    past: Past = defaultdict(list)
    rows: dict[tuple[int, str, str], Rating] = {}
    _play(luck, keys, results, past, rows, tell)
    insert(Rating, rows.values())
    insert(Career, [Career(player_id=key, at=told[-1].at) for key, told in past.items()])
    _store(past, tell)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _people(count: int, tell: Tell) -> list[int]:
    start = datetime(2025, 1, 1, tzinfo=UTC)
    first = (User.objects.aggregate(last=models.Max("pk"))["last"] or 0) + 1
    for begin in range(0, count, BATCH):
        tell("players", begin, count)
        insert(User, [_person(first + number, start) for number in range(begin, min(begin + BATCH, count))])
    return list(range(first, first + count))


def _person(key: int, at: datetime) -> User:
    name = f"Seed {key}"
    return User(
        pk=key,
        username=name,
        name_key=names.key_of(name),
        password=f"{UNUSABLE_PASSWORD_PREFIX}{key}",
        date_joined=at,
    )


def _play(
    luck: random.Random,
    keys: Sequence[int],
    results: int,
    past: Past,
    rows: dict[tuple[int, str, str], Rating],
    tell: Tell,
) -> None:
    """Match after match, a year up to now; a few play much and most play little."""
    strength = {key: luck.gauss(25, 20) for key in keys}
    busy = [1 / (1 + index / 50) ** 0.5 for index in range(len(keys))]
    drawn = iter(luck.choices(keys, busy, k=2 * results))
    games = luck.choices(GAMES, [game[3] for game in GAMES], k=results)
    now = datetime.now(UTC).replace(microsecond=0)
    made, entries, number = 0, [], 0
    while made < results:
        family, form, seats, _share = games[number]
        number += 1
        who = list(dict.fromkeys(next(drawn) for _ in range(seats)))
        if len(who) < seats:
            continue
        made += seats
        at = now - timedelta(seconds=DAYS * 86400 * (1 - made / results)) + timedelta(microseconds=number)
        match = _match(luck, f"seed{number:018d}", family, form, who, strength, at)
        for result in match.results:
            result.at = at
            past[result.player_id].append(result)
        skills = {key: _skill(rows.get((key, family, form))) for key in who}
        for entry in ledger.entries_of(match, skills, at):
            row = rows.setdefault(
                (entry.player_id, family, form), Rating(player_id=entry.player_id, family=family, format=form)
            )
            ledger.advance(row, entry)
            entries.append(entry)
        if len(entries) >= BATCH:
            tell("matches", made, results)
            insert(RatingEntry, entries)
            entries.clear()
    insert(RatingEntry, entries)


def _skill(row: Rating | None) -> ratings.Skill:
    return (row.mu, row.sigma) if row is not None else ratings.START


def _match(
    luck: random.Random, code: str, family: str, form: str, who: Sequence[int], strength: dict[int, float], at: datetime
) -> ledger.Finished:
    """The strongest on the day wins."""
    side = [place % 2 if form == "partners" else place for place in range(len(who))]
    day: dict[int, float] = defaultdict(float)
    for place, key in enumerate(who):
        day[side[place]] += strength[key] + luck.gauss(0, ratings.BETA)
    order = sorted(day, key=day.__getitem__, reverse=True)
    points = {team: 250 - 5 * luck.randrange(1, 30) * rank for rank, team in enumerate(order)}
    rounds = luck.randrange(6, 14)
    results = [
        Result(
            player_id=key,
            match=code,
            family=family,
            format=form,
            rated=True,
            private=False,
            side=side[place],
            outcome=Outcome.WON if side[place] == order[0] else Outcome.LOST,
            halves=2 * points[side[place]],
            strokes=max(0, points[side[place]]) // 5,
            rounds=rounds,
            best=5 * luck.randrange(3, 8),
            best_round=1,
            best_move=luck.randrange(1, 20),
            taken=luck.randrange(4) if family == "calling" else 0,
        )
        for place, key in enumerate(who)
    ]
    chairs = [
        ratings.Chair(side[place], 1 + order.index(side[place]), ratings.START, key) for place, key in enumerate(who)
    ]
    return ledger.Finished(code, family, form, at, True, False, results, chairs)


def _store(past: Past, tell: Tell) -> None:
    """The results, and each player's sums over them."""
    boards: dict[sums.BoardKey, int] = {}
    partners: dict[str, list[Result]] = defaultdict(list)
    results: list[Result] = []
    tallies: list[Tally] = []
    for done, (player, told) in enumerate(past.items()):
        results += told
        tallies += _tallies(player, told, boards)
        for result in told:
            if result.format == "partners":
                partners[result.match].append(result)
        if len(tallies) >= BATCH:
            tell("results", done, len(past))
            insert(Result, results)
            insert(Tally, tallies)
            results.clear()
            tallies.clear()
    insert(Result, results)
    insert(Tally, tallies)
    _store_pairs(partners, boards)


def _tallies(player: int, told: Iterable[Result], boards: dict[sums.BoardKey, int]) -> list[Tally]:
    found: dict[sums.BoardKey, Tally] = {}
    for result in told:
        for board in sums.boards_of(result.family, result.format, result.at):
            tally = found.get(board)
            if tally is None:
                tally = found[board] = Tally(player_id=player, board_id=_key(board, boards))
            sums.add(tally, result, board.period)
    return list(found.values())


def _store_pairs(partners: dict[str, list[Result]], boards: dict[sums.BoardKey, int]) -> None:
    pairs: dict[tuple[int, int, int], PairTally] = {}
    for results in partners.values():
        for first, second, won in sums.pairs_of(results):
            for board in sums.boards_of(results[0].family, results[0].format, results[0].at):
                key = (_key(board, boards), first, second)
                pair = pairs.setdefault(key, PairTally(board_id=key[0], first_id=first, second_id=second))
                sums.add_pair(pair, won)
    insert(PairTally, pairs.values())


def _key(board: sums.BoardKey, boards: dict[sums.BoardKey, int]) -> int:
    if board not in boards:
        boards[board] = Board.objects.create(**board._asdict()).pk
    return boards[board]


def insert(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """Store new rows, many times faster than `bulk_create` does on SQLite."""
    rows = list(rows)
    if not rows:
        return
    columns = [
        column
        for column in model._meta.concrete_fields
        if not (isinstance(column, models.AutoField) and rows[0].pk is None)
    ]
    ops = connection.ops
    told = ", ".join(ops.quote_name(str(column.column)) for column in columns)
    sql = f"INSERT INTO {ops.quote_name(model._meta.db_table)} ({told}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608
    ways = [
        (column.attname, ops.adapt_datetimefield_value if isinstance(column, models.DateTimeField) else None)
        for column in columns
    ]
    values = [[way(getattr(row, name)) if way else getattr(row, name) for name, way in ways] for row in rows]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(sql, values)
