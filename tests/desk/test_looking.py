"""All matches are looked through beside the game: asked for once, told how far it is, never twice at once."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.models import Flag
from games.services import looking
from muggins_site import errands
from tests.cast import Cast
from tests.desk.test_flags import won

pytestmark = pytest.mark.django_db
LIST = reverse("admin:games_flag_changelist")
LOOK = reverse("admin:games_flag_compute")
BUTTON = "Look through all matches now"


@pytest.fixture(autouse=True)
def _nothing_was_asked(db: None) -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def fragment(desk: Client) -> str:
    answer = desk.get(LOOK, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db(transaction=True)  # errands give their connection back
def test_the_button_only_asks_and_the_errands_do_it(desk: Client, cast: Cast) -> None:
    for _ in range(12):
        won([cast.alice], [cast.bob])
    assert BUTTON in desk.get(LIST).content.decode()
    assert desk.post(LOOK)["Location"] == LIST
    assert not Flag.objects.exists()
    page = desk.get(LIST).content.decode()
    assert "will be looked through in a moment" in page
    assert BUTTON not in page
    assert 'hx-trigger="every 2s"' in fragment(desk)
    errands.flag_turn()
    assert Flag.objects.get().kind == "pair"
    told = fragment(desk)
    assert ": 1 flag." in told
    assert BUTTON in told
    assert "hx-trigger" not in told


def test_where_no_flag_was_found_none_is_offered(desk: Client, cast: Cast) -> None:
    looking.ask()
    looking.work()
    told = fragment(desk)
    assert ": 0 flags." in told
    assert "Show them" not in told


def test_it_says_how_far_it_is_and_is_not_begun_twice(
    desk: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.desk.times.AT_A_TIME", 2)
    monkeypatch.setattr(looking, "TELL_SECONDS", 0.0)
    for _ in range(5):
        won([cast.alice], [cast.bob])
    said, second = [], []
    tell = looking._Telling.__call__

    def spy(self: Any, done: int, of: int) -> None:
        tell(self, done, of)
        said.append((done, of))
        second.append((looking.run(), looking.ask(), f"{done} of {of} matches" in fragment(desk)))

    monkeypatch.setattr(looking._Telling, "__call__", spy)
    looking.ask()
    assert looking.work() is not None
    assert said == [(0, 5), (2, 5), (4, 5), (5, 5)]
    assert set(second) == {(None, False, True)}


def test_whose_process_dies_is_followed_but_not_for_ever(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_args: Any) -> None:
        raise SystemExit  # a process that is killed does not even let go of its lease

    looking.ask()
    monkeypatch.setattr(looking, "flag_matches", dies)
    for _ in range(looking.MOST_TRIES):
        with pytest.raises(SystemExit):
            looking.work()
        assert looking.state().wanted
    assert looking.work() is None
    assert (looking.state().wanted, looking.state().found) == (False, None)
    assert looking.ask()


def test_who_lost_his_lease_writes_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(12):
        won([cast.alice], [cast.bob])
    monkeypatch.setattr(looking, "TELL_SECONDS", 0.0)
    tell = looking._Telling.__call__

    def late(self: Any, done: int, of: int) -> None:
        cache.set(looking._LEASE, "another", 30)
        tell(self, done, of)

    monkeypatch.setattr(looking._Telling, "__call__", late)
    with pytest.raises(looking.Lost):
        looking.run()
    assert not Flag.objects.exists()
    assert cache.get(looking._LEASE) == "another"
    said = StringIO()
    call_command("flag_matches", stdout=said)
    assert said.getvalue().startswith("not done")
