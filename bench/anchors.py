"""Measure how strong each robot is, for `games/robots/anchors.py`: neighbours of the ladder play whole matches.

    python -m bench.anchors [--minutes 1] [--games …] [--stronger …] [--forms …] [--seed WORD]
    python -m bench.anchors --rounds FILE [FILE …]

Games are presets, or "calling" (the classic game with its points called). The stronger ones are measured against the
one below. SEED: any word, for further matches. The pairs take turns in playing a few matches, their seats going round,
until the minutes are over. Strength is counted in rollouts: nobody is hurried.

With `--rounds` nothing is played: the matches are made of rounds that `bench/anchor_rounds.py` has played
(`bench/anchor_matches.py`), which says the same with less play.

Each line: game, format, weaker and stronger robot, the share of matches that the stronger side won and of how many
matches (deals), the gap between their ratings that Plackett–Luce needs to foretell just that share, with its standard
error, and the same as Elo of a whole match. The rest is adding up.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.anchor_matches import share_of
from bench.anchor_rounds import FORMATS, GAMES, Task, asked, read, rules
from games.management.commands.simulate import simulate
from games.robots import ROBOTS, levels

BETA = 25.0
MAX_ROUNDS = 200
#: Matches of a pair at its turn, of quick robots and of those that think long.
QUICK, SLOW = 24, 4


@dataclass(frozen=True)
class Figure:
    """What a pair's matches say: the share that the stronger side won, its standard error, and from how many."""

    task: Task
    share: float
    error: float
    number: int

    @property
    def sides(self) -> int:
        return 2 if self.task.form == "partners" else FORMATS[self.task.form][0]

    def gap(self) -> tuple[float, float]:
        """The difference of mu that foretells this share, and its standard error."""
        return self._in_units(math.sqrt(self.sides) * BETA / FORMATS[self.task.form][2])

    def elo(self) -> tuple[float, float]:
        """The same as Elo of a match; three sides count as pairs."""
        return self._in_units(400 / math.log(10))

    def _in_units(self, unit: float) -> tuple[float, float]:
        odds = (self.sides - 1) * self.share / (1 - self.share)
        return unit * math.log(odds), unit * self.error / (self.share * (1 - self.share))

    def __str__(self) -> str:
        (gap, error), (elo, elo_error) = self.gap(), self.elo()
        game, form, weaker, stronger = self.task
        who = f"{game:8} {form:8} {weaker:>10} {stronger:>10}"
        share = f"{100 * self.share:5.1f} ± {100 * self.error:4.1f} % of {self.number:4}"
        return f"{who} {share}  {gap:6.1f} ± {error:4.1f}   Elo {elo:+5.0f} ± {elo_error:.0f}"


@dataclass
class Pair:
    """Two neighbours at one table: decided matches, and those of them that the stronger side won."""

    task: Task
    seed: str = ""
    decided: int = 0
    won: int = 0

    def play(self) -> None:
        """A few more matches; the seat of the stronger one goes round."""
        name, form, weaker, stronger = self.task
        players, seats, _mates = FORMATS[form]
        for turn in range(SLOW if ROBOTS[stronger].is_slow else QUICK):
            luck = random.Random(f"{name} {form} {weaker} {stronger} {self.decided} {turn}{self.seed}")
            held = {(seat + turn) % players for seat in seats}
            robots = tuple(stronger if seat in held else weaker for seat in range(players))
            winner = simulate(rules(name, players), robots, luck, MAX_ROUNDS)["winner"]
            if winner is not None:
                self.decided += 1
                self.won += winner in held

    @property
    def figure(self) -> Figure:
        """Of the matches won; half a match is added to either side."""
        share = (self.won + 0.5) / (self.decided + 1)
        return Figure(self.task, share, math.sqrt(share * (1 - share) / max(1, self.decided)), self.decided)


def from_rounds(files: list[Path]) -> Iterator[Figure]:
    """What the rounds in these files say, each pair's deals together."""
    for task, deals in read(files).items():
        yield Figure(task, *share_of(task, list(deals.values())), len(deals))


def from_matches(tasks: list[Task], seed: str, minutes: float) -> list[Figure]:
    """What whole matches say that are played now."""
    pairs, until = [Pair(task, seed) for task in tasks], time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        for pair in pairs:
            if time.monotonic() < until:
                pair.play()
    return [pair.figure for pair in pairs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--stronger", default=",".join(list(ROBOTS)[1:]))
    parser.add_argument("--forms", default=",".join(FORMATS))
    parser.add_argument("--seed", default="")
    parser.add_argument("--rounds", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args()
    levels.SECONDS = 60.0
    if options.rounds:
        found: Iterable[Figure] = from_rounds(options.rounds)
    else:
        tasks = asked(options.games, options.stronger, options.forms)
        found = from_matches(tasks, options.seed, options.minutes)
    for figure in found:
        print(figure, flush=True)


if __name__ == "__main__":
    main()
