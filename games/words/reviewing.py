"""A robot's opinion of a match, in sentences: verdicts, why, what turned it, luck beside skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.words import places
from games.words.play import laid
from games.words.tiles import capital, points, tile_said

if TYPE_CHECKING:
    from games.rules.layout import Place
    from games.rules.moves import Play
    from games.rules.tiles import Tile


def verdict(key: str) -> str:
    """What is said of a play, as one word."""
    return {
        "good": pgettext("verdict on a play", "good"),
        "inaccurate": pgettext("verdict on a play", "inaccurate"),
        "mistake": pgettext("verdict on a play", "mistake"),
    }[key]


def decimal(value: float, places_: int = 1) -> str:
    """``4.2``, ``−0.5``: as the language writes it, with a true minus."""
    rounded = round(value, places_) or 0.0
    return str(number_format(rounded, decimal_pos=places_)).replace("-", "−")


def signed(value: float) -> str:
    """``+4.2``, ``−0.5``, ``0.0``."""
    return f"+{decimal(value)}" if round(value, 1) > 0 else decimal(value)


def exact(value: float) -> str:
    """A change of score, which is no estimate: ``+80``, ``−2.5``."""
    if value != int(value):
        return signed(value)
    return f"+{int(value)}" if value > 0 else str(int(value)).replace("-", "−")


def about_points(value: float) -> str:
    """``4 points``: an estimate, without a fraction; below one and a half with it."""
    whole = round(value) if value >= 1.5 else round(value, 1)
    if whole == int(whole):
        return points(int(whole))
    return ngettext("%(count)s point", "%(count)s points", 2) % {"count": decimal(value)}


def percent(chance: float) -> str:
    return _("%(figure)s %%") % {"figure": decimal(100 * chance, 0)}


def play_said(play: Play, place: Place | None) -> str:
    """A play as a thing: ``six-four on the left``, ``double five to lead``."""
    tile = laid(play.tile, play.lengthwise)
    if place is None:
        return pgettext("a play", "%(tile)s to lead") % {"tile": tile}
    return pgettext("a play", "%(tile)s %(place)s") % {"tile": tile, "place": places.phrase(place)}


# --- one choice ---


def no_other() -> str:
    return _("There was no other play.")


def was_best(count: int) -> str:
    return _("Of %(count)d plays this was the best.") % {"count": count}


def none_better(count: int) -> str:
    """The best was another one by less than can be told."""
    return _("Of %(count)d plays none was clearly better.") % {"count": count}


def was_better(play: str, lost: float, error: float) -> str:
    values = {"play": capital(play), "points": about_points(lost), "error": decimal(error)}
    return _("%(play)s was better by about %(points)s, give or take %(error)s.") % values


def won_more(play: str, best: float, own: float) -> str:
    """Near the target, where chances of winning the match decide."""
    values = {"play": capital(play), "best": percent(best), "own": percent(own)}
    return _("%(play)s won the match in %(best)s of all deals, the play made in %(own)s.") % values


def judged_by(deals: int, name: str) -> str:
    """What one choice rests on."""
    text = ngettext(
        "A robot’s opinion, over %(count)s deal that %(name)s could not tell from the real one.",
        "A robot’s opinion, over %(count)s deals that %(name)s could not tell from the real one.",
        deals,
    )
    return text % {"count": number_format(deals, force_grouping=True), "name": name}


def tile_not_claim() -> str:
    return _("Where points are called the choice of the tile is judged, not the claim.")


def show_better() -> str:
    return _("Show the better play")


def show_played() -> str:
    return _("Back to the play made")


def better_shown(play: str) -> str:
    """Under the board on which the better play is drawn."""
    return _("Better: %(play)s.") % {"play": play}


# --- why: each is a fact of the position (games/judging/reasons.py) ---


def numbers_word(value: int) -> str:
    """Tiles with this number: ``fives``."""
    return (
        pgettext("tiles with this number", "blanks"),
        pgettext("tiles with this number", "ones"),
        pgettext("tiles with this number", "twos"),
        pgettext("tiles with this number", "threes"),
        pgettext("tiles with this number", "fours"),
        pgettext("tiles with this number", "fives"),
        pgettext("tiles with this number", "sixes"),
    )[value]


def takes(more: int, less: int) -> str:
    if less:
        return _("It takes %(more)s at once, the play made %(less)d.") % {"more": points(more), "less": less}
    return _("It takes %(more)s at once, the play made nothing.") % {"more": points(more)}


def leaves(more: int, less: int, tile: Tile) -> str:
    values = {"more": more, "less": less, "tile": tile_said(tile)}
    if less:
        text = _("The play made leaves %(more)d for %(tile)s, which is still out; the better one %(less)d at most.")
    else:
        text = _("The play made leaves %(more)d for %(tile)s, which is still out; the better one nothing.")
    return text % values


def replies(more: int, less: int) -> str:
    values = {"more": more, "less": less}
    if less:
        text = ngettext(
            "After it %(less)d tile that is still out would score, after the play made %(more)d.",
            "After it %(less)d tiles that are still out would score, after the play made %(more)d.",
            less,
        )
        return text % values
    return _("After it no tile that is still out would score, after the play made %(more)d would.") % values


def alone(number: int) -> str:
    return _("It leaves the %(numbers)s open, and nobody else has one.") % {"numbers": numbers_word(number)}


def prepares(more: int, less: int, tile: Tile) -> str:
    values = {"more": more, "less": less, "tile": tile_said(tile)}
    if less:
        text = _("If nobody changes the ends, %(tile)s takes %(more)d next; after the play made %(less)d at most.")
    else:
        text = _("If nobody changes the ends, %(tile)s takes %(more)d next; after the play made nothing would.")
    return text % values


def double() -> str:
    return _("It gets rid of a double, which fits at one number only.")


def room(more: int, less: int) -> str:
    values = {"more": more, "less": less}
    text = ngettext(
        "Of the tiles that are still out %(less)d fits afterwards, after the play made %(more)d.",
        "Of the tiles that are still out %(less)d fit afterwards, after the play made %(more)d.",
        less,
    )
    return text % values


def shut(number: int, name: str, *, drew: bool) -> str:
    """A number is open that somebody is known not to hold."""
    values = {"numbers": numbers_word(number), "name": name}
    if drew:
        return _("It leaves the %(numbers)s open that %(name)s drew on.") % values
    return _("It leaves the %(numbers)s open that %(name)s passed on.") % values


def keeps(more: int, number: int) -> str:
    return _("It keeps %(count)d %(numbers)s in hand, for an end where they fit.") % {
        "count": more,
        "numbers": numbers_word(number),
    }


def fits(more: int, less: int) -> str:
    more_text = ngettext(
        "Afterwards %(count)d tile of the hand fits", "Afterwards %(count)d tiles of the hand fit", more
    ) % {"count": more}
    if not less:
        return _("%(better)s, after the play made none.") % {"better": more_text}
    return _("%(better)s, after the play made %(count)d.") % {"better": more_text, "count": less}


def opens_arm() -> str:
    return _("It opens an arm of the spinner.")


def lays_pips(more: int) -> str:
    return ngettext("It lays %(count)d pip more.", "It lays %(count)d pips more.", more) % {"count": more}


# --- the whole match ---


def ask_for_it() -> str:
    return _("Review this match")


def its_review() -> str:
    return _("The review of this match")


def review_so_far(done: int, of: int) -> str:
    """The link to one that is being made."""
    if not of:
        return _("The review: waiting for its turn")
    return _("The review: %(done)d of %(of)d choices") % {"done": done, "of": of}


def in_list(state: str, accuracy: float | None) -> str:
    """The link to the review in a list of matches, with the viewer's own *accuracy*."""
    if state == "done" and accuracy is not None:
        return _("Review: accuracy %(figure)s") % {"figure": decimal(accuracy, 0)}
    return _("Review") if state in ("", "done", "failed") else _("Review under way")


