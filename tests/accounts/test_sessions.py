"""How long sessions live, and the list of places where one is signed in. # C31, C32, B32"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import sessions
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "eleven herons"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
Move = Callable[[timedelta], None]


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Move:
    """Moves the clock of sessions on."""
    at = timezone.now()

    def move(step: timedelta) -> None:
        nonlocal at
        at += step
        monkeypatch.setattr(sessions, "now", lambda moment=at: moment)

    move(timedelta(0))
    return move


def sign_in(name: str = "Alice", agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/accounts/places/").status_code == 200


@pytest.mark.parametrize(
    "unused, alive", [(timedelta(days=13, hours=23), True), (timedelta(days=14), False), (timedelta(days=60), False)]
)
def test_a_session_that_nobody_uses_ends_after_two_weeks(
    alice: User, later: Move, unused: timedelta, alive: bool
) -> None:
    client = sign_in()
    later(unused)
    assert is_in(client) is alive


def test_a_session_ends_after_ninety_days_however_much_it_is_used(alice: User, later: Move) -> None:
    client = sign_in()
    for _ in range(8):
        later(timedelta(days=11))
        assert is_in(client)
    later(timedelta(days=2))
    assert not is_in(client)
    assert not UserSession.objects.exists()


@pytest.mark.parametrize(
    "steps, alive",
    [([timedelta(minutes=29)], True), ([timedelta(minutes=30)], False), ([timedelta(minutes=29)] * 25, False)],
)
def test_sessions_of_staff_are_short(alice: User, later: Move, steps: list[timedelta], alive: bool) -> None:
    User.objects.update(is_staff=True)
    client = sign_in()
    for step in steps:
        later(step)
        stays = is_in(client)
    assert stays is alive


def test_a_guests_session_is_his_account_and_lives_longer(later: Move) -> None:
    client = Client()
    client.post("/accounts/guest/")
    later(timedelta(days=89))
    assert is_in(client)
    later(timedelta(days=90))
    assert not is_in(client)


def test_the_row_in_the_database_ends_with_the_session(alice: User, later: Move) -> None:
    client = sign_in()
    later(timedelta(days=13))
    assert is_in(client)
    ends = Session.objects.get(pk=client.session.session_key).expire_date
    assert timedelta(days=13, hours=23) < ends - timezone.now() <= timedelta(days=14)


def test_a_session_in_use_is_not_written_at_every_page(alice: User, later: Move) -> None:
    client = sign_in()
    before = client.session["session_seen"]
    later(timedelta(minutes=59))
    is_in(client)
    assert client.session["session_seen"] == before
    later(timedelta(minutes=1))
    is_in(client)
    assert client.session["session_seen"] > before


def test_a_session_from_before_begins_to_age(alice: User, later: Move) -> None:
    client = Client()
    client.force_login(alice)
    session = client.session
    del session["session_born"], session["session_seen"]
    session.save()
    assert is_in(client)
    later(timedelta(days=14))
    assert not is_in(client)


def test_one_sees_where_one_is_signed_in(alice: User) -> None:
    here, _phone = sign_in(), sign_in(agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1")
    page = here.get("/accounts/places/").content.decode()
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert page.index("this one") < page.index("Safari on iPhone")
    assert "127.0.0.1" in page


def test_one_session_is_ended(alice: User) -> None:
    here, phone = sign_in(), sign_in()
    place = UserSession.objects.get(session_key=phone.session.session_key)
    assert here.post("/accounts/places/end/", {"place": place.pk}).status_code == 302
    assert (is_in(here), is_in(phone)) == (True, False)


def test_all_others_are_ended(alice: User) -> None:
    here, *others = (sign_in() for _ in range(3))
    here.post("/accounts/places/end/")
    assert (is_in(here), [is_in(other) for other in others]) == (True, [False, False])


@pytest.mark.parametrize("place", ["", "-1", "0", "x", "9" * 30, "²"])
def test_nobody_ends_what_is_not_his(alice: User, place: str) -> None:
    User.objects.create_user("Bob", password=PASSWORD)
    hers, his = sign_in(), sign_in("Bob")
    number = place or str(UserSession.objects.get(user=alice).pk)
    assert his.post("/accounts/places/end/", {"place": number}).status_code == 404
    assert is_in(hers)


def test_another_password_ends_the_others(alice: User) -> None:
    here, other = sign_in(), sign_in()
    form = {"oldpassword": PASSWORD, "password1": "twelve herons", "password2": "twelve herons"}
    here.post("/accounts/password/change/", form)
    assert (is_in(here), is_in(other)) == (True, False)
    assert here.get("/accounts/places/").content.decode().count("this one") == 1


def test_an_account_that_is_closed_has_no_session(alice: User) -> None:
    client = sign_in()
    User.objects.update(is_active=False)
    assert not is_in(client)


@pytest.mark.parametrize("cookie", ["", "x", "a" * 8000, "gASVCgAAAAAAAACMBnBvc2l4lC4=", "../../etc", "null"])
def test_a_made_up_session_is_nobodys(alice: User, cookie: str) -> None:
    client = Client()
    client.cookies[site.SESSION_COOKIE_NAME] = cookie
    assert not is_in(client)


def test_times_in_a_session_that_make_no_sense_do_no_harm(alice: User) -> None:
    client = sign_in()
    session = client.session
    session["session_seen"] = "yesterday"
    session.save()
    assert is_in(client)


def test_the_clock_is_the_sites_own() -> None:
    assert isinstance(sessions.now(), datetime)
