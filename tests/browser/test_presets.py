"""Every rule book, and mixes that no rule book has, played to the match's end through what can be seen and pressed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.rules.ruleset import PRESETS, change, preset, preset_players
from games.words.rules import ruleset_name
from tests.browser.conftest import People
from tests.browser.measure import sideways
from tests.browser.people import DESKTOP, PHONE
from tests.browser.play import Player, open_table, play_together, sit_down

BOOKS = [(name, players) for name in PRESETS for players in preset_players(name)]
#: Short matches: where hands cost points a side may sink, so the target is nearer still.
TARGETS = {"five_up": 6, "thoughtco": 10, "muggins": 10}
#: players, rule book, target, and the rules that are changed.
MIXES: dict[str, tuple[str, str, int, dict[str, str]]] = {
    "Sniff, own hands, exposed sides": (
        "2",
        "sniff",
        10,
        {"settlement": "own_hand", "exposed_sides_count": "yes"},
    ),
    "every double, ones, exactly 11": (
        "2",
        "pagat",
        11,
        {"spinner": "every", "points_per_five": "1", "target_rule": "exact"},
    ),
    "three, two tiles stay, the lead goes round": ("3", "pagat", 30, {"reserve": "2", "next_lead": "rotate"}),
    "four alone, the highest double leads": (
        "alone",
        "pagat",
        30,
        {"first_lead": "highest_double", "next_lead": "highest_double", "blocked_lead": "highest_double"},
    ),
    "a line, anticlockwise, the lowest hand": (
        "4",
        "muggins",
        15,
        {"direction": "anticlockwise", "blocked_by": "lowest_hand", "settlement": "winner_takes"},
    ),
}


def fits(player: Player) -> None:
    assert sideways(player.page) == 0


def won(player: Player) -> None:
    """The panel says who won, and with what."""
    panel = player.page.get_by_role("dialog")
    expect(panel.get_by_role("heading", level=2)).to_have_text(re.compile(r"wins? the match, \d+(\.5)? to −?\d"))
    expect(panel.locator(".tag.turn")).to_have_text("wins")
    expect(panel.get_by_role("link", name="Download the record")).to_be_visible()


@pytest.mark.parametrize(("name", "players"), BOOKS)
def test_every_rule_book_is_played_to_the_end(people: People, name: str, players: int) -> None:
    """By a person and robots; at each size of a table, by turns at a desk and on a phone, by day and by night."""
    rules = change(preset(name, players), target=TARGETS.get(name, 15))
    number = BOOKS.index((name, players))
    phone = number % 2 == 1
    alice = people("Alice", size=PHONE if phone else DESKTOP, color_scheme="dark" if number % 4 > 1 else "light")
    open_table(alice, players, players - 1, rules.target, name)
    player = Player(alice, touch=phone)
    expect(alice.page.locator("h1.facts")).to_contain_text(ruleset_name(rules))
    player.play_match(seconds=180, each=lambda: fits(player))
    won(player)


@pytest.mark.parametrize("mix", MIXES)
def test_odd_mixes_are_played_to_the_end(people: People, mix: str) -> None:
    players, name, target, rules = MIXES[mix]
    phone = list(MIXES).index(mix) % 2 == 0
    alice = people("Alice", size=PHONE if phone else DESKTOP)
    robots = {"alone": 3}.get(players) or int(players) - 1
    open_table(alice, players, robots, target, name, **rules)
    player = Player(alice, touch=phone)
    player.play_match(seconds=180, each=lambda: fits(player))
    won(player)


def test_partners_play_sniff_against_robots(people: People) -> None:
    alice, bob = people("Alice"), people("Bob", size=PHONE)
    path = open_table(alice, 4, 2, 15, "sniff")
    players = [Player(alice), sit_down(bob, path)]
    play_together(players)
    for player in players:
        won(player)
    assert players[0].scores == players[1].scores


def test_three_persons_play_five_up(people: People) -> None:
    alice, bob, carol = people("Alice"), people("Bob", size=PHONE), people("Carol")
    path = open_table(alice, 3, 0, 6, "five_up")
    players = [Player(alice), sit_down(bob, path), sit_down(carol, path)]
    play_together(players)
    for player in players:
        won(player)
        expect(player.page.locator(".panel .pegs")).to_have_attribute("data-target", "6")
