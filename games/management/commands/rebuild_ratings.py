"""Compute all ratings, results and leaderboards again from the matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.progress import Bar
from games.services import basis
from games.services.rebuild import rebuild


class Command(BaseCommand):
    """One line a difference, then how many there were. With --dry-run nothing is written."""

    help = (
        "Compute all results, ratings and sums of the leaderboards again from the matches, and put right what differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what differs, and change nothing")

    def handle(self, *args: Any, dry_run: bool = False, **options: Any) -> None:
        with Bar(self.stderr) as bar:
            differences = rebuild(write=not dry_run, tell=bar.tell)
        if not dry_run:
            basis.note()
        for sentence in differences:
            self.stdout.write(sentence)
        done = "differences" if dry_run else "differences put right"
        self.stdout.write(f"{len(differences)} {done}")
