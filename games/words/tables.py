"""A table in words: its rules with what sets them apart, its clock, its limit of rounds, its place in a series."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.ruleset import CLASSIC, Difference, Ruleset, differences, nearest, preset, preset_players
from games.words.rules import (
    calling_lines,
    clock_words,
    direction_words,
    lead_words,
    players_words,
    ruleset_name,
    scoring_words,
    settlement_words,
    spinner_words,
    target_words,
    tiles_words,
)
from games.words.settings import value_words
from games.words.tiles import joined


def title_words(ruleset: Ruleset) -> str:
    """Which game, and who plays it."""
    return _("%(name)s, %(players)s.") % {"name": ruleset_name(ruleset), "players": players_words(ruleset)}


@dataclass(frozen=True)
class TableLine:
    """A sentence; *differs*: it is not so in the classic game; *ours*: the sources are silent, it is our reading."""

    text: str
    differs: bool = False
    ours: bool = False


#: Which settings each sentence tells.
_TOLD: tuple[tuple[Callable[[Ruleset], str], tuple[str, ...]], ...] = (
    (title_words, ("players", "partners")),
    (tiles_words, ("hand_size", "reserve")),
    (direction_words, ("direction",)),
    (lead_words, ("first_lead", "next_lead", "blocked_lead")),
    (spinner_words, ("spinner", "lengthwise", "exposed_sides_count")),
    (scoring_words, ("points_per_five",)),
    (settlement_words, ("settlement", "blocked_by")),
    (target_words, ("target", "target_rule")),
)


def table_lines(
    ruleset: Ruleset, turn_seconds: int | None, best_of: int = 1, round_limit: int | None = None
) -> list[TableLine]:
    """Everything that is settled before one sits down."""
    unusual = {change.field for change in differences(ruleset, preset(CLASSIC, ruleset.players))}
    lines = [
        TableLine(words(ruleset), differs=bool(unusual.intersection(fields)))
        for words, fields in _TOLD
        if words is not direction_words or ruleset.players > 2
    ]
    lines += _calling(ruleset)
    lines += [TableLine(text, ours=True) for text in own_readings(ruleset)]
    lines += [TableLine(text) for text in (limit_words(round_limit), best_of_words(best_of)) if text]
    return [*lines, TableLine(clock_words(turn_seconds))]


def _calling(ruleset: Ruleset) -> list[TableLine]:
    """Where points are called: that they are, and in a line of its own the window, which no source describes."""
    if ruleset.calling != "muggins":
        return []
    called, claimed, window, wrong = calling_lines(ruleset)
    return [TableLine(f"{called} {claimed} {wrong}", differs=True), TableLine(window, ours=True)]


def own_readings(ruleset: Ruleset) -> list[str]:
    """Where the sources are silent (RULES.md, section 8), what is played here; only what can happen by these rules."""
    texts = []
    if ruleset.lengthwise:
        texts.append(_("Lengthwise, its two ends are joined first; then its long sides open, too."))
    if ruleset.settlement == "winner_takes" and len(ruleset.sides) > 2:
        texts.append(_("Blocked, and three tied for the lowest hand: nobody scores."))
    if ruleset.settlement == "winner_takes" and ruleset.players == 3:
        texts.append(_("Two reach the target in one settlement: the higher wins; equal, another round is played."))
    return texts


def best_of_words(best_of: int) -> str:
    """How many matches; "" for a single one."""
    return {
        3: _("Best of three matches: two wins decide."),
        5: _("Best of five matches: three wins decide."),
    }.get(best_of, "")


def best_of_short(best_of: int) -> str:
    """The same within a line; "" for a single match."""
    return {3: _("best of three"), 5: _("best of five")}.get(best_of, "")


def limit_words(round_limit: int | None) -> str:
    """When the match ends without a winner; "" without a limit."""
    if round_limit is None:
        return ""
    return _("After %(count)d rounds the match ends, whoever is ahead: nobody wins.") % {"count": round_limit}


def match_number_words(number: int, best_of: int) -> str:
    """``match 2, best of three``, for a line."""
    return _("match %(number)d, %(series)s") % {"number": number, "series": best_of_short(best_of)}


@dataclass(frozen=True)
class Leader:
    """Who is ahead: a name, whether that is the viewer's own side, and whether it is two players."""

    name: str
    ours: bool = False
    pair: bool = False


