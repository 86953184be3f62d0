"""Without JavaScript: a whole match by plain forms and links."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.play import open_table

NEXT, AGAIN = re.compile("^Next round"), "Rematch"
PLAYABLE = re.compile(r", (fits (?!nowhere)|may lead)")


def test_a_whole_short_match_by_plain_forms(people: People) -> None:
    alice = people("Alice", script=False)
    page = alice.visit("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    open_table(alice, robots=1, target=25)
    expect(page.get_by_role("link", name="See what is new")).to_be_visible()
    _play_to_the_end(page, seconds=90)
    expect(page.get_by_role("dialog").get_by_text("wins", exact=True)).to_be_visible()


def test_a_tile_that_does_not_fit_says_why(people: People) -> None:
    alice = people("Alice", script=False)
    page = alice.visit("/")
    page.get_by_role("button", name="Play now").click()
    deadline = time.monotonic() + 60
    nowhere = page.get_by_role("button", name="fits nowhere")
    while not nowhere.count():
        assert time.monotonic() < deadline
        _one_step(page)
    nowhere.first.click(force=True)  # aria-disabled, and answers all the same
    expect(page.locator("#hand")).to_contain_text(re.compile(r"fits nowhere|must be played"))


def test_a_friend_sits_down_and_leaves_by_plain_forms(people: People) -> None:
    alice, bob = people("Alice", script=False), people("Bob", script=False)
    path = open_table(alice)
    bob.visit(path)
    bob.press(re.compile("^Sit down"))
    hand = bob.page.get_by_role("group", name="Your hand, 9 tiles")
    deadline = time.monotonic() + 30
    while not hand.count():  # the deal waits a moment for browsers that send a number; without script there is none
        assert time.monotonic() < deadline
        bob.page.get_by_role("link", name="See what is new").click()
    bob.press("Leave")
    expect(bob.page.get_by_role("button", name="Take my seat back")).to_be_visible()
    bob.press("Take my seat back")
    expect(bob.page.get_by_role("button", name="Take my seat back")).to_be_hidden()


def _play_to_the_end(page: Page, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not page.get_by_role("button", name=AGAIN).count():
        assert time.monotonic() < deadline
        _one_step(page)


def _one_step(page: Page) -> None:
    """One press of whatever the page offers; with nothing to do, a look at what is new."""
    going_on, playable = page.get_by_role("button", name=NEXT), page.get_by_role("button", name=PLAYABLE)
    if going_on.count():
        going_on.click()
    elif page.locator("#play").count():
        playable.first.click()
        page.locator("#play").get_by_role("button").first.click()
    else:
        page.get_by_role("link", name="See what is new").last.click()  # a panel has its own
