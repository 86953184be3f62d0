"""Each setting of a table by its name, each of its values as a short phrase, and why a mix cannot be played.

:mod:`games.words.rules` says a whole ruleset in sentences; here are the parts for forms and for "≠" lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.ruleset import Difference, Ruleset, differences, preset, preset_players

#: What this software reads into the sources (RULES.md, section 8); every other setting is documented.
OUR_READING = frozenset({"lengthwise", "muggins_seconds"})


def setting_name(field: str) -> str:
    """The name of a setting, as the label of its field."""
    return {
        "partners": _("Partners"),
        "hand_size": _("Tiles each"),
        "reserve": _("Tiles never drawn"),
        "direction": _("Direction of play"),
        "first_lead": _("First lead"),
        "next_lead": _("Lead of the next round"),
        "blocked_lead": _("Lead after a blocked round"),
        "spinner": pgettext("setting", "Spinner"),
        "lengthwise": _("How the first double lies"),
        "exposed_sides_count": _("Free sides of the spinner"),
        "settlement": _("At the end of a round"),
        "blocked_by": _("Who wins a blocked round"),
        "points_per_five": pgettext("setting", "Points"),
        "target": _("Target"),
        "target_rule": _("Reaching the target"),
        "calling": _("Who counts"),
        "muggins_seconds": _("Time to call «Muggins!»"),
        "overcall_penalty": _("A wrong claim"),
    }[field]


def value_words(field: str, value: object) -> str:
    """The phrase for one value of a setting: "every double branches"."""
    numbers = _NUMBERS.get(field)
    if numbers is not None:
        return numbers(int(str(value)))
    return _phrases()[field, value]


def difference_lines(changes: Iterable[Difference]) -> list[str]:
    """A phrase for each setting that differs, for the lines that begin with "≠"."""
    return [value_words(change.field, change.value) for change in changes]


def preset_lines(name: str, measure: str = "pagat") -> list[str]:
    """How a preset differs from another over all its sizes: hands first, the sizes that it lacks last."""
    sizes = preset_players(name)
    changes = {players: differences(preset(name, players), preset(measure, players)) for players in sizes}
    others = [change for players in sizes for change in changes[players] if change.field != "hand_size"]
    lines = [*_hand_lines(name, changes), *map(_phrase, _without_lots(others))]
    lines += [_no_boneyard_for(players) for players in sizes if not preset(name, players).boneyard_size]
    if set(preset_players(measure)) - set(sizes) == {3}:
        lines.append(_("no table for three"))
    return list(dict.fromkeys(lines))  # what two sizes say alike stands once


def _hand_lines(name: str, changes: dict[int, tuple[Difference, ...]]) -> list[str]:
    hands = {players: preset(name, players).hand_size for players in changes}
    other = [players for players in changes if any(change.field == "hand_size" for change in changes[players])]
    if other and len(set(hands.values())) == 1:
        return [_hand_size(hands[other[0]])]
    return [_hand_size_for(players, hands[players]) for players in other]


def _without_lots(changes: list[Difference]) -> list[Difference]:
    """Where the highest double takes the place of every lot, that is said once."""
    first = any(change.field == "first_lead" and change.value == "highest_double" for change in changes)
    return [change for change in changes if not (first and change.field == "blocked_lead")]


def _phrase(change: Difference) -> str:
    if change.field == "first_lead" and change.value == "highest_double":
        return _("the highest double leads where others draw lots")
    return value_words(change.field, change.value)


def _hand_size_for(players: int, count: int) -> str:
    text = {
        2: ngettext("%(count)d tile each for two", "%(count)d tiles each for two", count),
        3: ngettext("%(count)d tile each for three", "%(count)d tiles each for three", count),
        4: ngettext("%(count)d tile each for four", "%(count)d tiles each for four", count),
    }[players]
    return text % {"count": count}


def _no_boneyard_for(players: int) -> str:
    return {
        2: _("two have no boneyard"),
        3: _("three have no boneyard"),
        4: _("four have no boneyard"),
    }[players]


def _hand_size(count: int) -> str:
    return ngettext("%(count)d tile each", "%(count)d tiles each", count) % {"count": count}


def _reserve(count: int) -> str:
    if not count:
        return _("the whole boneyard may be drawn")
    return ngettext("the last tile is never drawn", "the last %(count)d tiles are never drawn", count) % {
        "count": count
    }


def _target(count: int) -> str:
    return _("to %(target)d") % {"target": count}


def _points_per_five(count: int) -> str:
    return ngettext("one point for every five", "%(count)d points for every five", count) % {"count": count}


def _muggins_seconds(count: int) -> str:
    return ngettext("%(count)d second to call «Muggins!»", "%(count)d seconds to call «Muggins!»", count) % {
        "count": count
    }


_NUMBERS: dict[str, Callable[[int], str]] = {
    "hand_size": _hand_size,
    "reserve": _reserve,
    "target": _target,
    "points_per_five": _points_per_five,
    "muggins_seconds": _muggins_seconds,
}


def _phrases() -> dict[tuple[str, object], str]:
    return {
        ("partners", True): _("two against two"),
        ("partners", False): _("each alone"),
        ("direction", "clockwise"): _("play goes clockwise"),
        ("direction", "anticlockwise"): _("play goes anticlockwise"),
        ("first_lead", "lot"): _("the first lead by lot"),
        ("first_lead", "highest_double"): _("the highest double leads first"),
        ("next_lead", "went_out"): _("who went out leads next"),
        ("next_lead", "rotate"): _("the lead passes round the table"),
        ("next_lead", "highest_double"): _("the highest double leads every round"),
        ("blocked_lead", "lot"): _("after a blocked round, a lot decides"),
        ("blocked_lead", "highest_double"): _("after a blocked round, the highest double leads"),
        ("spinner", "first"): _("the first double is the spinner"),
        ("spinner", "every"): _("every double branches"),
        ("spinner", "none"): _("no spinner: two ends for ever"),
        ("lengthwise", True): _("the first double: lengthwise or crosswise"),
        ("lengthwise", False): _("every double lies crosswise"),
        ("exposed_sides_count", True): _("the spinner’s free sides count"),
        ("exposed_sides_count", False): _("the spinner’s free sides count nothing"),
        ("settlement", "winner_takes"): _("who goes out takes the others’ pips"),
        ("settlement", "own_hand"): _("each side loses its own pips"),
        ("blocked_by", "side"): _("blocked: the side with fewer pips"),
        ("blocked_by", "lowest_hand"): _("blocked: the lowest single hand"),
        ("target_rule", "reach"): _("the target: reach it or pass it"),
        ("target_rule", "exact"): _("the target: exactly"),
        ("calling", "automatic"): _("the table counts"),
        ("calling", "muggins"): _("players call their points: «Muggins!»"),
        ("overcall_penalty", True): _("a wrong claim goes to the other side"),
        ("overcall_penalty", False): _("a wrong claim costs nothing more"),
    }


def refusal_words(field: str, wanted: dict[str, object]) -> str:
    """Why these settings cannot be played, beside the field that has to give way.

    ``field`` is what RulesetError named, ``wanted`` the settings as asked for.
    """
    if field == "hand_size":
        return _too_many_tiles(int(str(wanted["players"])), int(str(wanted["hand_size"])))
    return {
        "players": _("This rule book has no such table. Choose another number of players."),
        "reserve": _("The boneyard has fewer tiles than that. Keep fewer, or deal smaller hands."),
        "partners": _("Partners need four players."),
        "target": _("This target can never be reached exactly: every score is a multiple of five. Choose one that is."),
        "lengthwise": _(
            "Only one spinner, the first double, can be laid lengthwise. Choose that spinner, or crosswise."
        ),
        "muggins_seconds": _(
            "Only where players call their points is there a time to call. Choose that, or let it be."
        ),
        "overcall_penalty": _("Only where players call their points can a claim be wrong. Choose that, or let it be."),
        "exposed_sides_count": _(
            "Without a spinner there are no free sides to count. Choose a spinner, or let them be."
        ),
    }.get(field, _("This cannot be played together with the other rules. Choose another."))


def _too_many_tiles(players: int, hand_size: int) -> str:
    most = 28 // players
    return _("%(players)d hands of %(hand)d need %(needed)d tiles, and there are 28. At most %(most)d each.") % {
        "players": players,
        "hand": hand_size,
        "needed": players * hand_size,
        "most": most,
    }


def usual_words(field: str, ruleset: Ruleset) -> str:
    """What a rule book says about a setting, as the option that changes nothing."""
    return _("as the rule book: %(value)s") % {"value": value_words(field, getattr(ruleset, field))}
