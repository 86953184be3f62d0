"""Finds PostgreSQL and Redis on this machine, or installs them from the system's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

#: Debian keeps PostgreSQL's programs off the path, in a folder for each version.
FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
REDIS_NAMES = ("redis-server", "valkey-server")
DEBIAN = ("postgresql", "redis-server")
POLICY = Path("/usr/sbin/policy-rc.d")


@dataclass(frozen=True)
class Servers:
    """The folder of PostgreSQL's programs, and the program of Redis."""

    postgres: Path
    redis: Path


def servers() -> Servers:
    """Both; installed first where one is missing and we may. SystemExit with a sentence where that fails."""
    found = find()
    if found is None:
        _install()
        found = find()
    if found is None:
        sys.exit(
            "These tests need PostgreSQL and Redis, and one of them was not found and could not be installed. "
            f"Install them (Debian: apt install {' '.join(DEBIAN)}) and try again."
        )
    return found


def find() -> Servers | None:
    """Both, or None when one of them is missing."""
    postgres = next(_folders_of_postgres(), None)
    redis = next(filter(None, map(shutil.which, REDIS_NAMES)), None)
    return Servers(postgres, Path(redis)) if postgres and redis else None


def _folders_of_postgres() -> Iterator[Path]:
    """Folders that have both programs, the newest version first."""
    named = [path for pattern in FOLDERS for path in Path("/").glob(pattern.removeprefix("/"))]
    on_path = [Path(path) for path in os.get_exec_path()]
    for folder in [*sorted(named, key=_version, reverse=True), *on_path]:
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres")):
            yield folder


def _version(folder: Path) -> int:
    return int("0" + "".join(filter(str.isdigit, folder.parent.name)))


def _install() -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print("PostgreSQL or Redis is missing; installing both ...", file=sys.stderr)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with _nothing_started():
        for command in (["update", "-q"], ["install", "-qy", "--no-install-recommends", *DEBIAN]):
            subprocess.run(["apt-get", *command], check=False, stdout=subprocess.DEVNULL, env=environment)


@contextmanager
def _nothing_started() -> Iterator[None]:
    """Debian starts a server as soon as it is installed; ours are started by ourselves, and are no others."""
    if POLICY.exists():
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink()
