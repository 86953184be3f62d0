"""Rounds per second of random two-player play through the rules, beside the package `dominoes`, in one run.

The two are timed in turns, so that whatever else the machine does falls on both, and of each the quicker half of the
batches counts, as the others were disturbed. The ratio is what counts, not the figures.
`dominoes` plays the simpler block game and keeps no count. Our moves are the checked ones: each is looked up
among the legal moves and refused by the rules if it were not.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import NamedTuple

import dominoes  # type: ignore[import-untyped]

from games.rules.playout import Playout
from games.rules.rounds import apply_move, deal, legal_moves
from games.rules.ruleset import Ruleset, preset
from games.rules.tiles import TILES, Tile

BATCH = 50
WARM_UP = 1000
BAR = 3.0


class Timing(NamedTuple):
    """Rounds per second of each player, in its quicker batches."""

    ours: float
    values: float
    theirs: float


def shuffled() -> list[Tile]:
    """The tiles in random order, sorted by random keys: quicker than random.shuffle, and as even."""
    pick = random.random
    return sorted(TILES, key=lambda tile: pick())


def play_in_place(ruleset: Ruleset, rounds: int) -> None:
    """Random rounds on a Playout, as simulations play them."""
    pick = random.random
    for _ in range(rounds):
        playout = Playout(deal(ruleset, shuffled(), 0, "lot"))
        while playout.turn is not None:
            moves = playout.legal_moves()
            playout.make(moves[0] if len(moves) == 1 else moves[int(pick() * len(moves))])


def play_values(ruleset: Ruleset, rounds: int) -> None:
    """Random rounds by apply_move, each state a new value, as replays play them."""
    pick = random.random
    for _ in range(rounds):
        state = deal(ruleset, shuffled(), 0, "lot")
        while state.turn is not None:
            moves = legal_moves(state)
            state = apply_move(state, moves[int(pick() * len(moves))]).state


def play_dominoes(rounds: int) -> None:
    """Random rounds of the other package; its Game shuffles and deals by itself."""
    pick = random.random
    for _ in range(rounds):
        game = dominoes.Game.new()
        while game.result is None:
            moves = game.valid_moves
            game.make_move(*(moves[0] if len(moves) == 1 else moves[int(pick() * len(moves))]))


def seconds(play: Callable[[], None]) -> float:
    """Processor time of one batch."""
    start = time.process_time()
    play()
    return time.process_time() - start


def measure(ruleset: Ruleset, batches: int) -> Timing:
    """Times batches of all three in turns."""
    play_in_place(ruleset, WARM_UP)
    players = (
        lambda: play_in_place(ruleset, BATCH),
        lambda: play_values(ruleset, BATCH),
        lambda: play_dominoes(BATCH),
    )
    times = [[seconds(play) for play in players] for _ in range(batches)]
    return Timing(*[rate(sorted(column)) for column in zip(*times, strict=True)])


def rate(times: list[float]) -> float:
    """Rounds per second in the quicker half of some batches, whose times come sorted."""
    quicker = times[: (len(times) + 1) // 2]
    return BATCH * len(quicker) / sum(quicker)


def main() -> None:
    """Prints both figures and their ratio for the usual ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="playelephant")
    parser.add_argument("--batches", type=int, default=80)
    options = parser.parse_args()
    random.seed(5)
    timing = measure(preset(options.ruleset, 2), options.batches)
    print(f"random rounds, two players, {options.ruleset}")
    print(f"  muggins, in place   {timing.ours:9,.0f} rounds/s")
    print(f"  muggins, as values  {timing.values:9,.0f} rounds/s")
    print(f"  dominoes            {timing.theirs:9,.0f} rounds/s")
    print(f"  in place / dominoes {timing.ours / timing.theirs:9.2f}   (bar {BAR})")


if __name__ == "__main__":
    main()
