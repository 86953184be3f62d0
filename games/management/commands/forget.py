"""Forget what may be kept no longer. Runs by itself every night; by hand as often as you like."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.retention import forget


class Command(BaseCommand):
    """Prints a line for each kind of thing, with how many there were."""

    help = "Forget old addresses, lines, sessions, unconfirmed accounts and guests who never played."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, number in forget(timezone.now()).items():
            self.stdout.write(f"{what}: {number}")
