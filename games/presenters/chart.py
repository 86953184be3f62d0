"""A rating over time as a drawn line with the band of its uncertainty: numbers for one small SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 1040, 100
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
LINES = 3


@dataclass(frozen=True)
class Chart:
    """*curve* and *band* are path data; *end* the last point; *marks* the figures at the right, the highest first."""

    curve: str
    band: str
    end: str
    lines: tuple[str, ...]
    marks: tuple[int, ...]
    first: int
    last: int
    least: int
    most: int


def chart(points: Sequence[tuple[int, int]]) -> Chart | None:
    """The chart of (rating, error) after each match, the oldest first; None of fewer than two."""
    if len(points) < 2:
        return None
    low, step = _scale(min(value - error for value, error in points), max(value + error for value, error in points))
    top = low + step * (LINES - 1)

    def at(index: int, value: float) -> str:
        x = WIDTH * index / (len(points) - 1)
        return f"{x:.1f} {HEIGHT * (top - value) / (top - low):.1f}"

    values = [value for value, _error in points]
    upper = [at(index, value + error) for index, (value, error) in enumerate(points)]
    lower = [at(index, value - error) for index, (value, error) in enumerate(points)]
    return Chart(
        curve="M" + " ".join(at(index, value) for index, value in enumerate(values)),
        band="M" + " ".join([*upper, *lower[::-1]]) + "Z",
        end="M" + at(len(points) - 1, values[-1]) + "h.1",
        lines=tuple(f"M0 {HEIGHT * line / (LINES - 1):.1f}H{WIDTH}" for line in range(LINES)),
        marks=tuple(top - step * line for line in range(LINES)),
        first=values[0],
        last=values[-1],
        least=min(values),
        most=max(values),
    )


def _scale(low: int, high: int) -> tuple[int, int]:
    """The lowest line and the distance of the lines, in round figures that leave everything inside."""
    for step in STEPS:
        base = low // step * step
        if base + step * (LINES - 1) >= high:
            return base, step
    step = STEPS[-1] * -(-(high - low) // STEPS[-1])
    return low // step * step, step
