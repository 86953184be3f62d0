"""Write everything that the site must not lose into one file."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.progress import Bar
from muggins_site import backup


class Command(BaseCommand):
    """One line when it is done. Safe while people play."""

    help = "Back up the database and the secret key into one file, while the site runs. Keep it as private as the site."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace the file if it exists")
        parser.add_argument("--no-key", action="store_true", help="leave the secret key out")
        parser.add_argument(
            "--keep-days",
            type=int,
            metavar="N",
            help="then delete backups in the same folder that are older than N days",
        )

    def handle(
        self, *args: Any, file: Path, force: bool, no_key: bool, keep_days: int | None = None, **options: Any
    ) -> None:
        if keep_days is not None and keep_days < 1:
            raise CommandError("--keep-days is a number of days, 1 or more.")
        try:
            with Bar(self.stderr) as bar:
                made = backup.make(file.absolute(), with_key=not no_key, force=force, tell=bar.tell)
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        size = file.stat().st_size / 1e6
        key = "with" if backup.SECRET in made.files else "without"
        self.stdout.write(f"{file}: {made.matches} matches, {made.moves} moves, {key} the secret key, {size:.1f} MB")
        if keep_days is not None:
            for old in backup.throw_away(file.absolute().parent, older_than=timedelta(days=keep_days)):
                self.stdout.write(f"{old}: deleted, older than {keep_days} days")
