"""Rows of the history and of the studies, as one viewer reads them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.linked import Name, linked, profile_url
from games.presenters.lobby import seat_name
from games.presenters.people import robot_name
from games.rules.errors import RulesetError
from games.rules.notation import parse_number
from games.rules.ruleset import Ruleset
from games.words.given import kind_words
from games.words.reviewing import in_list
from games.words.rules import PRESET_NAMES, facts, preset_name
from games.words.tiles import capital, figure, joined

if TYPE_CHECKING:
    from games.history import ReviewOf
    from games.models import Match, Seat

NO_REVIEWS: Mapping[int, ReviewOf] = {}
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class HistoryRow:
    """A match that is over. *result* is the viewer's own, or ``unfinished``; empty where there is nothing to say.

    *who*: its players in a sentence, with the addresses of their pages. *alike_query*: the matches by the same rules.
    """

    url: str
    who: tuple[Name, ...]
    said: str
    mark: str
    alike_query: str
    scores: str
    at: datetime | None
    rounds: str
    result: str
    result_text: str
    private: bool
    annulled: bool = False
    #: Why its deal was given in advance.
    given: str = ""
    #: The link to its review.
    review: str = ""


def history_rows(
    matches: Iterable[Match], viewer_pk: int | None, reviews: Mapping[int, ReviewOf] = NO_REVIEWS
) -> list[HistoryRow]:
    """The rows of a page; a match whose ruleset is spoilt is left out, so that the others are seen."""
    rows = []
    for match in matches:
        try:
            row = _row(match, Ruleset.from_dict(match.ruleset), viewer_pk)
            state, accuracy = reviews.get(match.pk, ("", None))
            rows.append(replace(row, review=in_list(state, accuracy) if match.format else ""))
        except RulesetError:
            log.exception("match %s has no ruleset that can be read", match.code)
    return rows


def _row(match: Match, ruleset: Ruleset, viewer_pk: int | None) -> HistoryRow:
    seats = list(match.seats.all())
    own = next((seat for seat in seats if viewer_pk is not None and seat.user_id == viewer_pk), None)
    result = "" if match.prescribed else _result(match, own)
    return HistoryRow(
        url=reverse("games:replay", args=[match.code]),
        who=_who(ruleset, seats, own),
        said=facts(ruleset) + ".",
        mark=match.fingerprint,
        alike_query=f"?{urlencode({'whose': 'all', 'rules': match.fingerprint})}",
        scores=_scores(match, ruleset, own),
        at=match.finished_at,
        rounds=ngettext("%(count)d round", "%(count)d rounds", match.round_number) % {"count": match.round_number},
        result=result,
        result_text={"won": _("won"), "lost": _("lost"), "unfinished": _("unfinished")}.get(result, ""),
        private=match.private,
        annulled=match.annulled_at is not None,
        given=kind_words(match.prescribed),
    )


def _result(match: Match, own: Seat | None) -> str:
    if own is not None:
        return own.result
    return "unfinished" if match.winner_side is None else ""


def _who(ruleset: Ruleset, seats: list[Seat], own: Seat | None) -> tuple[Name, ...]:
    """``Alice and Bone``; partners stand together, one's own side first."""

    def said(names: list[str]) -> str:
        sides = [joined([names[seat] for seat in side]) for side in _order(ruleset, own)]
        return joined(sides) if not ruleset.partners else _("%(first)s against %(second)s") % _pair(sides)

    first, *others = linked([_name(seat, own) for seat in seats], said)
    return (replace(first, text=capital(first.text)), *others)


def _name(seat: Seat, own: Seat | None) -> Name:
    text = _("you") if seat is own else seat_name(seat) or _("Free seat")
    return Name(text, profile_url(seat.user) if seat.user is not None else "")


def _pair(sides: list[str]) -> dict[str, str]:
    return {"first": sides[0], "second": sides[1]}


def _order(ruleset: Ruleset, own: Seat | None) -> list[tuple[int, ...]]:
    mine = ruleset.side_of(own.index) if own is not None else 0
    sides = list(ruleset.sides)
    return [sides[mine], *sides[:mine], *sides[mine + 1 :]]


def _scores(match: Match, ruleset: Ruleset, own: Seat | None) -> str:
    """``250 : 145``, the viewer's side first."""
    mine = ruleset.side_of(own.index) if own is not None else 0
    scores = [figure(parse_number(str(score))) for score in match.scores]
    return " : ".join([*scores[mine : mine + 1], *scores[:mine], *scores[mine + 1 :]])


@dataclass(frozen=True)
class StudyRow:
    """An uploaded record in the list of its owner."""

    url: str
    delete_url: str
    title: str
    at: datetime
    rules: str


def study_row(token: str, at: datetime, seats: list[dict[str, Any]], rules: str) -> StudyRow:
    """*seats* as in a record: names, and kinds of robots; *rules* is a preset, or "custom"."""
    names = [seat["name"] or robot_name(seat["robot"] or "") or _("Free seat") for seat in seats]
    return StudyRow(
        url=reverse("games:study", args=[token]),
        delete_url=reverse("games:study_delete", args=[token]),
        title=joined(names),
        at=at,
        rules=preset_name(rules) if rules in PRESET_NAMES else _("Rules of their own"),
    )
