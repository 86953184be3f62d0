"""For a person who lost the phone and the recovery codes: whoever has the machine takes the second factor off."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.profiles import player_called
from accounts.second_factor import switch_off


class Command(BaseCommand):
    """Needs the name; make sure first that it is this person who asks."""

    help = "Switch off the second factor of one account, and end its sessions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = player_called(name)
        if user is None or not switch_off(user=user):
            raise CommandError(f"No account called {name} has a second factor.")
        self.stdout.write(f"{user.username} signs in by the password alone, until a new one is set up.")
