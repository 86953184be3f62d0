"""By keyboard alone: an account, a table, a round against robots; the focus is never lost."""

from __future__ import annotations

import re
import secrets

from tests.browser.conftest import People
from tests.browser.keys import Keys
from tests.browser.play import Player

PLAYABLE = re.compile(r", (fits (?!nowhere)|may lead)")
AN_END = re.compile(r"^(Left|Right|Top arm|Lower arm|Lead)\b")


def test_an_account_a_table_and_a_round(people: People) -> None:
    alice = people("Alice")
    page = alice.visit("/accounts/signup/")
    keys = Keys(page)
    name, password = f"alice{secrets.token_hex(4)}", secrets.token_urlsafe(12)
    keys.to("^(User ?name|Name)")
    page.keyboard.type(name)
    for field in ("^Password$", "^Password, once more$"):
        keys.to(field)
        page.keyboard.type(password)
    keys.press("Enter")
    page.wait_for_url(alice.site.url + "/")

    keys.to("^Open a table")
    keys.press("Enter")
    page.wait_for_url("**/tables/new/")
    keys.to("^None")
    keys.press("ArrowRight")
    keys.to("^Open the table")
    assert keys.ring_is_seen()
    keys.press("Enter")
    page.wait_for_url("**/t/*/")

    player, moves = Player(alice), 0
    while player.wait_for("turn", "round-end", "over") == "turn":
        assert moves == 0 or keys.focused != "BODY"
        _play(keys, player)
        moves += 1
    assert moves >= 3
    assert keys.focused != "BODY"
    # What comes next has the focus already.
    assert re.match("Next round|Rematch", keys.focused), keys.focused
    keys.press("Enter")
    player.wait_for("turn", "wait")
    assert keys.focused != "BODY"


def test_the_focus_stays_while_others_play(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Four at the table")
    player, keys = Player(alice), Keys(alice.page)
    player.wait_for("turn", "wait")
    words = alice.page.get_by_text("The line in words", exact=True).filter(visible=True).first
    for _ in range(4):
        if player.wait_for("turn", "round-end", "over") != "turn":
            break
        _play(keys, player)
        if player.state in ("round-end", "over"):  # the result lies over the rest of the page
            break
        words.focus()
        player.wait_for("turn", "round-end", "over")
        if player.state == "turn":
            assert keys.focused == "The line in words"


def test_skip_link_goes_to_the_hand(people: People) -> None:
    alice = people("Alice")
    alice.visit("/")
    alice.press("Play now")
    Player(alice).wait_for("turn")
    keys = Keys(alice.page)
    keys.to("^Skip to your hand")
    keys.press("Enter")
    keys.press("Tab")
    assert alice.page.evaluate("document.activeElement.closest('#hand') !== null")


def _play(keys: Keys, player: Player) -> None:
    """A tile that fits, then an end, by Tab and Enter; the focus is in the hand (or on what comes next) after it."""
    keys.to(PLAYABLE)
    assert keys.ring_is_seen()
    if not player.choices.first.is_visible():  # the only one is chosen already
        keys.press("Enter")
    assert keys.focused != "BODY"
    player.choices.first.wait_for()
    keys.to(AN_END, "Shift+Tab")
    assert keys.ring_is_seen()
    before = player.version
    keys.press("Enter")
    player.wait_for_version(before + 1)
    assert player.page.evaluate("document.activeElement.closest('#hand, .over') !== null"), keys.focused
