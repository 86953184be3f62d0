"""A puzzle by keyboard on a phone's screen: a tile, an end, the answer aloud, the next one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.keys import Keys
from tests.browser.measure import sideways
from tests.browser.people import PHONE


def test_a_puzzle_by_keyboard_on_a_phone(people: People) -> None:
    page = people("Eve", size=PHONE, touch=False).visit("/puzzles/next/?level=fair")
    keys = Keys(page)
    first = page.url
    page.locator(".hand-tile.can").first.focus()
    keys.press("Enter")
    places = page.locator(".acts .btn:visible")
    assert places.count() >= 1
    assert page.locator(".ghost:not(.off):visible").count() == places.count()
    keys.to(re.escape(places.first.get_attribute("aria-label") or ""), key="Shift+Tab")
    keys.press("Enter")
    expect(page.locator(".answer")).to_be_visible()
    expect(page.locator("#told")).to_have_text(re.compile(r"^(Right: |Not the best: ).*solved in a row"))
    assert page.locator(".outcomes tbody tr").count() >= 3
    assert keys.focused == "Next puzzle"
    assert sideways(page) == 0
    keys.press("N")
    page.wait_for_url(lambda url: "/puzzles/" in url and url.split("?")[0] != first.split("?")[0])
    expect(page.locator(".learn-hand")).to_be_visible()
