"""What stays in a browser: nothing of a hand, a name or a token, and nothing private after signing out (C39, C40)."""

from __future__ import annotations

import re

from tests.browser.conftest import People
from tests.browser.play import Player, open_table, rush, sit_down

DUMP = """async () => JSON.stringify({
  local: {...localStorage},
  session: {...sessionStorage},
  caches: "caches" in window ? await caches.keys() : [],
  databases: indexedDB.databases ? (await indexedDB.databases()).map((each) => each.name) : [],
})"""


def stored(player: Player, path: str) -> str:
    """All that the browser keeps for the site, without the table's own code."""
    return str(player.page.evaluate(DUMP)).replace(path.split("/")[2], "")


def test_nothing_private_stays_in_the_browser(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice)
    players = [Player(alice), sit_down(bob, path)]
    for player in players:
        player.wait_for("turn", "wait")
    hands = [tile for player in players for tile in player.hand]
    assert len(hands) >= 12
    ahead = next(player for player in players if player.state == "turn")
    ahead.choose(ahead.playable.last)  # its place in the hand is kept for another load of the page
    during = [stored(player, path) for player in players]
    assert any('"chosen.' in dump for dump in during)
    rush(players)
    names = [row[0] for row in alice.site.rows("select username from accounts_user where username <> ''")]
    tokens = [
        cookie["value"] for person in (alice, bob) for cookie in person.context.cookies() if len(cookie["value"]) > 9
    ]
    assert names
    assert len(tokens) >= 4
    for dump in (*during, *(stored(player, path) for player in players)):
        assert '"fair:' in dump  # what there is: promises and own numbers of deals
        assert not [tile for tile in hands if re.search(rf"\b(?:{tile}|{tile[::-1]})\b", dump)]
        assert not [word for word in (*names, *tokens) if word in dump]


def test_back_after_signing_out_shows_no_hand(people: People) -> None:
    alice = people("Alice")
    path = open_table(alice, robots=1)
    player = Player(alice)
    player.wait_for("turn", "wait")
    assert player.hand
    alice.visit("/accounts/logout/")
    alice.press("Sign out")
    alice.page.wait_for_url("**/")
    while alice.path != path:
        alice.page.go_back()
    alice.page.locator("#table").wait_for()
    assert alice.page.locator("#table[data-seated]").count() == 0
    assert alice.page.locator(".rack-tile").count() == 0
