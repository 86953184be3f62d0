"""Rounds per second of random two-player play on the robots' tables, beside the package `dominoes`, in one run.

Both deal and play to the end of the round, ours with every score and the settlement. As in bench/rounds.py the two are
timed in turns, and of each the quicker half of the batches counts.
"""

from __future__ import annotations

import argparse
import random

from bench.rounds import BATCH, play_dominoes, rate, seconds
from games.robots.engine.playing import World, course_of, play_out
from games.robots.engine.tables import table_for
from games.rules.ruleset import Ruleset, preset
from games.rules.tiles import TILES

BAR = 5.0
#: The tables are filled as they are needed; a site that has played for some minutes has most of them.
WARM_UP = 80_000
BITS = [tile.bit for tile in TILES]


def play_on_tables(ruleset: Ruleset, rounds: int) -> None:
    """Random rounds: a shuffle, two hands, any lead, any play."""
    course, empty = course_of(ruleset, (-1e9, -1e9)), table_for(ruleset.layout_rules).empty
    pick, size = random.random, ruleset.hand_size
    for _ in range(rounds):
        bits = sorted(BITS, key=lambda bit: pick())
        world = World((sum(bits[:size]), sum(bits[size : 2 * size])), tuple(bits[2 * size :]))
        lead = bits[int(pick() * size)]
        play_out(course, world, 0, 0, lead, empty.ways_of(lead)[0], random, errs=1.0)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=80)
    options = parser.parse_args()
    random.seed(5)
    for name in ("playelephant", "pagat", "muggins"):
        ruleset = preset(name, 2)
        play_on_tables(ruleset, WARM_UP)
        times = [
            (seconds(lambda: play_on_tables(ruleset, BATCH)), seconds(lambda: play_dominoes(BATCH)))  # noqa: B023
            for _ in range(options.batches)
        ]
        ours, theirs = (rate(sorted(column)) for column in zip(*times, strict=True))
        print(
            f"{name:13} tables {ours:9,.0f} rounds/s   dominoes {theirs:9,.0f}   ratio {ours / theirs:5.2f} (bar {BAR})"
        )


if __name__ == "__main__":
    main()
