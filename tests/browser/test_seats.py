"""Leaving and coming back, watching, robots for free seats, a clock that runs out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.play import Player, open_table, sit_down


def test_who_leaves_is_stood_in_for_and_can_come_back(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice)
    players = [Player(alice), sit_down(bob, path)]
    for player in players:
        player.wait_for("turn", "wait")
    bob.press("Leave")
    expect(bob.page.get_by_text("You left, so")).to_be_visible()
    expect(alice.page.get_by_text(re.compile("plays on for .*, who left")).filter(visible=True).first).to_be_visible()
    players[0].wait_for("turn", "round-end")
    bob.press("Take my seat back")
    expect(bob.page.get_by_role("button", name="Take my seat back")).to_be_hidden()
    expect(alice.page.get_by_text(re.compile("plays on for")).filter(visible=True)).to_have_count(0)
    if players[0].state == "turn":
        players[0].play()
    players[1].wait_for("turn", "round-end", "wait")


def test_a_watcher_sees_everything_but_the_hands(people: People) -> None:
    alice, bob, eve = people("Alice"), people("Bob"), people("Eve")
    path = open_table(alice, target=150)
    players = [Player(alice), sit_down(bob, path)]
    watcher = Player(eve)
    eve.visit(path)
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    for _ in range(4):
        mover = next((player for player in players if player.wait_for("turn", "wait", "round-end") == "turn"), None)
        if mover is None:
            break
        hidden = {tile for player in players for tile in _hand(player)}
        seen = set(re.findall(r"#t(\d\d)", eve.page.content().split("</defs>")[-1]))
        assert not hidden & seen
        tile = mover.play()
        watcher.wait_for_version(mover.version)
        assert watcher.line == mover.line
        assert any(tile in sentence for sentence in watcher.log[:4])
    assert eve.page.locator("#hand .rack, #play").count() == 0
    assert eve.page.get_by_role("button", name="Leave").count() == 0


def test_a_robot_takes_a_free_seat_and_the_match_starts(people: People) -> None:
    alice = people("Alice")
    open_table(alice, players=3, robots=1)
    expect(alice.page.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()
    alice.press("Remove the robot")
    expect(alice.page.get_by_role("heading", name="Waiting for 2 players")).to_be_visible()
    alice.press("Seat a robot")
    expect(alice.page.get_by_role("heading", name="Waiting for 1 player")).to_be_visible()
    alice.press("Seat a robot")
    Player(alice).wait_for("turn", "wait")


def test_an_open_table_is_found_in_the_lobby_at_once(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    bob.visit("/")
    page = alice.visit("/tables/new/")
    page.get_by_label("Name of the table").fill("Slow boat to Cadiz")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/")
    entry = bob.page.get_by_role("listitem").filter(has_text="Slow boat to Cadiz")
    expect(entry).to_be_visible(timeout=5_000)
    expect(entry).to_contain_text("250")
    entry.locator("a.btn").click()
    bob.press(re.compile("^Sit down"))
    for person in (alice, bob):
        Player(person).wait_for("turn", "wait")


def test_my_table_waits_for_me_on_the_front_page(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    Player(alice).wait_for("turn", "wait")
    path = alice.path
    alice.visit("/")
    alice.page.locator(f"a[href='{path}']").first.click()
    Player(alice).wait_for("turn", "wait")


def test_a_tile_that_does_not_fit_says_why(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    player = Player(alice)
    while player.play_until("turn", "round-end") == "turn":
        if player.unplayable.count():
            before = player.version
            player.unplayable.first.click(force=True)  # aria-disabled, and answers all the same
            expect(alice.page.locator("#why")).to_contain_text(re.compile("fits nowhere|must be played"))
            assert player.version == before
            return
        player.play()
    raise AssertionError("every tile fitted, all round long")


def test_the_invitation_is_copied(people: People) -> None:
    alice = people("Alice", permissions=["clipboard-read", "clipboard-write"])
    open_table(alice)
    alice.press("Copy the link")
    expect(alice.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = alice.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(alice.site.url) + r"/invite/[\w-]{32}/", copied)
    alice.press("Withdraw this link, make another")
    expect(alice.page.locator("#invite")).not_to_have_value(copied)
    expect(alice.page.locator("#invite")).to_have_value(re.compile(r"/invite/[\w-]{32}/$"))


def _hand(player: Player) -> list[str]:
    tiles: list[str] = player.page.locator("#hand .rack button").evaluate_all("all => all.map(one => one.value)")
    return tiles
