"""For all tests: catalogues compiled, nothing shared between them."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db.backends.sqlite3.base import DatabaseOperations
from django.template.base import Template
from django.utils import translation

from muggins_site import preparation
from tests import thrift


def pytest_sessionstart(session: pytest.Session) -> None:
    preparation.compile_catalogues(lambda sentence: None)


def pytest_collection_finish(session: pytest.Session) -> None:
    thrift.look_for_rubbish_seldom()


@pytest.fixture(autouse=True, scope="session")
def pages_tell_once(django_test_environment: None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Template, "_render", thrift.render_and_tell_once)
        yield


@pytest.fixture(autouse=True)
def fresh_surroundings() -> None:
    """No language and no counted login attempt is left over from the test before."""
    translation.activate("en")
    for name in settings.CACHES:
        caches[name].clear()


@pytest.fixture(autouse=True, scope="session")
def the_audit_log_may_be_emptied_between_tests() -> Iterator[None]:
    """Tests that commit are followed by the deletion of all rows, which on SQLite the log's triggers refuse."""
    emptied = DatabaseOperations.sql_flush

    def sql_flush(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        sentences = emptied(self, style, tables, **options)
        if "accounts_auditentry" not in tables:
            return sentences
        triggers = import_module("accounts.migrations.0004_conduct")
        return [*triggers.UNDO["sqlite"], *sentences, *triggers.SQLITE]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DatabaseOperations, "sql_flush", sql_flush)
        yield
