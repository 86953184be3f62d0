"""A match whose deal was given in advance, as its table says it: what it is, and where one goes when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.words.given import fixed_words, kind_words, where_words
from games.words.tiles import capital

if TYPE_CHECKING:
    from datetime import date

    from games.models import Match, Prescription


class WayOn(NamedTuple):
    """A link of the panel at the end."""

    url: str
    text: str


@dataclass(frozen=True)
class Given:
    """*head* stands before the rules in the head of the page, *line* is the plain sentence.

    *again*: where a form is sent that begins it once more, *again_text* its button; empty for who does not own it.
    """

    head: str
    line: str
    ways: tuple[WayOn, ...]
    again: str = ""
    again_text: str = ""


def given_view(match: Match, given: Prescription, *, own: bool) -> Given:
    """What the table of a prescribed match says of it."""
    deal, kind = given.deal, match.prescribed
    line = fixed_words(
        kind,
        counted=given.counted,
        anew=given.anew,
        where=where_words(given.round_number, given.move_number),
        day=deal.day if deal is not None else None,
    )
    return Given(capital(kind_words(kind)), line, tuple(_ways(match, given)), *(_again(match, given) if own else ()))


def _ways(match: Match, given: Prescription) -> list[WayOn]:
    if match.prescribed == "what_if":
        return [WayOn(reverse("games:compared", args=[match.code]), _("Compare with what happened"))]
    assert given.deal is not None, "a deal that many play"
    return [_to_deal(given.deal.day, given.deal.code)]


def _to_deal(day: date | None, code: str) -> WayOn:
    if day is None:
        return WayOn(reverse("games:deal", args=[code]), _("How others did"))
    return WayOn(reverse("games:daily"), _("To the deals of the day"))


def _again(match: Match, given: Prescription) -> tuple[str, str]:
    if match.prescribed == "what_if":
        return reverse("games:play_on_again", args=[match.code]), _("Play it again")
    assert given.deal is not None, "a deal that many play"
    if given.deal.day is None:
        return reverse("games:play_deal", args=[given.deal.code]), _("Play it again, for practice")
    return reverse("games:play_daily", args=[given.deal.day, given.deal.game]), _("Play it again, for practice")
