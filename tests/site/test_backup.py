"""A backup is made while people play, and put back elsewhere: every match in it replays (CHECKS A11, A14)."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts import conduct
from accounts.models import AuditEntry, User
from games.models import Match, Move
from games.services import keeper, reports
from muggins_site import backup, backup_postgres
from tests.cast import make_cast
from tests.rows.digest import changed, digest
from tests.tables import confirm_all, fresh, make_move, open_table, play_out_match, rules

pytestmark = pytest.mark.django_db(transaction=True)

DRILL = """
import django; django.setup()
from django.core.management import call_command
import sys
call_command("restore", sys.argv[1])
call_command("verify_matches")
call_command("backup", sys.argv[1] + ".again", "--force")
"""


@pytest.fixture(autouse=True)
def a_second_database(transactional_db: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Django's tests refuse databases that they were not told of; a backup of PostgreSQL opens a file for its copy."""
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", django_db_blocker._real_ensure_connection)


def quiet(what: str, done: int, total: int) -> None:
    """Nobody watches."""


def back_up(file: Path, *options: str) -> str:
    out = StringIO()
    call_command("backup", str(file), *options, stdout=out)
    return out.getvalue()


@contextmanager
def people_playing(tables: int) -> Iterator[list[Match]]:
    """At so many tables somebody moves all the time."""
    cast = make_cast()
    matches = [open_table(cast.alice, cast.bob, ruleset=rules(target=10_000)) for _ in range(tables)]
    enough, begun = Event(), Event()

    def play(match: Match) -> int:
        moves = 0
        while not enough.is_set():
            if fresh(match).between_rounds:
                confirm_all(match)
            else:
                make_move(match)
                moves += 1
                begun.set()
        connections.close_all()
        return moves

    with ThreadPoolExecutor(tables) as threads:
        playing = [threads.submit(play, match) for match in matches]
        assert begun.wait(20)
        try:
            yield matches
        finally:
            enough.set()
        assert all(future.result() for future in playing), "somebody did not get to move"


