"""Two players who know every tile: nothing is left to draw, so the rest of the round is looked through to its end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.robots.engine.playing import Course, Option, World
    from games.robots.engine.tables import State, Way

#: So many positions are looked at for one choice at most: about a fifth of a second.
MOST_NODES = 25_000
WIDE = 1e9
#: The value of a play that wins the match, where chances are looked at.
WON = 1.0

Made = tuple[float, float]


class TooManyError(Exception):
    """More positions than may be looked at."""


def solve(course: Course, world: World, seat: int, options: Sequence[Option]) -> list[tuple[float, float]] | None:
    """What each option leads to with best play of both: the lead in raw points, and the chance to win the match.

    None when it is too much to look through.
    """
    mine, theirs = world.hands[seat], world.hands[1 - seat]
    by_points, by_chance = _ByPoints(course), _ByChance(course)
    found = []
    try:
        for bit, way in options:
            lead = by_points.after(way, bit, mine, theirs, seat, (0.0, 0.0), -WIDE, WIDE)
            chance = by_chance.after(way, bit, mine, theirs, seat, (0.0, 0.0), -WIDE, WIDE)
            found.append((lead, (chance + 1.0) / 2.0))
    except TooManyError:
        return None
    return found


class _Search(ABC):
    """Negamax with bounds and a memory. What `_key`, `_gain` and `_end` mean is for the two kinds to say.

    `made` are the raw points of both sides since the position at which the search began.
    """

    def __init__(self, course: Course) -> None:
        self.course = course
        self.nodes = 0
        self.known: dict[object, tuple[float, int]] = {}

    def after(
        self, way: Way, bit: int, mine: int, theirs: int, side: int, made: Made, low: float, high: float
    ) -> float:
        """The value for `side`, which lays this tile in this way."""
        points, state, _ = way
        mine &= ~bit
        if points:
            made, has_won = self._made(made, side, points)
            if has_won:
                return WON
        gain = self._gain(points)
        if not mine:
            return gain + self._end(side, mine, theirs, side, made)
        return gain - self.value(state, theirs, mine, 1 - side, False, made, gain - high, gain - low)

    def value(
        self, state: State, mine: int, theirs: int, side: int, passed: bool, made: Made, low: float, high: float
    ) -> float:
        """The value for `side`, which is on turn with the hand `mine`."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooManyError
        fits = mine & state.match
        if not fits:
            if passed:
                return self._end(side, mine, theirs, None, made)
            return -self.value(state, theirs, mine, 1 - side, True, made, -high, -low)
        key = self._key(state, mine, theirs, side, made)
        kept = self.known.get(key)
        if kept is not None and (kept[1] == 0 or (kept[1] > 0 and kept[0] >= high) or (kept[1] < 0 and kept[0] <= low)):
            return kept[0]
        best, floor = -WIDE, low
        for way, bit in _tries(state, fits):
            value = self.after(way, bit, mine, theirs, side, made, floor, high)
            if value > best:
                best = value
                floor = max(floor, value)
                if best >= high:
                    break
        self.known[key] = (best, 1 if best >= high else -1 if best <= low else 0)
        return best

    def _made(self, made: Made, side: int, points: float) -> tuple[Made, bool]:
        """The points of both sides after a score, and whether the match is won by it."""
        limit, total = self.course.limits[side], made[side] + points
        if total > limit and self.course.exact:
            return made, False
        after = (total, made[1]) if side == 0 else (made[0], total)
        return after, total >= limit

    def _settlement(self, side: int, mine: int, theirs: int, out: int | None) -> Made:
        hands = [mine, theirs] if side == 0 else [theirs, mine]
        first, second = self.course.ending.settled(hands, out)
        return first, second

    @abstractmethod
    def _key(self, state: State, mine: int, theirs: int, side: int, made: Made) -> object:
        """By what a position is remembered."""

    @abstractmethod
    def _gain(self, points: float) -> float:
        """What a score adds to the value at once."""

    @abstractmethod
    def _end(self, side: int, mine: int, theirs: int, out: int | None, made: Made) -> float:
        """The value of the end of the round: `out` went out, or (None) it is blocked."""


class _ByPoints(_Search):
    """Values are leads in raw points; the target of the match is not looked at."""

    def _made(self, made: Made, side: int, points: float) -> tuple[Made, bool]:
        return made, False

    def _key(self, state: State, mine: int, theirs: int, side: int, made: Made) -> object:
        return state, mine, theirs, side

    def _gain(self, points: float) -> float:
        return points

    def _end(self, side: int, mine: int, theirs: int, out: int | None, made: Made) -> float:
        gains = self._settlement(side, mine, theirs, out)
        return gains[side] - gains[1 - side]


class _ByChance(_Search):
    """Values are chances of winning the match, from -1 to 1."""

    def _key(self, state: State, mine: int, theirs: int, side: int, made: Made) -> object:
        return state, mine, theirs, side, made

    def _gain(self, points: float) -> float:
        return 0.0

    def _end(self, side: int, mine: int, theirs: int, out: int | None, made: Made) -> float:
        totals = []
        for limit, gain, more in zip(self.course.limits, made, self._settlement(side, mine, theirs, out), strict=True):
            total = gain + more
            totals.append(limit - (gain if self.course.exact and total > limit else total))
        leader = out if self.course.leads else None
        return 2.0 * self.course.outlook.chances(tuple(totals), leader)[side] - 1.0


def _tries(state: State, fits: int) -> list[tuple[Way, int]]:
    """The ways of these tiles, what scores most first, then the heaviest."""
    found = []
    while fits:
        bit = fits & -fits
        fits ^= bit
        found += [(way, bit) for way in state.ways_of(bit)]
    found.sort(key=lambda each: (each[0][0], each[0][2]), reverse=True)
    return found
