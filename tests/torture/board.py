"""The printed table: row of CHECKS.md, what was reached, the bar, and whether it was met."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

#: Times are those of the machine, whatever else runs on it: a bar is missed at five times the figure of CHECKS.md.
NOISE = 5.0


@dataclass
class Board:
    """What was reached, row by row."""

    lines: list[tuple[str, str, str, bool]] = field(default_factory=list)

    def none(self, row: str, what: str, found: int) -> None:
        """Something that must never happen."""
        self.lines.append((row, f"{what}: {found}", "0", found == 0))

    def least(self, row: str, what: str, found: int, bar: int) -> None:
        """So often at least, or nothing was shown."""
        self.lines.append((row, f"{what}: {found}", f"≥ {bar}", found >= bar))

    def most(self, row: str, what: str, found: float, bar: float) -> None:
        """An amount, of which there may be five times as much where much else goes on."""
        self.lines.append((row, f"{what}: {found:.1f}", f"≤ {bar:g}", found <= bar * NOISE))

    def within(self, row: str, what: str, seconds: Sequence[float], bar: float, share: float = 1.0) -> None:
        """This share of all times is at most `bar` seconds (five times that, on a busy machine)."""
        if not seconds:
            self.lines.append((row, f"{what}: nothing was measured", f"≤ {bar:g} s", False))
            return
        reached = part(seconds, share)
        middle = f"median {statistics.median(seconds):.2f} s, {_name(share)} {reached:.2f} s of {len(seconds)}"
        self.lines.append((row, f"{what}: {middle}", f"≤ {bar:g} s", reached <= bar * NOISE))

    def say(self) -> bool:
        """Print it; whether all bars were met."""
        print(f"{'row':<9} {'reached':<88} {'bar':<10}")
        for row, reached, bar, met in self.lines:
            print(f"{row:<9} {reached:<88} {bar:<10} {'held' if met else 'MISSED'}")
        missed = sum(not met for *_rest, met in self.lines)
        print(f"{len(self.lines) - missed} of {len(self.lines)} bars held; docs/faults.md names the other rows.")
        return missed == 0


def part(seconds: Sequence[float], share: float) -> float:
    """The time that this share of all does not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _name(share: float) -> str:
    return "longest" if share >= 1 else f"p{share * 100:.0f}"
