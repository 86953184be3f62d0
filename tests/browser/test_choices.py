"""Language, light, order of the hand, one tap: chosen on any page, kept, and the page stays the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import PHONE
from tests.browser.play import Player

DAY, NIGHT = "rgb(233, 227, 215)", "rgb(35, 41, 43)"
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_language_changes_and_the_page_stays(people: People, script: bool) -> None:
    eve = people("Eve", script=script)
    page = eve.visit("/rules/")
    page.get_by_role("button", name="Português").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")
    assert eve.path == "/rules/"
    eve.visit("/tables/new/")
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")
    page.get_by_role("button", name="English").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert eve.path == "/tables/new/"


def test_the_language_changes_at_the_table_and_what_is_pushed_is_in_it(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    player = Player(alice)
    player.wait_for("turn")
    path = alice.path
    player.choose(player.playable.last)
    chosen = alice.page.locator(".rack-tile[aria-pressed=true]")
    tile = chosen.get_attribute("value") or ""
    alice.page.locator("header summary").click()
    alice.press("Português")
    expect(alice.page.locator("html")).to_have_attribute("lang", "pt-br")
    assert alice.path == path
    player.wait_for("turn")
    expect(chosen).to_have_attribute("value", tile)  # what was taken up is in the hand still
    player.play()
    player.wait_for("turn", "round-end", "over")
    expect(alice.page.locator("ol.log")).to_contain_text("Você")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_light_is_chosen_and_kept_even_for_the_guest_one_becomes(people: People, script: bool) -> None:
    eve = people("Eve", script=script, color_scheme="light")
    page = eve.visit("/")
    assert page.evaluate(GROUND) == DAY
    page.get_by_role("button", name="Change to night").click()
    expect(page.locator("html[data-theme=night]")).to_have_count(1)
    page.reload()
    assert page.evaluate(GROUND) == NIGHT
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*/")
    assert page.evaluate(GROUND) == NIGHT


def test_without_a_choice_the_system_decides(people: People) -> None:
    eve = people("Eve", color_scheme="dark")
    page = eve.visit("/")
    assert page.evaluate(GROUND) == NIGHT
    page.emulate_media(color_scheme="light")
    assert page.evaluate(GROUND) == DAY


def test_the_hand_is_sorted_by_weight_and_stays_so(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    player = Player(alice)
    player.wait_for("turn")
    alice.page.locator("header summary").click()
    with alice.page.expect_navigation():
        alice.press("Sort the hand by weight")
    player.wait_for("turn")
    _sorted_by_weight(player)
    player.play()
    player.wait_for("turn", "round-end", "over")
    alice.page.reload()
    _sorted_by_weight(player)


def test_one_tap_plays_where_one_end_fits(people: People) -> None:
    alice = people("Alice", size=PHONE)
    alice.visit("/")
    alice.press("Play now")
    player = Player(alice, touch=True)
    player.wait_for("turn")
    alice.page.locator("header summary").tap()
    with alice.page.expect_navigation():
        alice.page.get_by_role("button", name="One tap plays where only one end fits").tap()
    player.wait_for("turn")
    while player.play_until("turn", "round-end", "over") == "turn":
        offers = alice.page.locator("#play button").evaluate_all("all => all.map(one => one.dataset.tile)")
        single = next((tile for tile in offers if offers.count(tile) == 1), None)
        if single is None:
            player.play()
            continue
        before = player.version
        alice.page.locator(f".rack-tile[value='{single}']").tap()
        player.wait_for_version(before + 1)
        return
    raise AssertionError("no tile ever fitted one end only")


def _sorted_by_weight(player: Player) -> None:
    tiles = player.page.locator("#hand .rack button").evaluate_all("all => all.map(one => one.value)")
    weights = [sum(int(half) for half in tile) for tile in tiles]
    assert weights in (sorted(weights), sorted(weights, reverse=True))
