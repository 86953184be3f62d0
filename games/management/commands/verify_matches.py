"""Replay every stored match and report each row that disagrees with the fold."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import verification
from games.models import Match


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
        if holding != total:
            raise CommandError(f"{total - holding} matches do not hold.")
