"""The cast, an administrator's browser, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import User
from tests.cast import Cast, make_cast
from tests.tables import Clock, standing_clock


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def clock() -> Iterator[Clock]:
    with standing_clock() as clock:
        yield clock


@pytest.fixture
def olga(db: None) -> User:
    """Who may do everything at the desk, and plays nowhere."""
    return User.objects.create_superuser("Olga", password="a long enough one")


@pytest.fixture
def desk(olga: User, client: Client) -> Client:
    client.force_login(olga)
    return client


@pytest.fixture
def desk_of() -> Callable[[User], Client]:
    """The browser of another member of staff."""

    def browse(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return browse
