"""What must be ready before the site answers; a step that is done already takes milliseconds."""

import hashlib
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import polib
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.services import puzzle_store
from muggins_site.checks import refuse_to_forget

Say = Callable[[str], object]
logger = logging.getLogger("muggins.preparation")


def prepare(say: Say) -> None:
    """Catalogues, fonts, static files, tables, puzzles. `say` gets a sentence for each step with something to do."""
    compile_catalogues(say)
    build_fonts(say)
    collect_static(say)
    migrate(say)
    stock_puzzles(say)
    refuse_to_forget()


def compile_catalogues(say: Say) -> None:
    """Compile each .po that is newer than its .mo, without GNU gettext."""
    for source in sorted(path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(partial))
        partial.replace(target)
        say(f"Compiled the catalogue {source.parent.parent.name}.")


def build_fonts(say: Say) -> None:
    """Cut the fonts; without them the site runs on Georgia and the system's own face."""
    try:
        from muggins_site import fonts  # fontTools is slow to import, and not needed at all where fonts cannot be cut

        written = fonts.build(settings.GENERATED_STATIC / "fonts")
    except Exception as failure:
        logger.warning(
            "The fonts could not be cut (%s); the site shows Georgia and the system's face instead.", failure
        )
        return
    if written:
        size = sum(path.stat().st_size for path in written)
        say(f"Cut the fonts to {size // 1000} kB.")


def collect_static(say: Say) -> None:
    """Collect and hash the static files when any of them has changed."""
    stamp = settings.DATA_DIR / "static.stamp"
    wanted = _fingerprint()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(wanted, encoding="ascii")
    say("Collected the static files.")


def migrate(say: Say) -> None:
    """Bring the database's tables up to date."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
        say("Brought the database up to date.")
    call_command("createcachetable", verbosity=0)  # asks first whether it is there


def stock_puzzles(say: Say) -> None:
    """Bring the puzzles that come with the site into the store; a new version may bring more."""
    brought = puzzle_store.stock()
    if brought:
        say(f"Brought {brought} puzzles.")


def _fingerprint() -> str:
    """Changes with the name, size or time of any static file of ours, and with the packages that bring others."""
    digest = hashlib.sha256()
    for name, path in _sources():
        status = path.stat()
        digest.update(f"{name}|{status.st_size}|{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _sources() -> Iterator[tuple[Path, Path]]:
    """Name and path of each. The name does not tell where the data folder lies: a copy of it needs no work."""
    for folder in map(Path, settings.STATICFILES_DIRS):
        yield from sorted((path.relative_to(folder), path) for path in folder.rglob("*") if path.is_file())
    requirements = settings.BASE_DIR / "requirements.txt"
    yield Path(requirements.name), requirements
