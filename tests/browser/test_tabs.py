"""The same player in two tabs; back and forward; waking up."""

from __future__ import annotations

from tests.browser.conftest import People
from tests.browser.play import Player, open_table, sit_down


def test_two_tabs_of_one_player_show_the_same(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    first = Player(alice)
    first.wait_for("turn")
    second = Player(alice, page=alice.context.new_page())
    second.page.goto(alice.path)
    second.wait_for("turn")
    first.play()
    second.wait_for_version(first.version)
    second.wait_for("turn", "round-end")
    if second.state == "turn":
        second.play()
        first.wait_for_version(second.version)
    first.wait_for("turn", "round-end")
    second.wait_for_version(first.version)
    assert first.line == second.line


def test_both_tabs_send_a_move_and_one_is_played(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice)
    players = [Player(alice), sit_down(bob, path)]
    for player in players:
        player.wait_for("turn", "wait")
    mover = min(players, key=lambda player: player.state != "turn")
    mover.person.watch.expect("status of 4(09|22)")
    twin = Player(mover.person, page=mover.person.context.new_page())
    twin.page.goto(path)
    twin.wait_for("turn")
    # Neither tab hears of the other: both send what they see.
    for player in (mover, twin):
        player.playable.last.click()
        player.choices.first.wait_for()
    before = mover.version
    for player in (mover, twin):
        player.page.evaluate("document.querySelector('#play button:not([hidden])').click()")
    for player in (mover, twin):
        player.wait_for_version(before + 1)
        player.wait_for("wait", "turn")
    assert mover.line == twin.line
    assert len(mover.person.site.moves_of_persons(path)) == 1


def test_back_shows_the_table_as_it_is_now(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice)
    players = [Player(alice), sit_down(bob, path)]
    for player in players:
        player.wait_for("turn", "wait")
    mover = min(players, key=lambda player: player.state != "turn")
    other = next(player for player in players if player is not mover)
    other.page.goto("/rules/")
    mover.play()
    other.page.go_back()
    other.wait_for_version(mover.version, seconds=5)
    assert other.line == mover.line
    other.page.go_forward()
    other.page.go_back()
    other.wait_for("turn", "wait")
    assert other.line == mover.line


def test_a_reload_shows_the_same_table(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    player = Player(alice)
    player.wait_for("turn")
    player.play()
    player.wait_for("turn", "round-end", "over")
    line, version = player.line, player.version
    alice.page.reload()
    player.wait_for("turn", "round-end", "over")
    assert (player.line, player.version) == (line, version)
