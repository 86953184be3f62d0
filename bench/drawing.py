"""Processor time that a move and a board take to draw, and how small tiles get: `python bench/drawing.py [boards]`.

Boards are those of the tests: random and adversarial, all kinds of rulesets. A move is one lay and one picture.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from games.drawing import BOXES, Box, draw
from games.rules.ruleset import Ruleset, preset
from tests.drawing.boards import board_of
from tests.drawing.plays import layouts

RULESETS = {"first": "pagat", "none": "muggins", "sniff": "sniff", "every": "five_up"}


class Figures:
    """What was measured for one kind of ruleset in one box."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.boards: list[float] = []
        self.sizes: list[float] = []
        self.counts: Counter[str] = Counter()

    def add(self, moves: Sequence[str], ruleset: Ruleset, box: Box) -> None:
        """Draws a board move by move."""
        laid = list(layouts(ruleset, moves))
        times, relaid = [], 0
        for layout in laid:
            start = time.process_time()
            picture = draw(layout, ruleset, box)
            times.append(1000 * (time.process_time() - start))
            relaid += picture.relaid
        self.moves += times
        self.boards.append(sum(times))
        self.sizes.append(picture.size)
        self.counts["anew"] += relaid
        self.counts["below"] += picture.size < box.floor - 0.001
        self.counts["apart"] += bool(picture.links)
        self.counts["coins"] += len(picture.coins)
        self.counts["small coins"] += sum(coin.scale < 1 for coin in picture.coins)


def at(values: list[float], part: float) -> float:
    """The value below which this part of them lies."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def main(boards: int) -> None:
    figures: defaultdict[tuple[str, str], Figures] = defaultdict(Figures)
    for number in range(0, 4 * boards, 4):  # one board of each group: the others share its first tiles
        style, moves = board_of(number)
        for name, box in BOXES.items():
            figures[name, style].add(moves, preset(RULESETS[style], 2), box)
    print(f"{'':17} boards  move ms 50% 99% max   board ms 50% 99%   px min 5% 50%   below anew apart small coins")
    for (name, style), f in sorted(figures.items()):
        c = f.counts
        print(
            f"{name:9} {style:6} {len(f.boards):6}    {at(f.moves, 0.5):6.2f} {at(f.moves, 0.99):5.1f}"
            f" {max(f.moves):5.0f}     {at(f.boards, 0.5):6.1f} {at(f.boards, 0.99):5.0f}   "
            f" {min(f.sizes):5.1f} {at(f.sizes, 0.05):4.1f} {at(f.sizes, 0.5):4.1f}"
            f"   {c['below']:4} {c['anew']:5} {c['apart']:5} {c['small coins']:4} of {c['coins']}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
