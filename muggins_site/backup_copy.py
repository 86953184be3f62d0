"""Rows from one database into another of the same shape: how a backup passes between SQLite and PostgreSQL."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

NAME = "db.sqlite3"
ALIAS = "copied"
CHUNK, BATCH = 2000, 500
MOST_SAID = 2000


def empty_file(folder: Path) -> Path:
    """A SQLite file with all tables and no site's rows, in this folder. Made once for each state of the migrations."""
    digest = hashlib.sha256(repr(sorted(_known())).encode()).hexdigest()[:16]
    kept = settings.DATA_DIR / "shapes" / digest
    if not (kept / "done").exists():
        shutil.rmtree(kept.parent, ignore_errors=True)
        kept.parent.mkdir(mode=0o700)
        in_shape(kept)
        (kept / "done").touch()
    folder.mkdir(mode=0o700)
    return Path(shutil.copyfile(kept / NAME, folder / NAME))


def in_shape(folder: Path) -> Path:
    """The SQLite file of this folder with its tables up to date; made when there is none. RuntimeError: what failed.

    By a process of its own: migrations that look at rows look at those of the settings' database.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    if _is_in_shape(folder / NAME):
        return folder / NAME
    apart = {"DATABASE_URL", "REDIS_URL", "WEB_CONCURRENCY", "MUGGINS_SECRET_KEY", "MUGGINS_METRICS_PORT"}
    env = {name: value for name, value in os.environ.items() if name not in apart}
    done = subprocess.run(  # noqa: S603  our own program
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--verbosity=0"],
        env={**env, "MUGGINS_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "muggins_site.settings"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the tables cannot be made: {done.stderr.strip()[-MOST_SAID:]}")
    return folder / NAME


def _known() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).disk_migrations)


def _is_in_shape(path: Path) -> bool:
    if not path.exists():
        return False
    with closing(sqlite3.connect(path)) as rows:
        return _known() <= set(rows.execute("SELECT app, name FROM django_migrations"))


@contextmanager
def opened(path: Path) -> Iterator[str]:
    """A second database of Django's, for as long as it is copied; answers with its alias."""
    options = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=NORMAL;"}
    config = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    connections.settings[ALIAS] = connections.configure_settings({DEFAULT_DB_ALIAS: {}, ALIAS: config})[ALIAS]
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.settings[ALIAS]


def tables() -> list[type[Model]]:
    """Every table of the site's, those between two others included. (Not the list of migrations: it is the shape.)"""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy and not model._meta.swapped]


def empty(alias: str) -> None:
    """No rows in any table, those included that making the tables brings along."""
    names = [connections[alias].ops.quote_name(model._meta.db_table) for model in tables()]
    sentences = [f"TRUNCATE {', '.join(names)}"]
    if connections[alias].vendor == "sqlite":
        sentences = [f"DELETE FROM {name}" for name in names]  # noqa: S608  names of our own tables
    with connections[alias].cursor() as cursor:
        for sentence in sentences:
            cursor.execute(sentence)


def copy(source: str, target: str, tell: Callable[[str, int, int], object]) -> None:
    """All rows as they are, into empty tables, in the caller's transactions; new rows count on from there."""
    models = tables()
    for done, model in enumerate(models):
        tell("copying", done, len(models))
        rows = model._base_manager.using(source).order_by("pk").iterator(chunk_size=CHUNK)
        fields = [field for field in model._meta.local_concrete_fields if not field.generated]
        while batch := list(islice(rows, BATCH)):
            _insert(model, batch, fields, target)
    with connections[target].cursor() as cursor:
        for sentence in connections[target].ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sentence)


def _insert(model: type[Model], rows: list[Model], fields: list[Any], target: str) -> None:
    """Raw: dates that are set by themselves on saving stay what they were."""
    size = connections[target].ops.bulk_batch_size(fields, rows)
    for begin in range(0, len(rows), size):
        model._base_manager.using(target)._insert(  # type: ignore[attr-defined]
            rows[begin : begin + size], fields=fields, using=target, raw=True
        )
