"""What sets the rule books apart, seen and done at a table: ways to lay a double, a tree, scores that sink, turns."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.deals import deal
from tests.browser.keys import Keys
from tests.browser.measure import out_of_view, sideways
from tests.browser.people import DESKTOP, PHONE
from tests.browser.play import Player, open_table, rush, sit_down

#: The laid tiles as they are seen: name, and the box of each tile's plate in CSS pixels.
_LAID = """() => [...document.querySelectorAll('svg.board')].filter((board) => board.getBoundingClientRect().width)
  .flatMap((board) => [...board.querySelectorAll('.laid > g > use:first-child')]).map((use) => {
    const box = use.getBoundingClientRect();
    return { tile: use.getAttribute('href').slice(2), x: box.x, y: box.y, width: box.width, height: box.height };
  })"""
#: A tree of Five Up: six doubles, all of them branching but the last two. Alice lays the first and every other tile.
TREE = (
    "44 64>44.L1 43>44.L2 41>44.S1 66>64.6 65>66.L2 62>66.S1"
    " 53>43.3 55>53.5 50>55.L2 51>55.S1 11>41.1 10>11.L2 21>11.S1"
)
#: Three players; all seven tiles with a blank lie on the table at the end. Alice and Bob hold 33 pips each, Carol 46.
TIED = ("50 20 31 43 55 32 53 11 62", "52 63 40 30 41 21 33 66 61", "60 00 10 42 22 64 51 54 65")
BLOCKING = "50 52>50.5 60>50.0 20>52.2 63>60.6 00>20.0 31>63.3 40>00.L2 10>31.1 43>40.4 30>43.3"


def laid(player: Player) -> dict[str, dict[str, Any]]:
    """The boxes of the tiles on the board, by name."""
    return {box["tile"]: box for box in player.page.evaluate(_LAID)}


def upright(box: dict[str, Any]) -> bool:
    return bool(box["height"] > box["width"])


def overlapping(boxes: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of tiles that lie on each other by more than a rounded pixel."""
    return [
        (one, other)
        for (one, a), (other, b) in combinations(boxes.items(), 2)
        if min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"]) > 1
        and min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"]) > 1
    ]


@pytest.mark.parametrize(
    ("way", "move", "size"),
    [
        ("tap", "55*", PHONE),
        ("tap", "55", PHONE),
        ("keyboard", "55*", DESKTOP),
        ("keyboard", "55", DESKTOP),
    ],
)
def test_the_first_double_of_sniff_lies_as_its_owner_likes(
    people: People, way: str, move: str, size: tuple[int, int]
) -> None:
    alice, bob = people("Alice", size=size), people("Bob")
    path = open_table(alice, preset="sniff")
    first, second = Player(alice, touch=way == "tap"), sit_down(bob, path)
    deal(alice.site, [first, second], ["55 53 52 51 10 20 30", "50 54 65 40 42 61 66"])
    word = "lengthwise" if move.endswith("*") else "crosswise"
    if way == "tap":
        first.choose(alice.page.locator("#hand .rack button[value='55']"))
        alice.page.locator("#play").get_by_role("button", name=re.compile(word)).tap()
    else:
        keys = Keys(alice.page)
        keys.to(re.compile("^double five", re.IGNORECASE))
        keys.press("Enter")
        keys.to(word)
        keys.press("Enter")
    second.wait_for("turn")
    second.lay("50>55.S1" if move.endswith("*") else "50>55.L1")
    for player in (first, second):
        player.wait_for_version(second.version)
        tiles = laid(player)
        assert set(tiles) == {"55", "50"}
        assert (upright(tiles["55"]) == upright(tiles["50"])) == move.endswith("*")
        assert overlapping(tiles) == []
    expect(bob.page.locator("#count")).to_contain_text("5" if move.endswith("*") else "10")


