"""How long leaderboards and profiles take: milliseconds of server time a page, and the plan of each board's queries.

"Of work" is the process's own time; "in all" counts what others on the machine did meanwhile.

Fill a data folder of its own first (it takes some minutes):

    MUGGINS_DATA=build/seed .venv/bin/python manage.py migrate
    MUGGINS_DATA=build/seed .venv/bin/python manage.py seed_results
    MUGGINS_DATA=build/seed .venv/bin/python bench/leaderboards.py [TIMES]
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
os.environ.setdefault("MUGGINS_LIMITS", "0")  # nobody asks so often


def main(times: int) -> None:
    import django

    django.setup()
    from django.db import connection
    from django.db.models import Count
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, override_settings

    from accounts import boards
    from accounts.models import Result, Tally, User

    print(
        f"{connection.vendor}: {User.objects.count()} players, {Result.objects.count()} results, "
        f"{Tally.objects.count()} rows of sums"
    )
    if not Result.objects.exists():
        sys.exit("There are no results here: seed_results first.")
    busiest = Result.objects.values("player").annotate(count=Count("pk")).order_by("-count")[0]
    viewer = User.objects.get(pk=busiest["player"])
    other = User.objects.get(pk=Result.objects.exclude(player=viewer).latest("pk").player_id)
    addresses = ["/leaderboards/"]
    for metric in boards.METRICS:
        game = "calling" if metric == "called" else "classic"
        base = f"/leaderboards/?board={metric}&game={game}"
        addresses += [f"{base}&period={period}" for period in boards.PERIODS] + [f"{base}&page=1000"]
    addresses += [f"/players/{viewer.username}/", f"/players/{other.username}/"]
    client = Client()
    client.force_login(viewer)
    worst = 0.0
    with override_settings(ALLOWED_HOSTS=["*"]):
        for address in addresses:
            took, worked, asked = [], [], 0
            for _ in range(times):
                with CaptureQueriesContext(connection) as queries:
                    start, cpu = time.perf_counter(), time.process_time()
                    answer = client.get(address)
                    took.append(1000 * (time.perf_counter() - start))
                    worked.append(1000 * (time.process_time() - cpu))
                asked = len(queries)
                assert answer.status_code == 200, address
            middle = statistics.median(worked)
            worst = max(worst, middle)
            print(f"{middle:6.1f} ms of work, {statistics.median(took):6.1f} in all  {asked:2} queries  {address}")
    print(f"slowest: {worst:.1f} ms of work; {busiest['count']} results of {viewer.username}")
    plans(connection)


def plans(connection: object) -> None:
    """What EXPLAIN says of each board."""
    from accounts import boards
    from accounts.models import Board, PairTally, Rating

    board = Board.objects.filter(period="all", family="classic", format="two").first()
    asked = {"rating": Rating.objects.filter(family="classic", format="two", listed=True).order_by("-mu", "player")}
    asked |= {
        metric: boards._shown(metric, board).order_by(f"-{column}", "player")  # type: ignore[arg-type]
        for metric, column in boards.COLUMNS.items()
    }
    asked["pairs"] = PairTally.objects.filter(board=board, hidden=False, wins__gt=0).order_by(
        "-wins", "first", "second"
    )
    for name, rows in asked.items():
        print(
            f"{name}: {rows.select_related(*(('first', 'second') if name == 'pairs' else ('player',)))[:50].explain()}"
        )
        print(
            f"{name}, a place or a total: {rows.order_by().values('player' if name != 'pairs' else 'first').explain()}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