def elsewhere(folder: Path, file: Path, **more: str) -> str:
    """Restored into an empty data folder by a process of its own, replayed there, and backed up again."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    env = {**kept, **more, "MUGGINS_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "muggins_site.settings"}
    command = [sys.executable, "-c", DRILL, str(file)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def another_postgresql() -> str:
    """The address of an empty database beside that of the tests."""
    import psycopg

    server, name = os.environ["DATABASE_URL"].rpartition("/")[0], f"backup_{os.environ.get('PYTEST_XDIST_WORKER', '')}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as database:
        database.execute(f"DROP DATABASE IF EXISTS {name}")
        database.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


def in_place(file: Path) -> str:
    """Restored over what is there now, and replayed."""
    out = StringIO()
    call_command("restore", str(file), "--force", "--no-key", stdout=out)
    call_command("verify_matches", stdout=out)
    return out.getvalue()


def test_a_backup_made_while_people_play_replays_elsewhere(tmp_path: Path) -> None:  # A11 A14
    cast = make_cast()
    over = play_out_match(open_table(cast.carol, cast.dave, ruleset=rules(target=50)))
    file = tmp_path / "club.backup"
    with people_playing(3):
        before = Move.objects.count()
        said = back_up(file)
        assert Move.objects.count() > before, "nobody moved while it was made"
    assert f"{file}: 4 matches, " in said
    drills = [elsewhere(tmp_path / "sqlite", file)]
    if connection.vendor == "postgresql":  # and from there back
        drills += [
            in_place(Path(f"{file}.again")),
            elsewhere(tmp_path / "other", file, DATABASE_URL=another_postgresql()),
        ]
    for told in drills:
        assert "4 of 4 matches hold" in told
        assert "results and ratings hold" in told
    assert over.state == "finished"


def test_every_row_comes_back_as_it_was_and_new_ones_follow(tmp_path: Path) -> None:
    cast = make_cast()
    olga = User.objects.create_superuser("Olga")
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    reports.report(match=match, reporter=cast.bob, reported=cast.alice, kind="helped", words="I saw it – ♞.")
    conduct.mute(actor=olga, user=cast.alice, reason="Swears.")
    file = tmp_path / "club.backup"
    back_up(file)
    before = digest()
    User.objects.create_user("Gone")
    call_command("restore", str(file), "--force", "--no-key", stdout=StringIO())
    assert changed(before, digest()) == set()
    assert Match.objects.filter(pk__gt=match.pk).count() == 0
    assert User.objects.create_user("Zoe").pk > olga.pk
    assert AuditEntry.objects.get().reason == "Swears."
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_auditentry SET reason = 'Nothing.'")


def test_a_backup_is_private_and_holds_what_its_manifest_says(tmp_path: Path) -> None:
    file = tmp_path / "club.backup"
    back_up(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        names = tar.getnames()
    assert names[0] == "manifest.json"
    assert names[2:] == ["secret_key"]
    back_up(file, "--force", "--no-key")
    with tarfile.open(file) as tar:
        assert "secret_key" not in tar.getnames()
    assert [path.name for path in tmp_path.iterdir()] == ["club.backup"]


def test_a_backup_does_not_write_over_another(tmp_path: Path) -> None:
    file = tmp_path / "club.backup"
    file.write_text("the only one")
    with pytest.raises(CommandError, match="exists"):
        back_up(file)
    assert file.read_text() == "the only one"


def test_a_database_with_people_is_not_replaced_without_force(tmp_path: Path) -> None:
    make_cast()
    file = tmp_path / "club.backup"
    back_up(file)
    with pytest.raises(CommandError, match="There are 5 people in this database"):
        call_command("restore", str(file))


def test_a_running_sites_database_is_not_replaced_even_with_force(tmp_path: Path) -> None:
    file = tmp_path / "club.backup"
    back_up(file)
    keeper.tick()
    with pytest.raises(CommandError, match="A site is running on this data"):
        call_command("restore", str(file), "--force")


@pytest.mark.parametrize("bytes_left", [0, 100, 5000])
def test_a_backup_cut_short_is_refused_and_changes_nothing(tmp_path: Path, bytes_left: int) -> None:
    file = tmp_path / "club.backup"
    back_up(file)
    file.write_bytes(file.read_bytes()[:bytes_left])
    make_cast()
    with pytest.raises(CommandError, match="no backup of this site, or it is damaged"):
        call_command("restore", str(file), "--force")
    assert Match.objects.count() == 0
    assert make_cast().alice.pk


def test_a_backup_that_was_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "club.backup"
    monkeypatch.setattr(backup, "_digest", lambda path: "0" * 64)
    back_up(file)
    monkeypatch.undo()
    with pytest.raises(CommandError, match="is damaged"):
        call_command("restore", str(file))


def test_a_backup_of_a_newer_site_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "club.backup"
    monkeypatch.setattr(backup, "_applied", lambda: ["games.9999_things_to_come"])
    back_up(file)
    with pytest.raises(CommandError, match=r"newer version of the site \(it has games.9999_things_to_come\)"):
        call_command("restore", str(file))


def test_an_old_backup_of_postgresql_needs_the_program_that_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="pg_restore is not on the PATH"):
        backup_postgres.Engine().put_back(tmp_path / backup_postgres.OLD, tmp_path, quiet)


def test_old_backups_are_thrown_away_when_a_new_one_is_whole(tmp_path: Path) -> None:  # C49
    now = datetime.now(UTC)
    for name, days in (("old", 31), ("young", 29)):
        back_up(tmp_path / f"{name}.backup")
        age(tmp_path / f"{name}.backup", now - timedelta(days=days))
    for name in ("notes.txt", "broken.backup"):
        (tmp_path / name).write_text("Not a backup.")
        os.utime(tmp_path / name, (0, 0))
    with pytest.raises(CommandError, match="exists"):
        back_up(tmp_path / "young.backup", "--keep-days=30")
    assert (tmp_path / "old.backup").exists()
    assert f"{tmp_path / 'old.backup'}: deleted" in back_up(tmp_path / "new.backup", "--keep-days=30")
    assert {path.name for path in tmp_path.iterdir()} == {"young.backup", "new.backup", "notes.txt", "broken.backup"}


def age(file: Path, at: datetime) -> None:
    """Have this backup say that it was made then."""
    folder = file.with_suffix(".parts")
    with tarfile.open(file) as tar:
        tar.extractall(folder, filter="data")
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "made_at": at.isoformat()}))
    with tarfile.open(file, "w:gz") as tar:
        for path in [folder / "manifest.json", *sorted(set(folder.iterdir()) - {folder / "manifest.json"})]:
            tar.add(path, path.name)
    shutil.rmtree(folder)
