"""The cast, and browsers as pages are asked for by; a folder may have its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from tests import lots
from tests.cast import Cast, make_cast


@pytest.fixture(autouse=True, scope="session")
def same_lots() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        lots.draw_the_same(patched)
        yield


def pytest_runtest_setup(item: pytest.Item) -> None:
    lots.begin(item.nodeid)


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
