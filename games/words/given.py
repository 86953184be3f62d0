"""Words for matches whose deal was fixed in advance: what they are, and how they went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.words.tiles import figure

if TYPE_CHECKING:
    from datetime import date

    from games.rules.scoring import Number


def kind_words(kind: str) -> str:
    """What a match with a prescribed deal is, as a tag; "" for every other."""
    return {
        "what_if": pgettext("a match", "what if"),
        "daily": _("deal of the day"),
        "code": _("deal code"),
    }.get(kind, "")


def one_round_words() -> str:
    """For the head of the page, whose rules speak of a target that this match ends without."""
    return pgettext("a match", "one round")


def fixed_words(kind: str, *, counted: bool, anew: bool, where: str, day: date | None) -> str:
    """The plain sentence that stands where other matches have their promise."""
    if kind == "what_if" and anew:
        told = _("This deal was fixed in advance up to %(where)s of another match. What could not be known there was dealt anew.")  # fmt: skip  # noqa: E501
    elif kind == "what_if":
        told = _("This deal was fixed in advance: it goes on from %(where)s of another match, and every tile lies as it lay. Who has seen that match plays in hindsight.")  # fmt: skip  # noqa: E501
    elif kind == "daily":
        told = _("This deal was fixed in advance: on %(day)s everybody plays these tiles against the same robots.")
    else:
        told = _("This deal was fixed in advance: whoever has its code plays these tiles against the same robots.")
    named = {"where": where, "day": date_format(day, "DATE_FORMAT") if day is not None else ""}
    return f"{told % named} {_stake(kind, counted=counted)}"


def _stake(kind: str, *, counted: bool) -> str:
    if kind == "what_if":
        return _("It counts for nothing.")
    return _("Your first try counts in its table, and nowhere else.") if counted else _("This try is practice.")


def where_words(round_number: int, move: int) -> str:
    """A place in a match."""
    return _("round %(round)d, move %(move)d") % {"round": round_number, "move": move}


def result_words(gained: Number, margin: Number) -> str:
    """How one's round went: what one's side gained, and how that stands to the best of the others."""
    if margin > 0:
        told = _("You gained %(gained)s points, %(margin)s more than the others.")
    elif margin < 0:
        told = _("You gained %(gained)s points, %(margin)s fewer than the others.")
    else:
        told = _("You gained %(gained)s points, as many as the others.")
    return told % {"gained": figure(gained), "margin": figure(max(margin, -margin))}


def streak_words(days: int) -> str:
    """For how many days in a row one has played; "" for none."""
    if not days:
        return ""
    return ngettext("%(days)d day in a row.", "%(days)d days in a row.", days) % {"days": days}


def played_words(count: int) -> str:
    """How many have finished a deal."""
    if not count:
        return _("Nobody has finished it yet.")
    return ngettext("%(count)d person has finished it.", "%(count)d persons have finished it.", count) % {
        "count": count
    }
