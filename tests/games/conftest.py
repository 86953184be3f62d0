"""The cast at the table, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cast import Cast, make_cast
from tests.tables import Clock, standing_clock


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def clock() -> Iterator[Clock]:
    with standing_clock() as clock:
        yield clock
