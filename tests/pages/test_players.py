"""Leaderboards and the pages of players: who stands where, who may see what, and how many questions it takes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import ledger
from accounts.models import Rating, Result, Tally, User
from games.models import Match
from tests.cast import Cast, person
from tests.season import almost
from tests.tables import open_table, rules

pytestmark = pytest.mark.django_db


def played(*persons: User, seed: int = 1, **settings: Any) -> Match:
    """A rated match of these persons, to its end."""
    return almost(persons, rules(), seed, **{"rated": True, **settings}).finish()


def signed_in(viewer: User | None) -> Client:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    return client


def page(address: str, viewer: User | None = None, **query: str) -> str:
    answer = signed_in(viewer).get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_rated_match_stands_on_both_players_pages(cast: Cast) -> None:
    match = played(cast.alice, cast.bob)
    for player, other in ((cast.alice, cast.bob), (cast.bob, cast.alice)):
        said = page(f"/players/{player.username}/")
        assert f'href="/players/{other.username}/"' in said
        assert f'href="/m/{match.code}/"' in said
        assert str(round(1500 + 7 * (Rating.objects.get(player=player).mu - 25))) in said


def test_the_marks_of_the_rules_stand_on_boards_and_results(cast: Cast) -> None:
    """Every reading of a family; «Muggins!» is played with all books."""
    match = played(cast.alice, cast.bob)
    said = page("/leaderboards/", format="partners")
    books = re.findall(r'<li><a href="/rules/(\w+)/\?players=4">[^<]+</a> <span class="fingerprint">Rules (\w+)<', said)
    assert dict(books) == {name: rules(name, 4).fingerprint for name in ("playelephant", "pagat", "thoughtco")}
    assert "Rules " not in page("/leaderboards/", game="calling")
    assert f"Rules {match.fingerprint}" in page("/players/Alice/")


def test_best_plays_lead_to_the_move(cast: Cast) -> None:
    match = played(cast.alice, cast.bob)
    row = Result.objects.get(player=cast.alice)
    link = f"/m/{match.code}/?move={row.best_round}.{row.best_move}"
    assert link in page("/players/Alice/")
    assert link in page("/leaderboards/", board="best")
    assert signed_in(None).get(link).status_code == 200


def test_the_own_row_is_in_sight_wherever_it_stands(cast: Cast) -> None:
    """Sixty stand before Alice, on another page."""
    played(cast.alice, cast.bob)
    tally = Tally.objects.get(player=cast.alice, board__period="all")
    for number in range(60):
        Tally.objects.create(board=tally.board, player=person(f"Rival {number}"), matches=90, wins=80, houses=500)
    said = page("/leaderboards/", cast.alice, board="houses")
    assert 'class="own-apart"' in said
    own = said[said.index('class="own-apart"') :]
    assert "Alice" in own
    assert ">61<" in own or ">62<" in own
    assert 'class="own-apart"' not in page("/leaderboards/", cast.alice, board="houses", page="2")
    assert "Alice" in page("/leaderboards/", cast.alice, board="houses", page="2")


def test_equal_figures_share_a_place(cast: Cast) -> None:
    played(cast.alice, cast.bob)
    Tally.objects.update(wins=1)
    said = page("/leaderboards/", board="wins")
    assert said.count("<td>1</td>") == 2


def test_a_rating_is_provisional_and_unlisted_below_twenty_matches(cast: Cast) -> None:
    played(cast.alice, cast.bob)
    assert "provisional" in page("/players/Alice/")
    assert "Alice" not in page("/leaderboards/")
    Rating.objects.update(matches=20, listed=True)
    assert "provisional" not in page("/players/Alice/")
    assert "Alice" in page("/leaderboards/")


def test_robots_stand_among_the_players_without_a_place(cast: Cast) -> None:
    played(cast.alice, cast.bob)
    Rating.objects.update(listed=True)
    Rating.objects.filter(player=cast.alice).update(mu=50)
    said = page("/leaderboards/")
    order = [said.index(name) for name in ("Bone", ">Alice<", "Boxwood", ">Bob<", "Chalk")]
    if Rating.objects.get(player=cast.bob).mu < 25:
        assert order == sorted(order)


def test_guests_have_no_page_and_no_row(cast: Cast) -> None:
    heron = User.objects.create_user(username="Guest Heron 7", is_guest=True)
    played(cast.alice, heron)
    assert signed_in(None).get("/players/Guest Heron 7/").status_code == 404
    said = page("/players/Alice/")
    assert "Guest Heron 7" in said
    assert "/players/Guest" not in said


@pytest.mark.parametrize("name", ["Nobody", "alice", "%00", "A" * 200, "..", "Alice%2f"])
def test_other_names_are_not_found(cast: Cast, name: str) -> None:  # B23, B25
    assert signed_in(None).get(f"/players/{name}/").status_code in (400, 404)


def test_who_hides_his_history_shows_name_and_rating_alone(cast: Cast) -> None:
    match = played(cast.alice, cast.bob)
    ledger.hide_history(user=cast.alice, hide=True)
    for viewer in (None, cast.bob):
        said = page("/players/Alice/", viewer)
        assert "keeps the history private" in said
        assert match.code not in said
        assert "Rated matches" in said
        assert "Alice" not in page("/leaderboards/", viewer, board="houses")
    assert match.code in page("/players/Alice/", cast.alice)
    assert "Alice" in page("/leaderboards/", cast.alice, board="houses")
    assert match.code not in page("/players/Bob/")
    assert match.code in page("/players/Bob/", cast.bob)
    assert match.code not in page("/matches/")


def test_history_can_be_shown_again_and_partners_stay_hidden(cast: Cast) -> None:
    played(cast.alice, cast.bob)
    for user in (cast.alice, cast.bob):
        ledger.hide_history(user=user, hide=True)
    ledger.hide_history(user=cast.alice, hide=False)
    assert not Tally.objects.filter(player=cast.alice, hidden=True).exists()
    assert Tally.objects.filter(player=cast.bob, hidden=True).count() == 4


def test_the_setting_is_for_accounts(cast: Cast) -> None:
    client = signed_in(cast.alice)
    assert "Hide my history" in client.get("/accounts/settings/").content.decode()
    client.post("/accounts/settings/", {"language": "en", "theme": "day", "sort": "number", "hide_history": "on"})
    assert User.objects.get(pk=cast.alice.pk).hide_history is True
    client.post("/accounts/settings/", {"language": "en", "theme": "day", "sort": "number"})
    assert User.objects.get(pk=cast.alice.pk).hide_history is False
    assert "Hide my history" not in signed_in(None).get("/accounts/settings/").content.decode()


def test_private_tables_are_shown_to_their_players_alone(cast: Cast) -> None:
    match = played(cast.alice, cast.bob, rated=False, private=True)
    assert match.code in page("/players/Alice/", cast.alice)
    for viewer in (None, cast.bob, cast.eve):
        assert match.code not in page("/players/Alice/", viewer)


@pytest.mark.parametrize(
    "query",
    [
        {"board": "password"},
        {"game": "x", "format": "four", "period": "day"},
        {"page": "-1"},
        {"page": "9" * 30},
        {"page": "a"},
        {"page": "٣"},
        {"board": "\x00"},
    ],
)
def test_what_the_address_names_wrongly_is_the_usual(cast: Cast, query: dict[str, str]) -> None:  # B17
    assert signed_in(None).get("/leaderboards/", query).status_code in (200, 400)


def test_pages_ask_the_same_number_of_questions_however_much_was_played(cast: Cast) -> None:
    for seed in (8, 9, 10):  # enough for every board
        played(cast.alice, cast.bob, seed=seed)
    few = {address: questions(address, cast.alice) for address in ADDRESSES}
    for seed in range(2, 8):
        played(cast.alice, cast.bob if seed % 2 else cast.carol, seed=seed)
    assert {address: questions(address, cast.alice) for address in ADDRESSES} == few


ADDRESSES = (
    "/leaderboards/",
    "/leaderboards/?board=wins",
    "/leaderboards/?board=rate&period=week",
    "/leaderboards/?board=pairs",
    "/players/Alice/",
)


def questions(address: str, viewer: User) -> int:
    client = signed_in(viewer)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_a_table_says_that_it_is_rated_before_one_sits_down(cast: Cast) -> None:
    table = open_table(cast.alice, rated=True)
    for viewer in (None, cast.bob):
        said = page(f"/t/{table.code}/", viewer)
        assert "Rated: the result changes" in said
        assert "to 250, rated" in said
    assert "Rated: the result changes" in page("/", cast.bob)
    friendly = open_table(cast.alice)
    assert "to 250, friendly" in page(f"/t/{friendly.code}/", cast.bob)


def test_a_guest_who_waits_at_a_rated_table_makes_it_friendly_in_words_too(cast: Cast) -> None:
    table = open_table(
        cast.alice,
        User.objects.create_user(username="Guest Heron 7", is_guest=True),
        ruleset=rules(players=3),
        rated=True,
    )
    said = page(f"/t/{table.code}/", cast.bob)
    assert "Friendly, as somebody without a confirmed account sits here." in said
    assert "to 200, friendly" in said


def test_the_end_of_a_rated_match_says_what_it_did_to_the_ratings(cast: Cast) -> None:
    match = played(cast.alice, cast.bob)
    said = page(f"/t/{match.code}/", cast.alice)
    after = round(1500 + 7 * (Rating.objects.get(player=cast.alice).mu - 25))
    assert f"now {after} ({'+' if after > 1500 else '−'}{abs(after - 1500)})" in said
    assert 'href="/players/Bob/"' in said


@pytest.mark.parametrize(
    ("data", "rated"),
    [({}, True), ({"rated": "no"}, False), ({"private": "link"}, False), ({"goal": "100"}, False)],
)
def test_a_table_is_opened_as_rated_where_it_can_be(cast: Cast, data: dict[str, str], rated: bool) -> None:
    form = {"preset": "pagat", "players": "2", "robots": "0", "robot": "scorer", "clock": "", "private": "open"}
    answer = signed_in(cast.alice).post("/tables/new/", {**form, "rated": "yes", **data})
    assert answer.status_code == 302
    assert Match.objects.get().rated is rated


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"private": "link"}, "such tables are not rated"),
        ({"goal": "100"}, "no rating for changed rules"),
        ({"players": "alone"}, "nor for four each alone"),
        ({}, "Rated: the result changes"),
        ({"rated": "no"}, "no rating changes"),
    ],
)
def test_the_form_says_why_a_table_cannot_be_rated(cast: Cast, data: dict[str, str], why: str) -> None:
    assert why in page("/tables/new/words/", cast.alice, **data)


def test_a_guest_is_told_that_an_account_is_rated(cast: Cast) -> None:
    assert "a guest has no rating" in page("/tables/new/words/")
