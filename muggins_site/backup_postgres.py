"""The rows of a PostgreSQL database, by PostgreSQL's own programs: they know every version's ways."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from django.db import connection, connections

NAME = "db.dump"
LOOK_SECONDS = 0.2
MOST_SAID = 2000


class Engine:
    """What `muggins_site.backup` needs of a database."""

    def dump(self, folder: Path, tell: Callable[[str, int, int], object]) -> Path:
        """A copy as of one moment, in PostgreSQL's own format. RuntimeError with what pg_dump said."""
        target = folder / NAME
        _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"], target, tell)
        return target

    def put_back(self, rows: Path, aside: Path, tell: Callable[[str, int, int], object]) -> None:
        """Replace the tables in one transaction: all or nothing. RuntimeError with what pg_restore said."""
        connections.close_all()
        name = connection.settings_dict["NAME"]
        options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
        _run(["pg_restore", *options, f"--dbname={name}", str(rows)], rows, tell)


def _run(command: Sequence[str], watched: Path, tell: Callable[[str, int, int], object]) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise RuntimeError(
            f"{command[0]} is not on the PATH; it comes with PostgreSQL's client programs"
            " (Debian: apt install postgresql-client)."
        )
    running = subprocess.Popen(  # noqa: S603  a program of PostgreSQL's, and arguments of ours
        [program, *command[1:]],
        env={**os.environ, **_where()},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    said = ""
    while True:
        try:
            said = running.communicate(timeout=LOOK_SECONDS)[1]
            break
        except subprocess.TimeoutExpired:
            tell(f"{command[0]} at work, {watched.stat().st_size >> 20 if watched.exists() else 0} MB", 0, 0)
    if running.returncode:
        raise RuntimeError(f"{command[0]}: {said.strip()[:MOST_SAID]}")


def _where() -> dict[str, str]:
    """Where the database is, for libpq; the password by the environment, where no list of processes shows it."""
    found = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    return {ours: str(found[theirs]) for ours, theirs in names.items() if found.get(theirs)}
