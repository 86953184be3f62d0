"""Sentences of the desk: what figures say, and what they do not."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _


def seconds(value: float) -> str:
    """A think time."""
    return _("%(seconds)s s") % {"seconds": f"{value:.1f}"}


def what_everybody_sees() -> str:
    """The view of a running round."""
    return _("What everybody sees")


def thought(who: str, value: float) -> str:
    """How long the move took that is shown."""
    return _("%(who)s; after %(time)s.") % {"who": who, "time": seconds(value)}


def called(points: int, right: bool) -> str:
    """A «Muggins!» among what happened."""
    told = {"points": points}
    return _("called %(points)d, rightly") % told if right else _("called %(points)d, wrongly") % told


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _rare(chance: float) -> str:
    """How seldom chance brings it, never as a percentage of guilt."""
    return _("1 of %(n)s") % {"n": f"{round(1 / chance):,}".replace(",", "\u202f")} if chance > 1e-9 else _("1 of 10⁹")


def figures_of(kind: str, figures: dict[str, Any], name: str, other: str) -> tuple[str, str]:
    """What was counted, and how chance would look."""
    told = {"name": name, "other": other, **figures}
    return {"origin": _origin, "pair": _pair, "partner": _partner, "times": _times, "leaving": _leaving}[kind](told)


def _origin(told: dict[str, Any]) -> tuple[str, str]:
    return (
        _(
            "%(name)s and %(other)s sat down at %(met)d tables together: %(address)d times from one address,"
            " %(browser)d times with the same browser."
        )
        % told,
        _(
            "People of one household, school or telephone network share an address. The browser was seen with"
            " %(having)d of %(people)d people."
        )
        % told,
    )


def _pair(told: dict[str, Any]) -> tuple[str, str]:
    told = {**told, "percent": _percent(told["share"]), "rare": _rare(told["chance"])}
    return (
        _(
            "%(name)s won %(won)d of %(played)d matches against %(other)s. Against everybody else %(name)s won"
            " %(wins_else)d of %(played_else)d, and %(other)s lost %(losses_else)d of %(other_played_else)d."
        )
        % told,
        _(
            "By those other matches %(name)s would win about %(percent)s of them; so many or more come by chance in"
            " %(rare)s such pairs. %(compared)d pairs were compared."
        )
        % told,
    )


def _partner(told: dict[str, Any]) -> tuple[str, str]:
    told = {**told, "rare": _rare(told["chance"])}
    return (
        _(
            "%(name)s won %(won)d of %(played)d matches with %(other)s as partner, and %(won_else)d of"
            " %(played_else)d with %(partners_else)d other partners."
        )
        % told,
        _(
            "If the partner made no difference, shares so far apart would come by chance in %(rare)s such cases."
            " %(compared)d were compared. A better partner makes a difference too."
        )
        % told,
    )


def _times(told: dict[str, Any]) -> tuple[str, str]:
    told = {
        **told,
        **{key: seconds(told[key]) for key in ("median", "people_median")},
        **{key: _percent(told[key]) for key in ("quick", "people_quick", "scatter", "people_scatter")},
    }
    return (
        _(
            "%(plays)d plays of %(name)s: half took less than %(median)s, %(quick)s less than half a second; they"
            " scatter by %(scatter)s of their mean."
        )
        % told,
        _(
            "Of the %(people)d people with as many plays the usual one has a median of %(people_median)s,"
            " %(people_quick)s quick plays, and a scatter of %(people_scatter)s."
        )
        % told,
    )


def _leaving(told: dict[str, Any]) -> tuple[str, str]:
    told = {**told, "percent": _percent(told["share"]), "rare": _rare(told["chance"])}
    return (
        _("%(name)s left %(left)d matches for good when the score was not level: %(behind)d times behind.") % told,
        _(
            "A seat taken at random is behind in %(percent)s of them; so many or more come by chance for %(rare)s"
            " people. People who have left a match: %(compared)d. Who is losing has more reasons to go."
        )
        % told,
    )
