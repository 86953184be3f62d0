"""A disk that is full: 503, nothing half-written, a sound database, and on by itself when there is room (A12)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from muggins_site import backup_copy

MOUNTED = 'mount -t tmpfs -o size=30m none "$1" && shift && exec "$@"'


def may_mount(folder: Path) -> bool:
    """Whether this machine lets us have a small disk of our own, gone with the process that has it."""
    tried = subprocess.run(
        ["unshare", "--mount", "--map-root-user", "sh", "-c", MOUNTED, "sh", str(folder), "true"],
        capture_output=True,
        check=False,
    )
    return tried.returncode == 0


@pytest.fixture
def tables(transactional_db: None, tmp_path: Path) -> Path:
    """A database with all tables and nobody in it."""
    if connection.vendor != "sqlite":
        return backup_copy.in_shape(tmp_path / "shape")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as rows:
        rows.execute("VACUUM INTO ?", [str(tmp_path / "tables")])
    return tmp_path / "tables"


@pytest.mark.parametrize("how", ["tmpfs", "file size"])
def test_a_full_disk_stops_writing_and_nothing_else(tmp_path: Path, tables: Path, how: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    command = [sys.executable, "-m", "tests.site.full_disk", how, str(tables)]
    if how == "tmpfs" and may_mount(data):  # else both ways are the second one: no file may grow
        command = ["unshare", "--mount", "--map-root-user", "sh", "-c", MOUNTED, "sh", str(data), *command]
    elif how == "tmpfs":
        command[3] = "file size"
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env={**kept, "MUGGINS_DATA": str(data), "DJANGO_SETTINGS_MODULE": "muggins_site.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = f"({command})\n{done.stdout}{done.stderr[-3000:]}"
    assert done.stdout.split("\n") == ["full: 503", "whole: True", "freed: 302", "integrity: ok", ""], said
