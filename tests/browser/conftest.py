"""For tests in a real Chromium: a real server, people with browsers, and an eye on every page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests import chromium
from tests.browser.people import Person
from tests.browser.site import Site

ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NONE_FOUND = (
    "The browser tests need a Chromium, and none was found. Install one (Debian: apt install chromium), "
    "or name it: CHROMIUM=/path/to/chromium make test"
)
People = Callable[..., Person]
# On a busy machine; what has to be quick says so itself.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium of this machine; without one the tests fail, for a page unseen is a page untested."""
    path = chromium.find()
    if not path:
        pytest.fail(NONE_FOUND, pytrace=False)
    return path


@pytest.fixture(scope="session")
def site(prepared: Path) -> Iterator[Site]:
    """The server that most tests share: each opens tables of its own."""
    running = Site(prepared)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_site(prepared: Path) -> Iterator[Site]:
    """A server that this test may kill."""
    running = Site(prepared)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium while files of this folder follow one another; its event loop would be in the way of other tests."""
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium_path,
            args=[*ARGUMENTS, *root],
            ignore_default_args=["--disable-back-forward-cache"],
        )
        yield launched
        launched.close()


@pytest.fixture
def people(browser: Browser, prepared: Path, request: pytest.FixtureRequest) -> Iterator[People]:
    """`people("Alice")` sits somebody in front of a browser. At the end none of their pages may have complained."""
    present: list[Person] = []

    def arrive(name: str, at: Site | None = None, **options: Any) -> Person:
        person = Person(browser, at or request.getfixturevalue("site"), name, **options)
        present.append(person)
        return person

    yield arrive
    for person in present:
        person.context.close()
    complaints = [f"{person.name}: {fault}" for person in present for fault in person.watch.faults]
    assert not complaints, "\n".join(complaints)
