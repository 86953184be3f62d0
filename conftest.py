"""For all tests: catalogues compiled, nothing shared between them."""

import pytest
from django.core.cache import cache
from django.utils import translation

from muggins_site import preparation


def pytest_sessionstart(session: pytest.Session) -> None:
    preparation.compile_catalogues(lambda sentence: None)


@pytest.fixture(autouse=True)
def fresh_surroundings() -> None:
    """No language and no counted login attempt is left over from the test before."""
    translation.activate("en")
    cache.clear()
