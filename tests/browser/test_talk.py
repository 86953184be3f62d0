"""Two at one table, at a desk and on a phone, in two languages: they talk, and nobody's hand moves for it. # D5"""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import People
from tests.browser.measure import PRESSABLE, out_of_view, sideways, too_small
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.play import Player
from tests.browser.test_accessible import nothing_found
from tests.browser.test_invites import sign_up


def open_to_words(host: Person) -> str:
    """A table for two at which one may write."""
    page = host.visit("/tables/new/")
    for field, value in {"players": 2, "robots": 0, "rated": "no", "talk": "words"}.items():
        page.locator(f"label:has([name={field}][value='{value}'])").click()
    page.locator("button.main[type=submit]").click()
    page.wait_for_url("**/t/*/")
    return host.path


def test_a_desk_and_a_phone_talk_in_two_languages(people: People) -> None:
    alice, bob = people("Alice"), people("Bob", size=PHONE, locale="pt-BR")
    for person in (alice, bob):
        sign_up(person, f"{person.name} talks")
    path = open_to_words(alice)
    bob.visit(path)
    desk, phone = alice.page, bob.page
    phone.locator(".places form button").first.click()
    bob.watch.expect("(?i)status (of|error code) 400")
    for person in (alice, bob):
        Player(person).wait_for("turn", "wait")
        person.mark_load()
    # Where there is no room below the log, the table that was pushed has brought the way to the talk along.
    desk.set_viewport_size({"width": 1000, "height": 800})
    expect(desk.locator("[data-show-talk]")).to_be_visible()
    desk.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(desk.locator("[data-show-talk]")).to_be_hidden()
    # Who is on turn has chosen a tile; on the phone the talk is a button, and the hand stays in view.
    mover = min((Player(alice), Player(bob)), key=lambda player: player.state != "turn")
    mover.playable.first.click()
    chosen = mover.page.locator('.rack-tile[aria-pressed="true"]')
    expect(chosen).to_have_count(1)
    tile = chosen.get_attribute("value")
    button = phone.locator("[data-show-talk]")
    assert out_of_view(phone, ".rack-tile, .turnline") == []
    # A phrase from the desk: counted and said aloud on the phone, in its language.
    desk.locator("#talk > summary").click()
    desk.get_by_role("button", name="Well played").click()
    expect(desk.locator("#lines li")).to_have_text([re.compile("Alice talks.*Well played")])
    expect(button.locator("[data-unread]")).to_have_text("1")
    expect(phone.locator("#heard")).to_contain_text("Alice talks: Bem jogado")
    assert desk.locator("#heard").inner_text() == ""  # not one's own
    button.tap()
    expect(phone.locator("#lines li")).to_have_text([re.compile("Alice talks.*Bem jogado")])
    expect(button.locator("[data-unread]")).to_be_hidden()
    assert sideways(phone) == 0
    assert too_small(phone, PRESSABLE, 24) == []
    assert out_of_view(phone, "#talk-text") == []
    nothing_found(phone, "the talk on a phone")
    # A line comes by its push before the answer to it does: its field is empty all the same.
    held: list[tuple[Route, APIResponse]] = []
    desk.route("**/say/", lambda route: held.append((route, route.fetch())))
    desk.locator("#talk-text").fill("Between us")
    desk.locator("#talk-send").click()
    expect(desk.locator("#lines .said").last).to_have_text("Between us")
    for _ in range(500):  # the push may be quicker than the answer that is held
        if held:
            break
        desk.wait_for_timeout(20)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(desk.locator("#talk-text")).to_have_value("")
    desk.unroute("**/say/")
    # A line from the phone while the desk is writing: what is written there stays.
    desk.locator("#talk-text").fill("half a li")
    phone.locator("#talk-text").fill("<b>Vai ser difícil</b>")
    phone.locator("#talk-send").tap()
    expect(phone.locator("#talk-text")).to_have_value("")
    expect(desk.locator("#lines .said").last).to_have_text("<b>Vai ser difícil</b>")
    assert desk.locator("#talk-text").input_value() == "half a li"
    expect(desk.locator("#talk-text")).to_be_focused()
    nothing_found(desk, "the talk at a desk")
    # The chosen tile is still chosen, and no page was loaded again.
    assert mover.page.locator('.rack-tile[aria-pressed="true"]').get_attribute("value") == tile
    # What is refused says why; what was typed stays.
    phone.locator("#talk-text").fill("veja https://example.org")
    phone.locator("#talk-send").tap()
    expect(phone.locator("#talk-why")).to_contain_text("endereços de outras páginas")
    expect(phone.locator("#talk-text")).to_have_value("veja https://example.org")
    # It stays to be read when another's line comes, and goes with the next line of one's own.
    desk.locator("#phrase-thanks").click()
    expect(phone.locator("#lines li")).to_have_count(4)
    expect(phone.locator("#talk-why")).to_contain_text("endereços de outras páginas")
    # Muted: gone at once, and what he says next does not come.
    desk.locator(".people summary").click()
    desk.get_by_role("button", name=re.compile("^Mute Bob talks")).click()
    expect(desk.locator("#lines li")).to_have_count(3)
    phone.locator("#phrase-thanks").tap()
    expect(phone.locator("#lines li")).to_have_count(5)
    expect(phone.locator("#talk-why")).to_have_count(0)
    phone.locator("[data-hide-talk]").tap()
    assert out_of_view(phone, ".rack-tile, .turnline") == []
    desk.wait_for_timeout(300)
    expect(desk.locator("#lines li")).to_have_count(3)
    # One list for both, with a way back.
    assert alice.same_load()
    assert bob.same_load()
    page = alice.visit("/accounts/company/")
    nothing_found(page, "muted and blocked people")
    page.get_by_role("button", name="Read Bob talks’s lines again").click()
    expect(page.locator("main")).to_contain_text("You have muted and blocked nobody")
    bob.visit("/players/Alice talks/")
    assert sideways(phone) == 0