def wins_words(leader: Leader | None, wins: str, best_of: int) -> str:
    """How a series stands: "Ana leads 1 to 0, best of three." ``leader``: None when level; ``wins``: see `against`."""
    values = {"name": leader.name if leader else "", "wins": wins, "series": best_of_short(best_of)}
    if leader is None:
        return _("It stands %(wins)s, %(series)s.") % values
    if leader.ours:
        pair, one = _("Your side leads %(wins)s, %(series)s."), _("You lead %(wins)s, %(series)s.")
    else:
        pair = pgettext("two players", "%(name)s lead %(wins)s, %(series)s.")
        one = _("%(name)s leads %(wins)s, %(series)s.")
    return (pair if leader.pair else one) % values


def series_won_words(winner: Leader, wins: str, best_of: int) -> str:
    """Who has won a series."""
    values = {"name": winner.name, "wins": wins, "series": {3: _("best of three"), 5: _("best of five")}[best_of]}
    if winner.ours:
        pair, one = _("Your side wins the %(series)s, %(wins)s."), _("You win the %(series)s, %(wins)s.")
    else:
        pair = pgettext("two players", "%(name)s win the %(series)s, %(wins)s.")
        one = _("%(name)s wins the %(series)s, %(wins)s.")
    return (pair if winner.pair else one) % values


def against(first: str, others: Sequence[str]) -> str:
    """``2 to 1``; with more sides ``2 to 1 and 0``."""
    return _("%(first)s to %(others)s") % {"first": first, "others": joined(others)}


def limit_reached_words(rounds: int, ahead: Leader | None, score: str) -> str:
    """The heading when the last round that a table allows is over: "30 rounds are over: Ana is ahead with −20." """
    values = {"count": rounds, "name": ahead.name if ahead else "", "score": score}
    if ahead is None:
        return _("%(count)d rounds are over, and it is level at %(score)s.") % values
    if ahead.ours:
        pair = _("%(count)d rounds are over: your side is ahead with %(score)s.")
        one = _("%(count)d rounds are over: you are ahead with %(score)s.")
    else:
        pair = pgettext("two players", "%(count)d rounds are over: %(name)s are ahead with %(score)s.")
        one = _("%(count)d rounds are over: %(name)s is ahead with %(score)s.")
    return (pair if ahead.pair else one) % values


# --- how a ruleset differs, in one sentence ---


def sentence_name(name: str) -> str:
    """A preset's name within a sentence."""
    return {
        "pagat": _("Classic All Fives"),
        "playelephant": _("PlayElephant’s All Fives"),
        "thoughtco": _("All Fives where one’s own hand counts"),
        "muggins": _("British Muggins"),
        "five_up": _("Five Up"),
        "sniff": _("Sniff"),
        "latino": _("Latin American All Fives"),
    }[name]


def compared(ruleset: Ruleset, base: str = "") -> tuple[Ruleset, tuple[Difference, ...]]:
    """The preset to measure by, and what differs: that of this name where it has this size, else the nearest."""
    if base and ruleset.players in preset_players(base):
        usual = preset(base, ruleset.players)
        return usual, differences(ruleset, usual)
    return nearest(ruleset)


def but_words(ruleset: Ruleset, base: str = "") -> str:
    """``Classic All Fives, but 7 tiles each and the last 2 of the boneyard stay.``; "" for a preset as it is."""
    usual, changes = compared(ruleset, base)
    if not changes:
        return ""
    return _("%(name)s, but %(changes)s.") % {
        "name": sentence_name(usual.name),
        "changes": joined([_change_words(change) for change in changes]),
    }


def _change_words(change: Difference) -> str:
    """A phrase that can stand in the middle of a sentence."""
    if change.field == "reserve" and change.value:
        count = int(change.value)
        return ngettext("the last tile of the boneyard stays", "the last %(count)d of the boneyard stay", count) % {
            "count": count
        }
    phrases: dict[tuple[str, object], str] = {
        ("partners", True): _("two play against two"),
        ("partners", False): _("each plays alone"),
        ("spinner", "none"): _("no double is a spinner"),
        ("lengthwise", True): _("the first double may lie lengthwise"),
        ("blocked_by", "side"): _("a blocked round goes to the side with fewer pips"),
        ("blocked_by", "lowest_hand"): _("a blocked round goes to the lowest single hand"),
        ("blocked_lead", "lot"): pgettext("change", "a lot decides who leads after a blocked round"),
        ("blocked_lead", "highest_double"): _("the highest double leads after a blocked round"),
        ("first_lead", "lot"): _("a lot decides who leads first"),
        ("target_rule", "reach"): _("the target may be passed"),
        ("target_rule", "exact"): _("the target must be reached exactly"),
    }
    return phrases.get((change.field, change.value)) or value_words(change.field, change.value)
