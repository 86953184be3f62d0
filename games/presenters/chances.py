"""What the deals of all rounds brought, beside what chance predicts: bars with bands, and lines of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from django.utils.translation import gettext as _

from games.rules import chance
from games.rules.chance import Expected

WIDTH, HEIGHT, FOOT = 360.0, 170.0, 20.0
#: How many pips one bar of the second plot takes together.
SPAN = 6
#: A band is so many standard deviations to each side: a fair deal's bar ends inside it 19 times of 20.
SIGMAS = 1.96
#: Rarer things than this stand in no plot: there a band says nothing.
LEAST_EXPECTED = 5.0

#: players, size of a hand, value → how often
Counts = Counter[tuple[int, int, int]]


@dataclass(frozen=True)
class Bar:
    """One bar: what it is called, how often it came, what chance predicts; and all for drawing, in the view box."""

    label: str
    seen: int
    expected: str
    inside: bool
    x: str
    middle: str
    y: str
    height: str
    width: str
    band_y: str
    band_height: str
    line: str


@dataclass(frozen=True)
class Plot:
    """Bars from left to right; `inside` of them end in their band."""

    bars: tuple[Bar, ...]
    inside: int

    @property
    def view_box(self) -> str:
        return f"0 0 {WIDTH:.0f} {HEIGHT + FOOT:.0f}"


@dataclass(frozen=True)
class SizeLine:
    """Hands of one size: how many were dealt, and their means beside those of chance."""

    size: int
    hands: int
    doubles: str
    doubles_by_chance: str
    pips: str
    pips_by_chance: int


@dataclass(frozen=True)
class Chances:
    """All that the page shows of `deals` deals; without any, no plots."""

    deals: int
    hands: int
    lots: int
    doubles: Plot | None
    pips: Plot | None
    lot: Plot | None
    sizes: tuple[SizeLine, ...]


def chances(rows: Iterable[tuple[str, int, int, int, int]]) -> Chances:
    """From the counters, as (kind, players, size of a hand, value, n)."""
    counts: dict[str, Counts] = {"doubles": Counter(), "pips": Counter(), "lot": Counter()}
    for kind, players, size, value, n in rows:
        counts[kind][players, size, value] += n
    doubles, pips, lots = counts["doubles"], counts["pips"], counts["lot"]
    deals = _sums(pips)
    return Chances(
        deals=sum(pips.values()),
        hands=sum(doubles.values()),
        lots=sum(lots.values()),
        doubles=_plot(_doubles(doubles, deals)),
        pips=_plot(_pips(pips, deals)),
        lot=_plot(_lots(lots)),
        sizes=tuple(_sizes(doubles, pips)),
    )


def _sums(counts: Counts) -> Counter[tuple[int, int]]:
    """How many there are of each number of players and size of a hand."""
    sums: Counter[tuple[int, int]] = Counter()
    for (players, size, _value), n in counts.items():
        sums[players, size] += n
    return sums


Figure = tuple[str, int, Expected]


def _total(parts: Iterable[Expected]) -> Expected:
    """Things that do not depend on one another, taken together."""
    found = list(parts)
    return Expected(sum(part.mean for part in found), sum(part.variance for part in found))


def _doubles(counts: Counts, deals: Counter[tuple[int, int]]) -> list[Figure]:
    return [
        (
            str(value),
            sum(n for (_players, _size, held), n in counts.items() if held == value),
            _total(chance.doubles_in_deals(players, size, value, n) for (players, size), n in deals.items()),
        )
        for value in range(chance.DOUBLE_COUNT + 1)
    ]


def _pips(counts: Counts, deals: Counter[tuple[int, int]]) -> list[Figure]:
    most = max((len(chance.pips(size)) for _players, size in deals), default=0)
    figures = []
    for least in range(0, most, SPAN):
        span = range(least, least + SPAN)
        seen = sum(n for (_players, _size, value), n in counts.items() if value in span)
        parts = [chance.each(sum(chance.pips(size)[least : least + SPAN]), n) for (_p, size), n in deals.items()]
        figures.append((f"{least}", seen, _total(parts)))
    return figures


def _lots(counts: Counts) -> list[Figure]:
    """By seat: two share the lots of tables of two, and so on."""
    trials = _sums(counts)
    return [
        (
            _("Seat %(number)d") % {"number": seat + 1},
            sum(n for (_players, _size, value), n in counts.items() if value == seat),
            _total(chance.each(1 / players, n) for (players, _size), n in trials.items() if seat < players),
        )
        for seat in range(4)
    ]


def _plot(figures: Sequence[Figure]) -> Plot | None:
    shown = [figure for figure in figures if figure[2].mean >= LEAST_EXPECTED]
    if not shown:
        return None
    tops = [max(seen, expected.mean + SIGMAS * sqrt(expected.variance)) for _label, seen, expected in shown]
    highest = max(tops) * 1.02
    slot = WIDTH / len(shown)
    bars = tuple(_bar(figure, index * slot, slot, lambda n: HEIGHT * n / highest) for index, figure in enumerate(shown))
    return Plot(bars, sum(bar.inside for bar in bars))


def _bar(figure: Figure, left: float, slot: float, scale: Callable[[float], float]) -> Bar:
    label, seen, expected = figure
    spread = SIGMAS * sqrt(expected.variance)
    low, high = max(0.0, expected.mean - spread), expected.mean + spread
    width = slot * 0.5
    x = left + (slot - width) / 2
    return Bar(
        label=label,
        seen=seen,
        expected=f"{expected.mean:.0f}",
        inside=low <= seen <= high,
        x=f"{x:.1f}",
        middle=f"{left + slot / 2:.1f}",
        y=f"{HEIGHT - scale(seen):.1f}",
        height=f"{scale(seen):.1f}",
        width=f"{width:.1f}",
        band_y=f"{HEIGHT - scale(high):.1f}",
        band_height=f"{max(1.0, scale(high) - scale(low)):.1f}",
        line=f"M{left + slot * 0.1:.1f} {HEIGHT - scale(expected.mean):.1f}h{slot * 0.8:.1f}",
    )


def _sizes(doubles: Counts, pips: Counts) -> Iterable[SizeLine]:
    for size in sorted({size for _players, size, _value in doubles}):
        held, summed = _of_size(doubles, size), _of_size(pips, size)
        yield SizeLine(
            size=size,
            hands=sum(held.values()),
            doubles=f"{_mean(held):.3f}",
            doubles_by_chance=f"{size / 4:.2f}",
            pips=f"{_mean(summed):.2f}",
            pips_by_chance=size * 6,
        )


def _of_size(counts: Counts, size: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for (_players, of, value), n in counts.items():
        if of == size:
            found[value] += n
    return found


def _mean(counts: Counter[int]) -> float:
    return sum(value * n for value, n in counts.items()) / max(1, sum(counts.values()))
