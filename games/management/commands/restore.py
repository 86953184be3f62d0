"""Put a backup in the place of this site's rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.progress import Bar
from muggins_site import backup, preparation


class Command(BaseCommand):
    """Says what was restored, brings the tables up to date, and names the command that replays everything."""

    help = (
        "Restore a file made by `manage.py backup` into MUGGINS_DATA (or DATABASE_URL). The site must not be running."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a database that has people in it")
        parser.add_argument("--no-key", action="store_true", help="keep the secret key that is here: all sign in anew")

    def handle(self, *args: Any, file: Path, force: bool, no_key: bool, **options: Any) -> None:
        try:
            with Bar(self.stderr) as bar:
                found = backup.put_back(file.absolute(), with_key=not no_key, force=force, tell=bar.tell)
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {found.matches} matches and {found.moves} moves of {found.made_at}.")
        preparation.migrate(self.stdout.write)
        self.stdout.write("Now replay them all: manage.py verify_matches")
