"""How long a stored move takes: milliseconds per play_move, and per table view, on the configured database.

"Its own work" is the thread's processor time: what is left is waiting for the disk and for other processes.

.venv/bin/python bench/moves.py [MATCHES]
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main(matches: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    plays, work, views, queries = measure(matches)
    vendor = connection.vendor
    print(f"{vendor}: {len(plays)} moves in {matches} matches")
    report("play_move", plays)
    report("its own work", work)
    report("table_view", views)
    print(f"queries a move: {statistics.mean(queries):.1f}")


def measure(matches: int) -> tuple[list[float], list[float], list[float], list[int]]:
    """Seconds of each move, of its thread's work in it, of each view; statements of each move of the first match."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from games import selectors
    from games.models import Match, Seat
    from games.robots import safe_move
    from games.rules.ruleset import change, preset
    from games.services import play, seating

    names = ("Bench Alice", "Bench Bob")
    users = [User.objects.filter(username=name).first() or User.objects.create_user(name) for name in names]
    plays, work, views, queries = [], [], [], []
    for number in range(matches):
        ruleset = change(preset("pagat", 2), target=250)
        match = seating.open_table(user=users[0], ruleset=ruleset)
        seating.take_seat(match_id=match.pk, user=users[1])
        moves = 0
        while (now := Match.objects.get(pk=match.pk)).state == "running":
            if now.turn_seat is None:
                for user in users:
                    seating.confirm_round(match_id=match.pk, user=user)
                continue
            user = Seat.objects.select_related("user").get(match=match, index=now.turn_seat).user
            began = time.perf_counter()
            seen = selectors.table_view(now.code, user)
            views.append(time.perf_counter() - began)
            assert seen.sight is not None
            move = safe_move(seen.sight)
            moves += 1
            arguments = {"match_id": match.pk, "user": user, "move": move, "version": now.version, "key": f"k{moves}"}
            if number == 0:
                with CaptureQueriesContext(connection) as captured:
                    play.play_move(**arguments)
                queries.append(len(captured))
                continue
            began, worked = time.perf_counter(), time.thread_time()
            play.play_move(**arguments)
            plays.append(time.perf_counter() - began)
            work.append(time.thread_time() - worked)
    return plays, work, views, queries


def report(what: str, seconds: list[float]) -> None:
    """Mean, median and 95th percentile in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20)
    mean = statistics.mean(seconds)
    print(f"{what}: mean {mean * 1000:.2f} ms, median {cuts[9] * 1000:.2f} ms, p95 {cuts[18] * 1000:.2f} ms")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
    os.environ.setdefault("MUGGINS_FAIR_WAIT_SECONDS", "0")  # no browser sends numbers here
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("MUGGINS_DATA", folder)
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
