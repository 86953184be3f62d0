"""The ladder of robots: points a round, and matches won, on duplicate deals with seats changed: `make ladder`.

    python -m bench.ladder [--deals 200] [--matches 40] [--playouts 1300] [--only strongest] [--near 400]

Each deal is played twice, the two kinds in each other's seats; a line says the mean over the deals, its standard
error, and the figure that is to be reached within three standard errors. Against several sides one seat plays for the
better kind, and the mean of the others counts; partners play for one kind. Points are raw (five for every five).
`--near` plays the ends of matches, from needs of 5 to 75 raw points drawn for each side: the strongest robot, which
looks at the chance of winning the match there, against itself playing as if the target were far away. The two matches
of a rubber have the same needs and tiles, and each choice lots of its own: they part where the two choose otherwise.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import mean, stdev

from games.robots import simple, strong
from games.robots.levels import Level, one_ply
from games.rules.matches import MatchState, lead_for, new_match, play, start_round
from games.rules.moves import Move, Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, preset
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES

Chooser = Callable[[Sight, Random], Play]
NO_HURRY = 60.0
#: The most fives that a side needs at the start of a match near the target.
NEAR_FIVES = 15


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, at which table, and by how many points the better one ought to win a round."""

    better: str
    worse: str
    ruleset: Ruleset
    figure: float | None = None

    def __str__(self) -> str:
        sizes = {2: "two", 3: "three", 4: "partners" if self.ruleset.partners else "four"}
        return f"{self.better:9} - {self.worse:8} {self.ruleset.name:12} {sizes[self.ruleset.players]:8}"


LADDER = (
    Pairing("scorer", "random", preset("pagat", 2), 25.0),
    Pairing("careful", "scorer", preset("pagat", 2), 11.0),
    Pairing("strongest", "careful", preset("pagat", 2), 12.0),
    Pairing("strongest", "scorer", preset("pagat", 4), 11.0),
    Pairing("strongest", "scorer", preset("pagat", 3), 9.0),
    Pairing("strongest", "careful", preset("playelephant", 2)),
    Pairing("strongest", "careful", preset("muggins", 2)),
    Pairing("strongest", "careful", preset("five_up", 2)),
    Pairing("strongest", "careful", preset("sniff", 2)),
    Pairing("strongest", "careful", preset("latino", 4)),
)

NEAR_LADDER = (
    Pairing("strongest", "unaware", preset("playelephant", 2)),
    Pairing("strongest", "unaware", preset("pagat", 2)),
    Pairing("strongest", "unaware", preset("five_up", 2)),
    Pairing("strongest", "unaware", preset("pagat", 4)),
)


def chooser(kind: str, playouts: int) -> Chooser:
    """How a kind chooses; strength is counted in playouts, so the clock is left out."""
    strongest = partial(strong.best_play, playouts=playouts, seconds=NO_HURRY)
    return {
        "random": simple.any_play,
        "scorer": simple.most_points,
        "careful": Level(one_ply, 0.0),
        "strongest": strongest,
        "unaware": partial(strongest, aware=False),
    }[kind]


def next_move(match: MatchState, events: Sequence[object], choosers: Sequence[Chooser], random: Random) -> Move:
    """The move of the seat on turn; a draw is no choice."""
    state = match.round
    assert state is not None
    assert state.turn is not None
    moves = legal_moves(state)
    if len(moves) == 1:
        return moves[0]
    return choosers[state.turn](sight_of(match, events, state.turn), random)  # type: ignore[arg-type]


def near_start(ruleset: Ruleset, random: Random) -> MatchState:
    """A match in which every side needs 5 to 75 raw points to win it."""
    needs = [random.randint(1, NEAR_FIVES) * ruleset.points_per_five for _ in ruleset.sides]
    return replace(new_match(ruleset), scores=tuple([ruleset.target - need for need in needs]))


def play_round(match: MatchState, choosers: Sequence[Chooser], random: Random, tiles: Sequence[object]) -> MatchState:
    """The match after one more round with these tiles."""
    leader, leader_by = lead_for(match, tiles, random.randrange(match.ruleset.players))  # type: ignore[arg-type]
    match, events = start_round(match, tiles, leader, leader_by)  # type: ignore[arg-type]
    lots = random.getrandbits(32)
    while match.is_playing:
        step = play(match, next_move(match, events, choosers, Random(lots + len(events))))
        match, events = step.match, (*events, *step.events)
    return match


