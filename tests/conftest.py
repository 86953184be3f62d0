"""The cast, and browsers as pages are asked for by; a folder may have its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests import lots
from tests import prepared as once
from tests.cast import Cast, make_cast

Keep = Callable[[Callable[[], Any]], Any]


@pytest.fixture(autouse=True, scope="session")
def same_lots() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        lots.draw_the_same(patched)
        yield


def pytest_runtest_setup(item: pytest.Item) -> None:
    lots.begin(item.nodeid)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """The tables of the tests are laid already, where they are a file: each process has its own (tests/settings.py)."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return django_db_keepdb
    once.lay_tables(Path(database["TEST"]["NAME"]))
    return True


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of the site ready to be copied, prepared once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    data, done = shared / "prepared", shared / "prepared.done"
    with once.alone(shared / "prepared.lock"):
        if not done.exists():
            once.prepare(data)
            done.touch()
    return data


@pytest.fixture(scope="module")
def kept(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Keep]:
    """`kept(make)` makes rows that all tests of a file find, each as they were made: its own changes are taken back.

    Not in a file with a test that commits, for that one would end the transaction that holds these rows. Tests read
    them anew from the database, so that no change of an object outlives its test. One that changes rows behind the
    services' back makes rows of its own: what the site remembers of a match outlives a test.
    """
    here = [item for item in request.session.items if item.path == request.path]
    assert not any(mark.kwargs.get("transaction") for item in here for mark in item.iter_markers("django_db"))
    atomic = transaction.atomic()
    atomic._from_testcase = True  # type: ignore[attr-defined]  # services that must be outermost may be within it

    def keep(make: Callable[[], Any]) -> Any:
        with django_db_blocker.unblock(), lots.apart(request.node.nodeid):
            return make()

    with django_db_blocker.unblock():
        atomic.__enter__()
    yield keep
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        atomic.__exit__(None, None, None)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def newcomer(db: None) -> Client:
    """A browser that has never been here."""
    return Client()


@pytest.fixture
def alice(cast: Cast) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(cast.alice)
    return client
