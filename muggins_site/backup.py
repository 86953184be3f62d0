"""A backup: one file with the rows, the secret key and a manifest, made while people play, put back elsewhere.

docs/operations.md tells how an administrator uses it, docs/decisions/0185-what-a-backup-holds.md why it is so.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from games.models import KeeperBeat, Match, Move
from muggins_site import backup_postgres, backup_sqlite

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What is done, how far it has come, and of how much (0: not known).
Tell = Callable[[str, int, int], object]

FORMAT = 1
MANIFEST = "manifest.json"
SECRET = "secret_key"  # noqa: S105  a file's name
ALIVE = timedelta(seconds=10)
CHUNK = 1 << 20


class BackupError(Exception):
    """A sentence for the administrator; nothing was changed."""


@dataclass(frozen=True)
class Manifest:
    """What a backup holds. `files`: SHA-256 by name; `migrations`: those that had been applied, as "app.name"."""

    engine: str
    made_at: str
    matches: int
    moves: int
    migrations: list[str]
    files: dict[str, str] = field(default_factory=dict)
    format: int = FORMAT

    @property
    def rows(self) -> str:
        """The name of the file with the rows."""
        return next(name for name in self.files if name != SECRET)


def make(target: Path, *, with_key: bool, force: bool, tell: Tell) -> Manifest:
    """Write a backup to `target`, mode 0600, whole or not at all. BackupError."""
    if target.exists() and not force:
        raise BackupError(f"{target} exists; choose another name, or give --force to replace it.")
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    with _beside(target) as folder:
        # Counted first: what is played while the rows are copied may be in the copy, what was counted surely is.
        manifest = Manifest(
            engine=connection.vendor,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            matches=Match.objects.count(),
            moves=Move.objects.count(),
            migrations=_applied(),
        )
        with _sentences():
            rows = _engine().dump(folder, tell)
        files = [rows, *([settings.DATA_DIR / SECRET] if with_key and (settings.DATA_DIR / SECRET).exists() else [])]
        for file in files:
            manifest.files[file.name] = _digest(file)
        packed = folder / "packed"
        _pack(packed, manifest, files, tell)
        packed.replace(target)
        _sync(target.parent)
    return manifest


def put_back(source: Path, *, with_key: bool, force: bool, tell: Tell) -> Manifest:
    """Put the rows of a backup, and the key, into the data folder or database of the settings. BackupError.

    What was there is kept beside it (SQLite) or replaced in one transaction (PostgreSQL).
    """
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="restore-") as name:
        folder = Path(name)
        manifest = _unpack(source, folder, tell)
        _check_fits(manifest)
        _check_free(force)
        aside = settings.DATA_DIR / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S}"
        with _sentences():
            _engine().put_back(folder / manifest.rows, aside, tell)
        if with_key and SECRET in manifest.files and not os.environ.get("MUGGINS_SECRET_KEY"):
            _put_key(folder / SECRET, aside)
    return manifest


def throw_away(folder: Path, *, older_than: timedelta) -> list[Path]:
    """Delete this folder's backups of this site that were made longer ago; which. What is no backup is left alone."""
    limit = datetime.now(UTC) - older_than
    gone = [path for path in sorted(folder.iterdir()) if path.is_file() and (at := _made_at(path)) and at < limit]
    for path in gone:
        path.unlink()
    return gone


def _made_at(path: Path) -> datetime | None:
    """When this backup was made; None where it is none, or not a whole one."""
    try:
        with tarfile.open(path) as tar:
            return datetime.fromisoformat(_manifest(tar).made_at)
    except (OSError, EOFError, tarfile.TarError, KeyError, ValueError, TypeError, BackupError):
        return None


def _engine() -> backup_sqlite.Engine | backup_postgres.Engine:
    return backup_sqlite.Engine() if connection.vendor == "sqlite" else backup_postgres.Engine()


