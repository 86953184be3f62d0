"""The whole site as its own process, as `make run` starts it: it can be killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.memory import quick_folder

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180.0
# Robots at their human pace would make a whole match last minutes.
HURRIED = {
    "MUGGINS_ROBOT_PACE": "0.03,0.08",
    "MUGGINS_ROBOT_WAIT_SECONDS": "0",
    "MUGGINS_FAIR_WAIT_SECONDS": "5",
    "MUGGINS_LIMITS": "0",
    "MUGGINS_REVIEW_DEALS": "8",
}


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, port: int, extra: dict[str, str]) -> dict[str, str]:
    """The settings of the site under test, and nothing that this process happens to have."""
    ours = ("MUGGINS_", "DJANGO_", "DATABASE_", "REDIS_", "EMAIL_", "WEB_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "MUGGINS_DATA": str(data), "HOST": "127.0.0.1", "PORT": str(port), **HURRIED, **extra}


class Site:
    """One server with a data folder of its own at a port of its own."""

    def __init__(self, prepared: Path, **extra: str) -> None:
        self.data = quick_folder("muggins-site-") / "data"
        shutil.copytree(prepared, self.data)
        self.port, self.extra = free_port(), extra
        self.log = self.data.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "manage.py", "serve"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment(self.data, self.port, self.extra), stdout=log, stderr=log
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            ended = self.process.poll()
            assert ended is None, f"The site ended with status {ended}:\n{self.said()}"
            assert time.monotonic() < deadline, f"The site does not answer:\n{self.said()}"
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether the site says that it is well."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def kill(self) -> None:
        """As a power cut ends it: no signal that a process could handle."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an administrator ends it."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(15)
        self.process = None

    def said(self) -> str:
        """All that the server has written."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What is stored, read beside the running server."""
        with closing(sqlite3.connect(f"file:{self.data}/db.sqlite3?mode=ro", uri=True, timeout=20)) as database:
            return database.execute(query, values).fetchall()

    def write(self, statement: str, *values: Any) -> None:
        """Change what is stored, beside the running server: for deals that chance would not bring."""
        with closing(sqlite3.connect(self.data / "db.sqlite3", timeout=20)) as database, database:
            assert database.execute(statement, values).rowcount == 1, statement

    def moves_of_persons(self, path: str) -> list[tuple[str, str]]:
        """Text and one-time key of each move that a person has made at the table with this path."""
        return self.rows(
            "select move.text, move.key from games_move move join games_match on games_match.id = move.match_id"
            " where games_match.code = ? and move.by = 'person' order by move.version",
            path.strip("/").split("/")[1],
        )
