"""What is said of hints: whose opinion they are, who took one, and why there is none."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.words.puzzles import value


def allowed() -> str:
    """For the words of a table whose opener allows hints."""
    return _("Hints are allowed: whoever is on turn may ask a robot for its opinion, and everybody is told.")


def hint(play: str, points: float, error: float, deals: int) -> str:
    """To who asked. *points* in those of the table."""
    return _(
        "A robot would play %(play)s: worth %(value)s points from here to the end of the round. "
        "That is its opinion, from %(deals)s deals that what you know allows."
    ) % {"play": play, "value": value(points, error), "deals": number_format(deals, force_grouping=True)}


def took(name: str, *, me: bool) -> str:
    """To everybody at the table."""
    return _("You took a hint.") if me else _("%(name)s took a hint.") % {"name": name}


def with_hint(sentence: str) -> str:
    """A move in the log and in the replay that was made with a hint."""
    return _("%(sentence)s With a hint.") % {"sentence": sentence}


def hint_refusals() -> dict[str, str]:
    """Why there is no hint, by the code of the refusal."""
    return {
        "no_hints": _("At this table nobody takes hints."),
        "rated_no_hints": _("There are no hints at rated matches."),
        "no_hint_now": _("There is nothing to ask a robot about just now."),
        "hint_busy": _("The robots are busy just now. Ask again in a moment, or play."),
        "too_many_hints": _("Those were many hints. Play without one for a few minutes."),
    }
