"""Deals that many play, as one viewer reads of them: what may be said before he has played, and all of it after."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models_fixed import CLASSIC
from games.presenters.linked import profile_url
from games.presenters.people import robot_name, robot_tag
from games.rules.ruleset import Ruleset
from games.words.given import played_words, result_words
from games.words.rules import players_words, ruleset_name
from games.words.tiles import figure, joined, signed

if TYPE_CHECKING:
    from games.fixed import DealData, Place
    from games.models import FixedDeal, Match, Prescription


@dataclass(frozen=True)
class PlaceRow:
    """A line of a deal's table. *url* leads to the player's page, *replay* to his round; empty where there is none."""

    rank: int
    name: str
    url: str
    replay: str
    gained: str
    margin: str
    mine: bool
    note: str


@dataclass(frozen=True)
class TryLine:
    """One's own try: *table* leads to it while it is played, *replay* when it is over."""

    text: str
    url: str
    note: str
    running: bool


@dataclass(frozen=True)
class DealView:
    """A deal as this viewer may know it.

    *may_play*: "first" for the try that counts, "again" for practice, "go on" for the one under way. *rows* is empty
    until the deal, and with it everybody's result, is told to him.
    """

    title: str
    rules: str
    against: str
    play_url: str
    may_play: str
    tries: tuple[TryLine, ...]
    rows: tuple[PlaceRow, ...]
    told: bool
    people: str
    commitment: str
    secret: str
    name: str
    #: The tiles that one gets: how many, and which once they are told.
    backs: range
    hand: tuple[str, ...]


def deal_view(data: DealData) -> DealView:
    """What the page of a deal says to its viewer."""
    deal, proof = data.deal, data.proof
    ruleset = Ruleset.from_dict(deal.ruleset)
    return DealView(
        title=_title(deal),
        rules=_("%(name)s, %(players)s") % {"name": ruleset_name(ruleset), "players": players_words(ruleset)},
        against=_against(deal),
        play_url=_play_url(deal),
        may_play=_may_play(data),
        tries=tuple(map(_try, data.tries)),
        rows=tuple(_row(place, data.viewer) for place in data.places),
        told=data.told,
        people=played_words(data.finished),
        commitment=deal.commitment,
        secret=proof.secret if proof is not None else "",
        name=proof.match if proof is not None else "",
        backs=range(0 if data.told else ruleset.hand_size),
        hand=tuple(deal.tiles.split()[ruleset.hand_slices[deal.seat]]) if data.told else (),
    )


def _title(deal: FixedDeal) -> str:
    if deal.day is None:
        return _("Deal %(code)s") % {"code": deal.code}
    return pgettext("a deal of the day", "The classic") if deal.game == CLASSIC else _("And another game")


def _against(deal: FixedDeal) -> str:
    """Against whom one plays it, and with whom."""
    partner = deal.robots[(deal.seat + 2) % 4] if deal.ruleset["partners"] else ""
    others = [kind for index, kind in enumerate(deal.robots) if kind and not (partner and index % 2 == deal.seat % 2)]
    names = joined([_robot(kind) for kind in dict.fromkeys(others)])
    if not partner:
        return (
            _("Against %(others)s.") % {"others": names}
            if len(others) == 1
            else _("Against robots: %(others)s.") % {"others": names}
        )
    if {partner} == set(others):
        return _("With and against robots: %(others)s.") % {"others": names}
    return _("With %(partner)s against %(others)s.") % {"partner": _robot(partner), "others": names}


def _robot(kind: str) -> str:
    return f"{robot_name(kind)} ({robot_tag(kind)})"


def _play_url(deal: FixedDeal) -> str:
    if deal.day is None:
        return reverse("games:play_deal", args=[deal.code])
    return reverse("games:play_daily", args=[deal.day, deal.game])


def _may_play(data: DealData) -> str:
    if any(row.over_at is None for row in data.tries):
        return "go on"
    return "again" if data.tries or data.over or data.told else "first"


def _try(row: Prescription) -> TryLine:
    note = "" if row.counted else _("practice")
    if row.over_at is None:
        return TryLine(_("Under way."), reverse("games:table", args=[row.match.code]), note, running=True)
    url = reverse("games:replay", args=[row.match.code])
    if row.margin is None or row.gained is None:
        return TryLine(_("Left before its end."), url if row.match.format else "", note, running=False)
    return TryLine(result_words(Fraction(row.gained, 2), Fraction(row.margin, 2)), url, note, running=False)


def _row(place: Place, viewer: int | None) -> PlaceRow:
    user, mine = place.user, place.user is not None and place.user.pk == viewer
    hidden = not mine and (user is None or user.hide_history)
    return PlaceRow(
        rank=place.rank,
        name=_("Somebody") if hidden or user is None else user.username,
        url="" if hidden or user is None else profile_url(user),
        replay=_replay(place.match, hidden=hidden),
        gained=figure(Fraction(place.gained, 2)),
        margin=signed(Fraction(place.margin, 2)),
        mine=mine,
        note=_("where the deal is from") if place.original else "",
    )


def _replay(match: Match | None, *, hidden: bool) -> str:
    return "" if match is None or hidden else reverse("games:replay", args=[match.code])
