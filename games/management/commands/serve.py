"""Run the whole site in one process: pages, sockets and the keeper."""

import os
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from muggins_site import environment, metrics, preparation


class Command(BaseCommand):
    """Prepares what is missing, then answers until Ctrl-C or SIGTERM."""

    help = "Run the whole site in one process. HOST and PORT say where (127.0.0.1, 8000)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--prepare-only", action="store_true", help="prepare and stop, for images and tests")

        parser.add_argument(
            "--no-keeper", action="store_true", help="leave the clock and the robots to another process"
        )

    def handle(self, *args: Any, prepare_only: bool, no_keeper: bool, **options: Any) -> None:
        host = os.environ.get("HOST") or "127.0.0.1"
        port = environment.number(os.environ, "PORT", 8000, 1, 65535)
        preparation.prepare(self._say)
        if prepare_only:
            return
        from muggins_site.server import SiteServer  # only now: it loads the pages and looks up the static files

        server = SiteServer(host, port, say=self._say, with_keeper=not no_keeper)
        stop_counting = metrics.count_errors()
        stop_metrics = _serve_metrics()
        server.run()
        stop_metrics()
        stop_counting()
        if server.failure:
            raise CommandError(server.failure)

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _serve_metrics() -> Callable[[], None]:
    """What ends them again; nothing is served without MUGGINS_METRICS_PORT."""
    port = environment.number(os.environ, "MUGGINS_METRICS_PORT", 0, 0, 65535)
    if not port:
        return lambda: None
    try:
        return metrics.serve(port)
    except OSError as error:
        raise CommandError(f"MUGGINS_METRICS_PORT {port} cannot be used: {error.strerror}.") from error
