"""How long each kind of robot thinks about a move. Who beats whom: `make ladder`."""

from __future__ import annotations

import sys
import time
from random import Random

from games.robots import ANY_TILE, ROBOTS, choose
from games.rules.moves import Move
from games.rules.ruleset import preset
from games.rules.sight import Sight
from tests.robots.play import deal as deal_round
from tests.robots.play import play_out, robot


def speed(rounds: int) -> None:
    for kind in (ANY_TILE.key, *ROBOTS):
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
    speed(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
