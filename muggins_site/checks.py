"""What must hold before the site starts."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

FULL = 2  # PRAGMA synchronous: each commit waits for the disk
IN_MEMORY = "channels.layers.InMemoryChannelLayer"


@register(Tags.async_support)
def one_process_in_memory(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """The in-memory layer reaches sockets of its own process only."""
    if settings.PROCESSES > 1 and settings.CHANNEL_LAYERS["default"]["BACKEND"] == IN_MEMORY:
        return [
            Error(
                "The in-memory channel layer reaches one process, and WEB_CONCURRENCY asks for more.",
                hint="Set REDIS_URL, or WEB_CONCURRENCY=1.",
                id="muggins.E001",
            )
        ]
    return []


@register(Tags.database)
def sqlite_keeps_acknowledged_moves(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A power cut must not lose a move that was acknowledged."""
    options = settings.DATABASES["default"].get("OPTIONS", {})
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        if "synchronous=FULL" not in options.get("init_command", ""):
            return [Error("SQLite must run with PRAGMA synchronous=FULL.", id="muggins.E002")]
        if options.get("transaction_mode") != "IMMEDIATE":
            return [Error("SQLite must run with transaction_mode IMMEDIATE.", id="muggins.E003")]
    return []


def refuse_to_forget() -> None:
    """The database itself is asked, whatever the settings say: a commit that was answered must be on the disk.

    ImproperlyConfigured, before the site answers anybody (CHECKS A13).
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            keeps = cursor.fetchone()[0] >= FULL
        else:
            cursor.execute("SHOW synchronous_commit")
            keeps = cursor.fetchone()[0] != "off"
    if not keeps:
        raise ImproperlyConfigured(
            "The database would lose answered moves in a power cut: SQLite needs PRAGMA synchronous=FULL,"
            " PostgreSQL synchronous_commit on."
        )
