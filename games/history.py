"""Matches that are over, as a list: one's own, or everybody's public ones; filtered, a page at a time, newest first.

Pages are cut by key (the end's time and the row), so that the hundredth costs what the first does, and every list takes
the same few queries. The indexes that serve them stand in games/models.py, each with its EXPLAIN.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects

from accounts import names
from accounts.models import User
from games.models import PUBLIC_HISTORY, Grade, Match, MatchEnd, Result, Seat
from games.rules.fingerprint import fingerprint_of
from games.rules.ruleset import PRESETS, preset, preset_players

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PAGE_SIZE = 20
#: A part of a name that fits more people than this finds so many of them.
MOST_PEOPLE = 50
SHORTEST_NAME = 2
CUSTOM, FINISHED = "custom", "finished"
_CODE = re.compile(r"[0-9A-Za-z_-]{22}", re.ASCII)

_seats = Prefetch("seats", queryset=Seat.objects.select_related("user").order_by("index"))


class Key(NamedTuple):
    """Where a page is cut: at the match that ended then. Addresses name it by its code."""

    at: datetime
    pk: int


@dataclass(frozen=True)
class Wanted:
    """What is asked for. *rules* is a preset, "custom" or a fingerprint; *result* a `Result`, or "finished".

    *older* and *newer* are codes of matches: what ended before that one, or after it.
    """

    mine: bool = False
    rules: str = ""
    format: str = ""
    player: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    older: str = ""
    newer: str = ""


class ReviewOf(NamedTuple):
    """The review of a match in a list, with the viewer's own accuracy (0 to 100) where he played and it is done.

    `state` is empty where there is none.
    """

    state: str
    accuracy: float | None


@dataclass(frozen=True)
class Page:
    """Matches with their seats, and the codes at which the older and the newer page are cut; empty: there is none.

    `reviews` by the match's primary key.
    """

    matches: list[Match]
    older: str = ""
    newer: str = ""
    reviews: Mapping[int, ReviewOf] = field(default_factory=dict)


def history(wanted: Wanted, user: User | None) -> Page:
    """One page of matches, the newest first."""
    people = _people(wanted.player) if wanted.player else None
    if people == []:
        return Page([])
    cut = _key(wanted.newer or wanted.older)
    if wanted.mine and user is not None:
        keys = _cut(_mine(wanted, user, people), wanted, cut, "over_at", "match_id")
    else:
        keys = _cut(_public(wanted, people), wanted, cut, "finished_at", "pk")
    return _page(keys, user, back=bool(wanted.newer and cut), first=cut is None)


def _key(code: str) -> Key | None:
    """The key of a match that is over; None for any other code, which begins with the newest."""
    if not _CODE.fullmatch(code):
        return None
    at, pk = Match.objects.filter(code=code).values_list("finished_at", "pk").first() or (None, 0)
    return Key(at, pk) if at is not None else None


def count_mine(user: User) -> int:
    """How many matches this person has in the history."""
    return Seat.objects.filter(user=user, over_at__isnull=False).count()


def mine_in_order(user: User) -> QuerySet[Seat]:
    """All one's seats of matches that are over, the oldest first."""
    return Seat.objects.filter(user=user, over_at__isnull=False).order_by("over_at", "match_id")


@lru_cache(maxsize=64)
def fingerprints(name: str) -> tuple[str, ...]:
    """The fingerprints of a preset, one for each number of players."""
    return tuple(fingerprint_of(preset(name, players).to_dict()) for players in preset_players(name))


def _people(text: str) -> list[int]:
    """Those whose names have this part, as the eye reads it."""
    key = names.key_of(names.normal(text))
    if len(key) < SHORTEST_NAME:
        return []
    return list(User.objects.filter(name_key__contains=key).values_list("pk", flat=True)[:MOST_PEOPLE])


