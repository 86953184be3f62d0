"""What the pages say on which one learns to count: verdicts, results, streaks, and faults of an address."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.learning.address import Fault
from games.learning.questions import COUNT, LADDER_NAME
from games.rules.errors import Reason
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.scoring import Number
from games.rules.tiles import Tile
from games.words import places
from games.words import play as said
from games.words.rules import preset_name
from games.words.tiles import capital, figure, number_word, points, tile_said


def verdict(count: int, earned: Number) -> str:
    """``Scores 10.`` or ``No points: 9 is no multiple of five.``"""
    if earned:
        return ngettext("Scores %(points)s.", "Scores %(points)s.", 1 if earned == 1 else 2) % {
            "points": figure(earned)
        }
    if count == 0:
        return _("No points: 0 never scores.")
    return _("No points: %(count)d is no multiple of five.") % {"count": count}


def gives_nothing(place: str) -> str:
    """A side that may be joined: ``Top arm: open, gives nothing.``"""
    return _("%(place)s: open, gives nothing.") % {"place": place}


def move_name(layout: Layout, play: Play) -> str:
    """A play whose count is not told, within a sentence: ``five-four on the top arm``."""
    tile = said.laid(play.tile, play.lengthwise)
    if play.port is None:
        return tile
    return pgettext("a play", "%(tile)s %(place)s") % {"tile": tile, "place": places.phrase(layout.place(play.port))}


def book_name(name: str) -> str:
    """The rule book of a question, as the choice has it."""
    return _("All rule books, from easy to hard") if name == LADDER_NAME else preset_name(name)


# --- the count of any position ---


def shared(book: str, sum_text: str, told: str) -> str:
    """One line about a position, to send with its link."""
    return _("%(book)s: %(sum)s. %(verdict)s") % {"book": book, "sum": sum_text, "verdict": told}


def tile_to_lay(tile: Tile, ways: int, lies: bool) -> str:
    """The name of a tile to choose from."""
    values = {"tile": capital(tile_said(tile)), "count": ways}
    if lies:
        return _("%(tile)s, on the table") % values
    if not ways:
        return _("%(tile)s, fits nowhere") % values
    return ngettext("%(tile)s", "%(tile)s, fits %(count)d places", ways) % values


def fault(found: Fault) -> str:
    """What is wrong with an address, in one sentence."""
    return _("Move %(number)d of this address cannot be: %(why)s. You see the table before it.") % {
        "number": found.number,
        "why": _why(found),
    }


def _why(found: Fault) -> str:
    play = found.play
    if play is None:
        return _("“%(text)s” is no tile laid") % {"text": found.text}
    tile = tile_said(play.tile)
    if found.twice:
        return _("%(tile)s lies on the table already") % {"tile": tile}
    if found.reason is Reason.NEEDS_PORT:
        return _("it does not say where %(tile)s is joined") % {"tile": tile}
    if found.reason is Reason.LEAD_HAS_NO_PORT:
        return _("there is nothing on the table that %(tile)s could join") % {"tile": tile}
    if found.reason is Reason.LENGTHWISE_NOT_ALLOWED:
        return _("%(tile)s may not lie lengthwise here") % {"tile": tile}
    port = play.port
    assert port is not None
    if found.reason is Reason.NO_MATCH:
        return _("%(tile)s has no %(number)s") % {"tile": tile, "number": number_word(port.pip)}
    return _("%(port)s is not open") % {"port": port}


# --- questions ---


def right_count(sum_text: str, told: str) -> str:
    return _("Right: %(sum)s. %(verdict)s") % {"sum": sum_text, "verdict": told}


def wrong_count(given: int, sum_text: str, told: str) -> str:
    return _("Not %(given)d: %(sum)s. %(verdict)s") % {"given": given, "sum": sum_text, "verdict": told}


def right_play(earned: Number, alike: int) -> str:
    """*alike*: how many plays score as much."""
    if alike > 1:
        return ngettext(
            "Right: %(points)s, and %(count)d other scores as much.",
            "Right: %(points)s, and %(count)d others score as much.",
            alike - 1,
        ) % {"points": points(earned), "count": alike - 1}
    return _("Right: %(points)s, the most there is.") % {"points": points(earned)}


def wrong_play(earned: Number, best: str, most: Number) -> str:
    values = {"points": points(earned), "best": best, "most": points(most)}
    if not earned:
        return _("No points: %(best)s scores %(most)s.") % values
    return _("%(points)s, but %(best)s scores %(most)s.") % values


def table_after(name: str) -> str:
    """Above the count of a table that is shown as a play leaves it."""
    return _("After %(play)s:") % {"play": name}


def not_counted() -> str:
    """Under the result of a question that was answered before."""
    return _("You have answered this question before, so it does not count again.")


def no_number() -> str:
    return _("Type the count as a number, 0 or more.")


def no_play() -> str:
    return _("Choose one of the plays that fit.")


def question(kind: str) -> str:
    """The question, as a heading."""
    return _("What is the count?") if kind == COUNT else _("Which play scores most?")


def level(number: int, of: int) -> str:
    return pgettext("difficulty of a question", "Level %(number)d of %(of)d") % {"number": number, "of": of}


def in_a_row(current: int) -> str:
    if not current:
        return _("No streak yet")
    return ngettext("%(count)d right in a row", "%(count)d right in a row", current) % {"count": current}


def best_row(best: int) -> str:
    return _("best %(count)d") % {"count": best}


def right_of(right: int, answered: int) -> str:
    return _("%(right)d of %(answered)d right") % {"right": right, "answered": answered}
