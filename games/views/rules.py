"""The short page of the rules: words made from the rulesets themselves, pictures made by the board's own code."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.forms import PRESET_ORDER
from games.presenters.example import example
from games.rules.ruleset import preset, preset_players
from games.words.rules import PRESET_LINES, preset_name, ruleset_words
from games.words.settings import preset_lines

COUNTED = ("55", "53>55.L1", "65>55.L2", "54>55.S1", "31>53.3", "42>54.4", "66>65.6")
STEPS = (("55",), ("55", "50>55.L1"), ("55", "50>55.L1", "65>55.L2"))
TREE = ("44", "41>44.L1", "64>44.L2", "11>41.1", "66>64.6", "31>11.L2", "63>66.L2", "61>66.S1", "43>44.S1")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """What counts, how a round ends, the tally, each rule book in sentences, and the words of the game."""
    context = {
        "counted": example(COUNTED),
        "steps": [example(moves) for moves in STEPS],
        "tree": example(TREE, "five_up"),
        "books": [_book(name) for name in PRESET_ORDER],
        "glossary": glossary(),
    }
    return render(request, "games/rules.html", context)


def _book(name: str) -> dict[str, Any]:
    players = preset_players(name)
    return {
        "key": name,
        "name": preset_name(name),
        "line": PRESET_LINES[name],
        "differs": preset_lines(name),
        "players": players[0],
        # the first line names the book, the last the clock: neither is the book's own
        "words": ruleset_words(preset(name, players[0]), None)[1:-1],
    }


def glossary() -> list[tuple[str, str]]:
    """The words of the game with what they mean (RULES.md, section 9)."""
    return [
        (_("Tile, half, pip"), _("A tile has two halves; each bears none to six pips.")),
        (_("Double"), _("A tile whose halves are alike. It lies crosswise.")),
        (_("Spinner"), _("The double from which four arms may grow.")),
        (
            _("Long side, short side"),
            _("A double is joined on its long sides first; a spinner’s short sides open after that."),
        ),
        (_("Open end, arm"), _("A place where a tile may be joined; the line that grows from a spinner’s side.")),
        (_("Count"), _("The sum of the counting ends after a tile is laid.")),
        (_("Boneyard"), _("The tiles that nobody was dealt.")),
        (
            _("Draw, pass"),
            _("Take a tile from the boneyard when nothing fits; let the turn go when nothing is left to draw."),
        ),
        (_("Lead"), _("Lay the first tile of a round.")),
        (_("Go out"), _("Lay one’s last tile.")),
        (_("Blocked"), _("Nobody can play and nothing is left to draw.")),
        (_("Hand"), _("The tiles that a player holds.")),
        (_("Round, match"), _("One deal; as many as it takes to the target.")),
        (_("Side, partners"), _("Who scores together: a player alone, or two who sit across from each other.")),
        (_("Tally, stroke, house"), _("The score in marks: a stroke for every five points, ten strokes to a house.")),
    ]
