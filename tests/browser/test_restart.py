"""The server is ended as by a power cut while people play; nobody touches a page, and everything goes on."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.play import Player, open_table, rush, sit_down
from tests.browser.site import Site


def test_both_pages_recover_by_themselves_and_the_match_ends(people: People, own_site: Site) -> None:
    alice, bob = people("Alice", at=own_site), people("Bob", at=own_site)
    path = open_table(alice, target=100)
    players = [Player(alice), sit_down(bob, path)]
    for _ in range(3):
        mover = _on_turn(players)
        mover.play()
    for person in (alice, bob):
        person.watch.expect_network_trouble()
        person.mark_load()
    line, moves = players[0].line, _moves(own_site)

    own_site.kill()
    for person in (alice, bob):
        expect(person.page.locator("#banners .banner:not([hidden])")).to_be_visible(timeout=5_000)
    own_site.start()

    for person in (alice, bob):
        expect(person.page.locator("#banners [data-banner=reconnecting]")).to_be_hidden(timeout=10_000)
        expect(person.page.locator("#banners [data-banner=restarting]")).to_be_hidden(timeout=10_000)
    assert players[0].line == players[1].line == line
    assert _moves(own_site) == moves
    for _ in range(2):
        _on_turn(players).play()
    rush(players, until="over")
    assert alice.same_load()
    assert bob.same_load()


def test_robots_go_on_after_the_restart(people: People, own_site: Site) -> None:
    alice = people("Alice", at=own_site)
    alice.visit("/")
    alice.press("Four at the table")
    player = Player(alice)
    player.wait_for("turn")
    alice.watch.expect_network_trouble()
    player.play()
    own_site.kill()
    own_site.start()
    started = time.monotonic()
    player.wait_for("turn", "round-end", seconds=15)
    assert time.monotonic() - started < 15
    if player.state == "turn":
        player.play()
    rush([player])


def _on_turn(players: list[Player]) -> Player:
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        for player in players:
            if player.state == "turn":
                return player
        players[0].page.wait_for_timeout(30)
    raise AssertionError([player.state for player in players])


def _moves(site: Site) -> int:
    return int(site.rows("select count(*) from games_move")[0][0])
