"""Leaderboards and profiles in words: families, formats, what is ranked, and over which time."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

Text = str | Promise

FAMILY_NAMES: dict[str, Text] = {
    "classic": gettext_lazy("All Fives"),
    "muggins": gettext_lazy("British Muggins"),
    "five_up": gettext_lazy("Five Up"),
    "sniff": gettext_lazy("Sniff"),
    "latino": gettext_lazy("Latin American"),
    "calling": gettext_lazy("«Muggins!» (points called)"),
}
FORMAT_NAMES: dict[str, Text] = {
    "two": gettext_lazy("Two players"),
    "three": gettext_lazy("Three players"),
    "partners": gettext_lazy("Partners"),
    "four": gettext_lazy("Four, each alone"),
}
PERIOD_NAMES: dict[str, Text] = {
    "week": gettext_lazy("This week"),
    "month": gettext_lazy("This month"),
    "year": gettext_lazy("This year"),
    "all": gettext_lazy("All time"),
}
METRIC_NAMES: dict[str, Text] = {
    "rating": gettext_lazy("Rating"),
    "wins": gettext_lazy("Matches won"),
    "rate": gettext_lazy("Share won"),
    "pace": gettext_lazy("Points a round"),
    "best": gettext_lazy("Best play"),
    "streak": gettext_lazy("Wins in a row"),
    "houses": gettext_lazy("Houses scored"),
    "called": gettext_lazy("«Muggins!» called"),
    "pairs": gettext_lazy("Partners, as pairs"),
}
#: Heads of the column of figures, where the name of the board is too long.
COLUMN_NAMES: dict[str, Text] = {
    **METRIC_NAMES,
    "wins": pgettext_lazy("matches", "Won"),
    "rate": pgettext_lazy("matches", "Won"),
    "houses": gettext_lazy("Houses"),
    "called": gettext_lazy("Called"),
    "pairs": pgettext_lazy("matches", "Won"),
}
OUTCOMES: dict[str, Text] = {
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
    "none": gettext_lazy("nobody won"),
    "left": pgettext_lazy("a match", "left"),
}


def game_name(family: str, form: str) -> str:
    """``All Fives, two players``."""
    return _("%(family)s, %(format)s") % {
        "family": FAMILY_NAMES.get(family, _("Custom rules")),
        "format": str(FORMAT_NAMES[form]).lower(),
    }


def board_line(metric: str, family: str, form: str, enough: int) -> str:
    """What stands on a board, and what it takes to stand there."""
    game = {"game": game_name(family, form), "count": enough}
    if metric == "rating":
        return (
            ngettext(
                "%(game)s. A rating for each game and table size; %(count)d rated match to be listed.",
                "%(game)s. A rating for each game and table size; %(count)d rated matches to be listed.",
                enough,
            )
            % game
            + " "
            + _("Robots stand in the list as fixed marks, without a place.")
        )
    if metric in ("rate", "pace"):
        return (
            ngettext(
                "%(game)s, rated matches; %(count)d of them to be listed.",
                "%(game)s, rated matches; %(count)d of them to be listed.",
                enough,
            )
            % game
        )
    return _("%(game)s, rated matches.") % game


def percent(part: int, whole: int) -> str:
    """``64 %``; an empty text of nothing."""
    return pgettext("share", "%(share)d %%") % {"share": round(100 * part / whole)} if whole else ""


def matches_count(count: int) -> str:
    return ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}


def change_of_rating(before: int, after: int) -> str:
    """``+6``, ``−8``, ``0``: how a match changed the figure that is shown."""
    change = after - before
    return f"{'+' if change > 0 else '−' if change < 0 else ''}{abs(change)}"


def why_friendly(reason: str) -> str:
    """Why a table cannot be rated; empty when it can."""
    return {
        "": "",
        "oracle": _("Friendly: the oracle sees every tile."),
        "custom": _("Friendly: there is no rating for changed rules, nor for four each alone."),
        "private": _("Friendly: who has a link may be anybody’s friend, so such tables are not rated."),
        "guest": _("Friendly: a guest has no rating. With an account you can play rated matches."),
        "address": _("Friendly: rated matches need a confirmed e-mail address: see the settings."),
        "guest_seated": _("Friendly, as somebody without a confirmed account sits here."),
        "robot": _("Friendly: this robot’s strength has not been measured."),
    }[reason]


def rated_line(rated: bool) -> str:
    """For the head of a table."""
    return pgettext("match", "rated") if rated else pgettext("match", "friendly")


def stake_of_leaving() -> str:
    """For who is gone from a rated match that still runs."""
    return _("This match is rated: come back before it ends, or you come last.")


def rated_sentence(rated: bool) -> str:
    """What is at stake, for who is about to sit down."""
    if rated:
        return _("Rated: the result changes everybody’s rating, and who leaves comes last.")
    return _("Friendly: no rating changes.")
