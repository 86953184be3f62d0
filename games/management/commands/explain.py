"""`manage.py explain MOVE...`: settles an argument at the table about counts, points and open ports."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.errors import IllegalMove, NotationError
from games.rules.layout import End, Layout, empty_layout
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import PRESETS, Ruleset, preset, preset_players
from games.rules.scoring import points_for


class Command(BaseCommand):
    """Lays moves on an empty table, without hands or turns, and says what each counts and scores."""

    help = "Lay moves on an empty table and explain each count, for example: explain 55 '50>55.L1'"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("moves", nargs="+", metavar="MOVE", help="55 leads; 50>55.L1 joins; 55* lies lengthwise")
        parser.add_argument("--ruleset", default="pagat", metavar="NAME", help=f"one of {', '.join(PRESETS)}")
        parser.add_argument("--json", action="store_true", help="print a list of objects instead of sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ruleset"] not in PRESETS:
            raise CommandError(f"there is no ruleset called {options['ruleset']!r}; there are {', '.join(PRESETS)}")
        ruleset = preset(options["ruleset"], preset_players(options["ruleset"])[0])
        layouts = lay(ruleset, options["moves"])
        if options["json"]:
            self.stdout.write(json.dumps([as_data(layout, ruleset) for layout in layouts]))
            return
        for layout in layouts:
            self.stdout.write(as_sentence(layout, ruleset))


def lay(ruleset: Ruleset, moves: list[str]) -> list[Layout]:
    """The layout after each of the moves; CommandError with one sentence at the first that is not possible."""
    layouts: list[Layout] = []
    layout = empty_layout(ruleset)
    for text in moves:
        try:
            move = parse_move(text)
            if not isinstance(move, Play):
                raise NotationError("only plays can be explained, not draws and passes")
            layout = layout.lay(move)
        except NotationError as error:
            raise CommandError(f"{text}: {error}") from None
        except IllegalMove as error:
            raise CommandError(str(error)) from None
        layouts.append(layout)
    return layouts


def as_data(layout: Layout, ruleset: Ruleset) -> dict[str, Any]:
    """The last move of a layout as RECORD.md's object."""
    return {
        "move": str(layout.placements[-1]),
        "count": layout.count,
        "points": points_for(layout.count, ruleset),
        "ends": [{"tile": str(end.tile), "gives": end.gives} for end in layout.ends],
        "open": sorted(map(str, layout.open_ports)),
    }


def as_sentence(layout: Layout, ruleset: Ruleset) -> str:
    """The last move of a layout in words: ``55: 10 = 10 (55, double), scores 10; open: 55.L1, 55.L2``."""
    ends = " + ".join(_end(end) for end in layout.ends) or "0 (nothing counts)"
    points = points_for(layout.count, ruleset)
    ports = ", ".join(sorted(map(str, layout.open_ports))) or "nothing"
    return f"{layout.placements[-1]}: {layout.count} = {ends}, scores {points or 'nothing'}; open: {ports}"


def _end(end: End) -> str:
    return f"{end.gives} ({end.tile}{', double' if end.double else ''})"
