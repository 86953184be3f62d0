"""The rules of any ruleset, chapter by chapter, as short as can be; every sentence follows from its settings.

:mod:`games.words.rules` says a table in a few lines before one sits down; this is the whole book.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import Ruleset
from games.words import rules as said

CHAPTERS = ("deal", "turn", "spinner", "count", "draw", "end", "target")
#: Stands behind "What counts", where points are called.
CALLING = "calling"


def chapters(ruleset: Ruleset) -> tuple[str, ...]:
    """The chapters that a ruleset has, in their order."""
    if ruleset.calling != "muggins":
        return CHAPTERS
    behind = CHAPTERS.index("count") + 1
    return (*CHAPTERS[:behind], CALLING, *CHAPTERS[behind:])


def chapter_title(key: str) -> str:
    """The heading of a chapter."""
    return {
        "deal": _("The deal"),
        "turn": _("A turn"),
        "spinner": _("The spinner"),
        "count": _("What counts"),
        "draw": _("Drawing"),
        "end": _("The end of a round"),
        "target": _("The target"),
        CALLING: _("«Muggins!»"),
    }[key]


def book_line(name: str) -> str:
    """What a rule book is, in a line; nothing for a mix."""
    if name == "pagat":
        return _("The first double is the spinner and opens four arms. Who goes out takes the others’ pips.")
    return str(said.PRESET_LINES.get(name, ""))


def players_link(players: int) -> str:
    """A number of players, as the link to their rules says it."""
    return {
        2: _("Two players"),
        3: _("Three players"),
        4: _("Four, as partners"),
    }[players]


def chapter(key: str, ruleset: Ruleset) -> list[str]:
    """The sentences of a chapter."""
    make = {
        "deal": _deal, "turn": _turn, "spinner": _spinner, "count": _count, "draw": _draw, "end": _end,
        "target": _target, CALLING: _calling,
    }[key]  # fmt: skip
    return [sentence for sentence in make(ruleset) if sentence]


def drawable(ruleset: Ruleset) -> int:
    """How many tiles may ever be drawn."""
    return ruleset.boneyard_size - ruleset.reserve


def _deal(ruleset: Ruleset) -> list[str]:
    hand = ngettext("%(count)d tile each", "%(count)d tiles each", ruleset.hand_size) % {"count": ruleset.hand_size}
    boneyard = ngettext(
        "%(hand)s; the last of the 28 is the boneyard.",
        "%(hand)s; the other %(count)d of the 28 are the boneyard.",
        ruleset.boneyard_size,
    ) % {"hand": hand, "count": ruleset.boneyard_size}
    return [
        boneyard if ruleset.boneyard_size else _("%(hand)s: all 28 are dealt.") % {"hand": hand},
        _seating(ruleset),
        said.direction_words(ruleset) if ruleset.players > 2 else "",
        said.lead_words(ruleset),
        _which_lead(ruleset),
    ]


def _seating(ruleset: Ruleset) -> str:
    if ruleset.partners:
        return _("Partners sit across from each other and share one score.")
    return _("Each plays alone.") if ruleset.players > 2 else ""


def _which_lead(ruleset: Ruleset) -> str:
    by_double = "highest_double" in (ruleset.first_lead, ruleset.next_lead, ruleset.blocked_lead)
    if by_double:
        return _("That double must be led; where no hand has one, the heaviest tile. Otherwise any tile may lead.")
    return _("Any tile may lead.")


def _turn(ruleset: Ruleset) -> list[str]:
    return [
        _("Join a tile to an open end where the numbers are alike."),
        _("Who can play must play."),
        _("Doubles lie across the line.") if ruleset.lengthwise is False else _("Later doubles lie across the line."),
    ]


def _spinner(ruleset: Ruleset) -> list[str]:
    if ruleset.spinner == "none":
        return [_("There is none. Doubles lie across the line and never branch: two ends for ever.")]
    if ruleset.spinner == "every":
        first = _(
            "Every double is a spinner. When both its long sides are joined, its short sides open: two more arms."
        )
        return [first, _exposed(ruleset)]
    opening = _("The first double of the round, the lead or later, is the spinner. Later doubles never branch.")
    if not ruleset.lengthwise:
        return [
            opening,
            _("When both its long sides are joined, its short sides open too: four arms can grow."),
            _exposed(ruleset),
        ]
    return [
        opening,
        _("Who lays it chooses: across the line, or lengthwise."),
        _("When both of its sides in the line are joined, the other two open: four arms can grow."),
        _exposed(ruleset),
    ]


def _exposed(ruleset: Ruleset) -> str:
    if not ruleset.exposed_sides_count:
        return ""
    return _("From then on each of its free sides gives its number once.")


def _count(ruleset: Ruleset) -> list[str]:
    if ruleset.calling == "muggins":
        scores = _worth(ruleset)
    elif ruleset.points_per_five == 1:
        scores = _("A multiple of five scores at once, one point for every five, for whoever laid the tile.")
    else:
        scores = _("A multiple of five scores at once, that many points, for whoever laid the tile.")
    return [
        _("After each tile, the lead included, add up what the ends give: the count."),
        scores,
        _("Anything else scores nothing, and so does 0."),
    ]


def _worth(ruleset: Ruleset) -> str:
    if ruleset.points_per_five == 1:
        return _("A multiple of five is worth one point for every five, for whoever claims it rightly.")
    return _("A multiple of five is worth that many points, for whoever claims it rightly.")


def _calling(ruleset: Ruleset) -> list[str]:
    """RULES.md section 4. All of its window is this site's reading."""
    return [
        _("The count is not shown. Whoever lays a tile claims points for it, or none, before it is laid or with it."),
        _("A right claim is credited. Without a claim, or with a wrong one, nothing is."),
        said.wrong_claim(ruleset),
        _window(ruleset),
        _partner_keeps_still(ruleset),
        _("Once the next player acts, it can no longer be called. Then the count is told, end by end."),
        _("A tile that ends the round can be called, too: the hands are counted after that."),
        _("Points that were taken can win the match. Those of a settlement cannot be taken."),
    ]


