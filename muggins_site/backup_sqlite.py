"""The rows of a SQLite file: copied as of one moment while others write, and put in the place of another."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection, connections

NAME = "db.sqlite3"
STEPS = 20_000  # of SQLite's machine, between two looks at how far the copy has come
WAIT_SECONDS = 20


class Engine:
    """What `muggins_site.backup` needs of a database."""

    def dump(self, folder: Path, tell: Callable[[str, int, int], object]) -> Path:
        """A whole and checked copy in this folder. `VACUUM INTO` reads one snapshot: writers neither wait nor fail."""
        target = folder / NAME
        with closing(_open(_path())) as rows:
            pages, size = (rows.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
            rows.set_progress_handler(lambda: _tell_size(target, pages * size, tell), STEPS)
            rows.execute("VACUUM INTO ?", [str(target)])
        check(target)
        return target

    def put_back(self, rows: Path, aside: Path, tell: Callable[[str, int, int], object]) -> None:
        """Move the checked file into place; the one that was there is kept in the folder `aside`."""
        tell("checking", 0, 0)
        check(rows)
        here = _path()
        connections.close_all()
        if here.exists():
            with closing(_open(here)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                tables = old.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables:
                aside.mkdir(mode=0o700)
                os.link(here, aside / NAME)
        # A log left behind belongs to the old file and would be read into the new one.
        for ending in ("-wal", "-shm"):
            here.with_name(here.name + ending).unlink(missing_ok=True)
        rows.replace(here)


def check(path: Path) -> None:
    """RuntimeError when the file is not sound."""
    with closing(_open(path)) as rows:
        verdict = rows.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise RuntimeError(f"the copy is not sound: {verdict}")


def _path() -> Path:
    return Path(connection.settings_dict["NAME"])


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)


def _tell_size(target: Path, total: int, tell: Callable[[str, int, int], object]) -> int:
    tell("copying", target.stat().st_size if target.exists() else 0, total)
    return 0
