"""Figures from leaving: how the score stood when somebody left a match with other people for good."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Max, Q

from games.desk.finding import MOST_MATCHES, Finding
from games.desk.odds import at_least
from games.models import LIVE, FlagKind, Match, Round, Seat

#: Leaving is rare, and seven times behind of seven is one in 128: the line is drawn there.
RARE_ENOUGH = 0.01


class Left(NamedTuple):
    """A seat that was left: by whom, at which match, from which side of how many, and when."""

    user: int
    match: int
    side: int
    sides: int
    at: datetime


class Standing(NamedTuple):
    """The scores of a match from this time on."""

    at: datetime
    scores: Sequence[str]


def leavers() -> Iterator[Finding]:
    """Who leaves when he is behind far more often than seats are behind; level scores do not count."""
    left = _left()
    standings = _standings({row.match for row in left})
    times: dict[int, list[tuple[Left, bool]]] = defaultdict(list)
    for row in left:
        behind = _is_behind(row, standings[row.match])
        if behind is not None:
            times[row.user].append((row, behind))
    for user, seen in times.items():
        yield from _when_behind(user, seen, len(times))


def _when_behind(user: int, seen: list[tuple[Left, bool]], compared: int) -> Iterator[Finding]:
    hits = sum(behind for _row, behind in seen)
    # Of more than two sides all but one are behind: who leaves at random is, then, more often than not.
    share = sum((row.sides - 1) / row.sides for row, _behind in seen) / len(seen)
    chance = at_least(hits, len(seen), share)
    if chance < RARE_ENOUGH:
        figures = {
            "behind": hits, "left": len(seen), "share": round(share, 3), "chance": chance, "compared": compared,
        }  # fmt: skip
        matches = sorted((row.match for row, behind in seen if behind), reverse=True)[:MOST_MATCHES]
        yield Finding(FlagKind.LEAVING, user, None, figures, tuple(matches))


def _left() -> list[Left]:
    """All seats that a person left, at tables with somebody else who was a person too."""
    people = Match.objects.exclude(state__in=LIVE).filter(annulled_at=None)
    people = people.annotate(persons=Count("seats", filter=Q(seats__user__isnull=False))).filter(persons__gt=1)
    seats = Seat.objects.filter(user__isnull=False, gone_at__isnull=False, match__in=people)
    columns = ("user_id", "match_id", "index", "match__ruleset__partners", "match__ruleset__players", "gone_at")
    return [
        Left(user, match, index % 2 if partners else index, 2 if partners else players, at)
        for user, match, index, partners, players, at in seats.values_list(*columns)
    ]


def _standings(matches: Iterable[int]) -> dict[int, list[Standing]]:
    """By match, the scores as each round left them, from its last move on."""
    rounds = Round.objects.filter(match_id__in=matches).exclude(end="").annotate(last=Max("moves__at"))
    found: dict[int, list[Standing]] = defaultdict(list)
    for match, at, scores in rounds.order_by("match_id", "number").values_list("match_id", "last", "scores"):
        found[match].append(Standing(at, scores))
    return found


def _is_behind(row: Left, standings: Sequence[Standing]) -> bool | None:
    """Whether this seat was behind when it was left; None where it was level with the best of the others."""
    before = [standing for standing in standings if standing.at <= row.at]
    if not before:
        return None
    scores = [Fraction(score) for score in before[-1].scores]
    own = scores.pop(row.side)
    return None if own == max(scores) else own < max(scores)
