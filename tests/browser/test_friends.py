"""Friends in browsers of their own, who came by a link: two, three, and four as partners."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.play import Player, open_table, rush, sit_down


def test_two_play_a_whole_match_and_see_each_move_without_a_reload(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice, target=30)
    alice.mark_load()
    players = [Player(alice), sit_down(bob, path)]
    bob.mark_load()
    moves = 0
    while players[0].state != "over":
        if all(player.wait_for("turn", "wait", "round-end", "over") == "round-end" for player in players):
            for player in players:
                player.go_on()
            continue
        mover, other = sorted(players, key=lambda player: player.state != "turn")
        if mover.state != "turn":
            continue
        tile = mover.play()
        moves += 1
        other.wait_for_version(mover.version)
        assert any(tile in sentence for sentence in other.log[:4]), (tile, other.log)
        expect(other.page.locator("#live")).to_contain_text(tile)
        assert other.line == mover.line
        assert other.scores == mover.scores[::-1] or other.scores == mover.scores
    players[1].wait_for("over")
    assert moves >= 4
    assert alice.same_load()
    assert bob.same_load()
    for person in (alice, bob):
        expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_both_agree_to_a_rematch_and_meet_at_one_new_table(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice, target=10)
    players = [Player(alice), sit_down(bob, path)]
    rush(players, until="over")
    alice.press("Rematch")
    expect(bob.page.get_by_role("dialog")).to_contain_text("would like a rematch")
    bob.press("Rematch")
    for person in (alice, bob):
        expect(person.page).not_to_have_url(re.compile(f"{re.escape(path)}$"))
    assert alice.page.url == bob.page.url
    for player in players:
        player.wait_for("turn", "wait")


def test_three_play_a_match_to_the_end(people: People) -> None:
    alice, bob, carol = people("Alice"), people("Bob"), people("Carol")
    path = open_table(alice, players=3, target=30)
    players = [Player(alice), sit_down(bob, path), sit_down(carol, path)]
    one_move_each(players)
    rush(players, until="over")
    for player in players:
        assert len(player.scores) == 3
        expect(player.page.get_by_role("dialog").get_by_text("wins", exact=True)).to_be_visible()


def test_four_play_a_round_as_partners(people: People) -> None:
    names = ("Alice", "Carol", "Bob", "Dave")
    alice, carol, bob, dave = (people(name) for name in names)
    path = open_table(alice, players=4)
    players = [Player(alice), *(sit_down(friend, path) for friend in (carol, bob, dave))]
    for player in players:
        player.wait_for("turn", "wait")
        expect(player.page.get_by_text("your partner")).to_have_count(1)
        assert len(player.scores) == 2
    one_move_each(players)
    rush(players)
    rows = players[0].page.get_by_role("dialog").locator(".hands .row")
    expect(rows).to_have_count(4)
    for player in players:
        player.go_on()
    for player in players:
        player.wait_for("turn", "wait", "over")


def one_move_each(players: list[Player]) -> None:
    """So many moves as there are players, by hand; every page shows each."""
    for _ in players:
        for player in players:
            player.wait_for("turn", "wait", "round-end")
        mover = next((player for player in players if player.state == "turn"), None)
        if mover is None:
            return  # nobody can move any more
        mover.play()
        for other in players:
            other.wait_for_version(mover.version)
