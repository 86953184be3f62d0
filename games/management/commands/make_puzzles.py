"""`manage.py make_puzzles`: looks for puzzles in robots' matches and in people's, and keeps those that are new."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.progress import Bar
from games.models import Puzzle
from games.rules.errors import RulesetError
from games.rules.ruleset import PRESETS, Ruleset, preset, preset_players
from games.services import puzzle_store

#: Without being told, a night's work: other rules every day, two players most often.
NIGHT_COUNT, NIGHT_SECONDS = 12, 120.0


class Command(BaseCommand):
    """The same seed finds the same puzzles; those that are there already are not stored again."""

    help = "Look for puzzles: positions in which one play is clearly best. Without options, a night's work."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=NIGHT_COUNT, metavar="N", help="stop after so many")
        parser.add_argument("--seed", type=int, metavar="N", help="of the first match; the day's number, if not given")
        parser.add_argument("--ruleset", metavar="NAME", help=f"one of {', '.join(PRESETS)}; the day's, if not given")
        parser.add_argument("--players", type=int, metavar="N")
        parser.add_argument("--seconds", type=float, default=NIGHT_SECONDS, metavar="S", help="stop after so long")
        parser.add_argument("--file", metavar="FILE", help="write them there, one a line, and not into the store")

    def handle(self, *args: Any, **options: Any) -> None:
        night = options["ruleset"] is None and options["file"] is None
        if night and Puzzle.objects.count() >= puzzle_store.ENOUGH:
            self.stdout.write("there are enough puzzles")
            return
        day = timezone.now().date().toordinal()
        seed = day if options["seed"] is None else options["seed"]
        until = monotonic() + options["seconds"]
        found = self._sought(_rules(options, day), seed, options["count"], until, people=night)
        if options["file"]:
            with open(options["file"], "a", encoding="utf-8") as file:
                file.writelines(json.dumps(puzzle_store.as_data(row), separators=(",", ":")) + "\n" for row in found)
            self.stdout.write(f"{len(found)} puzzles written")
        else:
            new = puzzle_store.store(rows=found)
            self.stdout.write(f"{len(found)} puzzles found, {new} of them new")

    def _sought(self, rules: Ruleset, seed: int, most: int, until: float, *, people: bool) -> list[Puzzle]:
        """Puzzles met in people's matches first, then those of robots' matches, seed after seed."""
        found: list[Puzzle] = []
        with Bar(self.stderr) as bar:
            for row in _looked_at(rules, seed, people=people):
                if row is not None:
                    found.append(row)
                bar.tell("Looking for puzzles", len(found), most)
                if len(found) >= most or monotonic() > until:
                    break
        return found


def _looked_at(rules: Ruleset, seed: int, *, people: bool) -> Iterator[Puzzle | None]:
    if people:
        yield from puzzle_store.met_at_tables()
    for number in count(seed):
        yield from puzzle_store.simulated(rules, number)


def _rules(options: dict[str, Any], day: int) -> Ruleset:
    """The rules that were asked for, or those of the day."""
    name = options["ruleset"] or PRESETS[day % len(PRESETS)]
    if name not in PRESETS:
        raise CommandError(f"there is no ruleset called {name!r}; there are {', '.join(PRESETS)}")
    sizes = preset_players(name)
    players = options["players"] or (sizes[0] if day % 2 else sizes[day // 2 % len(sizes)])
    try:
        return preset(name, players)
    except RulesetError as error:
        raise CommandError(str(error)) from None