def progress(done: int, of: int) -> str:
    if not of:
        return _("The review is waiting for its turn.")
    return _("The robot has looked at %(done)d of %(of)d choices.") % {"done": done, "of": of}


def turned_by_mistake(name: str, play: str, lost: float) -> str:
    values = {"name": name, "play": play, "points": about_points(lost)}
    return _("%(name)s played %(play)s, which cost about %(points)s.") % values


def turned_by_mistake_near(name: str, play: str, lost: float) -> str:
    values = {"name": name, "play": play, "percent": percent(lost)}
    return _("%(name)s played %(play)s, which cost %(percent)s of winning the match.") % values


def turned_by_deal(name: str, gain: float) -> str:
    values = {"name": name, "points": about_points(abs(gain))}
    if gain > 0:
        return _("The deal gave %(name)s about %(points)s.") % values
    return _("The deal took about %(points)s from %(name)s.") % values


def turned_by_luck(name: str, gain: float) -> str:
    values = {"name": name, "points": about_points(abs(gain))}
    if gain > 0:
        return _("The hidden tiles gave %(name)s about %(points)s.") % values
    return _("The hidden tiles took about %(points)s from %(name)s.") % values


def drew_meanwhile(name: str, count: int) -> str:
    text = ngettext("%(name)s drew %(count)d tile.", "%(name)s drew %(count)d tiles.", count)
    return text % {"name": name, "count": count}


def where(round_no: int, move: int) -> str:
    if not move:
        return _("Round %(round)d, the deal") % {"round": round_no}
    return _("Round %(round)d, move %(move)d") % {"round": round_no, "move": move}


def where_from_to(round_no: int, first: int, last: int | None) -> str:
    if last is None:
        return _("Round %(round)d, from move %(first)d on") % {"round": round_no, "first": first}
    if last == first:
        return where(round_no, first)
    return _("Round %(round)d, moves %(first)d to %(last)d") % {"round": round_no, "first": first, "last": last}


def honest(deals: int, more: int) -> str:
    """Above all figures."""
    values = {"deals": number_format(deals, force_grouping=True), "more": number_format(more, force_grouping=True)}
    return (
        _(
            "This is a robot’s opinion. It judged every choice by %(deals)s deals, drawn by what the player could know "
            "then, and by %(more)s where something seemed wrong."
        )
        % values
    )


def how_sure() -> str:
    return _(
        "A loss is named above 2 points (2 % near the target) and only when it is three times its own error: of a "
        "thousand good plays about seven are blamed wrongly. Above 6 it is called a mistake."
    )


def only_first(rounds: int) -> str:
    text = ngettext(
        "Only the first %(count)d round was looked at.", "Only the first %(count)d rounds were looked at.", rounds
    )
    return text % {"count": rounds}


def skipped(count: int) -> str:
    text = ngettext("%(count)d choice could not be judged.", "%(count)d choices could not be judged.", count)
    return text % {"count": count}


def mistakes_of(mistakes: int, choices: int) -> str:
    """``3 of 41 choices``."""
    text = ngettext("%(mistakes)d of %(count)d choice", "%(mistakes)d of %(count)d choices", choices)
    return text % {"mistakes": mistakes, "count": choices}


def accuracy_spoken(value: float, error: float) -> str:
    return _("%(value)s, give or take %(error)s") % {"value": decimal(value, 0), "error": decimal(error, 0)}


def unit(points_per_five: int) -> float:
    """Raw points (five for each five) in the unit of the table."""
    return points_per_five / 5
