"""A link goes from one browser to another; players follow one another; who is in a rated match is sent back to it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.measure import PRESSABLE, sideways, too_small
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE, Person
from tests.browser.play import Player, open_table, rush
from tests.browser.test_accessible import nothing_found

PASSWORD = "seven-of-bones-77"


def sign_up(person: Person, name: str) -> None:
    page = person.visit("/accounts/signup/")
    page.locator("[name=username]").fill(name)
    for field in page.locator("main [type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(re.compile(r"/$"))


def open_private(host: Person, players: int = 2) -> str:
    """A private table; its invitation."""
    page = host.visit("/tables/new/")
    for field, value in {"players": players, "robots": 0, "private": "link"}.items():
        page.locator(f"label:has([name={field}][value='{value}'])").click()
    page.locator("button.main[type=submit]").click()
    page.wait_for_url("**/t/*/")
    return page.locator("#invite").input_value()


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, DESKTOP], ids=["phone", "small", "desktop"])
def test_an_invitation_from_phone_to_phone(people: People, size: tuple[int, int]) -> None:
    alice, bob, eve = people("Alice", size=size), people("Bob", size=size), people("Eve", size=size)
    link = open_private(alice, players=3)
    assert sideways(alice.page) == 0
    eve.visit(alice.path)
    expect(eve.page.get_by_text("you need its invitation")).to_be_visible()
    expect(eve.page.get_by_role("button", name=re.compile("^Sit down"))).to_have_count(0)
    page = bob.visit(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("invites you to the table")
    assert sideways(page) == 0
    nothing_found(page, "an invitation")
    expect(alice.page.get_by_role("heading", name="Waiting for 2 players")).to_be_visible()
    bob.press("Sit down as a guest")
    page.locator("#table[data-seated]").wait_for()
    expect(alice.page.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()
    eve.visit(link)
    eve.press("Sit down as a guest")
    for person in (alice, bob, eve):
        Player(person).wait_for("turn", "wait")


def test_a_withdrawn_invitation_says_what_to_do(people: People) -> None:
    alice, bob = people("Alice", size=PHONE), people("Bob", size=PHONE)
    bob.watch.expect("status of 40[49]")
    old = open_private(alice)
    alice.press("Withdraw this link, make another")
    expect(alice.page.locator("#invite")).not_to_have_value(old)
    expect(bob.visit(old).get_by_text("Ask who sent it for a new one")).to_be_visible()
    nothing_found(bob.page, "an invitation that is not good")
    bob.visit(alice.page.locator("#invite").input_value())
    bob.press("Sit down as a guest")
    for person in (alice, bob):
        Player(person).wait_for("turn", "wait")


def test_who_met_follow_one_another_and_see_where_the_other_is(people: People) -> None:
    alice, bob = people("Alice", size=PHONE), people("Bob", size=DESKTOP)
    for person in (alice, bob):
        sign_up(person, f"{person.name} follows")
    path = open_table(alice, target=20)
    bob.visit(path)
    bob.press(re.compile("^Sit down"))
    rush([Player(alice), Player(bob)], until="over")
    bob.page.get_by_role("button", name="Follow Alice follows").click()
    expect(bob.page.get_by_role("button", name="Stop following Alice follows")).to_be_focused()
    assert sideways(alice.page) == 0
    nothing_found(bob.page, "the match's end with a button to follow")
    page = bob.visit("/")
    expect(page.get_by_text("at no public table just now")).to_be_visible()
    open_table(alice)
    expect(page.get_by_role("link", name="Sit down with Alice follows")).to_be_visible(timeout=5_000)
    nothing_found(page, "the front page with players one follows")
    page = bob.visit("/following/")
    nothing_found(page, "players one follows")
    for path in ("/following/", "/"):
        bob.visit(path)
        for width, height in (PHONE, SMALL_PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert sideways(page) == 0, path
            assert too_small(page, PRESSABLE, 24) == [], path
    bob.visit("/following/")
    page.get_by_role("button", name="Stop following Alice follows").click()
    expect(page.get_by_role("button", name="Follow Alice follows", exact=True)).to_be_visible()


def test_who_is_in_a_rated_match_is_sent_back(people: People) -> None:
    alice, bob = people("Alice", size=PHONE), people("Bob", size=PHONE)
    for person in (alice, bob):
        sign_up(person, f"{person.name} rated")
    path = open_table(alice)
    bob.visit(path)
    bob.press(re.compile("^Sit down"))
    Player(alice).wait_for("turn", "wait")
    alice.visit("/")
    alice.press("Play now")
    alice.page.wait_for_url(f"**{path}")
    expect(
        alice.page.get_by_text("You are in a rated match with Bob rated: finish it or leave it first.")
    ).to_be_visible()
    assert sideways(alice.page) == 0
