"""A ruleset in sentences, for everyone who is about to sit down (and for the page of the rules).

Everything here takes values of :mod:`games.rules.ruleset` and answers text in the active language.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.ruleset import Ruleset, nearest

CUSTOM = "custom"
#: The settings of «Muggins!»: they do not take the name of its rule book from a table.
CALLING = frozenset({"calling", "muggins_seconds", "overcall_penalty"})

PRESET_NAMES: dict[str, str | Promise] = {
    "pagat": gettext_lazy("All Fives (classic)"),
    "playelephant": gettext_lazy("All Fives (PlayElephant)"),
    "thoughtco": gettext_lazy("All Fives (own hand counts)"),
    "muggins": gettext_lazy("British Muggins"),
    "five_up": gettext_lazy("Five Up"),
    "sniff": gettext_lazy("Sniff"),
    "latino": gettext_lazy("Latin American"),
}

PRESET_LINES: dict[str, str | Promise] = {
    "pagat": gettext_lazy(
        "The first double is the spinner and opens four arms. Who goes out takes the others’ pips. "
        "The other cards are measured against this one."
    ),
    "playelephant": gettext_lazy("The classic game with smaller hands."),
    "thoughtco": gettext_lazy("As the classic game, settled the other way."),
    "muggins": gettext_lazy("The old straight line."),
    "five_up": gettext_lazy("The San Francisco game: the board grows like a tree."),
    "sniff": gettext_lazy("The first double may lie along the line."),
    "latino": gettext_lazy("For two, or two against two, as in Latin America."),
}


def preset_name(name: str) -> str:
    """The name of a preset as players say it."""
    return str(PRESET_NAMES[name])


def ruleset_name(ruleset: Ruleset) -> str:
    """The preset's name; a custom mix is named after the preset that it resembles most."""
    if ruleset.name != CUSTOM:
        return preset_name(ruleset.name)
    usual, differences = nearest(ruleset)
    name = preset_name(usual.name)
    if ruleset.calling == "muggins":
        name = _("%(name)s with «Muggins!»") % {"name": name}
        differences = tuple(change for change in differences if change.field not in CALLING)
    if not differences:
        return name
    return ngettext("%(name)s, %(count)d rule changed", "%(name)s, %(count)d rules changed", len(differences)) % {
        "name": name,
        "count": len(differences),
    }


def players_words(ruleset: Ruleset) -> str:
    """How many sit down, and who plays with whom."""
    if ruleset.partners:
        return _("four as partners")
    return {
        2: _("two players"),
        3: _("three players, each alone"),
        4: _("four players, each alone"),
    }[ruleset.players]


def facts(ruleset: Ruleset) -> str:
    """One line for the head of a page: "All Fives (classic), two players, to 250"."""
    return _("%(name)s, %(players)s, to %(target)d") % {
        "name": ruleset_name(ruleset),
        "players": players_words(ruleset),
        "target": ruleset.target,
    }


def brief(ruleset: Ruleset) -> str:
    """As `facts`, for the head of a table that has little room: how many sit there is seen."""
    return _("%(name)s, to %(target)d") % {"name": ruleset_name(ruleset), "target": ruleset.target}


def ruleset_words(ruleset: Ruleset, turn_seconds: int | None) -> list[str]:
    """The whole table in sentences, one a line, every setting that can matter at this size included.

    ``turn_seconds`` is the time for a turn in seconds, None without a clock.
    """
    lines = [
        _("%(name)s, %(players)s.") % {"name": ruleset_name(ruleset), "players": players_words(ruleset)},
        tiles_words(ruleset),
        lead_words(ruleset),
        spinner_words(ruleset),
        scoring_words(ruleset),
        settlement_words(ruleset),
        target_words(ruleset),
        clock_words(turn_seconds),
    ]
    if ruleset.calling == "muggins":
        lines.insert(5, " ".join(calling_lines(ruleset)))
    if ruleset.players > 2:
        lines.insert(2, direction_words(ruleset))
    return lines


def tiles_words(ruleset: Ruleset) -> str:
    """The deal, and what who cannot play does."""
    hand = ngettext("%(count)d tile each", "%(count)d tiles each", ruleset.hand_size) % {"count": ruleset.hand_size}
    boneyard, reserve = ruleset.boneyard_size, ruleset.reserve
    if not boneyard:
        return _("%(hand)s and no boneyard: who cannot play passes.") % {"hand": hand}
    if reserve >= boneyard:
        return _("%(hand)s. The boneyard is never drawn from: who cannot play passes.") % {"hand": hand}
    text = _("%(hand)s, %(boneyard)d in the boneyard. Who cannot play draws until a tile fits.") % {
        "hand": hand,
        "boneyard": boneyard,
    }
    return text + reserve_tail(reserve)


def reserve_tail(reserve: int) -> str:
    if not reserve:
        return ""
    return " " + ngettext("The last tile is never drawn.", "The last %(count)d are never drawn.", reserve) % {
        "count": reserve
    }


