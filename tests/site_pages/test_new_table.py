"""Opening a table: what is offered, what is refused and where, and what is on the table afterwards."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.forms import PRESET_ORDER, NewTableForm
from games.models import Match
from games.rules.ruleset import preset, preset_players
from tests.tables import rules

URL = "/tables/new/"
USUAL = {"preset": "pagat", "players": "2", "robots": "0", "robot": "scorer", "clock": "", "private": "open"}


def post(client: Client, **settings: Any) -> HttpResponse:
    return client.post(URL, {**USUAL, **settings})


def error_of(response: HttpResponse, field: str) -> str:
    form: NewTableForm = response.context["form"]
    return " ".join(form.errors.get(field, []))


@pytest.mark.parametrize(("name", "players"), [(name, size) for name in PRESET_ORDER for size in preset_players(name)])
def test_every_rule_book_can_be_opened_at_every_size(alice: Client, name: str, players: int) -> None:
    response = post(alice, preset=name, players=players)
    match = Match.objects.get()
    assert response.status_code == 302
    assert response["Location"] == f"/t/{match.code}/"
    assert match.ruleset == preset(name, players).to_dict()
    assert not match.private


def test_all_settings_reach_the_table(alice: Client) -> None:
    settings = {"players": 3, "clock": 45, "private": "link", "title": "Slow boat", "target": 100, "robots": 1}
    post(alice, **settings, spinner="every", reserve="2")
    match = Match.objects.get()
    assert (match.turn_seconds, match.private, match.title) == (45, True, "Slow boat")
    expected = {"name": "custom", "target": 100, "spinner": "every", "reserve": 2}
    assert match.ruleset.items() >= expected.items()
    assert [seat.robot for seat in match.seats.order_by("index")] == ["", "", "scorer"]


@pytest.mark.parametrize(("talk", "free"), [({}, False), ({"talk": "phrases"}, False), ({"talk": "words"}, True)])
def test_words_of_ones_own_are_allowed_by_who_opens_the_table(alice: Client, talk: dict[str, str], free: bool) -> None:
    response = post(alice, **talk, preview="1")
    assert ("Players may write to one another" in response.content.decode()) is free
    post(alice, **talk)
    assert Match.objects.get().free_talk is free


@pytest.mark.parametrize(
    ("settings", "target"),
    [
        ({"goal": "365"}, 365),
        ({"goal": "other", "target": "155"}, 155),
        ({"target": "155"}, 155),
        ({"goal": "100", "target": "155"}, 100),
        ({"goal": ""}, 250),
        ({"goal": "31", "points_per_five": "1"}, 31),
        ({"goal": "500", "target_rule": "exact"}, 500),
    ],
)
def test_the_target_is_one_of_the_usual_ones_or_any_other(alice: Client, settings: dict[str, str], target: int) -> None:
    post(alice, **settings)
    assert Match.objects.get().ruleset["target"] == target


def test_four_may_play_each_alone(alice: Client) -> None:
    post(alice, players="alone", robots=3)
    match = Match.objects.get()
    assert (match.ruleset["players"], match.ruleset["partners"]) == (4, False)
    assert match.scores == ["0", "0", "0", "0"]
    assert "Four, each alone" in alice.get(URL).content.decode()


def test_a_series_and_a_limit_of_rounds(alice: Client) -> None:
    post(alice, best_of="3", rounds="20")
    match = Match.objects.get()
    assert match.series is not None
    assert (match.series.best_of, match.round_limit) == (3, 20)


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        ({"preset": "muggins"}, 30),
        ({"settlement": "own_hand"}, 30),
        ({"preset": "muggins", "rounds": "none"}, None),
        ({"preset": "muggins", "rounds": "50"}, 50),
        ({}, None),
    ],
)
def test_matches_that_can_sink_for_ever_have_a_limit(
    alice: Client, settings: dict[str, str], limit: int | None
) -> None:
    post(alice, **settings)
    assert Match.objects.get().round_limit == limit


def test_robots_leave_a_friend_the_seat_across(alice: Client) -> None:
    post(alice, players=4, robots=2, robot="careful")
    assert [seat.robot for seat in Match.objects.get().seats.order_by("index")] == ["", "careful", "", "careful"]


def test_a_table_full_of_robots_starts_at_once(alice: Client) -> None:
    post(alice, robots=1)
    assert Match.objects.get().state == "running"


def test_a_newcomer_becomes_a_guest(newcomer: Client) -> None:
    post(newcomer)
    opener = Match.objects.get().created_by
    assert opener is not None
    assert opener.is_guest


# B21
@pytest.mark.parametrize("players", ["0", "1", "5", "-1", "1000000000", "two", "", "２"])
def test_players_that_no_table_has(alice: Client, players: str) -> None:
    response = post(alice, players=players)
    assert response.status_code == 400
    assert error_of(response, "players")
    assert not Match.objects.exists()


# B21
@pytest.mark.parametrize("target", ["0", "-100", "151", "1000000000", "1e3", "ten", "9" * 5000])
def test_targets_that_no_table_has(alice: Client, target: str) -> None:
    response = post(alice, target=target)
    assert response.status_code == 400
    assert error_of(response, "target")
    assert not Match.objects.exists()


# B21
@pytest.mark.parametrize("clock", ["0", "-45", "1000000000", "30", "soon"])
def test_clocks_that_no_table_has(alice: Client, clock: str) -> None:
    response = post(alice, clock=clock)
    assert response.status_code == 400
    assert error_of(response, "clock")


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"goal": "other"}, "target"),
        ({"goal": "61"}, "goal"),
        ({"goal": "31", "target_rule": "exact"}, "goal"),
        ({"goal": "250.0"}, "goal"),
        ({"best_of": "4"}, "best_of"),
        ({"rounds": "29"}, "rounds"),
        ({"preset": "latino", "players": 3}, "players"),
        ({"preset": "fives"}, "preset"),
        ({"players": 3, "hand_size": "14"}, "hand_size"),
        ({"players": 4, "hand_size": "7", "reserve": "1"}, "reserve"),
        ({"spinner": "none", "lengthwise": "yes"}, "lengthwise"),
        ({"spinner": "none", "exposed_sides_count": "yes"}, "exposed_sides_count"),
        ({"spinner": "sideways"}, "spinner"),
        ({"robots": 2}, "robots"),
        ({"robot": "random"}, "robot"),
        ({"target": "151", "target_rule": "exact"}, "target"),
    ],
)
def test_a_mix_that_cannot_be_played_is_refused_beside_its_field(
    alice: Client, settings: dict[str, Any], field: str
) -> None:
    response = post(alice, **settings)
    page = response.content.decode()
    assert response.status_code == 400
    assert error_of(response, field)
    assert f'id="id_{field}_error"' in page
    assert f'href="#field-{field}"' in page
    assert not Match.objects.exists()


def test_a_refused_form_keeps_what_was_typed(alice: Client) -> None:
    page = post(alice, title="Mesa do Zé", players=3, hand_size="14", clock=90).content.decode()
    assert 'value="Mesa do Zé"' in page
    assert '<option value="14" selected>' in page
    assert 'value="90" required id="id_clock_3" checked' in page or 'name="clock" value="90"' in page


# B22
@pytest.mark.parametrize(
    "title", ["x" * 100_000, "x" * 41, "\u0301\u0301", "a" + "\u0301" * 20, "safe\u202egnp.exe", "a\u200bb", "?!"]
)
def test_names_that_nobody_could_read_are_refused(alice: Client, title: str) -> None:
    response = post(alice, title=title)
    assert response.status_code == 400
    assert error_of(response, "title")


# B22
@pytest.mark.parametrize(
    ("title", "kept"),
    [("   ", ""), ("two\nlines", "two lines"), ("<script>alert(1)</script>", None), ('"><img src=x onerror=1>', None),
     ("{{7*7}} {% load %}", None), ("🁫 Mesa 🁫", None), ("e\u0301t\u0301", None)],
)  # fmt: skip
def test_other_names_are_shown_as_text(alice: Client, title: str, kept: str | None) -> None:
    post(alice, title=title)
    match = Match.objects.get()
    assert match.title == (unicodedata.normalize("NFC", title) if kept is None else kept)
    page = alice.get("/").content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "49" not in match.title


# B25
def test_a_nul_is_refused(alice: Client) -> None:
    assert post(alice, title="a\x00b").status_code == 400


# B13
def test_fields_that_the_form_does_not_have_are_ignored(alice: Client) -> None:
    post(alice, created_by="2", state="finished", winner_side="0", name="five_up", sides="9")
    match = Match.objects.get()
    assert match.state == "open"
    assert match.ruleset == preset("pagat", 2).to_dict()


def test_the_words_follow_the_choice(newcomer: Client) -> None:
    said = newcomer.get(URL + "words/", {**USUAL, "preset": "muggins"}).content.decode()
    assert "British Muggins, two players." in said
    changed = newcomer.get(URL + "words/", {**USUAL, "reserve": "2"}).content.decode()
    assert "Changed from All Fives (classic):" in changed
    assert "the last 2 tiles are never drawn" in changed


def test_the_mix_is_said_in_one_sentence_beside_the_list(newcomer: Client) -> None:
    said = newcomer.get(URL + "words/", {**USUAL, "hand_size": "7", "reserve": "2"}).content.decode()
    assert "Classic All Fives, but 7 tiles each and the last 2 of the boneyard stay." in said
    assert f"Rules {rules(hand_size=7, reserve=2).fingerprint}" in said


def test_a_fault_is_said_beside_its_field_at_once(newcomer: Client) -> None:
    asked = {**USUAL, "players": "3", "hand_size": "14"}
    fragment = newcomer.get(URL + "words/", asked, headers={"HX-Request": "true"}).content.decode()
    beside = fragment.split('id="fault-hand_size"')[1].split("</div>")[0]
    assert "At most 9 each." in beside
    assert "At most" not in fragment.split('id="fault-reserve"')[1].split("</div>")[0]
    page = newcomer.get(URL).content.decode()
    assert all(f'id="fault-{name}"' in page for name in NewTableForm().fields)


def test_what_is_unlike_the_classic_game_and_what_is_our_reading_is_marked(newcomer: Client) -> None:
    said = newcomer.get(URL + "words/", {**USUAL, "preset": "sniff", "players": "3"}).content.decode()
    assert said.count('class="unlike"') == 2
    assert "Not as in the classic game:" in said
    assert said.count("our reading") == 3


def test_the_words_say_why_a_mix_cannot_be_played(newcomer: Client) -> None:
    response = newcomer.get(URL + "words/", {**USUAL, "players": "3", "hand_size": "14"})
    assert response.status_code == 200
    assert "3 hands of 14 need 42 tiles, and there are 28. At most 9 each." in response.content.decode()


# A40: without JavaScript
def test_the_table_can_be_read_before_it_is_opened(newcomer: Client) -> None:
    response = post(newcomer, preset="five_up", players=3, preview="1")
    assert response.status_code == 200
    assert "Five Up, three players, each alone." in response.content.decode()
    assert not Match.objects.exists()


def test_an_address_can_name_the_rule_book(newcomer: Client) -> None:
    page = newcomer.get(URL, {"preset": "sniff"}).content.decode()
    assert 'value="sniff" checked' in page
    assert "Sniff, two players." in page


def test_nothing_is_opened_by_looking(newcomer: Client) -> None:
    assert newcomer.get(URL, USUAL).status_code == 200
    assert newcomer.put(URL).status_code == 405
    assert not Match.objects.exists()
