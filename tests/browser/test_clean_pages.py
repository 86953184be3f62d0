"""Every page that a link leads to: no complaint on the console, nothing against the content policy."""

from __future__ import annotations

import re
from collections import deque
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from games.rules.ruleset import PRESETS
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.play import Player

LANGUAGES = pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])


@LANGUAGES
def test_all_pages_of_a_stranger(people: People, locale: str) -> None:
    eve = people("Eve", locale=locale)
    seen = crawl(eve, "/")
    assert {"/", "/rules/", "/tables/new/", "/accounts/login/", "/accounts/signup/", "/accounts/settings/"} <= seen
    assert {"/scoresheet/", "/matches/", "/leaderboards/"} <= seen
    assert {"/privacy/", "/terms/", "/imprint/"} <= seen
    assert {f"/rules/{name}/" for name in PRESETS} <= seen
    assert {"/explain/", "/learn/", "/learn/round/", "/puzzles/", "/daily/", "/deals/", "/fair/", "/robots/"} <= seen
    for path in ("/learn/count/", "/learn/plays/"):  # buttons lead there
        eve.visit(path)


@LANGUAGES
def test_all_pages_of_a_guest_at_a_table(people: People, locale: str) -> None:
    alice = people("Alice", locale=locale)
    alice.visit("/")
    alice.page.locator(".go button").first.click()
    Player(alice).wait_for("turn", "wait")
    path = alice.path
    seen = crawl(alice, "/")
    assert {path, "/accounts/keep/", "/accounts/settings/", "/matches/upload/"} <= seen
    for path in ("/following/", "/accounts/company/"):
        alice.visit(path)


def test_pages_that_say_no(people: People) -> None:
    eve = people("Eve")
    eve.watch.expect("status of 40[34]")
    for path in ("/nowhere/", "/t/AAAAAAAAAAAAAAAAAAAAAA/", f"/invite/{'A' * 32}/"):
        response = eve.page.goto(path)
        assert response is not None
        assert response.status == 404
        assert eve.page.get_by_role("heading", level=1).count() == 1
        assert eve.page.get_by_role("link", name="Muggins").count() >= 1


def crawl(person: Person, start: str) -> set[str]:
    """Visit every page of the site that can be reached by links; the paths. What is hidden is not to be seen."""
    seen, ahead = {start}, deque([start])
    while ahead:
        path = ahead.popleft()
        response = person.page.goto(path)
        assert response is not None
        assert response.status == 200, (path, response.status)
        person.page.wait_for_load_state("networkidle") if path == start else None
        assert person.page.locator("[hidden]:visible").count() == 0, path
        for found in links(person.page, person.site.url):
            if found not in seen:
                seen.add(found)
                ahead.append(found)
    return seen


# a link within a drawing has an address that is an object
_ADDRESSES = "all => all.map(a => new URL(a.href.baseVal ?? a.href, document.baseURI).href)"


def links(page: Page, site: str) -> list[str]:
    """The paths of this page's links to pages of the site; downloads and pictures are no pages."""
    addresses: list[str] = page.locator("a[href]:not([download])").evaluate_all(_ADDRESSES)
    assert all(address.startswith(site) for address in addresses), addresses
    return [urlsplit(address).path for address in addresses if not re.search(r"/static/|\.(png|svg)$", address)]
