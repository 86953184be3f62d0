"""SQLite keeps what was acknowledged (CHECKS A10, A13)."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from muggins_site.checks import refuse_to_forget

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


def test_a_database_that_would_forget_answered_moves_stops_the_start() -> None:  # A13
    weaken, mend = (
        ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL")
        if connection.vendor == "sqlite"
        else ("SET synchronous_commit TO off", "SET synchronous_commit TO on")
    )
    refuse_to_forget()
    with connection.cursor() as cursor:
        cursor.execute(weaken)
        try:
            with pytest.raises(ImproperlyConfigured, match="power cut"):
                refuse_to_forget()
        finally:
            cursor.execute(mend)
