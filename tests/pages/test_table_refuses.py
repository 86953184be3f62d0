"""What the table refuses: the rows B1 to B18 of the checks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Move
from tests.cast import Cast
from tests.pages.scenes import MOVES, at, post
from tests.tables import (
    dealing,
    fresh,
    on_turn,
    open_table,
    options,
    play_out_match,
    play_out_round,
    rules,
    state_of,
    texts,
)

Browser = Callable[[User | None], Client]


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


def test_b3_changes_are_posts(alice: Client, match: Match) -> None:
    for what in ("play/", "sit/", "robot/", "leave/", "back/", "confirm/", "rematch/", "sort/"):
        for method in ("get", "put", "delete", "head", "patch", "trace"):
            assert getattr(alice, method)(at(match, what)).status_code == 405, (method, what)


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
