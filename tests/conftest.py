"""The cast, and browsers as pages are asked for by; a folder may have its own."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import Cast, make_cast


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
