"""The table's pages, as browsers and sockets ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.cast import Cast
from tests.pages.scenes import pictured
from tests.tables import Clock, standing_clock


@pytest.fixture
def clock() -> Iterator[Clock]:
    with standing_clock() as clock:
        yield clock


@pytest.fixture
def browser() -> Callable[[User | None], Client]:
    """A browser of this person, or of nobody."""

    def open_browser(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_browser


@pytest.fixture
def match(cast: Cast) -> Match:
    """The table of the pictures, unless the file has one of its own: Alice is on turn, 1 + 12 + 2 = 15."""
    return pictured(cast.alice, cast.bob)
