"""Figures from think times: how long a person took for his plays, beside how long people take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median, pstdev

from games.desk.finding import MOST_MATCHES, Finding
from games.models import FlagKind, Match, Move, MoveBy

#: Hears how many matches have been read, and of how many.
Telling = Callable[[int, int], None]
#: So many matches are read at a time: a look of a minute holds no page of the database as it was when it began.
AT_A_TIME = 100

#: Fewer plays than this say nothing.
LEAST_PLAYS = 40
#: Somebody who is slower than this has gone to the door: no play of that length counts.
LONGEST = 120.0
#: Seeing, choosing and pressing take a person longer than this, but for a play that he had made up before.
QUICK = 0.5
MOSTLY = 0.5
#: People's times scatter by about their mean; a machine that waits "about two seconds" scatters far less.
REGULAR = 0.2


@dataclass(frozen=True)
class Times:
    """The plays of one person: their median in seconds, the share of quick ones, the scatter as a part of the mean."""

    plays: int
    median: float
    quick: float
    scatter: float

    @property
    def is_odd(self) -> bool:
        """Whether they do not fit a person."""
        return self.quick > MOSTLY or self.scatter < REGULAR


def times_of(seconds: Sequence[float]) -> Times:
    """The figures of these plays; at least one."""
    middle = mean(seconds)
    quick = sum(each < QUICK for each in seconds) / len(seconds)
    return Times(len(seconds), median(seconds), quick, pstdev(seconds) / middle if middle else 0.0)


def thinkers(tell: Telling | None = None) -> Iterator[Finding]:
    """Whose plays come too fast, or too regularly, for a person."""
    seconds, matches = _seconds(tell or (lambda _done, _of: None))
    figures = {user: times_of(own) for user, own in seconds.items() if len(own) >= LEAST_PLAYS}
    for user, times in figures.items():
        if times.is_odd:
            yield Finding(FlagKind.TIMES, user, None, _figures(times, figures.values()), _newest(matches[user]))


def _figures(times: Times, everybody: object) -> dict[str, float]:
    others = list(everybody)  # type: ignore[call-overload]
    return {
        "plays": times.plays,
        "median": round(times.median, 2),
        "quick": round(times.quick, 3),
        "scatter": round(times.scatter, 3),
        "people": len(others),
        "people_median": round(median(each.median for each in others), 2),
        "people_quick": round(median(each.quick for each in others), 3),
        "people_scatter": round(median(each.scatter for each in others), 3),
    }


def _newest(matches: set[int]) -> tuple[int, ...]:
    return tuple(sorted(matches, reverse=True)[:MOST_MATCHES])


def _seconds(tell: Telling) -> tuple[dict[int, list[float]], dict[int, set[int]]]:
    """By person, how long each of his plays took after the move before it; the first of a round counts for none."""
    seconds: dict[int, list[float]] = defaultdict(list)
    matches: dict[int, set[int]] = defaultdict(set)
    every = list(Match.objects.filter(prescribed="").order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(every), AT_A_TIME):
        tell(start, len(every))
        part = every[start : start + AT_A_TIME]
        played = Move.objects.filter(match__in=part).order_by("match_id", "version")
        for before, row in pairwise(played.values_list("match_id", "round_id", "user_id", "by", "at")):
            match, round_id, user, by, at = row
            took = (at - before[4]).total_seconds()
            if by == MoveBy.PERSON and before[:2] == (match, round_id) and took <= LONGEST and user is not None:
                seconds[user].append(took)
                matches[user].add(match)
    tell(len(every), len(every))
    return seconds, matches
