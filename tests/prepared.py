"""What every testing process would make for itself, made once: the empty tables, and a data folder for served sites."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.browser.site import ROOT, environment

KEPT = ROOT / "build" / "tables"
#: What a site does by itself on its first turn of a day: the days ahead are laid out; the night's work, which looks for
#: puzzles for two minutes of computing, counts as done, or every served site would begin with it.
FIRST_TURN = """
from datetime import timedelta
from django.core.cache import cache
from django.utils import timezone
from games.services import coming
coming.prepare()
for days in range(3):
    date = f"{timezone.now() + timedelta(days=days):%Y-%m-%d}"
    cache.add(f"errands:night:{date}", True, 3 * 24 * 3600)
    cache.add(f"errands:days:{date}", True, 3 * 24 * 3600)
"""


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Only one process of this machine is in here."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def lay_tables(target: Path) -> None:
    """An SQLite database after all migrations, at this path. They take longer than many a test file."""
    with alone(KEPT / "lock"):
        kept = KEPT / f"{_made_of()}.sqlite3"
        if not kept.exists():
            for old in KEPT.glob("*.sqlite3"):
                old.unlink()
            _migrate(kept)
        shutil.copyfile(kept, target)


def _made_of() -> str:
    """Changes with every file that has a say in the tables."""
    digest = hashlib.sha256()
    for pattern in ("*/migrations/*.py", "*/models*.py", "muggins_site/settings.py", "requirements.txt"):
        for path in sorted(ROOT.glob(pattern)):
            digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(kept: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(command, cwd=ROOT, env=environment(data, 1, {}), check=True)
        whole = data / "whole.sqlite3"
        with closing(sqlite3.connect(data / "db.sqlite3")) as rows:
            rows.execute("VACUUM INTO ?", (str(whole),))
        shutil.copyfile(whole, kept.with_suffix(".partial"))
        kept.with_suffix(".partial").replace(kept)


def prepare(data: Path) -> None:
    """Fonts, static files, tables and a day's first turn, once; later servers start from a copy."""
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "db.sqlite3").exists():
        lay_tables(data / "db.sqlite3")
    for words in (("serve", "--prepare-only"), ("shell", "-v0", "-c", FIRST_TURN)):
        command = [sys.executable, "manage.py", *words]
        subprocess.run(command, cwd=ROOT, env=environment(data, 1, {}), check=True, stdout=subprocess.DEVNULL)
