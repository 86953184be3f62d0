"""Choosing, keeping and passing on rules; four alone; a series that goes on by itself: in browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import DESKTOP, PHONE
from tests.browser.play import Player, rush
from tests.browser.test_accessible import nothing_found
from tests.browser.test_phone import fits


def test_a_mix_that_cannot_be_played_is_refused_beside_its_field_while_one_chooses(people: People) -> None:
    page = people("Alice").visit("/tables/new/")
    page.get_by_text("Three, each alone").click()
    page.locator("#rules summary").click()
    field = page.locator("#field-hand_size")
    field.locator("select").focus()
    field.locator("select").select_option("14")
    expect(field.locator(".errorlist")).to_have_text("3 hands of 14 need 42 tiles, and there are 28. At most 9 each.")
    expect(field.locator("select")).to_be_focused()
    field.locator("select").select_option("5")
    expect(field.locator(".errorlist")).to_have_count(0)
    page.locator("#field-reserve select").select_option("2")
    sentence = "Classic All Fives, but 5 tiles each and the last 2 of the boneyard stay."
    expect(page.locator("#in-words .but")).to_have_text(sentence)


def test_a_target_is_one_press_or_typed(people: People) -> None:
    page = people("Alice", size=PHONE).visit("/tables/new/")
    page.locator("#field-goal").get_by_text("365", exact=True).click()
    expect(page.locator("#in-words")).to_contain_text("365 points win.")
    expect(page.locator("#id_target")).to_be_hidden()
    page.locator("#field-goal").get_by_text("Another", exact=True).click()
    page.locator("#id_target").fill("155")
    expect(page.locator("#in-words")).to_contain_text("155 points win.")


def test_rules_are_kept_passed_on_and_played_by_somebody_else(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    page = alice.visit("/tables/new/?hand_size=7&reserve=2")
    page.locator("#id_save_as").fill("Sunday rules")
    page.get_by_role("button", name="Save", exact=True).click()
    card = page.locator(".card.own", has_text="Sunday rules")
    expect(card).to_contain_text("PlayElephant’s All Fives, but the last 2 of the boneyard stay.")
    card.get_by_role("link", name="Read the rules").click()
    bob.visit(page.locator("#shared").input_value())
    expect(bob.page.get_by_text("Kept by Guest")).to_be_visible()
    bob.page.get_by_role("link", name="Play these").click()
    mark = bob.page.locator("#in-words .fingerprint").inner_text()
    bob.press("Open the table")
    expect(bob.page.locator(".gather-rules .fingerprint")).to_have_text(mark)
    expect(bob.page.locator(".gather-rules .unlike")).to_have_count(1)


def test_the_enter_key_opens_the_table_and_keeps_nothing(people: People) -> None:
    page = people("Alice").visit("/tables/new/")
    page.locator("#id_title").fill("Slow boat")
    page.locator("#id_title").press("Enter")
    page.wait_for_url("**/t/*/")


def test_the_rules_of_a_table_are_kept_beside_it(people: People) -> None:
    alice = people("Alice")
    page = alice.visit("/tables/new/?preset=five_up&robots=1")
    alice.press("Open the table")
    Player(alice).wait_for("turn")  # until its scripts run, the link leads to a page of the rules
    page.locator("[data-rules]").first.click()
    page.locator("#beside").get_by_text("Keep these rules").click()
    page.locator("#beside #id_save_as").fill("Tree")
    page.locator("#beside").get_by_role("button", name="Save").click()
    expect(page.locator("#kept-rules [role=status]")).to_contain_text("Tree is kept among your rules.")
    assert re.search(r"/t/[^/]+/$", page.url)


def test_four_alone_have_four_sides(people: People) -> None:
    for size in (DESKTOP, PHONE):
        alice = people("Alice", size=size)
        page = alice.visit("/tables/new/?players=alone&robots=3")
        alice.press("Open the table")
        Player(alice).wait_for("turn")
        shown = page.locator(".strip .side:visible, .slip .side:visible")
        expect(shown).to_have_count(4)
        for side in shown.all():
            box = side.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]


def test_the_next_match_of_a_series_opens_for_both(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    page = alice.visit("/tables/new/?best_of=3&goal=other&target=5")
    alice.press("Open the table")
    bob.visit(alice.path)
    bob.press("Sit down")
    players = Player(alice), Player(bob)
    first = alice.path
    rush(players, until="over")
    expect(page.locator(".over .series")).to_contain_text("1 to 0, best of three.")
    for person in (alice, bob):
        person.page.get_by_role("button", name="Next match").click()
    for person in (alice, bob):
        person.page.wait_for_url(lambda url: not url.endswith(first))
        expect(person.page.locator("h1.facts")).to_contain_text("Match 2, best of three")
    assert alice.path == bob.path


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
def test_the_page_of_kept_rules_fits_a_phone_and_is_accessible(people: People, locale: str) -> None:
    alice = people("Alice", size=PHONE, locale=locale)
    page = alice.visit("/tables/new/?hand_size=7&best_of=5")
    page.locator("#id_save_as").fill("Regras de domingo com um nome tão longo")
    page.locator("button[name=save]").click()
    card = page.locator(".card.own")
    expect(card).to_be_visible()
    fits(alice)
    nothing_found(page, "the form with a card of one's own")
    card.get_by_role("link").last.click()
    expect(page.locator("#shared")).to_be_visible()
    fits(alice)
    nothing_found(page, "kept rules")
