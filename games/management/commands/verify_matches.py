"""Replay every stored match and report each row that disagrees with the fold."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import verification
from games.management.progress import Bar
from games.models import Match
from games.services.rebuild import rebuild


class Command(BaseCommand):
    """One line a disagreement; the last line counts. Fails unless all matches hold."""

    help = "Replay all matches (or those named) and report where the stored rows disagree with the rules."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of matches; all when none is given")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        matches = Match.objects.order_by("pk")
        if codes:
            matches = matches.filter(code__in=codes)
        total = holding = 0
        for match in matches.iterator(chunk_size=100):
            faults = verification.faults_of(match)
            total += 1
            holding += not faults
            for fault in faults:
                self.stdout.write(f"{match.code}: {fault}")
        self.stdout.write(f"{holding} of {total} matches hold")
        differences = [] if codes else self._books()
        if holding != total:
            raise CommandError(f"{total - holding} matches do not hold.")
        if differences:
            raise CommandError("Results or ratings are not those of the matches: manage.py rebuild_ratings.")

    def _books(self) -> list[str]:
        """What the ledger of ratings, the results and their sums say that the matches do not."""
        with Bar(self.stderr) as bar:
            differences = rebuild(write=False, tell=bar.tell)
        for sentence in differences:
            self.stdout.write(sentence)
        self.stdout.write("results and ratings hold" if not differences else f"{len(differences)} differences")
        return differences
