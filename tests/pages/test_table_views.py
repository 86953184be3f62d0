"""The table over HTTP: its page, moves by plain forms and by script, refusals, and the rows B1 to B16 of the checks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.models import Match, Move
from tests.cast import Cast
from tests.pages.scenes import MOVES, pictured
from tests.tables import (
    confirm_all,
    dealing,
    fresh,
    make_move,
    on_turn,
    open_table,
    options,
    play_out_match,
    play_out_round,
    rules,
    state_of,
    texts,
    token_of,
)

Browser = Callable[[User | None], Client]
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def match(cast: Cast) -> Match:
    """The table of the pictures: Alice is on turn, 1 + 12 + 2 = 15."""
    return pictured(cast.alice, cast.bob)


@pytest.fixture
def alice(cast: Cast, browser: Browser) -> Client:
    return browser(cast.alice)


def at(match: Match, what: str = "") -> str:
    return f"/t/{match.code}/{what}"


def post(client: Client, match: Match, what: str = "play/", script: bool = True, **form: Any) -> HttpResponse:
    """A form of the table's page; a move has the page's version and a key unless told otherwise."""
    if what == "play/":
        form = {"move": "61>31.1", "version": match.version, "key": "key-of-alice", **form}
    answer: HttpResponse = client.post(at(match, what), form, headers=SCRIPT if script else {})
    return answer


def page(client: Client, match: Match, query: str = "") -> str:
    return client.get(at(match) + query).content.decode()


# ── the page ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_shows_board_count_hand_scores_and_log(alice: Client, match: Match) -> None:
    text = page(alice, match)
    for part in (
        "Your turn",
        'aria-label="six-one, fits left and right"',
        'aria-label="double two, fits on top"',
        'aria-label="four-three, fits nowhere"',
        'data-why="Four-three fits nowhere: the open ends are 1, 6, 2 and 5."',
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


# ── script ──────────────────────────────────────────────────────────────────────────────────────────────────────────


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


# ── B: bad inputs ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_b1_without_signing_in_one_is_led_to_the_entrance(browser: Browser, match: Match) -> None:
    stranger = browser(None)
    plain, script = post(stranger, match, script=False), post(stranger, match)
    assert (plain.status_code, plain["Location"]) == (302, f"/accounts/login/?next={at(match)}")
    assert (script.status_code, script["HX-Redirect"]) == (204, plain["Location"])
    assert script.content == b""


def test_b2_without_the_token_nothing_happens(cast: Cast, match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.alice)
    assert post(client, match).status_code == 403
    assert fresh(match).version == match.version


@pytest.mark.parametrize("method", ["get", "put", "delete", "head", "patch", "trace"])
@pytest.mark.parametrize("what", ["play/", "sit/", "robot/", "leave/", "back/", "confirm/", "rematch/", "sort/"])
def test_b3_changes_are_posts(alice: Client, match: Match, method: str, what: str) -> None:
    assert getattr(alice, method)(at(match, what)).status_code == 405


def test_b4_only_who_sits_here_plays(browser: Browser, match: Match, cast: Cast) -> None:
    open_table(cast.carol, cast.dave)
    for user in (cast.eve, cast.carol):
        assert post(browser(user), match).status_code == 403


def test_b4_who_lost_his_seat_to_a_robot_takes_it_back_first(alice: Client, match: Match, cast: Cast) -> None:
    post(alice, match, "leave/")
    answer = post(alice, match)
    assert answer.status_code == 409
    assert "Take my seat back" in answer.content.decode()
    post(alice, match, "back/")
    assert post(alice, match, version=fresh(match).version).status_code == 200


def test_b5_out_of_turn_twice_and_after_the_end(browser: Browser, match: Match, cast: Cast, alice: Client) -> None:
    assert post(browser(cast.bob), match, move="20>42.2").status_code == 409
    assert post(alice, match).status_code == 200
    if on_turn(match) != cast.alice:
        again = post(alice, match, move="64>66.L2", key="second", version=fresh(match).version)
        assert again.status_code == 409
    play_out_round(match)
    assert post(alice, match, key="third", version=fresh(match).version).status_code == 409


def test_b5_after_the_match(cast: Cast, alice: Client) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    assert post(alice, match).status_code == 409


def test_b6_tiles_that_are_elsewhere_are_refused_alike(alice: Client, match: Match) -> None:
    boneyard = state_of(match).boneyard[0]
    answers = [post(alice, match, move=f"{tile}>66.L2", key=f"k-{tile}") for tile in ("21", str(boneyard), "55", "77")]
    notes = [re.findall(r"data-refusal[^>]*>.*?<span>(.*?)</span>", answer.content.decode()) for answer in answers]
    assert {answer.status_code for answer in answers} == {422}
    assert notes == [["That tile is not in your hand."]] * 4


@pytest.mark.parametrize("move", ["7-0", "-1-3", "6-6-6", "", "6", "six-one", "61>", "61>31", "61>31.1.1", "61 >31.1"])
def test_b7_what_is_no_move_is_a_bad_request(alice: Client, match: Match, move: str) -> None:
    assert post(alice, match, move=move).status_code in (400, 422)
    assert fresh(match).version == match.version


def test_b7_no_move_or_two_are_a_bad_request(alice: Client, match: Match) -> None:
    form = {"version": match.version, "key": "k"}
    assert alice.post(at(match, "play/"), form).status_code == 400
    assert alice.post(at(match, "play/"), {**form, "move": ["61>31.1", "61>66.L2"]}).status_code == 400


@pytest.mark.parametrize("move", ["61", "61>42.2", "61>55.S1", "61>00.0", "61>31.north", "61>31.3", "61*>31.1"])
def test_b9_an_end_that_does_not_fit_is_never_guessed(alice: Client, match: Match, move: str) -> None:
    assert post(alice, match, move=move).status_code in (400, 422)
    assert fresh(match).version == match.version


def test_b10_a_lead_has_no_end(cast: Cast, browser: Browser) -> None:
    with dealing("53 54 31 61 50 22 64 43 30 55"):
        match = open_table(cast.alice, cast.bob)
    assert post(browser(cast.alice), match, move="53>55.L1").status_code == 422
    assert post(browser(cast.alice), match, move="53").status_code == 200


@pytest.mark.parametrize("version", ["", "-1", "1e3", "0x10", "٣", "²", " 3 ", "3.0", "NaN", "9" * 5000, "999999"])
def test_b11_a_version_is_a_number_that_the_table_has_reached(alice: Client, match: Match, version: str) -> None:
    assert post(alice, match, version=version).status_code == 400


def test_b11_an_old_version_is_stale(alice: Client, match: Match) -> None:
    assert post(alice, match, version=1).status_code == 409


@pytest.mark.parametrize("key", ["", "x" * 10_000, "a b", "ключ"])
def test_b12_a_key_is_short_and_plain(alice: Client, match: Match, key: str) -> None:
    assert post(alice, match, key=key).status_code == 400


def test_b12_a_key_with_another_tile_is_refused_and_keys_are_ones_own(
    alice: Client, match: Match, browser: Browser, cast: Cast
) -> None:
    assert post(alice, match).status_code == 200
    assert post(alice, match, move="64>66.L2").status_code == 409
    if on_turn(match) == cast.bob:
        now = fresh(match)
        assert post(browser(cast.bob), now, move=str(options(now)[0])).status_code == 200


def test_b13_fields_that_nobody_asked_for_change_nothing(alice: Client, match: Match, cast: Cast) -> None:
    answer = post(alice, match, score="50", seat="1", user_id=cast.bob.pk, hand="66", is_staff="1", points="100")
    assert answer.status_code == 200
    move = Move.objects.get(match=match, key="key-of-alice")
    assert (move.seat, move.user, move.points) == (0, cast.alice, 20)
    assert not User.objects.get(pk=cast.alice.pk).is_staff


@pytest.mark.parametrize("move", ["+20", "-", "+"])
def test_b14_b15_nobody_draws_or_passes_by_himself(alice: Client, match: Match, move: str) -> None:
    assert post(alice, match, move=move).status_code in (400, 422)
    assert texts(match) == list(MOVES)


@pytest.mark.parametrize(
    "path",
    ["9" * 20, "-1", "0", "7.0", "%00", "７", "7%2f..%2f8", "c" * 22, "c" * 21, "c" * 23, "é" * 22],
)
def test_b16_an_unknown_table_is_not_found(alice: Client, match: Match, path: str) -> None:
    for what in ("", "state/", "record/"):
        assert alice.get(f"/t/{path}/{what}").status_code in (400, 404)
    assert alice.post(f"/t/{path}/play/").status_code in (400, 404)


def test_b18_a_private_table_is_found_by_its_link_alone(browser: Browser, cast: Cast) -> None:
    match = open_table(cast.alice, private=True)
    assert browser(None).get(at(match)).status_code == 200
    assert match.code not in browser(None).get("/").content.decode()


# ── the end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_end_of_a_round_shows_hands_sum_and_what_comes_next(alice: Client, match: Match, cast: Cast) -> None:
    play_out_round(match)
    text = page(alice, match)
    for part in ('class="panel"', "Next round", "pips", "inert", "in play"):
        assert part in text, part
    answer = post(alice, match, "confirm/")
    assert "Waiting for Bob." in answer.content.decode()
    confirm_all(match)
    assert "Round 2" in page(alice, match)


def test_the_end_of_the_match_offers_a_rematch_and_the_record(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    alice, bob = browser(cast.alice), browser(cast.bob)
    text = page(alice, match)
    for part in ("the match, ", "Rematch", "Download the record"):
        assert part in text, part
    assert "Waiting for Bob." in post(alice, match, "rematch/").content.decode()
    answer = post(bob, match, "rematch/")
    new = fresh(match).rematch
    assert new is not None
    assert (answer.status_code, answer["HX-Redirect"]) == (204, at(new))
    assert f'data-rematch="{at(new)}"' in page(alice, match)


def test_how_a_hand_is_sorted_is_kept(alice: Client, match: Match, cast: Cast) -> None:
    def hand() -> list[str]:
        return re.findall(r'name="tile" value="(\d\d)"', page(alice, match))

    assert hand() == ["64", "61", "50", "43", "30", "22"]
    post(alice, match, "sort/", script=False, sort="weight")
    assert hand() == ["64", "61", "43", "50", "22", "30"]
    assert User.objects.get(pk=cast.alice.pk).sort == "weight"
    post(alice, match, "sort/", script=False, one_tap="1")
    assert 'data-one-tap="1"' in page(alice, match)


def test_draws_and_passes_are_told_in_words(cast: Cast, browser: Browser) -> None:
    """Bob can only draw: his two draws are in the log of both, and beside his own hand."""
    with dealing("66 65 64 63 62 61 60 55 54 11 10 00 22 21 20 30 31 32 33 43 53", lot=0):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "66")
    assert on_turn(match) == cast.alice or "drew" in page(browser(cast.bob), match)
    assert "Bob drew " in page(browser(cast.alice), match)


def test_a_table_whose_moves_do_not_add_up_says_so_and_others_go_on(
    alice: Client, match: Match, cast: Cast, browser: Browser
) -> None:  # A38
    other = open_table(cast.carol, cast.dave)
    Move.objects.filter(match=match).order_by("-version")[:1].get().delete()
    Move.objects.filter(match=match, text="55").update(text="66")
    assert alice.get(at(match)).status_code == 409
    assert alice.get(at(match, "state/")).status_code == 409
    assert browser(cast.carol).get(at(other)).status_code == 200


def test_a_table_that_everybody_left_says_that_it_is_closed(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    post(browser(cast.alice), match, "leave/", script=False)
    assert "This table is closed" in page(browser(cast.alice), match)


def test_no_rematch_is_offered_when_somebody_has_left(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    post(browser(cast.bob), match, "leave/")
    assert "Rematch" not in page(browser(cast.alice), match)


def test_a_robots_move_is_told_under_its_own_name_and_twins_are_numbered(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3), robots=["careful", "careful"])
    text = page(browser(cast.alice), match)
    assert "Bone 1" in text
    assert "Bone 2" in text
