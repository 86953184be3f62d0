"""What one viewer reads of a table's talk, and what he may say there. Lines that he has muted never leave here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accounts.company import shunned_by
from accounts.prepared import Prepared
from games.models import Line
from games.services import errors, talk, timing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from games.models import Match, Seat

#: The newest lines, as many as a page shows.
SHOWN = 40


@dataclass(frozen=True)
class Spoken:
    """One line: a phrase's code, or a text. `seated`: its speaker had a seat then."""

    number: int
    user: int
    name: str
    phrase: str
    text: str
    seated: bool


@dataclass(frozen=True)
class Other:
    """Somebody else at the table, and how the viewer stands to him. Guests have no page."""

    name: str
    guest: bool
    muted: bool
    blocked: bool


@dataclass(frozen=True)
class TalkData:
    """The talk as one viewer gets it. `newest` counts every line, muted or not: it tells new from old, no more.

    `open`: there is talk at this table, and it is this viewer's to read. `why_phrase`, `why_text`: the code of what
    keeps him from saying a phrase, or a text of his own, now; "" when he may.
    """

    open: bool = False
    newest: int = 0
    lines: tuple[Spoken, ...] = ()
    others: tuple[Other, ...] = ()
    viewer: int | None = None
    why_phrase: str = errors.OnlySeated.code
    why_text: str = errors.OnlySeated.code
    free: bool = False
    partners: bool = False


def talk_of(match: Match, seats: Sequence[Seat], viewer: object) -> TalkData:
    """The talk of a table for this viewer; the seats come with their persons.

    At a private table who has no seat reads nothing.
    """
    me = getattr(viewer, "pk", None)
    sits = me is not None and any(seat.user_id == me for seat in seats)
    if not talk.is_talked_at(seats) or (match.private and not sits):
        return TalkData()
    muted, blocked = shunned_by(viewer)
    newest = newest_of(match.pk)
    why_phrase, why_text = talk.whys_not(match, seats, viewer, at=timing.now())
    return TalkData(
        open=True,
        newest=newest,
        lines=_lines(match, muted | blocked) if newest else (),
        others=_others(seats, me, muted, blocked) if me is not None else (),
        viewer=me,
        why_phrase=_code(why_phrase),
        why_text=_code(why_text),
        free=match.free_talk,
        partners=talk.has_partners(match),
    )


def newest_of(match_id: int) -> int:
    """The number of the newest line of a table; 0 when nothing has been said."""
    return next((int(number) for (number,) in _newest(match_id)), 0)


@Prepared
def _newest(match_id: int) -> QuerySet[Any, Any]:
    return Line.objects.filter(match_id=match_id).order_by("-number").values_list("number")[:1]


def _code(why: type[errors.Refused] | None) -> str:
    return "" if why is None else why.code


def _lines(match: Match, unread: frozenset[int]) -> tuple[Spoken, ...]:
    """The newest lines but those of these persons, the oldest of them first."""
    lines = Line.objects.filter(match_id=match.pk).exclude(user_id__in=unread).select_related("user")
    return tuple(
        Spoken(line.number, line.user_id, line.user.username, line.phrase, line.text, line.seat is not None)
        for line in reversed(lines.order_by("-number")[:SHOWN])
    )


def _others(seats: Sequence[Seat], me: int, muted: frozenset[int], blocked: frozenset[int]) -> tuple[Other, ...]:
    persons = [seat.user for seat in seats if seat.user is not None and seat.user_id != me]
    return tuple(Other(user.username, user.is_guest, user.pk in muted, user.pk in blocked) for user in persons)
