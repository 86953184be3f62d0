"""Measure how strong each robot is, for `games/robots/anchors.py`: neighbours of the ladder play whole matches.

    PYTHONPATH=. .venv/bin/python bench/anchors.py [MINUTES] [GAME,…] [STRONGER,…] [FORMAT,…] [SEED]

GAME: a preset, or "calling" (the classic game with its points called). STRONGER: measured against the one below it;
all, if none is named. FORMAT: two, three, partners. SEED: any word, for further matches. The pairs take turns in
playing a few matches, their seats going round, until the minutes are over. Strength is counted in rollouts: nobody is
hurried.

Each line: game, format, weaker and stronger robot, how many matches the stronger side won, the gap between their
ratings that Plackett–Luce needs to foretell just that share, with its standard error, and the same as Elo of a whole
match. The rest is adding up.
"""

from __future__ import annotations

import math
import random
import sys
import time
from dataclasses import dataclass
from itertools import pairwise

from games.management.commands.simulate import simulate
from games.robots import ROBOTS, levels
from games.rules.ruleset import Ruleset, change, preset

BETA = 25.0
#: Format: players, seats of the stronger robot, how many such robots share a side.
FORMATS = {"two": (2, (0,), 1), "three": (3, (0,), 1), "partners": (4, (0, 2), 2)}
GAMES = ("pagat", "calling", "muggins", "five_up", "sniff", "latino")
MAX_ROUNDS = 200
#: Matches of a pair at its turn, of quick robots and of those that think long.
QUICK, SLOW = 24, 4


def rules(name: str, players: int) -> Ruleset:
    """A preset; "calling" is the classic game with its points called."""
    return change(preset("pagat", players), calling="muggins") if name == "calling" else preset(name, players)


@dataclass
class Pair:
    """Two neighbours at one table: decided matches, and those of them that the stronger side won."""

    name: str
    form: str
    weaker: str
    stronger: str
    decided: int = 0
    won: int = 0
    seed: str = ""

    def play(self) -> None:
        """A few more matches; the seat of the stronger one goes round."""
        players, seats, _mates = FORMATS[self.form]
        slow = ROBOTS[self.stronger].is_slow
        for turn in range(SLOW if slow else QUICK):
            luck = random.Random(
                f"{self.name} {self.form} {self.weaker} {self.stronger} {self.decided} {turn}{self.seed}"
            )
            held = {(seat + turn) % players for seat in seats}
            robots = tuple(self.stronger if seat in held else self.weaker for seat in range(players))
            winner = simulate(rules(self.name, players), robots, luck, MAX_ROUNDS)["winner"]
            if winner is not None:
                self.decided += 1
                self.won += winner in held

    @property
    def share(self) -> float:
        """Of the matches won; half a match is added to either side."""
        return (self.won + 0.5) / (self.decided + 1)

    @property
    def sides(self) -> int:
        return 2 if self.form == "partners" else FORMATS[self.form][0]

    def gap(self) -> tuple[float, float]:
        """The difference of mu that foretells this share, and its standard error."""
        return self._in_units(math.sqrt(self.sides) * BETA / FORMATS[self.form][2])

    def elo(self) -> tuple[float, float]:
        """The same as Elo of a match; three sides count as pairs."""
        return self._in_units(400 / math.log(10))

    def _in_units(self, unit: float) -> tuple[float, float]:
        share = self.share
        found = unit * math.log((self.sides - 1) * share / (1 - share))
        return found, unit / math.sqrt(max(1, self.decided) * share * (1 - share))

    def __str__(self) -> str:
        (gap, error), (elo, elo_error) = self.gap(), self.elo()
        who = f"{self.name:8} {self.form:8} {self.weaker:>10} {self.stronger:>10}"
        share = f"{self.won:4} of {self.decided:4} ({self.won / max(1, self.decided):5.1%})"
        return f"{who} {share} {gap:6.1f} ± {error:4.1f}   Elo {elo:+5.0f} ± {elo_error:.0f}"


def pairs(games: list[str], wanted: list[str], forms: list[str], seed: str) -> list[Pair]:
    """Neighbours at every table that there is."""
    found = []
    for name in games:
        for form in forms:
            try:
                rules(name, FORMATS[form][0])
            except ValueError:
                continue
            neighbours = [pair for pair in pairwise(ROBOTS) if pair[1] in wanted]
            found += [Pair(name, form, weaker, stronger, seed=seed) for weaker, stronger in neighbours]
    return found


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    games = sys.argv[2].split(",") if len(sys.argv) > 2 else list(GAMES)
    wanted = sys.argv[3].split(",") if len(sys.argv) > 3 else list(ROBOTS)
    forms = sys.argv[4].split(",") if len(sys.argv) > 4 else list(FORMATS)
    seed = sys.argv[5] if len(sys.argv) > 5 else ""
    levels.SECONDS = 60.0
    measured, until = pairs(games, wanted, forms, seed), time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        for pair in measured:
            if time.monotonic() < until:
                pair.play()
    for pair in measured:
        print(pair, flush=True)


if __name__ == "__main__":
    main()
