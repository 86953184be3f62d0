"""The keeper's process is killed in the middle of its work, again and again: nothing is lost, nothing happens twice."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.prepared import lay_tables

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = 5
HOLDING = ["4 of 4 matches hold", "results and ratings hold"]

SET_UP = """
import django; django.setup()
from accounts.models import User
from games.rules.ruleset import change, preset
from games.services import seating
alice = User.objects.create_user("Alice")
for _ in range(4):
    ruleset = change(preset("pagat", 3), target=10_000)
    match = seating.open_table(user=alice, ruleset=ruleset, robots=["scorer", "beginner"])
    match.seats.filter(user=alice).update(stand_in="careful", away=True)
    match.wake_at = match.turn_at
    match.save()
"""


class Site:
    """A data folder of its own, and processes that work on it."""

    def __init__(self, folder: Path) -> None:
        self.rows = folder / "db.sqlite3"
        self.env = {
            **os.environ,
            "MUGGINS_DATA": str(folder),
            "MUGGINS_ROBOT_PACE": "0.01,0.05",
            "MUGGINS_ROUND_END_SECONDS": "1",
            "DJANGO_SETTINGS_MODULE": "muggins_site.settings",
            "DATABASE_URL": "",
        }

    def python(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def moves(self) -> int:
        with closing(sqlite3.connect(self.rows)) as rows:
            return int(rows.execute("SELECT count(*) FROM games_move").fetchone()[0])

    def wait_for_more_than(self, stored: int) -> int:
        """Until the keeper has moved; how many moves there are then."""
        end = time.monotonic() + 30
        while self.moves() <= stored and time.monotonic() < end:
            time.sleep(0.02)
        return self.moves()

    def keeper(self) -> subprocess.Popen[str]:
        """A keeper that has said that it is at work."""
        process = subprocess.Popen(
            [sys.executable, "-u", "manage.py", "keeper"], cwd=ROOT, env=self.env, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert "at work" in process.stdout.readline()
        return process


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path)
    lay_tables(site.rows)
    site.python("-c", SET_UP)
    return site


def test_a_keeper_killed_again_and_again_loses_and_repeats_nothing(site: Site) -> None:  # A29
    stored = site.moves()
    dice = random.Random(7)
    for _ in range(KILLS):
        with site.keeper() as process:
            moved = site.wait_for_more_than(stored)
            time.sleep(dice.random() / 2)
            process.kill()
        assert moved > stored
        stored = site.moves()
    assert site.python("manage.py", "verify_matches").splitlines() == HOLDING


def test_two_keepers_and_a_polite_end(site: Site) -> None:  # A25
    stored = site.moves()
    with site.keeper() as one, site.keeper() as two:
        assert site.wait_for_more_than(stored) > stored
        time.sleep(1)
        for process in (one, two):
            process.terminate()
            assert process.wait(10) == 0
    assert site.python("manage.py", "verify_matches").splitlines() == HOLDING
