"""For developers: fill an empty data folder with made-up players and results, to measure leaderboards and profiles."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Result
from accounts.seeding import seed
from games.management.progress import Bar
from games.models import Match


class Command(BaseCommand):
    """Use a data folder of its own: MUGGINS_DATA=build/seed manage.py seed_results."""

    help = "Fill an empty database (MUGGINS_DATA of its own) with made-up players and results, for measurements."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=100_000)
        parser.add_argument("--results", type=int, default=1_000_000, help="results, one a player and match")

    def handle(self, *args: Any, players: int, results: int, **options: Any) -> None:
        if Match.objects.exists() or Result.objects.exists():
            raise CommandError("There are matches or results here. Set MUGGINS_DATA to a folder of its own.")
        if players < 4 or results < 1:
            raise CommandError("At least four players and one result.")
        with Bar(self.stderr) as bar:
            seed(players=players, results=results, tell=bar.tell)
        self.stdout.write(f"{players} players, {Result.objects.count()} results")
