"""The deal of the day, its replay, and what if: from the front page to the page that compares."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.measure import sideways
from tests.browser.people import PHONE
from tests.browser.play import Player, rush
from tests.browser.test_accessible import nothing_found


def test_from_the_deal_of_the_day_to_another_end(people: People) -> None:
    eve = people("Eve", size=PHONE)
    page = eve.visit("/")
    page.get_by_role("link", name="Today’s deal").click()
    nothing_found(page, "the deals of the day")
    page.get_by_role("button", name="Play it").first.click()
    page.wait_for_url("**/t/*/")
    rush([Player(eve)], until="over")
    expect(page.get_by_role("dialog")).not_to_contain_text("Rematch")
    page.get_by_role("link", name="To the deals of the day").click()
    expect(page.locator("#deal-1").locator("..")).to_contain_text("You gained")

    page.get_by_role("link", name="Look at it").click()
    page.wait_for_url("**/m/*/")
    eve.visit(f"{eve.path}?move=1.6")
    page.get_by_role("link", name="What if?").click()
    nothing_found(page, "the form of a what-if")
    assert not sideways(page)
    page.get_by_label(re.compile("are dealt anew")).check()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/t/*/")
    rush([Player(eve)], until="over")
    page.get_by_role("link", name="Compare with what happened").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Then and now")
    nothing_found(page, "then and now")
    assert not sideways(page)
    page.get_by_role("button", name="Play it again").click()
    page.wait_for_url("**/t/*/")
