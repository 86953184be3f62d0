"""Look through all matches for what may be worth a look: meant to be run nightly."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.models import FlagKind
from games.services import looking


class Command(BaseCommand):
    """One line a kind of flag: how many there are. They stand in the admin, with their figures."""

    help = "Compute the figures about players that the desk looks at: flags, no verdicts. Run it nightly."

    def handle(self, *args: Any, **options: Any) -> None:
        found = looking.run()
        if found is None:
            self.stdout.write("not done: another process looks through the matches now, or several have died of it")
            return
        for kind in FlagKind.values:
            self.stdout.write(f"{kind}: {found.get(kind, 0)}")
