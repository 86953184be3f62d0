"""The site on a disk that gets full: run by test_full_disk.py in a process of its own, on a tmpfs where it may."""

from __future__ import annotations

import contextlib
import resource
import shutil
import sqlite3
import sys
from pathlib import Path

import django
from django.conf import settings

MOST = 500


def fill(folder: Path) -> Path:
    """A file that takes all room there is."""
    ballast = folder / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"\0" * 65536):
            pass
    return ballast


def main(folder: Path, how: str, tables: Path) -> None:
    """Prints what became of it, for the test to read. `tables`: a database to begin with."""
    shutil.copyfile(tables, folder / "db.sqlite3")
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.MUGGINS_LIMITS = False
    settings.CACHES["default"] = settings.CACHES["quick"]
    django.setup()
    from django.test import Client

    from games.models import Match, Seat

    client = Client(raise_request_exception=False, headers={"host": "localhost"})

    def play() -> int:
        return client.post("/play-now/", {"opponents": "1"}).status_code

    statuses = [play()]
    ballast = folder / "ballast"
    if how == "tmpfs":
        fill(folder)
    else:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((folder / "db.sqlite3").stat().st_size, resource.RLIM_INFINITY))
    while statuses[-1] == 302 and len(statuses) < MOST:
        statuses.append(play())
    print("full:", statuses[-1], flush=True)
    print("whole:", Match.objects.count() == statuses.count(302) == Seat.objects.filter(robot="").count())
    ballast.unlink(missing_ok=True)
    if how != "tmpfs":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print("freed:", play())
    with contextlib.closing(sqlite3.connect(settings.DATA_DIR / "db.sqlite3")) as rows:
        print("integrity:", rows.execute("PRAGMA integrity_check").fetchone()[0])


if __name__ == "__main__":
    main(Path(settings.DATA_DIR), sys.argv[1], Path(sys.argv[2]))
