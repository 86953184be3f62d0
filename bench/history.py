"""How long the history takes with many matches: milliseconds a page, and the plans of its queries.

.venv/bin/python bench/history.py [MATCHES] [PEOPLE]     (default 100000 2000; a database of its own, thrown away)
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

BATCH = 2000
ROUNDS = 20


def seed(matches: int, people: int) -> None:
    """Matches of all formats, over one a minute; the first person has played in a tenth of them."""
    from accounts.models import User
    from accounts.names import key_of
    from games.history import fingerprints
    from games.models import Match, Result, Seat
    from games.rules.ruleset import preset

    dice = random.Random(5)
    User.objects.bulk_create(
        [User(username=name, name_key=key_of(name)) for name in (f"Player {number:05}" for number in range(people))],
        BATCH,
    )
    users = list(User.objects.order_by("pk").values_list("pk", flat=True))
    names = ("pagat", "five_up", "sniff", "latino")
    kinds = [("two", 2), ("three", 3), ("partners", 4)]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for first in range(0, matches, BATCH):
        rows, seats = [], []
        for number in range(first, min(matches, first + BATCH)):
            name, (format_, players) = dice.choice(names), dice.choice(kinds)
            if (name, players) == ("latino", 3):
                name = "pagat"
            ruleset = preset(name, players)
            over, winner = start + timedelta(minutes=number), dice.randrange(len(ruleset.sides))
            rows.append(
                Match(
                    ruleset=ruleset.to_dict(), fingerprint=ruleset.fingerprint, format=format_, state="finished",
                    end="target", winner_side=winner, private=dice.random() < 0.3, round_number=7,
                    scores=["250"] * len(ruleset.sides), finished_at=over, started_at=over,
                )
            )  # fmt: skip
            sitting = dice.sample(users, players)
            if number % 10 == 0 and users[0] not in sitting:
                sitting[0] = users[0]
            for index, user in enumerate(sitting):
                result = Result.WON if ruleset.side_of(index) == winner else Result.LOST
                seats.append((index, user, over, result, rows[-1]))
        Match.objects.bulk_create(rows)
        Seat.objects.bulk_create(
            Seat(match=row, index=index, user_id=user, over_at=over, result=result)
            for index, user, over, result, row in seats
        )
        print(f"\r{first + len(rows)} matches", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    assert fingerprints("pagat")


def cases() -> dict[str, tuple[bool, dict[str, Any]]]:
    """The pages that are measured: mine or not, and the filters."""
    return {
        "everybody's": (False, {}),
        "everybody's, partners": (False, {"format": "partners"}),
        "everybody's, Five Up": (False, {"rules": "five_up"}),
        "everybody's, custom rules (none)": (False, {"rules": "custom"}),
        "everybody's, a player": (False, {"player": "Player 01234"}),
        "everybody's, fifty players": (False, {"player": "Player 0"}),
        "everybody's, one day": (False, {"since": datetime(2026, 2, 1).date(), "until": datetime(2026, 2, 1).date()}),
        "mine (10,000)": (True, {"mine": True}),
        "mine, won": (True, {"mine": True, "result": "won"}),
        "mine, sniff for three": (True, {"mine": True, "rules": "sniff", "format": "three"}),
        "mine, an opponent": (True, {"mine": True, "player": "Player 00777"}),
    }


def median_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def measure() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from games.history import Wanted, history

    me = User.objects.get(username="Player 00000")
    print(f"{connection.vendor}, median of {ROUNDS}\n\n| page | ms | deep page, ms | queries |\n|---|---|---|---|")
    for name, (mine, filters) in cases().items():
        user = me if mine else None
        wanted = Wanted(**filters)
        with CaptureQueriesContext(connection) as caught:
            page = history(wanted, user)
        deep = wanted
        for _ in range(50):
            step = history(deep, user)
            if not step.older:
                break
            deep = Wanted(**filters, older=step.older)
        first, later = (median_ms(partial(history, asked, user)) for asked in (wanted, deep))
        print(f"| {name} | {first:.1f} | {later:.1f} | {len(caught)} |")
        assert page is not None


def plans() -> None:
    """The plan of the query that finds a page's keys."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from games.history import Wanted, history

    me = User.objects.get(username="Player 00000")
    for name, (mine, filters) in cases().items():
        with CaptureQueriesContext(connection) as caught:
            history(Wanted(**filters), me if mine else None)
        sql = next(query["sql"] for query in caught if "LIMIT 21" in query["sql"])
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            print(f"{name}:", " | ".join(row[3] for row in cursor.fetchall()))


def main(matches: int, people: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    seed(matches, people)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    measure()
    if connection.vendor == "sqlite":
        plans()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MUGGINS_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
        asked = [int(text) for text in sys.argv[1:]]
        main(*(asked + [100_000, 2_000][len(asked) :]))
