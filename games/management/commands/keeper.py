"""The keeper as a process of its own, for sites with several web processes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games.services import keeper
from muggins_site import errands


class Command(BaseCommand):
    """Until Ctrl-C or SIGTERM. Several may run: each effect happens once."""

    help = "Run the keeper: robot turns, deadlines, deals. Needs REDIS_URL to reach the web processes."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("The keeper is at work.")
        errands.start()
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_until_told())


async def _until_told() -> None:
    task = asyncio.ensure_future(keeper.run("keeper"))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