def seated(pairing: Pairing, side: int, playouts: int) -> list[Chooser]:
    """The choosers, seat by seat, with the better kind on this side."""
    kinds = {True: chooser(pairing.better, playouts), False: chooser(pairing.worse, playouts)}
    return [kinds[pairing.ruleset.side_of(seat) == side] for seat in range(pairing.ruleset.players)]


def duel(pairing: Pairing, playouts: int, seed: int) -> float:
    """By how many raw points a round the better one led, over the two ways of sitting at one deal."""
    leads = []
    for side in (0, 1):
        random = Random(seed)
        tiles = random.sample(TILES, 28)
        match = play_round(new_match(pairing.ruleset), seated(pairing, side, playouts), random, tiles)
        others = [float(score) for number, score in enumerate(match.scores) if number != side]
        leads.append((float(match.scores[side]) - mean(others)) * 5 / pairing.ruleset.points_per_five)
    return mean(leads)


def rubber(pairing: Pairing, playouts: int, near: bool, seed: int) -> float:
    """The part of two matches on the same deals, seats changed, that the better kind won.

    `near`: both begin shortly before the target, at the same scores.
    """
    won = []
    for side in (0, 1):
        random = Random(seed)
        match = near_start(pairing.ruleset, random) if near else new_match(pairing.ruleset)
        choosers = seated(pairing, side, playouts)
        while not match.is_over:
            match = play_round(match, choosers, random, random.sample(TILES, 28))
        won.append(match.winner == side)
    return mean(won)


def measured(task: Callable[[int], float], seeds: Sequence[int], pool: ProcessPoolExecutor) -> tuple[float, float]:
    """Mean and standard error over the seeds; a point on the screen for every tenth part done."""
    values = []
    for number, value in enumerate(pool.map(task, seeds, chunksize=2), start=1):
        values.append(value)
        if number % max(1, len(seeds) // 10) == 0:
            print(".", end="", flush=True, file=sys.stderr)
    return mean(values), stdev(values) / len(values) ** 0.5


def climb(pairings: Sequence[Pairing], options: argparse.Namespace, pool: ProcessPoolExecutor) -> bool:
    """Prints a line a pairing; whether every figure was reached within three standard errors."""
    reached = True
    for pairing in pairings:
        begun = time.perf_counter()
        points, error = measured(partial(duel, pairing, options.playouts), range(options.deals), pool)
        line = f"{pairing}  {points:+6.1f} ± {error:.1f} points a round"
        if options.matches:
            won, slack = measured(partial(rubber, pairing, options.playouts, False), range(options.matches), pool)
            line += f", {100 * won:5.1f} ± {100 * slack:.1f} % of matches"
        if pairing.figure is not None:
            holds = points >= pairing.figure - 3 * error
            reached &= holds
            line += f"   figure {pairing.figure:+.0f}: {'reached' if holds else 'NOT REACHED'}"
        print(f"\r{line}   ({time.perf_counter() - begun:.0f} s)", flush=True)
    return reached


def near_the_target(options: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """What looking at the chance of winning the match gains where it decides."""
    seeds = range(options.seed, options.seed + options.near)
    for pairing in NEAR_LADDER:
        if options.only in str(pairing):
            won, error = measured(partial(rubber, pairing, options.playouts, True), seeds, pool)
            print(f"\r{pairing}  {100 * won:.2f} ± {100 * error:.2f} % of matches near the target", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--matches", type=int, default=0, help="rubbers of two matches a pairing")
    parser.add_argument("--playouts", type=int, default=strong.PLAYOUTS)
    parser.add_argument("--only", default="", help="pairings whose line has this")
    parser.add_argument("--near", type=int, default=0, metavar="RUBBERS")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds of --near")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    chosen = [pairing for pairing in LADDER if options.only in str(pairing)]
    with ProcessPoolExecutor(options.workers) as pool:
        if options.near:
            near_the_target(options, pool)
        elif not climb(chosen, options, pool):
            sys.exit("A figure was not reached within three standard errors.")


if __name__ == "__main__":
    main()
