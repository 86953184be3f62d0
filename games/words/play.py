"""What happens at the table, in sentences: short, exact, "you" for the viewer and names for the others.

One function a sentence. Each takes values and a `Who`, so that the page, the log, the live region and the tab
say the same thing in the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.errors import Reason
from games.rules.layout import Place
from games.rules.scoring import Number
from games.rules.tiles import Tile
from games.words import places
from games.words.remembered import remembered
from games.words.tiles import capital, figure, joined, points, tile_name, tile_said


@dataclass(frozen=True)
class Who:
    """A player as the viewer knows him; *me* is the viewer himself (and sentences say "you")."""

    name: str
    me: bool = False


def stood_in(robot: str, who: Who) -> Who:
    """Who acts when a robot plays for an absent player."""
    if who.me:
        return Who(_("%(robot)s, for you,") % {"robot": robot})
    return Who(_("%(robot)s, for %(name)s,") % {"robot": robot, "name": who.name})


def by_clock(who: Who) -> Who:
    """Who acts when time ran out and the table played for the player."""
    return Who(_("The clock, for you,") if who.me else _("The clock, for %(name)s,") % {"name": who.name})


def laid(tile: Tile, lengthwise: bool) -> str:
    """The tile as it was laid, in a sentence: a double that lies in the line says so."""
    return lying(tile_said(tile)) if lengthwise else tile_said(tile)


def lying(name: str) -> str:
    """The name of a double that lies in the line."""
    return pgettext("tile", "%(tile)s lengthwise") % {"tile": name}


@remembered
def led(who: Who, tile: str) -> str:
    template = _("You led %(tile)s.") if who.me else _("%(name)s led %(tile)s.")
    return template % {"name": who.name, "tile": tile}


@remembered
def played(who: Who, tile: str, place: Place, drew: int = 0) -> str:
    values = {"name": who.name, "tile": tile, "place": places.phrase(place), "count": drew}
    if drew:
        mine = pgettext("draw", "You drew %(count)d, then played %(tile)s %(place)s.")
        other = pgettext("draw", "%(name)s drew %(count)d, then played %(tile)s %(place)s.")
    else:
        mine, other = _("You played %(tile)s %(place)s."), _("%(name)s played %(tile)s %(place)s.")
    return (mine if who.me else other) % values


@remembered
def opened(who: Who, tile: str, place: Place, drew: int = 0) -> str:
    values = {"name": who.name, "tile": tile, "arm": places.arm(place), "count": drew}
    if drew:
        mine = pgettext("draw", "You drew %(count)d, then opened %(arm)s with %(tile)s.")
        other = pgettext("draw", "%(name)s drew %(count)d, then opened %(arm)s with %(tile)s.")
    else:
        mine, other = _("You opened %(arm)s with %(tile)s."), _("%(name)s opened %(arm)s with %(tile)s.")
    return (mine if who.me else other) % values


@remembered
def drew(who: Who, count: int) -> str:
    template = pgettext("draw", "You drew %(count)d.") if who.me else pgettext("draw", "%(name)s drew %(count)d.")
    return template % {"name": who.name, "count": count}


@remembered
def passed(who: Who, drew: int = 0) -> str:
    values = {"name": who.name, "count": drew}
    if drew:
        mine = pgettext("pass", "You drew %(count)d and passed: nothing fits.")
        other = pgettext("pass", "%(name)s drew %(count)d and passed: nothing fits.")
    else:
        mine, other = pgettext("pass", "You passed: nothing fits."), pgettext("pass", "%(name)s passed: nothing fits.")
    return (mine if who.me else other) % values


@remembered
def dealt(who: Who, leader_by: str) -> str:
    """Who leads this round, and why."""
    sentences = {
        "lot": (_("You lead, by lot."), _("%(name)s leads, by lot.")),
        "went_out": (_("You lead: you went out."), _("%(name)s leads: %(name)s went out.")),
        "rotate": (_("You lead this round."), _("%(name)s leads this round.")),
        "highest_double": (
            _("You lead with the highest double."),
            _("%(name)s leads with the highest double."),
        ),
    }
    mine, other = sentences[leader_by]
    return (mine if who.me else other) % {"name": who.name}


@remembered
def scored(who: Who, amount: Number, partners: bool = False, our_side: bool = False) -> str:
    """What a play earned, for whom; with partners the side is named."""
    if not amount:
        return _("No points.")
    return _scored(who, partners, our_side, 1 if amount == 1 else 2) % {"name": who.name, "points": figure(amount)}


def _scored(who: Who, partners: bool, our_side: bool, form: int) -> str:
    if who.me:
        return ngettext("You scored %(points)s.", "You scored %(points)s.", form)
    if not partners:
        return ngettext("%(name)s scored %(points)s.", "%(name)s scored %(points)s.", form)
    if our_side:
        return ngettext("%(name)s scored %(points)s for your side.", "%(name)s scored %(points)s for your side.", form)
    return ngettext(
        "%(name)s scored %(points)s for the other side.", "%(name)s scored %(points)s for the other side.", form
    )


@remembered
def counted(sum_text: str, amount: Number) -> str:
    """``1 + 12 + 2 = 15, 15 points.`` or ``…, no points.``: the count as the live region says it."""
    if amount:
        return _("%(sum)s: %(points)s.") % {"sum": sum_text, "points": points(amount)}
    return _("%(sum)s, no points.") % {"sum": sum_text}


@remembered
def makes(place: Place, sum_text: str) -> str:
    return _("%(place)s makes %(sum)s.") % {"place": places.subject(place), "sum": sum_text}


def lead_makes(sum_text: str) -> str:
    return _("It makes %(sum)s.") % {"sum": sum_text}


@remembered
def offer(tile: str, place: Place | None, sum_text: str, amount: Number) -> str:
    """The whole name of one legal move, as a ghost on the board says it."""
    values = {"tile": tile, "sum": sum_text, "points": points(amount)}
    if place is None:
        return _("Lead %(tile)s: %(sum)s, %(points)s") % values
    return _("Play %(tile)s %(place)s: %(sum)s, %(points)s") % (values | {"place": places.phrase(place)})


@remembered
def plain_offer(tile: str, place: Place | None) -> str:
    """The same where players count for themselves."""
    if place is None:
        return _("Lead %(tile)s") % {"tile": tile}
    return _("Play %(tile)s %(place)s") % {"tile": tile, "place": places.phrase(place)}


@remembered
def one_end(place: Place, tile: Tile, gives: int, first: int | None = None, *, both: bool | None = None) -> str:
    """What one counting end gives: ``Left end, three-one: its free half, 1.``

    *both*: a crosswise double gives both its halves; any double does unless this says that it lies otherwise.
    """
    values = {"place": places.label(place), "tile": tile_name(tile, first), "gives": gives}
    if tile.is_double if both is None else both:
        return _("%(place)s, %(tile)s: both halves, %(gives)d.") % values
    if tile.is_double:
        return _("%(place)s, %(tile)s: one half, %(gives)d.") % values
    return _("%(place)s, %(tile)s: its free half, %(gives)d.") % values


def alone(tile: Tile) -> str:
    """What the only tile on the table gives."""
    return _("%(tile)s, alone: both halves, %(gives)d.") % {"tile": capital(tile_said(tile)), "gives": tile.pips}


@remembered
def rack_name(tile: Tile, fit: tuple[str, ...] | None) -> str:
    """The name of a tile in the hand. *fit* is None when it may lead, else where it fits, maybe nowhere."""
    values = {"tile": tile_name(tile)}
    if fit is None:
        text = _("%(tile)s, may lead") % values
    elif fit:
        text = _("%(tile)s, fits %(places)s") % (values | {"places": joined(fit)})
    else:
        text = _("%(tile)s, fits nowhere") % values
    return text


def why_not(
    tile: Tile, reason: Reason, ends: list[int], other: Tile | None = None, doubles: Sequence[Tile] = ()
) -> str:
    """Why this tile of one's own hand cannot be played now, and what to do instead.

    *doubles*: those at the ends, which count twice what they ask for: the circles on the board say the sum.
    """
    name = capital(tile_said(tile))
    if reason is Reason.MUST_PLAY_DRAWN and other is not None:
        return _("%(drawn)s was just drawn and fits, so it must be played.") % {"drawn": capital(tile_said(other))}
    if reason is Reason.MUST_LEAD and other is not None:
        return _("%(lead)s leads this round.") % {"lead": capital(tile_said(other))}
    if len(ends) == 1:
        said = _("%(tile)s fits nowhere: the only open end is %(end)d.") % {"tile": name, "end": ends[0]}
    else:
        numbers = joined([str(end) for end in ends])
        said = _("%(tile)s fits nowhere: the open ends are %(ends)s.") % {"tile": name, "ends": numbers}
    return " ".join((said, *map(_counts_twice, doubles)))


def _counts_twice(double: Tile) -> str:
    values = {"tile": capital(tile_said(double)), "points": double.pips}
    return _("%(tile)s counts twice: %(points)d.") % values


def refused(reason: Reason) -> str:
    """The sentence for a move that the rules refuse. Tiles that are elsewhere get one sentence, wherever they are."""
    return {
        Reason.NOT_YOUR_TILE: _("That tile is not in your hand."),
        Reason.PORT_CLOSED: _("That end is not open. Choose another."),
        Reason.NO_MATCH: _("The tile does not fit there. Choose another end."),
        Reason.MUST_PLAY_DRAWN: _("The tile you just drew fits, so it must be played."),
        Reason.MUST_LEAD: _("Another tile must lead this round."),
        Reason.CAN_PLAY: _("You must play: a tile in your hand fits."),
        Reason.CAN_DRAW: _("You cannot pass yet: there are tiles to draw."),
        Reason.NOTHING_TO_DRAW: _("There is nothing left to draw."),
        Reason.WRONG_TILE_DRAWN: _("You cannot choose what to draw."),
        Reason.LENGTHWISE_NOT_ALLOWED: _("That double must lie across the line."),
        Reason.NEEDS_PORT: _("Say at which end: choose one."),
        Reason.LEAD_HAS_NO_PORT: _("There is nothing to join yet: lead any tile."),
        Reason.ROUND_OVER: _("The round is over."),
        Reason.NO_CLAIM_HERE: _("There are no points to claim here."),
        Reason.NO_SUCH_AMOUNT: _("No tile makes so many points."),
        Reason.WINDOW_OPEN: _("The points of the last tile can still be called."),
        Reason.WINDOW_CLOSED: _("Too late: the points have been told."),
        Reason.OWN_SIDE: _("Only the other side can call these points."),
        Reason.ALREADY_TRIED: _("You have called once for this tile."),
    }[reason]


def you_drew(tiles: list[Tile], must_play: Tile | None) -> str:
    """The notice after one's own forced draws."""
    if must_play is None:
        return ngettext(
            "Nothing fitted, so you drew %(count)d tile.", "Nothing fitted, so you drew %(count)d tiles.", len(tiles)
        ) % {"count": len(tiles)}
    return ngettext(
        "Nothing fitted, so you drew %(count)d tile. It is %(tile)s: it fits and must be played.",
        "Nothing fitted, so you drew %(count)d tiles. The last, %(tile)s, fits and must be played.",
        len(tiles),
    ) % {"count": len(tiles), "tile": tile_said(must_play)}


def you_passed(drew: int, empty: bool) -> str:
    """The notice after one's own forced pass."""
    values = {"count": drew}
    if drew:
        return (
            ngettext(
                "You drew %(count)d tile and pass: nothing fits.",
                "You drew %(count)d tiles and pass: nothing fits.",
                drew,
            )
            % values
        )
    if empty:
        return pgettext("pass", "You pass: nothing fits and the boneyard is empty.")
    return pgettext("pass", "You pass: nothing fits and no more may be drawn.")


@remembered
def moves_since(count: int) -> str:
    return ngettext("%(count)d move while you were away.", "%(count)d moves while you were away.", count) % {
        "count": count
    }
