"""The printed table: row of CHECKS.md, what was reached, the bar, and whether it was met."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

#: Times are those of the machine, whatever else runs on it: a bar is missed at five times the figure of CHECKS.md.
NOISE = 5.0
HELD, SLOW, MISSED = "held", "over the figure, not five times", "MISSED"


@dataclass
class Board:
    """What was reached, row by row."""

    lines: list[tuple[str, str, str, str]] = field(default_factory=list)

    def none(self, row: str, what: str, found: int) -> None:
        """Something that must never happen."""
        self.lines.append((row, f"{what}: {found}", "0", _held(found == 0)))

    def least(self, row: str, what: str, found: int, bar: int) -> None:
        """So often at least, or nothing was shown."""
        self.lines.append((row, f"{what}: {found}", f"≥ {bar}", _held(found >= bar)))

    def most(self, row: str, what: str, found: float, bar: float) -> None:
        """An amount, of which there may be five times as much where much else goes on."""
        self.lines.append((row, f"{what}: {found:.1f}", f"≤ {bar:g}", _near(found, bar)))

    def within(self, row: str, what: str, seconds: Sequence[float], bar: float, share: float = 1.0) -> None:
        """This share of all times is at most `bar` seconds (five times that, on a busy machine)."""
        if not seconds:
            self.lines.append((row, f"{what}: nothing was measured", f"≤ {bar:g} s", MISSED))
            return
        reached = part(seconds, share)
        middle = f"median {statistics.median(seconds):.2f} s, {_name(share)} {reached:.2f} s of {len(seconds)}"
        self.lines.append((row, f"{what}: {middle}", f"≤ {bar:g} s", _near(reached, bar)))

    def say(self) -> bool:
        """Print it; whether no bar was missed."""
        print(f"{'row':<9} {'reached':<88} {'bar':<10}")
        for row, reached, bar, verdict in self.lines:
            print(f"{row:<9} {reached:<88} {bar:<10} {verdict}")
        held, slow, missed = (sum(line[-1] == verdict for line in self.lines) for verdict in (HELD, SLOW, MISSED))
        print(f"{held} of {len(self.lines)} held, {slow} over the figure (less than five times), {missed} missed.")
        print("docs/faults.md names the other rows.")
        return missed == 0


def _held(met: bool) -> str:
    return HELD if met else MISSED


def _near(reached: float, bar: float) -> str:
    return HELD if reached <= bar else SLOW if reached <= bar * NOISE else MISSED


def part(seconds: Sequence[float], share: float) -> float:
    """The time that this share of all does not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _name(share: float) -> str:
    return "longest" if share >= 1 else f"p{share * 100:.0f}"
