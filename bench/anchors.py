"""Measure how strong each robot is, for `games/robots/anchors.py`: neighbours of the ladder play whole matches.

    PYTHONPATH=. .venv/bin/python bench/anchors.py [MATCHES] [PRESET or calling]

Each line: format, weaker and stronger robot, share of matches that the stronger side wins, and the gap between their
ratings that Plackett–Luce needs to foretell just that share, with its standard error. The rest is adding up.
"""

from __future__ import annotations

import math
import random
import sys
from itertools import pairwise

from games.management.commands.simulate import simulate
from games.robots import ROBOTS
from games.rules.ruleset import Ruleset, change, preset

BETA = 25.0
#: Format: players, seats of the stronger robot, how many such robots share a side.
FORMATS = {"two": (2, (0,), 1), "three": (3, (0,), 1), "partners": (4, (0, 2), 2)}
MAX_ROUNDS = 200


def rules(name: str, players: int) -> Ruleset:
    """A preset; "calling" is the classic game with its points called."""
    return change(preset("pagat", players), calling="muggins") if name == "calling" else preset(name, players)


def share_won(name: str, form: str, weaker: str, stronger: str, matches: int) -> tuple[int, int]:
    """How many of the decided matches the stronger side won, and how many were decided; its seat goes round."""
    players, seats, _mates = FORMATS[form]
    won = decided = 0
    luck = random.Random(f"{name} {form} {weaker} {stronger}")
    for turn in range(matches):
        held = {(seat + turn) % players for seat in seats}
        robots = tuple(stronger if seat in held else weaker for seat in range(players))
        winner = simulate(rules(name, players), robots, luck, MAX_ROUNDS)["winner"]
        if winner is not None:
            decided += 1
            won += winner in held
    return won, decided


def gap(form: str, won: int, decided: int) -> tuple[float, float]:
    """The difference of mu that foretells this share, and its standard error; half a match is added to either side."""
    players, _seats, mates = FORMATS[form]
    sides = 2 if form == "partners" else players
    share = (won + 0.5) / (decided + 1)
    spread = math.sqrt(sides) * BETA
    found = spread * math.log((sides - 1) * share / (1 - share)) / mates
    return found, spread / math.sqrt(decided * share * (1 - share)) / mates


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    name = sys.argv[2] if len(sys.argv) > 2 else "pagat"
    for form, (players, _seats, _mates) in FORMATS.items():
        try:
            rules(name, players)
        except ValueError:
            continue
        for weaker, stronger in pairwise(ROBOTS):
            won, decided = share_won(name, form, weaker, stronger, matches)
            found, error = gap(form, won, decided)
            said = f"{won:4} of {decided:4} ({won / decided:.1%}) {found:6.1f} ± {error:.1f}"
            print(f"{name:8} {form:8} {weaker:>10} {stronger:>10} {said}", flush=True)


if __name__ == "__main__":
    main()
