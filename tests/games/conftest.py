"""A clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tables import Clock, standing_clock


@pytest.fixture
def clock() -> Iterator[Clock]:
    with standing_clock() as clock:
        yield clock
