"""Points a round of each robot against the one below it, with the standard error: `python -m bench.robots [deals]`."""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from random import Random

from games.robots import ROBOTS, choose
from games.rules.moves import Move
from games.rules.ruleset import preset
from games.rules.sight import Sight
from tests.robots.play import advantage, play_out, robot
from tests.robots.play import deal as deal_round

TABLES = (("pagat", 2), ("pagat", 3), ("pagat", 4), ("playelephant", 2), ("muggins", 2), ("five_up", 2), ("sniff", 2))


def strength(deals: int) -> None:
    kinds = list(ROBOTS)
    for worse, better in pairwise(kinds):
        for name, players in TABLES:
            mean, error = advantage(better, worse, preset(name, players), deals, seed=1)
            print(f"{better:8} - {worse:8}  {name:12} {players}  {mean:+6.1f} ± {error:.1f} points a round")


def speed(rounds: int) -> None:
    for kind in ROBOTS:
        times: list[float] = []

        def timed(sight: Sight, seed: int, kind: str = kind, times: list[float] = times) -> Move:
            start = time.perf_counter()
            move = choose(kind, sight, seed)
            times.append(time.perf_counter() - start)
            return move

        random = Random(1)
        for number in range(rounds):
            play_out(deal_round(preset("pagat", 2), random), {0: timed, 1: robot(kind)}, number)
        times.sort()
        middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{kind:8} {1000 * middle:.2f} ms a move, 99 in 100 within {1000 * late:.2f} ms")


if __name__ == "__main__":
    speed(50)
    strength(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
