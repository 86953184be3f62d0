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
#: Shows the table again with so many strokes on the first tally: how many are drawn as new, and the last's step.
SHOW = """(strokes) => {
  const now = document.getElementById("table"), next = now.cloneNode(true);
  next.dataset.version = Number(now.dataset.version) + 1;
  const tally = next.querySelector(".slip .tally");
  tally.dataset.strokes = strokes;
  [...tally.querySelectorAll("svg > g")].forEach((house, index) => {
    const drawn = Math.max(0, Math.min(10, strokes - 10 * index));
    const uses = Array.from({ length: drawn }, (_, at) => `<use href="#s${at + 1}"/>`).join("");
    house.innerHTML = drawn === 10 ? '<use href="#house"/>' : uses;
  });
  Muggins.show(next.outerHTML);
  const found = document.querySelectorAll("#table .slip .tally")[0].querySelectorAll(".drawn");
  return [found.length, found[found.length - 1]?.getAttribute("class") ?? ""];
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_house_opens_the_list_of_its_plays(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    open_table(alice, robots=1, target=1000)
    player, page = Player(alice), alice.page
    while player.wait_for("turn", "round-end") != "turn" or not page.locator(HOUSE).count():
        player.hurry()
    if size == PHONE:
        page.locator("[data-show-log]:visible").first.tap()
    assert too_small(page, PRESSABLE, 24) == []  # a list that is closed is no target yet
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


def test_new_strokes_are_drawn_one_after_the_other(people: People) -> None:
    alice = people("Alice")
    open_table(alice, robots=1, target=1000)
    Player(alice).wait_for("turn")
    page = alice.page
    assert page.evaluate(SHOW, 0) == [0, ""]  # whatever was made so far
    assert page.evaluate(SHOW, 1) == [1, "drawn drawn-1"]
    assert page.evaluate(SHOW, 1) == [0, ""]
    assert page.evaluate(SHOW, 3) == [2, "drawn drawn-2"]
    assert page.evaluate(SHOW, 12) == [9, "drawn drawn-3"]  # a house is full now: its old strokes stay as they are
    assert page.locator(".slip .tally").first.locator("use[href='#house']").count() == 0
    assert page.evaluate(SHOW, 13) == [1, "drawn drawn-1"]
    assert page.locator(".slip .tally").first.locator("use[href='#house']").count() == 1