@contextmanager
def _sentences() -> Iterator[None]:
    """Whatever an engine stumbles over ends as one sentence."""
    try:
        yield
    except (OSError, RuntimeError, DatabaseError, sqlite3.Error) as error:
        raise BackupError(f"It did not work, and nothing was changed: {error}") from error


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A private folder on the same disk, so that the finished file is moved into place at once."""
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as name:
            yield Path(name)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error}") from error


def _applied() -> list[str]:
    return sorted(".".join(key) for key in MigrationLoader(connection).applied_migrations)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pack(packed: Path, manifest: Manifest, files: list[Path], tell: Tell) -> None:
    handle = os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    total = sum(file.stat().st_size for file in files)
    with os.fdopen(handle, "wb") as raw:
        with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=6) as tar:
            text = json.dumps(asdict(manifest), indent=1).encode()
            _add(tar, MANIFEST, io.BytesIO(text), len(text))
            for file in files:
                with file.open("rb") as content:
                    _add(tar, file.name, _Watched(content, "packing", total, tell), file.stat().st_size)
        raw.flush()
        os.fsync(raw.fileno())


def _add(tar: tarfile.TarFile, name: str, content: IO[bytes] | _Watched, size: int) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    tar.addfile(info, content)


class _Watched:
    """A file that tells how far it has been read."""

    def __init__(self, content: IO[bytes], what: str, total: int, tell: Tell) -> None:
        self._content, self._what, self._total, self._tell = content, what, total, tell

    def read(self, size: int = -1) -> bytes:
        piece = self._content.read(size)
        self._tell(self._what, self._content.tell(), self._total)
        return piece


def _unpack(source: Path, folder: Path, tell: Tell) -> Manifest:
    """Only the names of the manifest are taken out, each with the digest that it must have."""
    try:
        with tarfile.open(source, "r:gz") as tar:
            manifest = _manifest(tar)
            for name, digest in manifest.files.items():
                _take_out(tar, name, folder, tell)
                if _digest(folder / name) != digest:
                    raise BackupError(f"{source} is damaged: {name} is not what was packed.")
    except (OSError, EOFError, tarfile.TarError, KeyError, ValueError, TypeError, StopIteration) as error:
        raise BackupError(f"{source} is no backup of this site, or it is damaged: {error}") from error
    return manifest


def _manifest(tar: tarfile.TarFile) -> Manifest:
    content = tar.extractfile(MANIFEST)
    if content is None:
        raise KeyError(MANIFEST)
    manifest = Manifest(**json.load(content))
    if manifest.format != FORMAT:
        raise BackupError(f"This backup has format {manifest.format}; this version of the site reads {FORMAT}.")
    if any(Path(name).name != name for name in manifest.files):
        raise ValueError("a name in it leads elsewhere")
    return manifest


def _take_out(tar: tarfile.TarFile, name: str, folder: Path, tell: Tell) -> None:
    content, size = tar.extractfile(name), tar.getmember(name).size
    if content is None:
        raise KeyError(name)
    handle = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        while piece := content.read(CHUNK):
            file.write(piece)
            tell("unpacking", file.tell(), size)
        file.flush()
        os.fsync(file.fileno())


def _check_fits(manifest: Manifest) -> None:
    if manifest.rows == backup_postgres.OLD and connection.vendor != "postgresql":
        raise BackupError("This backup was made by pg_dump; restore it into PostgreSQL, and make a new one there.")
    known = {".".join(key) for key in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(manifest.migrations) - known):
        raise BackupError(f"This backup was made by a newer version of the site (it has {newer[0]}): upgrade first.")


def _check_free(force: bool) -> None:
    """Refuse a database that a running site uses; one with people in it is replaced only when that is meant."""
    tables = set(connection.introspection.table_names())
    if KeeperBeat._meta.db_table in tables:
        newest = KeeperBeat.objects.order_by("-at").values_list("at", flat=True).first()
        if newest is not None and datetime.now(UTC) - newest < ALIVE:
            raise BackupError("A site is running on this data. Stop it, wait ten seconds, and try again.")
    people = get_user_model()
    if not force and people._meta.db_table in tables and (count := people._default_manager.count()):
        raise BackupError(f"There are {count} people in this database. Give --force to replace it.")


def _put_key(key: Path, aside: Path) -> None:
    here = settings.DATA_DIR / SECRET
    if here.exists() and here.read_bytes() != key.read_bytes():
        aside.mkdir(mode=0o700, exist_ok=True)
        os.link(here, aside / SECRET)
    key.replace(here)
    _sync(here.parent)


def _sync(folder: Path) -> None:
    """The move itself reaches the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