def _window(ruleset: Ruleset) -> str:
    return ngettext(
        "Then «Muggins!» can be called for %(count)d second: the first opponent who calls it with the true points "
        "takes what was not claimed rightly. Each has one try; a wrong call costs nothing.",
        "Then «Muggins!» can be called for %(count)d seconds: the first opponent who calls it with the true points "
        "takes what was not claimed rightly. Each has one try; a wrong call costs nothing.",
        ruleset.muggins_seconds,
    ) % {"count": ruleset.muggins_seconds}


def _partner_keeps_still(ruleset: Ruleset) -> str:
    return _("A partner may not.") if ruleset.partners else ""


def table_of_ends(ruleset: Ruleset) -> list[tuple[str, str]]:
    """What lies on the table, and what it adds to the count."""
    rows = [
        (_("The only tile, double or not"), _("both halves")),
        (_("A plain tile at an end"), _("its free half")),
    ]
    if ruleset.lengthwise:
        rows.append((_("A double at an end, crosswise"), _("twice its number")))
        rows.append((_("The spinner at an end, lengthwise"), _("its number once")))
    else:
        rows.append((_("A double at an end"), _("twice its number")))
    rows.append((_("A double joined on both sides"), _("nothing")))
    if ruleset.spinner != "none":
        rows.append(_free_side(ruleset))
        rows.append((_("An arm of a spinner"), _("its last tile")))
    return rows


def _free_side(ruleset: Ruleset) -> tuple[str, str]:
    adds = _("its number once") if ruleset.exposed_sides_count else _("nothing")
    if ruleset.lengthwise:
        return _("A side across the line that nobody has joined"), adds
    return _("A short side that nobody has joined"), adds


def _draw(ruleset: Ruleset) -> list[str]:
    if not ruleset.boneyard_size:
        return [_("There is no boneyard: who cannot play passes. A pass costs nothing.")]
    if not drawable(ruleset):
        return [_("The boneyard is never drawn from: who cannot play passes. A pass costs nothing.")]
    return [
        _("Who cannot play draws, one tile at a time, until one fits. That tile must be played at once."),
        said.reserve_tail(ruleset.reserve).strip(),
        _("When nothing more may be drawn, the turn passes. A pass costs nothing."),
    ]


def _end(ruleset: Ruleset) -> list[str]:
    if drawable(ruleset):
        ends = _("It ends when somebody lays a last tile, or is blocked: nobody can play and nothing is left to draw.")
    else:
        ends = _("It ends when somebody lays a last tile, or is blocked: nobody can play.")
    return [ends, said.settlement_words(ruleset), *_fine_print(ruleset), _rounding(ruleset)]


def _fine_print(ruleset: Ruleset) -> list[str]:
    """What the settlement does not say for itself."""
    if ruleset.settlement == "own_hand":
        return [_("So it is after a block, too. A score may sink below zero.")]
    lines = [_("The partner’s tiles do not matter then.")] if ruleset.partners else []
    if ruleset.players == 3:
        return [*lines, _("Two that tie for it share the third hand, to the half point; three get nothing.")]
    return [*lines, _("A tie scores nothing.")]


def _rounding(ruleset: Ruleset) -> str:
    if ruleset.points_per_five == 1:
        return _("Add up, go to the nearest five, 1 and 2 over down, 3 and 4 up; then one point for every five.")
    return _("Add up first, then go to the nearest five: 1 and 2 over down, 3 and 4 up.")


def _target(ruleset: Ruleset) -> list[str]:
    return [
        said.target_words(ruleset),
        _("Who reaches the target ends the match at once, in the middle of a round too."),
        "" if ruleset.settlement == "own_hand" else _two_at_once(),
    ]


def _two_at_once() -> str:
    return _("Where two reach it in one settlement, the higher wins; if they are equal, they play another round.")
