"""SQLite keeps what was acknowledged (CHECKS A10, A13)."""

import pytest
from django.db import connection

pytestmark = [
    pytest.mark.django_db(transaction=True),
]


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


def test_the_write_ahead_log_is_on_and_every_commit_reaches_the_disk() -> None:
    if connection.vendor == "sqlite":
        assert (pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")) == ("wal", 2, 1)
        assert int(str(pragma("busy_timeout"))) >= 20_000
    else:
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone()[0] == "on"
