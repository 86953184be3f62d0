"""The rows of a PostgreSQL database, as a SQLite file: either database takes it back, and no program need be there."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from muggins_site import backup_copy, backup_sqlite, preparation

#: What versions before 0194 wrote, by PostgreSQL's own program.
OLD = "db.dump"
MOST_SAID = 2000


class Engine:
    """What `muggins_site.backup` needs of a database."""

    def dump(self, folder: Path, tell: Callable[[str, int, int], object]) -> Path:
        """A copy as of one moment. Its transaction sees nothing of what is written meanwhile, and waits for nobody."""
        target = backup_copy.empty_file(folder / "rows")
        with backup_copy.opened(target) as copied, transaction.atomic(durable=True), transaction.atomic(using=copied):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            backup_copy.empty(copied)
            backup_copy.copy(DEFAULT_DB_ALIAS, copied, tell)
        backup_sqlite.check(target)
        return target

    def put_back(self, rows: Path, aside: Path, tell: Callable[[str, int, int], object]) -> None:
        """Replace all rows in one transaction: all or nothing."""
        if rows.name == OLD:
            _restore(rows)
            return
        backup_sqlite.check(rows)
        (rows.parent / "rows").mkdir(mode=0o700)
        source = backup_copy.in_shape(rows.rename(rows.parent / "rows" / backup_copy.NAME).parent)
        preparation.migrate(lambda sentence: None)
        with backup_copy.opened(source) as copied, transaction.atomic(durable=True):
            backup_copy.empty(DEFAULT_DB_ALIAS)
            backup_copy.copy(copied, DEFAULT_DB_ALIAS, tell)


def _restore(rows: Path) -> None:
    """A backup of before, by the program that goes with the one that wrote it; RuntimeError with what it said."""
    program = shutil.which("pg_restore")
    if program is None:
        raise RuntimeError(
            "this backup was made by pg_dump, and pg_restore is not on the PATH; it comes with PostgreSQL's client"
            " programs (Debian: apt install postgresql-client)."
        )
    connections.close_all()
    options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    done = subprocess.run(  # noqa: S603  a program of PostgreSQL's, and arguments of ours
        [program, *options, f"--dbname={connection.settings_dict['NAME']}", str(rows)],
        env={**os.environ, **_where()},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"pg_restore: {done.stderr.strip()[:MOST_SAID]}")


def _where() -> dict[str, str]:
    """Where the database is, for libpq; the password by the environment, where no list of processes shows it."""
    found = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    return {ours: str(found[theirs]) for ours, theirs in names.items() if found.get(theirs)}