def _of_people(people: Sequence[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(user_id__in=people, over_at__isnull=False)


def _mine(wanted: Wanted, user: User, people: Sequence[int] | None) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user=user, over_at__isnull=False).filter(_settings(wanted, "match__"))
    if wanted.result in Result.values:
        seats = seats.filter(result=wanted.result)
    elif wanted.result == FINISHED:
        seats = seats.exclude(result=Result.UNFINISHED)
    if people is not None:
        seats = seats.filter(match_id__in=_of_people(people).exclude(user=user).values("match_id"))
    return seats


def _public(wanted: Wanted, people: Sequence[int] | None) -> QuerySet[Match]:
    hidden = Seat.objects.filter(match=OuterRef("pk"), user__hide_history=True)
    matches = Match.objects.filter(PUBLIC_HISTORY).filter(~Exists(hidden)).filter(_settings(wanted, ""))
    if wanted.result:
        unfinished = wanted.result == Result.UNFINISHED
        matches = matches.filter(end=MatchEnd.UNFINISHED if unfinished else MatchEnd.TARGET)
    if people is not None:
        matches = matches.filter(pk__in=_of_people(people).values("match_id"))
    return matches


def _settings(wanted: Wanted, prefix: str) -> Q:
    asked = Q()
    if wanted.format:
        asked &= Q(**{f"{prefix}format": wanted.format})
    if wanted.rules == CUSTOM:
        known = [one for name in PRESETS for one in fingerprints(name)]
        asked &= ~Q(**{f"{prefix}fingerprint__in": known})
    elif wanted.rules in PRESETS:
        asked &= Q(**{f"{prefix}fingerprint__in": fingerprints(wanted.rules)})
    elif wanted.rules:
        asked &= Q(**{f"{prefix}fingerprint": wanted.rules})
    return asked


def _cut(rows: QuerySet[Any], wanted: Wanted, cut: Key | None, at: str, row: str) -> list[Key]:
    """The keys of a page and one more, in the direction that is asked for; *at* and *row* are the columns of a key."""
    if wanted.since is not None:
        rows = rows.filter(**{f"{at}__gte": _midnight(wanted.since)})
    if wanted.until is not None and wanted.until < date.max:  # after that day there is none
        rows = rows.filter(**{f"{at}__lt": _midnight(wanted.until + timedelta(days=1))})
    back = bool(wanted.newer and cut)
    if cut is not None:
        way = "g" if back else "l"
        # The first condition is implied by the second: it is the one that an index can use.
        rows = rows.filter(**{f"{at}__{way}te": cut.at})
        rows = rows.filter(Q(**{f"{at}__{way}t": cut.at}) | Q(**{at: cut.at, f"{row}__{way}t": cut.pk}))
    rows = rows.order_by(at, row) if back else rows.order_by(f"-{at}", f"-{row}")
    return [Key(*values) for values in rows.values_list(at, row)[: PAGE_SIZE + 1]]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def _reviewed(user: User | None) -> QuerySet[Match]:
    """Matches with the state of their review, and the viewer's accuracy in it: no query of its own."""
    own = Grade.objects.filter(review__match=OuterRef("pk"), user=user) if user is not None else Grade.objects.none()
    return Match.objects.annotate(review_state=F("review__state"), accuracy=Subquery(own.values("accuracy")[:1]))


def _review_of(match: Any) -> ReviewOf:
    return ReviewOf(match.review_state or "", match.accuracy)


def _page(keys: list[Key], user: User | None, *, back: bool, first: bool) -> Page:
    more, keys = len(keys) > PAGE_SIZE, keys[:PAGE_SIZE]
    found = _reviewed(user).in_bulk([key.pk for key in keys])
    matches = [found[key.pk] for key in keys if key.pk in found]
    prefetch_related_objects(matches, _seats)
    if back:
        matches.reverse()
    if not matches:
        return Page([])
    return Page(
        matches,
        reviews={match.pk: _review_of(match) for match in matches},
        older=matches[-1].code if more or back else "",
        newer=matches[0].code if (more if back else not first) else "",
    )