def test_a_tree_of_five_up_is_read_on_a_phone(people: People) -> None:
    alice, bob = people("Alice"), people("Bob", size=PHONE)
    path = open_table(alice, preset="five_up", hand_size="8")
    players = [Player(alice), sit_down(bob, path)]
    hands = ["44 43 66 62 55 51 10 33", "64 41 65 53 50 11 21 22"]
    deal(alice.site, players, hands)
    for number, move in enumerate(TREE.split()):
        players[number % 2].lay(move)
        for player in players:
            player.wait_for_version(players[number % 2].version)
            tiles = laid(player)
            assert len(tiles) == number + 1
            assert overlapping(tiles) == []
            assert min(min(box["width"], box["height"]) for box in tiles.values()) >= 19.5
            assert sideways(player.page) == 0
    assert out_of_view(bob.page, ".rack-tile") == []
    for player in players:
        expect(player.page.locator(".pegs:visible").first).to_have_attribute(
            "aria-label", re.compile(r"^Peg board to 61\. .*: \d+")
        )


def test_scores_sink_below_zero_and_a_limit_ends_the_match(people: People) -> None:
    alice = people("Alice", size=PHONE)
    seen: set[str] = set()

    def look() -> None:
        seen.update(alice.page.locator(".strip .side").all_inner_texts())

    for _ in range(4):  # lots are real: about one match in twenty stays above zero
        open_table(alice, 2, 1, 500, "muggins", hand_size="4", rounds="10")
        player = Player(alice, touch=True)
        while player.wait_for("turn", "round-end", "over") != "over":
            player.hurry()
            look()
        if any("−" in text for text in seen):
            break
    assert any("−" in text for text in seen), seen
    panel = alice.page.get_by_role("dialog")
    expect(panel).to_contain_text(re.compile("10 rounds"))
    for side in panel.locator(".ba .side").all():
        minus = "−" in side.locator(".score").inner_text()
        assert side.locator(".tally").count() == (0 if minus else 1)


def test_latin_americans_play_anticlockwise_and_the_highest_double_leads(people: People) -> None:
    names = ("Alice", "Bob", "Carol", "Dave")
    persons = [people(name) for name in names]
    path = open_table(persons[0], 4, preset="latino")
    players = [Player(persons[0]), *(sit_down(person, path) for person in persons[1:])]
    hands = ["66 10 20 30 40 50 60", "55 11 21 31 41 51 61", "44 22 32 42 52 62 00", "33 43 53 63 54 64 65"]
    deal(persons[0].site, players, hands, by="highest_double")
    page = persons[0].page
    assert players[0].playable.evaluate_all("all => all.map(one => one.value)") == ["66"]
    expect(page.locator(".yard")).to_have_count(0)
    order = page.get_by_text("Play goes anticlockwise:").filter(visible=True)
    expect(order).to_contain_text(re.compile(r"anticlockwise: you, .*, .*, .*\."))
    players[0].lay("66")
    for seat, side in ((3, "east"), (2, "north"), (1, "west")):
        players[seat].wait_for("turn")
        expect(page.locator(f".plate.{side}.now")).to_have_attribute("data-seat", str(seat))
        players[seat].play()
    players[0].wait_for("turn")


def test_half_points_of_three_players_are_shown_and_played_on(people: People) -> None:
    alice, bob, carol = people("Alice"), people("Bob", size=PHONE), people("Carol", color_scheme="dark")
    path = open_table(alice, 3, 0, 30, hand_size="9", reserve="1")
    players = [Player(alice), sit_down(bob, path), sit_down(carol, path)]
    deal(alice.site, players, TIED)
    for number, move in enumerate(BLOCKING.split()):
        players[number % 3].lay(move)
    for player in players:
        player.wait_for("round-end")
        panel = player.page.get_by_role("dialog")
        expect(panel.locator(".ba .score")).to_have_text(["27.5", "27.5", "0"])
        expect(panel.locator(".ba .tally")).to_have_count(1)  # half points are figures
        expect(panel).to_contain_text("22.5")
    rush(players, until="over")
    for player in players:
        expect(player.page.get_by_role("dialog").locator(".tag.turn")).to_have_text("wins")
    assert players[0].scores == players[1].scores == players[2].scores
