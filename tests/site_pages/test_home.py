"""The front page: play at once, what is open, what is mine."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match
from games.views.lobby import lobby_html
from tests.cast import Cast
from tests.tables import on_turn, open_table, rules


def text(client: Client, url: str = "/") -> str:
    return client.get(url).content.decode()


def test_a_newcomer_sits_at_a_table_after_one_press(newcomer: Client) -> None:
    response = newcomer.post("/play-now/")
    match = Match.objects.get()
    assert response["Location"] == f"/t/{match.code}/"
    assert match.state == "running"
    assert match.private
    person, robot = match.seats.order_by("index")
    assert person.user is not None
    assert person.user.is_guest
    assert robot.robot == "scorer"


@pytest.mark.parametrize(("opponents", "players"), [("1", 2), ("2", 3), ("3", 4), ("9", 2), ("", 2)])
def test_two_three_or_four_at_once(alice: Client, cast: Cast, opponents: str, players: int) -> None:
    alice.post("/play-now/", {"opponents": opponents})
    match = Match.objects.get()
    assert match.seats.count() == players
    assert match.created_by == cast.alice
    assert len({seat.robot for seat in match.seats.all()}) == players  # everybody at the table has a name of his own


def test_play_now_is_a_press_not_a_link(newcomer: Client) -> None:
    assert newcomer.get("/play-now/").status_code == 405
    assert not Match.objects.exists()


def test_open_tables_stand_there_in_words(alice: Client, cast: Cast) -> None:
    match = open_table(cast.carol, cast.dave, ruleset=rules("latino", 4), turn_seconds=45)
    page = text(alice)
    assert "Table of Carol" in page
    assert "Latin American, four as partners, to 200." in page
    assert "7 tiles each and no boneyard: who cannot play passes." in page
    assert "45 seconds a turn" in page
    assert "Carol and Dave sit; 2 seats free" in page
    assert f'href="/t/{match.code}/"' in page


def test_private_and_full_tables_are_not_listed(newcomer: Client, cast: Cast) -> None:
    hidden = open_table(cast.carol, private=True)
    full = open_table(cast.carol, cast.dave)
    page = text(newcomer)
    assert hidden.code not in page
    assert full.code not in page
    assert "Nobody is waiting just now." in page


def test_the_table_that_waits_for_me_comes_first(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    waited_for = Client()
    waited_for.force_login(on_turn(match))
    page = text(waited_for)
    assert page.index("Your table is waiting") < page.index("Play now")  # it comes before all else
    other = Client()
    other.force_login(cast.bob if on_turn(match) == cast.alice else cast.alice)
    page = text(other)
    assert "Your table is waiting" not in page
    assert "Your tables" in page


def test_my_own_open_table_stands_among_mine_alone(alice: Client, newcomer: Client, cast: Cast) -> None:
    open_table(cast.alice, title="Slow boat")
    page = text(alice)
    assert "Go to the table: Slow boat" in page
    assert "Waiting for players" in page
    assert "Sit down: Slow boat" not in page
    assert "Sit down: Slow boat" in text(newcomer)


# A38
def test_a_spoilt_table_is_left_out_and_the_others_stay(newcomer: Client, cast: Cast) -> None:
    spoilt = open_table(cast.carol, title="Spoilt")
    open_table(cast.dave, title="Sound")
    Match.objects.filter(pk=spoilt.pk).update(ruleset={"name": "pagat"})
    page = text(newcomer)
    assert "Sound" in page
    assert "Spoilt" not in page


# B22
def test_a_name_is_shown_as_text(newcomer: Client, cast: Cast) -> None:
    open_table(cast.carol, title="<b>Mesa</b>")
    assert "&lt;b&gt;Mesa&lt;/b&gt;" in text(newcomer)


def test_more_tables_do_not_take_more_queries(newcomer: Client, cast: Cast) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            newcomer.get("/")
        return len(caught)

    open_table(cast.carol)
    few = queries()
    for _ in range(5):
        open_table(cast.dave)
    assert queries() == few


def test_the_lobby_is_a_fragment_for_page_and_socket_alike(alice: Client, cast: Cast) -> None:
    open_table(cast.carol)
    fragment = text(alice, "/tables/")
    assert "<html" not in fragment
    assert fragment == lobby_html(cast.alice, "en")
    assert fragment.count("data-part=") == 3
    for part in ("mine", "friends", "open"):
        assert f'data-part="{part}"' in fragment
        assert f'<div id="{part}"' in text(alice)


def test_the_position_on_the_front_page_is_true(newcomer: Client) -> None:
    example = newcomer.get("/").context["example"]
    assert sorted(example.gives) == [2, 3, 5]
    assert example.count == example.points == 10
    assert len(example.picture.tiles) == 5
