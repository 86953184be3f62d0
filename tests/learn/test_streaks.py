"""Streaks: an answer counts once, for accounts, guests and strangers, and goes along with who signs in."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.learning.questions import COUNT, PLAYS, CountQuestion, PlaysQuestion
from games.models import LearningStreak
from games.services import learning
from games.services.learning import Standing
from games.views.learn import Token, read_token
from tests.cast import Cast

ADDRESSES = {COUNT: "/learn/count/", PLAYS: "/learn/plays/"}


def token_of(client: Client, kind: str = COUNT, rules: str = "pagat") -> str:
    """The token in the page of the question that is due."""
    page = client.get(ADDRESSES[kind], {"rules": rules}).content.decode()
    found = re.search(r'name="q" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def read(text: str, kind: str = COUNT) -> Token:
    token = read_token(text, kind)
    assert token is not None
    return token


def right(text: str, kind: str = COUNT) -> dict[str, str]:
    """The form with the right answer."""
    asked = read(text, kind).question
    if isinstance(asked, CountQuestion):
        return {"q": text, "answer": str(asked.answer)}
    assert isinstance(asked, PlaysQuestion)
    return {"q": text, "play": str(asked.best[0])}


def answer(client: Client, kind: str = COUNT, *, wrong: bool = False) -> str:
    """Answer the question that is due; the page."""
    text = token_of(client, kind)
    form = right(text, kind)
    if wrong:
        asked = read(text, kind).question
        if isinstance(asked, CountQuestion):
            form["answer"] = str(asked.answer + 1)
        elif isinstance(asked, PlaysQuestion):
            form["play"] = next(str(play) for play in asked.plays if play not in asked.best)
    page = client.post(ADDRESSES[kind], form)
    assert page.status_code == 200
    return page.content.decode()


@pytest.fixture(params=["stranger", "account"])
def learner(request: pytest.FixtureRequest, newcomer: Client, alice: Client) -> Client:
    chosen: Client = {"stranger": newcomer, "account": alice}[request.param]
    return chosen


@pytest.mark.parametrize("kind", [COUNT, PLAYS])
def test_right_answers_add_up_and_a_wrong_one_ends_the_row(learner: Client, kind: str) -> None:
    pages = [answer(learner, kind) for _each in range(3)]
    assert ["1 right in a row" in pages[0], "3 right in a row" in pages[2]] == [True, True]
    page = answer(learner, kind, wrong=True)
    assert "No streak yet" in page
    assert "best 3" in page
    assert "3 of 4 right" in page


def test_kinds_are_counted_apart(learner: Client) -> None:
    answer(learner, COUNT)
    assert "2 right in a row" not in answer(learner, PLAYS)


def test_a_double_post_counts_once(learner: Client) -> None:
    text = token_of(learner)
    form = right(text)
    assert "does not count again" not in learner.post(ADDRESSES[COUNT], form).content.decode()
    for _each in range(3):
        page = learner.post(ADDRESSES[COUNT], form).content.decode()
        assert "does not count again" in page
        assert "1 of 1 right" in page


def test_a_wrong_answer_cannot_be_mended(learner: Client) -> None:
    text = token_of(learner)
    learner.post(ADDRESSES[COUNT], {"q": text, "answer": str(int(right(text)["answer"]) + 1)})
    assert "0 of 1 right" in learner.post(ADDRESSES[COUNT], right(text)).content.decode()


def test_a_reload_asks_the_same(learner: Client) -> None:
    answer(learner)
    first, second = read(token_of(learner)), read(token_of(learner))
    assert first.question == second.question
    answer(learner)
    third = read(token_of(learner))
    assert (third.number, third.seed) != (first.number, first.seed)


def test_it_gets_harder_with_the_row(learner: Client) -> None:
    levels = []
    for _each in range(5):
        levels.append(read(token_of(learner)).level)
        answer(learner)
    answer(learner, wrong=True)
    assert levels == [0, 0, 1, 1, 2]
    assert read(token_of(learner)).level == 0


def test_another_ones_question_does_not_count(alice: Client, cast: Cast) -> None:
    bob = Client()
    bob.force_login(cast.bob)
    assert "does not count again" in alice.post(ADDRESSES[COUNT], right(token_of(bob))).content.decode()
    assert not LearningStreak.objects.filter(right__gt=0).exists()


@pytest.mark.parametrize("text", ["", "x", "a:b:c", "9" * 9000])
def test_a_token_that_is_none_of_ours_leads_to_the_question(learner: Client, text: str) -> None:
    page = learner.post(ADDRESSES[COUNT], {"q": text, "answer": "5"})
    assert (page.status_code, page["Location"]) == (302, ADDRESSES[COUNT])


def test_a_token_is_good_for_its_own_kind_alone(learner: Client) -> None:
    assert read_token(token_of(learner, PLAYS), COUNT) is None
    text = token_of(learner)
    assert read_token(text[:-1] + ("A" if text[-1] != "A" else "B"), COUNT) is None


@pytest.mark.parametrize("text", ["", "ten", "-5", "5.0", "1" * 4, "٣", "²"])
def test_what_is_no_number_is_no_answer(learner: Client, text: str) -> None:
    page = learner.post(ADDRESSES[COUNT], {"q": token_of(learner), "answer": text})
    assert page.status_code == 422
    assert b"Type the count as a number" in page.content
    assert "1 of 1 right" in answer(learner)


@pytest.mark.parametrize("text", ["", "66>66.6", "00", "x"])
def test_what_is_no_play_is_no_answer(learner: Client, text: str) -> None:
    page = learner.post(ADDRESSES[PLAYS], {"q": token_of(learner, PLAYS), "play": text})
    assert page.status_code == 422
    assert b"Choose one of the plays" in page.content


def test_a_guest_made_at_the_table_brings_the_row_along(newcomer: Client) -> None:
    for _each in range(3):
        answer(newcomer)
    newcomer.post("/accounts/guest/")
    row = LearningStreak.objects.get(kind=COUNT)
    assert (row.user.is_guest, row.answered, row.right, row.current, row.best) == (True, 3, 3, 3, 3)
    assert "4 right in a row" in answer(newcomer)
    assert learning.SESSION_KEY not in newcomer.session


def test_who_signs_in_keeps_the_longer_row(cast: Cast, newcomer: Client) -> None:
    LearningStreak.objects.create(user=cast.alice, kind=COUNT, answered=9, right=7, current=1, best=6)
    for _each in range(2):
        answer(newcomer)
    newcomer.force_login(cast.alice)
    session = newcomer.session
    session[learning.SESSION_KEY] = {"salt": "s", COUNT: [2, 2, 2, 2]}
    learning.carry_over(user=cast.alice, session=session)
    row = LearningStreak.objects.get(user=cast.alice, kind=COUNT)
    assert row.answered >= 11
    assert (row.current, row.best) == (2, 6)


def test_of_two_posts_at_once_one_counts(cast: Cast) -> None:
    before = Standing(4, 4, 4, 4)
    LearningStreak.objects.create(user=cast.alice, kind=COUNT, answered=4, right=4, current=4, best=4)
    stored = [learning._store(cast.alice, COUNT, before, before.after(True)) for _each in range(2)]
    assert stored == [True, False]
    assert learning.standing_of(cast.alice, SessionStore(), COUNT) == Standing(5, 5, 5, 5)


def test_looking_writes_nothing(newcomer: Client) -> None:
    for address in ("/learn/", "/learn/count/", "/learn/plays/", "/learn/round/", "/explain/"):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            newcomer.get(address)
        assert not [one["sql"] for one in asked if not one["sql"].startswith("SELECT")]
    assert not newcomer.cookies.get("sessionid")


def test_a_stranger_gets_a_session_with_the_first_answer(newcomer: Client) -> None:
    answer(newcomer)
    assert newcomer.session[learning.SESSION_KEY][COUNT] == [1, 1, 1, 1]
    assert not User.objects.exists()
