"""How long a stored move takes while eight strong robots think without a pause, or while a match is being reviewed,
against a site where nothing thinks.

All in one run, in turn, so that whatever else the machine does falls upon each. Robots and reviews think in the
processes of `games.services.thinking`, as on the site; each is asked again as soon as it has answered. To be reached:
1.5 times.

    .venv/bin/python bench/thinking.py [BLOCKS]
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

ROBOTS, KIND, MOST = 8, "ebony", 1.5
MATCHES = 2  # of each block; the first one warms up
PATIENCE = 60.0


def main(blocks: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.moves import measure

    call_command("migrate", verbosity=0)
    calm: list[float] = []
    busy: list[float] = []
    reviewed: list[float] = []
    thoughts = choices = 0
    for _ in range(blocks):
        calm += measure(MATCHES)[0]
        with Thoughts() as thinking:
            busy += measure(MATCHES)[0]
        with Reviewing() as reviewing:
            reviewed += measure(MATCHES)[0]
        thoughts += thinking.count
        choices += reviewing.count
    report(f"{ROBOTS} {KIND} robots, {thoughts} choices", calm, busy)
    report(f"a review, {choices} choices looked at", calm, reviewed)


def report(what: str, calm: list[float], beside: list[float]) -> None:
    """Median and 95th percentile in milliseconds, with nothing and beside *what*."""
    print(f"{what} in {sum(beside):.1f} s of moves")
    for name, part in (("median", 9), ("p95", 18)):
        without, then = (1000 * statistics.quantiles(times, n=20)[part] for times in (calm, beside))
        print(f"  a move, {name}: {without:.2f} ms, beside it {then:.2f} ms: {then / without:.2f} x (at most {MOST})")


class Reviewing:
    """The reviews of the matches that the blocks before have played, made as the site makes them by itself."""

    def __init__(self) -> None:
        self.count = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> Reviewing:
        self._thread.start()
        return self

    def __exit__(self, *rest: object) -> None:
        self._over.set()
        self._thread.join()

    def _work(self) -> None:
        from django.db import connection

        from games.services import reviews

        while not self._over.is_set():
            self.count += reviews.work(0.2)
        connection.close()


class Thoughts:
    """The robots, thinking as long as the block lasts; `count` says how often they chose."""

    def __init__(self) -> None:
        self.count = 0
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._think, args=(seed,)) for seed in range(ROBOTS)]

    def __enter__(self) -> Thoughts:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *rest: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _think(self, seed: int) -> None:
        from games import robots
        from games.services import thinking

        sight = a_choice(seed)
        while not self._over.is_set():
            seed += ROBOTS
            thinking.think(robots.choose, KIND, sight, seed, seconds=PATIENCE, urgent=True)
            self.count += 1


def a_choice(seed: int) -> Any:
    """What a seat sees that leads a freshly dealt round: many plays to choose from."""
    import random

    from games.rules.matches import new_match, start_round
    from games.rules.ruleset import preset
    from games.rules.sight import sight_of
    from games.rules.tiles import TILES

    tiles = tuple(random.Random(seed).sample(TILES, len(TILES)))
    step = start_round(new_match(preset("pagat", 2)), tiles, 0, "lot")
    return sight_of(step.match, step.events, 0)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
    os.environ.setdefault("MUGGINS_FAIR_WAIT_SECONDS", "0")  # no browser sends numbers here
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("MUGGINS_DATA", folder)
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
