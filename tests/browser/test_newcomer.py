"""A newcomer without an account, against a robot, to the end of a match."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from games.rules import record
from tests.browser.conftest import People
from tests.browser.play import Player, open_table, rush


def test_three_clicks_from_the_front_page_to_the_first_tile_and_on_to_the_end(people: People) -> None:
    alice = people("Alice")
    page = alice.visit("/")
    page.get_by_role("button", name="Play now").click()
    player = Player(alice)
    player.wait_for("turn")
    player.choose()
    player.choices.first.click()
    expect(page.locator("ol.log")).to_contain_text(re.compile(r"You (led|played|opened)"))

    player.play_until("round-end")
    rush([player], until="over", seconds=180)

    panel = page.get_by_role("dialog")
    expect(panel.get_by_text("wins", exact=True)).to_be_visible()
    scores = [int(score) for score in player.scores]
    assert max(scores) >= 250 > min(scores)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_the_record_of_the_match_is_whole_and_the_rematch_is_a_new_table(people: People) -> None:
    alice = people("Alice")
    open_table(alice, robots=1, target=50)
    player = Player(alice)
    rush([player], until="over")

    with alice.page.expect_download() as coming:
        alice.page.get_by_role("link", name="Download the record").click()
    record.check(json.loads(coming.value.path().read_text(encoding="utf-8")))

    before = alice.page.url
    alice.press("Rematch")
    expect(alice.page).not_to_have_url(before)
    player.wait_for("turn", "wait")
    assert max(int(score) for score in player.scores) < 50
