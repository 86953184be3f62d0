"""Leaderboards and a player's page in a browser, on a site where much has been played."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.measure import sideways
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE, Person
from tests.browser.site import ROOT, Site, environment
from tests.browser.test_accessible import nothing_found

BOARDS = ("/leaderboards/", "/leaderboards/?board=pairs", "/leaderboards/?board=called&game=calling")
NAME, PASSWORD = "Seed 150", "seven-of-bones-77"
SEED = "from accounts.models import User; u = User.objects.get(username='{}'); u.set_password('{}'); u.save()"


@pytest.fixture(scope="module")
def played(prepared: Path) -> Iterator[Site]:
    """A site of 150 players with 3,000 results; one of them can sign in."""
    site = Site(prepared)
    manage(site, "seed_results", "--players", "150", "--results", "3000")
    manage(site, "shell", "-v0", "-c", SEED.format(NAME, PASSWORD))
    site.start()
    yield site
    site.stop()


def manage(site: Site, *words: str) -> None:
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=environment(site.data, 1, {}), check=True, stdout=subprocess.DEVNULL)


def sign_in(person: Person) -> None:
    page = person.visit("/accounts/login/")
    page.locator("[name=login]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(re.compile(r"/$"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
def test_boards_and_pages_hold_at_every_size(people: People, played: Site, size: tuple[int, int], locale: str) -> None:
    eve = people("Eve", at=played, size=size, locale=locale)
    for path in (*BOARDS, "/players/Seed 1/"):
        page = eve.visit(path)
        assert sideways(page) == 0, path
        nothing_found(page, path)
    assert eve.page.locator(".spark .curve").get_attribute("d").startswith("M")  # type: ignore[union-attr]


@pytest.mark.parametrize("large", [False, True], ids=["text-as-it-is", "text-twice-as-large"])
def test_boards_fit_the_smallest_phone(people: People, played: Site, large: bool) -> None:
    eve = people("Eve", at=played, size=SMALL_PHONE)
    if large:
        eve.enlarge_text()
    for path in ("/leaderboards/", "/leaderboards/?board=streak", "/players/Seed 1/"):
        assert sideways(eve.visit(path)) == 0, path


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_own_row_is_always_in_sight(people: People, played: Site, size: tuple[int, int]) -> None:
    """At the head of the page, in its middle and at its end."""
    seed = people("Seed", at=played, size=size)
    sign_in(seed)
    page = seed.visit("/leaderboards/?board=wins")
    own = page.locator("tr.own th")
    for where in (0, 0.5, 1):
        page.evaluate("share => scrollTo(0, share * (document.body.scrollHeight - innerHeight))", where)
        expect(own).to_be_in_viewport()


def test_a_choice_shows_another_board_without_a_new_page(people: People, played: Site) -> None:
    page = people("Eve", at=played).visit("/leaderboards/")
    page.get_by_label("What counts").select_option("houses")
    expect(page.locator("thead th").nth(2)).to_have_text("Houses")
    expect(page).to_have_url(re.compile("board=houses"))
    page.locator("tbody th a").first.click()
    expect(page.locator("h1")).to_have_text(re.compile("Seed"))


def test_boards_work_without_script(people: People, played: Site) -> None:
    page = people("Eve", at=played, script=False).visit("/leaderboards/")
    page.get_by_label("What counts").select_option("streak")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("thead th").nth(2)).to_have_text("Wins in a row")
