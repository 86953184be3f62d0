"""What if, over HTTP: from a replay to the table, to its end, and to the page that compares."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Prescription
from games.services import what_if
from tests.cast import Cast
from tests.games.test_what_if import leave_at, play_out, played_match
from tests.tables import Clock, fresh, open_table

Browser = Callable[[User | None], Client]


@pytest.fixture
def over(cast: Cast, clock: Clock) -> Match:
    """A match of Alice and Bob with one round, which nobody came back to."""
    return played_match(cast)


def left(match: Match, client: Client, **form: str) -> Match:
    """The what-if that this form begins."""
    sent = {"move": "1.5", "seat": "0", "robot": "careful", "tiles": "same"} | form
    answer = client.post(f"/m/{match.code}/play-on/", sent)
    assert answer.status_code == 302, answer.content
    return Match.objects.get(code=answer["Location"].split("/")[2])


def test_the_replay_leads_to_the_form_and_the_form_to_the_table(over: Match, alice: Client) -> None:
    replay = alice.get(f"/m/{over.code}/?move=1.6").content.decode()
    assert f"/m/{over.code}/play-on/?move=1.6" in replay
    page = alice.get(f"/m/{over.code}/play-on/?move=1.6").content.decode()
    fork = what_if.fork_of(over, 1, 6)
    assert f"round 1, move {fork.move}" in page
    branch = left(over, alice, move="1.6")
    table = alice.get(f"/t/{branch.code}/").content.decode()
    assert "This deal was fixed in advance: it goes on from round 1" in table
    assert "What if · one round · All Fives (classic), friendly<" in table  # its rules say "to 250"


def test_a_newcomer_may_too(over: Match, newcomer: Client) -> None:
    branch = left(over, newcomer, tiles="anew")
    assert branch.prescription.owner.is_guest
    assert "dealt anew" in newcomer.get(f"/t/{branch.code}/").content.decode()


@pytest.mark.parametrize(
    "form", [{"seat": "2"}, {"seat": "x"}, {"robot": "nobody"}, {"tiles": "mine"}, {"seat": ""}], ids=str
)
def test_a_bad_form_is_shown_again(over: Match, alice: Client, form: dict[str, str]) -> None:
    sent = {"move": "1.5", "seat": "0", "robot": "careful", "tiles": "same"} | form
    assert alice.post(f"/m/{over.code}/play-on/", sent).status_code == 400
    assert not Prescription.objects.exists()


@pytest.mark.parametrize("move", ["9.1", "1.999", "x", "1"])
def test_there_is_no_such_move(over: Match, alice: Client, move: str) -> None:
    assert alice.get(f"/m/{over.code}/play-on/?move={move}").status_code == 404


def test_not_while_the_match_is_played(cast: Cast, alice: Client, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    assert alice.get(f"/m/{match.code}/play-on/?move=1.1").status_code == 404


def test_only_its_owner_sees_it_while_it_is_played(over: Match, cast: Cast, browser: Browser) -> None:
    branch = left(over, browser(cast.alice))
    for path in (f"/t/{branch.code}/", f"/t/{branch.code}/state/", f"/t/{branch.code}/record/", f"/m/{branch.code}/"):
        assert browser(cast.alice).get(path).status_code in (200, 204), path
        for viewer in (cast.eve, cast.bob, None):
            assert browser(viewer).get(path).status_code == 404, path
    assert (
        browser(cast.eve).post(f"/t/{branch.code}/play/", {"move": "55", "version": "1", "key": "k"}).status_code == 404
    )


def test_when_it_is_over_its_link_can_be_shared(over: Match, cast: Cast, clock: Clock, browser: Browser) -> None:
    branch = play_out(leave_at(over, cast), clock)
    page = browser(cast.bob).get(f"/m/{branch.code}/").content.decode()
    assert "what if" in page
    assert browser(cast.bob).get(f"/m/{branch.code}/compared/").status_code == 200


def test_then_and_now_stand_side_by_side(over: Match, cast: Cast, clock: Clock, browser: Browser) -> None:
    branch = leave_at(over, cast, move=5)
    eve = browser(cast.eve)
    assert eve.get(f"/m/{branch.code}/compared/")["Location"] == f"/t/{branch.code}/"
    branch = play_out(branch, clock)
    table = eve.get(f"/t/{branch.code}/").content.decode()
    assert f"/m/{branch.code}/compared/" in table
    assert "Rematch" not in table
    page = eve.get(f"/m/{branch.code}/compared/")
    course = page.context["page"]
    scores = [gain.score for gain in course.now.gains]
    assert scores == [score.replace("-", "−") for score in fresh(branch).scores]
    assert course.then.moves[0].version >= 5
    assert page.content.decode().count(f"/m/{over.code}/") >= 2
    again = eve.post(f"/m/{branch.code}/play-on/again/", headers={"HX-Request": "true"})
    assert again.status_code == 204
    assert again["HX-Redirect"].startswith("/t/")


def test_it_stands_in_ones_own_history_with_its_mark_and_in_no_other(
    over: Match, cast: Cast, clock: Clock, browser: Browser
) -> None:
    branch = play_out(leave_at(over, cast), clock)
    mine = browser(cast.eve).get("/matches/?whose=mine").content.decode()
    assert branch.code in mine
    assert '<span class="tag">what if</span>' in mine
    for viewer in (cast.eve, cast.bob, None):
        assert branch.code not in browser(viewer).get("/matches/?whose=all").content.decode()
        assert branch.code not in browser(viewer).get("/players/Eve/").content.decode()
