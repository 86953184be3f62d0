"""A network that is cut, loses an answer, or comes back: nothing is played twice, nothing is played unseen."""

from __future__ import annotations

from urllib.parse import parse_qs

from playwright.sync_api import Route, expect

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.play import Player, move_beside, open_table, sit_down


def at_turn(people: People) -> tuple[Person, Player, str, Player]:
    """Alice on turn at a table with Bob: her, her player, the path, his player."""
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice)
    players = [Player(alice), sit_down(bob, path)]
    for player in players:
        player.wait_for("turn", "wait")
    mover, other = sorted(players, key=lambda player: player.state != "turn")
    mover.person.watch.expect_network_trouble()
    return mover.person, mover, path, other


def test_a_lost_answer_is_asked_for_again_and_the_move_counts_once(people: People) -> None:
    person, player, path, other = at_turn(people)
    keys: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(_field(route, "key"))
        if len(keys) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    # The push would tell at once that the move is stored: here everything that comes in is lost.
    person.page.route("**/play/", lose_the_first_answer)
    before = player.version
    player.choose()
    player.choices.first.click()
    player.wait_for_version(before + 1)
    other.wait_for_version(player.version)
    person.page.wait_for_timeout(1500)
    moves = person.site.moves_of_persons(path)
    assert len(moves) == 1
    assert {key for _, key in moves} == set(keys)


def test_without_a_socket_the_lost_answer_is_asked_for_with_the_same_key(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    for person in (alice, bob):
        person.watch.expect_network_trouble()
        person.page.route_web_socket("**/ws/**", lambda socket: socket.close())
    path = open_table(alice)
    bob.visit(path)
    bob.press("Sit down as a guest")
    players = [Player(alice), Player(bob)]
    alice.page.reload()
    player = _on_turn(players)
    keys: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(_field(route, "key"))
        if len(keys) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    player.page.route("**/play/", lose_the_first_answer)
    player.page.route("**/state/**", lambda route: route.abort("connectionreset"))
    before = player.version
    player.choose()
    player.choices.first.click()
    player.wait_for_version(before + 1)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert [key for _, key in alice.site.moves_of_persons(path)] == keys[:1]


def test_a_move_that_cannot_be_sent_says_so_and_stays_undone(people: People) -> None:
    person, player, path, _ = at_turn(people)
    page = person.page
    page.route("**/play/", lambda route: route.abort("connectionfailed"))
    before, tiles = player.version, page.locator("#hand .rack button").count()
    player.choose()
    player.choices.first.click()
    expect(page.locator(".rack-tile.sent")).to_have_count(1)
    expect(page.get_by_text("Your move could not be sent. The tile is still in your hand.")).to_be_visible(
        timeout=12_000
    )
    expect(page.locator(".rack-tile.sent")).to_have_count(0)
    assert player.version == before
    assert page.locator("#hand .rack button").count() == tiles
    assert person.site.moves_of_persons(path) == []

    page.unroute("**/play/")
    player.play()
    assert len(person.site.moves_of_persons(path)) == 1


def test_offline_says_so_and_playing_is_off_until_the_network_is_back(people: People) -> None:
    person, player, path, other = at_turn(people)
    page = person.page
    person.mark_load()
    person.context.set_offline(True)
    expect(page.get_by_text("You are offline. Playing is off until you are back.").first).to_be_visible(timeout=5_000)
    player.choose()
    player.choices.first.click()
    expect(page.locator("#why")).to_contain_text("offline")
    assert person.site.moves_of_persons(path) == []

    person.context.set_offline(False)
    expect(page.locator("#banners [data-banner=offline]")).to_be_hidden(timeout=5_000)
    player.play()
    other.wait_for_version(player.version)
    assert len(person.site.moves_of_persons(path)) == 1
    assert person.same_load()


def test_who_was_offline_over_the_end_of_a_round_is_shown_it_without_a_reload(people: People) -> None:  # A18
    person, player, path, other = at_turn(people)
    person.mark_load()
    person.context.set_offline(True)
    expect(person.page.locator("#banners [data-banner=offline]")).to_be_visible(timeout=5_000)
    seen = player.version
    while any(move_beside(each.person, path) for each in (player, other)):  # requests that need no page's network
        pass
    other.wait_for("round-end")
    assert player.version == seen, "nothing comes through while offline"

    person.context.set_offline(False)
    player.wait_for("round-end")
    player.wait_for_version(other.version)
    assert person.same_load()


def test_going_offline_while_a_move_is_on_its_way_leaves_nothing_stuck(people: People) -> None:
    person, player, path, _ = at_turn(people)
    page = person.page

    def cut(route: Route) -> None:
        person.context.set_offline(True)
        route.abort("internetdisconnected")

    page.route("**/play/", cut)
    player.choose()
    player.choices.first.click()
    expect(page.locator("#banners [data-banner=offline]")).to_be_visible(timeout=5_000)
    expect(page.locator("#why")).to_contain_text("could not be sent")
    page.unroute("**/play/")
    person.context.set_offline(False)
    expect(page.locator("#banners [data-banner=offline]")).to_be_hidden(timeout=5_000)
    expect(page.locator(".rack-tile.sent")).to_have_count(0, timeout=12_000)
    if not person.site.moves_of_persons(path):
        player.play()
    assert len(person.site.moves_of_persons(path)) == 1


def test_moves_made_meanwhile_are_summed_up_on_return(people: People) -> None:
    _, player, _, other = at_turn(people)
    player.play()
    other.person.watch.expect_network_trouble()
    if other.state != "turn":
        return
    other.person.context.set_offline(True)
    expect(other.page.locator("#banners [data-banner=offline]")).to_be_visible(timeout=5_000)
    other.page.wait_for_timeout(500)
    other.person.context.set_offline(False)
    other.wait_for("turn")
    assert other.line == player.line
    other.play()
    player.wait_for_version(other.version)


def _field(route: Route, name: str) -> str:
    return parse_qs(route.request.post_data or "")[name][0]


def _on_turn(players: list[Player]) -> Player:
    """Whoever is on turn, once his page knows: without a socket it asks every few seconds."""
    for _ in range(300):
        for player in players:
            if player.state == "turn":
                return player
        players[0].page.wait_for_timeout(100)
    raise AssertionError("nobody is on turn")
