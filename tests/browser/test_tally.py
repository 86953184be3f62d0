"""The strokes beside the table lead to the plays that earned them: by keyboard, and by finger on a phone. # D48"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.measure import PRESSABLE, sideways, too_small
from tests.browser.people import DESKTOP, PHONE
from tests.browser.play import Player, open_table
from tests.browser.test_accessible import nothing_found

HOUSE = ".slip .house:has(.plays)"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_house_opens_the_list_of_its_plays(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    open_table(alice, robots=1, target=1000)
    player, page = Player(alice), alice.page
    while player.wait_for("turn", "round-end") != "turn" or not page.locator(HOUSE).count():
        player.go_on()
    if size == PHONE:
        page.locator("[data-show-log]:visible").first.tap()
    house = page.locator(HOUSE).first
    house.locator("summary").focus()
    page.keyboard.press("Enter")
    nothing_found(page, "the list of a house's plays")
    assert sideways(page) == 0
    assert too_small(page, PRESSABLE, 24) == []
    page.keyboard.press("Escape")
    expect(page.locator(".house[open]")).to_have_count(0)
    expect(house.locator("summary")).to_be_focused()
    house.locator("summary").click()
    way = house.locator(".plays a").first
    made, row = way.locator("b").inner_text(), str(way.get_attribute("href"))
    way.click()
    expect(page.locator(f".log {row}")).to_be_focused()
    expect(page.locator(f".log {row} .pts")).to_have_text(made)
    expect(page.locator(".house[open]")).to_have_count(0)
    if size == PHONE:
        page.locator("[data-hide-log]").tap()
        expect(page.locator("#slip")).to_be_hidden()