def direction_words(ruleset: Ruleset) -> str:
    if ruleset.direction == "anticlockwise":
        return _("Play goes anticlockwise.")
    return _("Play goes clockwise.")


def lead_words(ruleset: Ruleset) -> str:
    """Who leads the first round, the next ones, and after a blocked round."""
    return " ".join((_first_lead(ruleset), _next_lead(ruleset), _blocked_lead(ruleset))).strip()


def _first_lead(ruleset: Ruleset) -> str:
    if ruleset.first_lead == "highest_double":
        return _("The highest double leads the first round.")
    return _("The first lead is drawn by lot.")


def _next_lead(ruleset: Ruleset) -> str:
    return {
        "went_out": _("Then who went out leads."),
        "rotate": _("Then the lead passes round the table."),
        "highest_double": _("Every round is led by the highest double."),
    }[ruleset.next_lead]


def _blocked_lead(ruleset: Ruleset) -> str:
    if ruleset.next_lead != "went_out":
        return ""
    if ruleset.blocked_lead == "highest_double":
        return _("After a blocked round, the highest double.")
    return _("After a blocked round, a lot decides.")


def spinner_words(ruleset: Ruleset) -> str:
    """Which doubles branch."""
    text = {
        "first": _("The first double is the spinner: four arms."),
        "every": _("Every double is a spinner and opens two more arms."),
        "none": _("No spinner: the line has two ends for ever."),
    }[ruleset.spinner]
    if ruleset.lengthwise:
        text += " " + _("It may be laid crosswise or lengthwise, as its owner likes.")
    if ruleset.exposed_sides_count:
        text += " " + _("A spinner joined on both sides counts its number once for each side still free.")
    return text


def calling_lines(ruleset: Ruleset) -> list[str]:
    """How points are scored where they are called."""
    return [
        _("Players call their points: «Muggins!»"),
        _("Who lays a tile claims what it makes."),
        ngettext(
            "Then the other side has %(count)d second to take what was not claimed rightly.",
            "Then the other side has %(count)d seconds to take what was not claimed rightly.",
            ruleset.muggins_seconds,
        )
        % {"count": ruleset.muggins_seconds},
        wrong_claim(ruleset),
    ]


def wrong_claim(ruleset: Ruleset) -> str:
    """What claiming too much, or too little, costs."""
    if ruleset.overcall_penalty:
        return _("A wrong claim gives the points claimed to the other side.")
    return _("A wrong claim costs nothing more.")


def robot_words(name: str, overlooks: float, notices: float) -> str:
    """How well a robot counts: ``Bone, a robot, overlooks 3 of 100 counts and notices 90 of 100.``"""
    return _("%(name)s, a robot, overlooks %(overlooks)d of 100 counts and notices %(notices)d of 100.") % {
        "name": name,
        "overlooks": round(overlooks * 100),
        "notices": round(notices * 100),
    }


def scoring_words(ruleset: Ruleset) -> str:
    """What a count earns, and who does the counting."""
    if ruleset.points_per_five == 1:
        return _("Ends that add up to a multiple of five score one point for every five.")
    return _("Ends that add up to a multiple of five score that many points.")


def settlement_words(ruleset: Ruleset) -> str:
    """What the pips that are left do at the end of a round."""
    if ruleset.settlement == "own_hand":
        if ruleset.partners:
            return _("At the end of a round each pair loses its own pips, to the nearest five.")
        return _("At the end of a round each player loses his own pips, to the nearest five.")
    if ruleset.players == 2:
        out = _("Who goes out scores the other hand, to the nearest five.")
    elif ruleset.partners:
        out = _("The pair that goes out scores the other pair’s hands, to the nearest five.")
    else:
        out = _("Who goes out scores the other hands, to the nearest five.")
    return out + " " + blocked_words(ruleset)


def blocked_words(ruleset: Ruleset) -> str:
    if not ruleset.partners:
        return _("Blocked: the lowest hand does.")
    if ruleset.blocked_by == "lowest_hand":
        return _("Blocked: the pair with the lowest single hand does.")
    return _("Blocked: the pair with fewer pips does.")


def target_words(ruleset: Ruleset) -> str:
    """Where the match ends, in houses where it is a whole number of them."""
    values = {"target": ruleset.target, "count": ruleset.target // 50}
    if ruleset.points_per_five == 5 and ruleset.target % 50 == 0:
        text = ngettext(
            "%(target)d points win: one house.", "%(target)d points win: %(count)d houses.", ruleset.target // 50
        )
    else:
        text = ngettext("%(target)d point wins.", "%(target)d points win.", ruleset.target)
    if ruleset.target_rule == "exact":
        text += " " + _("They must be reached exactly: points that would pass them are not credited.")
    return text % values


def clock_words(turn_seconds: int | None) -> str:
    if turn_seconds is None:
        return _("No clock.")
    return ngettext(
        "%(count)d second a turn, then the server plays for you.",
        "%(count)d seconds a turn, then the server plays for you.",
        turn_seconds,
    ) % {"count": turn_seconds}
