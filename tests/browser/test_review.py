"""A whole match and its review: it comes by itself, leads from mistake to mistake, and draws what was better. # D48"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.measure import sideways
from tests.browser.people import PHONE
from tests.browser.play import Player, open_table
from tests.browser.site import Site
from tests.browser.test_accessible import nothing_found


def test_a_match_is_played_and_reviewed(people: People, site: Site) -> None:
    alice = people("Alice")
    page = alice.page
    path = open_table(alice, robots=1, target=40)
    player = Player(alice)
    while player.wait_for("turn", "round-end", "over") != "over":
        player.go_on()
    code = path.strip("/").split("/")[1]
    # Alice is a guest here: from the panel she asks for the review, and the replay shows it when it is done.
    alice.press("Review this match")
    page.wait_for_url(f"**/m/{code}/#review")
    expect(page.get_by_role("heading", name="What turned it")).to_be_visible(timeout=60_000)
    expect(page.locator(".grades tbody tr")).to_have_count(2)
    # Few deals find no mistake for sure: one is written into the rows, at no move that the browser has fetched ahead.
    row = site.rows(
        "select id, round_no, move_no from games_choice where text <> best and move_no > 2 and match_id ="
        " (select id from games_match where code = ?) order by id limit 1",
        code,
    )[0]
    site.write("update games_choice set verdict = 'mistake', lost = 9, error = 1, near = 0 where id = ?", row[0])
    page.route("**/m/**", lambda route: route.continue_())  # what the browser has kept knows nothing of it
    alice.visit(f"/m/{code}/")
    while page.locator("#step").get_attribute("data-move") != f"{row[1]}.{row[2]}":
        before = page.locator("#step").get_attribute("data-move")
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#step")).not_to_have_attribute("data-move", str(before))
    opinion = page.locator(".opinion")
    expect(opinion).to_contain_text("was better by about 9 points")
    expect(page.locator("#replay-live")).to_contain_text("Mistake. ")
    opinion.get_by_role("link", name="Show the better play").click()
    expect(page.locator("svg.board:visible .ghost")).to_have_count(1)
    expect(page.locator(".stage .says")).to_have_text(re.compile(r"^Better: "))
    opinion.get_by_text("Every play, and with all tiles open").click()
    nothing_found(page, "a replay with its review")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert sideways(page) == 0
    opinion.get_by_role("link", name="Back to the play made").click()
    expect(page.locator("svg.board:visible .ghost")).to_have_count(0)
