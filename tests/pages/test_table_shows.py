"""The table's page over HTTP: what it shows, to whom, with script and without."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client

from accounts.models import User
from games.models import Match, Move
from tests.cast import Cast
from tests.pages.scenes import MOVES, at, page, post
from tests.tables import (
    fresh,
    make_move,
    on_turn,
    open_table,
    rules,
    texts,
    token_of,
)

Browser = Callable[[User | None], Client]


def test_the_page_shows_board_count_hand_scores_and_log(alice: Client, match: Match) -> None:
    text = page(alice, match)
    for part in (
        "Your turn",
        'aria-label="six-one, fits left and right"',
        'aria-label="double two, fits on top"',
        'aria-label="four-three, fits nowhere"',
        'data-why="Four-three fits nowhere: the open ends are 1, 6, 2 and 5. Double six counts twice: 12."',
        '<button class="btn play" name="move" value="61&gt;31.1"',
        "Play six-one on the left: 6 + 12 + 2 = 20, 20 points",
        "Left makes 6 + 12 + 2 = 20. Right makes 1 + 1 + 2 = 4.",
        "Bob played <",
        "1 + 12 + 2 = 15",
        "Line from left to right: one-three, three-five, double five, five-six, double six;",
        "Boneyard: 10",
        "<title>● Your turn – Bob, ",
    ):
        assert part in text, part


def test_a_page_is_never_kept(alice: Client, match: Match) -> None:
    for what in ("", "state/", "record/"):
        assert "no-store" in alice.get(at(match, what))["Cache-Control"]


def test_no_page_needs_inline_style_or_script(alice: Client, match: Match) -> None:
    text = page(alice, match)
    assert not re.search(r"<[^>]+\sstyle=", text)
    assert not re.search(r"<[^>]+\son[a-z]+=", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


def test_without_script_a_tile_is_chosen_by_the_address(alice: Client, match: Match) -> None:  # A40
    text = page(alice, match, "?tile=61")
    buttons = re.findall(r'<button class="btn[^"]*" name="move" value="([^"]+)"[^>]*?( hidden)?>', text)
    assert [value for value, hidden in buttons if not hidden] == ["61&gt;31.1", "61&gt;66.L2"]
    assert 'value="61" class="rack-tile can" aria-pressed="true"' in text


def test_without_script_a_tile_that_fits_nowhere_says_why(alice: Client, match: Match) -> None:
    said = '<span class="nb">Four-three</span> fits nowhere: the open ends are 1, 6, 2 and 5.'
    assert said in page(alice, match, "?tile=43")


def test_without_script_a_move_is_a_plain_form(alice: Client, match: Match) -> None:  # A40
    key = re.search(r'name="key" value="([^"]+)"', page(alice, match))
    assert key
    answer = post(alice, match, script=False, key=key[1])
    assert (answer.status_code, answer["Location"]) == (302, at(match))
    assert texts(match)[len(MOVES)] == "61>31.1"
    assert "You played <" in page(alice, match)


def test_a_spectator_sees_everything_but_hands(browser: Browser, match: Match, cast: Cast) -> None:
    for user in (cast.eve, None):
        text = page(browser(user), match)
        assert "You are watching." in text
        assert "Alice" in text
        assert 'class="rack-tile' not in text
        assert 'id="play"' not in text


def test_the_waiting_room_invites(browser: Browser, cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    mine, hers = page(browser(cast.alice), match), page(browser(cast.eve), match)
    assert "Waiting for 2 players" in mine
    assert f"http://testserver/invite/{token_of(match)}/" in mine
    assert token_of(match) not in hers
    assert "Seat a robot" in mine
    assert "Sit down" in hers
    assert "Sit down as a guest" not in hers
    assert "Seat a robot" not in hers
    assert "Sit down as a guest" in page(browser(None), match)


def test_a_friend_with_the_link_sits_down_as_a_guest_in_one_press(browser: Browser, cast: Cast) -> None:
    match = open_table(cast.alice)
    friend = browser(None)
    assert post(friend, match, "sit/", script=False, seat="1", guest="1").status_code == 302
    match = fresh(match)
    assert match.state == "running"
    guest = match.seats.get(index=1).user
    assert guest is not None
    assert guest.is_guest


def test_no_guest_is_made_for_a_table_that_is_full(browser: Browser, match: Match) -> None:
    before = User.objects.count()
    assert post(browser(None), match, "sit/", guest="1").status_code == 204
    assert User.objects.count() == before


def test_robots_come_and_go_before_the_match(alice: Client, cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    assert "Chalk" in post(alice, match, "robot/", seat="1", robot="beginner").content.decode()
    assert "Remove the robot" in page(alice, match)
    post(alice, match, "robot/", seat="1", robot="")
    assert "Remove the robot" not in page(alice, match)


# ── by script ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_move_is_answered_with_the_fresh_table(alice: Client, match: Match) -> None:
    answer = post(alice, match)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert text.startswith('<div id="table"')
    assert int(re.search(r'data-version="(\d+)"', text)[1]) > match.version  # type: ignore[index]


def test_the_same_key_again_is_the_same_move(alice: Client, match: Match) -> None:  # A17, A22
    assert [post(alice, match).status_code for _ in range(3)] == [200, 200, 200]
    assert Move.objects.filter(match=match, key="key-of-alice").count() == 1


def test_a_page_that_is_current_is_sent_nothing(alice: Client, match: Match) -> None:
    text = page(alice, match)
    digest = re.search(r'data-digest="([^"]+)"', text)
    assert digest
    assert alice.get(at(match, "state/"), {"version": match.version, "digest": digest[1]}).status_code == 204
    assert alice.get(at(match, "state/"), {"version": match.version - 1, "digest": digest[1]}).status_code == 200


def test_a_refusal_comes_with_the_fresh_table_and_one_sentence(alice: Client, match: Match) -> None:
    answer = post(alice, match, move="43>31.1")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "The tile does not fit there. Choose another end." in text
    assert 'role="alert"' in text
    assert fresh(match).version == match.version


def test_a_stale_move_says_that_the_table_moved_on(alice: Client, match: Match, browser: Browser, cast: Cast) -> None:
    make_move(match, cast.alice, "64>66.L2")
    while on_turn(match) != cast.alice:
        make_move(match)
    answer = post(alice, match)
    assert answer.status_code == 409
    assert "Your tile is back in your hand" in answer.content.decode()
