"""What becomes of a person while a request of his is on its way: no new password brings him back. # B55, C12"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import base_user
from django.core import mail
from django.test import Client

from accounts import conduct, leaving, services
from accounts.models import User

pytestmark = pytest.mark.django_db

OLD, NEW = "eleven herons", "twelve grey geese"
Meanwhile = Callable[[Callable[[], Any]], None]


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", "alice@example.org", OLD)


@pytest.fixture
def olga() -> User:
    return User.objects.create_superuser("Olga")


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Have something happen while the next new password is hashed, which takes a while."""
    make = base_user.make_password

    def arrange(happen: Callable[[], Any]) -> None:
        waiting = [happen]

        def slowly(password: str | None, *args: Any, **options: Any) -> str:
            if waiting and password == NEW:
                waiting.pop()()
            return make(password, *args, **options)

        monkeypatch.setattr(base_user, "make_password", slowly)

    return arrange


def change(client: Client) -> None:
    client.post("/accounts/password/change/", {"oldpassword": OLD, "password1": NEW, "password2": NEW})


def reset(client: Client) -> None:
    """By a link that came by mail."""
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    found = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body))
    assert found is not None
    form = client.get(found.group()).headers["Location"]
    client.post(form, {"password1": NEW, "password2": NEW})


WAYS = [change, reset]


def signed_in(way: Callable[[Client], None]) -> Client:
    """Alice's browser; whoever resets his password is not signed in."""
    client = Client()
    if way is change:
        client.post("/accounts/login/", {"login": "Alice", "password": OLD})
        assert is_in(client)
    return client


def is_in(client: Client) -> bool:
    return client.get("/").wsgi_request.user.is_authenticated


@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_banned_meanwhile_is_out(
    alice: User, olga: User, meanwhile: Meanwhile, way: Callable[[Client], None]
) -> None:
    client = signed_in(way)
    meanwhile(lambda: conduct.ban(actor=olga, user=alice, reason="Plays with two accounts."))
    way(client)
    assert not is_in(client)
    alice.refresh_from_db()
    assert (alice.session_round, alice.check_password(NEW)) == (1, True)


@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_renamed_meanwhile_is_called_so(
    alice: User, olga: User, meanwhile: Meanwhile, way: Callable[[Client], None]
) -> None:
    client = signed_in(way)
    meanwhile(lambda: conduct.rename(actor=olga, user=alice, reason="An insult.", name="Carol"))
    way(client)
    alice.refresh_from_db()
    assert (alice.username, alice.name_key) == ("Carol", "carol")


@pytest.mark.parametrize("way", WAYS)
def test_whoever_has_gone_meanwhile_stays_away(
    alice: User, meanwhile: Meanwhile, way: Callable[[Client], None]
) -> None:
    client = signed_in(way)
    meanwhile(lambda: leaving.erase(user=alice))
    way(client)
    alice.refresh_from_db()
    assert (alice.username, alice.email, alice.is_active) == (f"{leaving.GONE} {alice.pk}", "", False)
    assert alice.deleted_at is not None
    assert not is_in(client)


@pytest.mark.parametrize("way", WAYS)
def test_whoever_leaves_the_staff_meanwhile_has_left_it(
    alice: User, meanwhile: Meanwhile, way: Callable[[Client], None]
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client = signed_in(way)
    meanwhile(lambda: User.objects.filter(pk=alice.pk).update(is_staff=False))
    way(client)
    alice.refresh_from_db()
    assert not alice.is_staff


@pytest.mark.parametrize("happen", ["ban", "leave"])
def test_a_guest_who_is_out_meanwhile_keeps_nothing(olga: User, monkeypatch: pytest.MonkeyPatch, happen: str) -> None:
    client = Client()
    client.post("/accounts/guest/")
    guest = User.objects.get(pk=client.session["_auth_user_id"])
    keep = services.keep_guest

    def overtaken(**about: Any) -> User:
        if happen == "ban":
            conduct.ban(actor=olga, user=guest, reason="Came back after a ban.")
        else:
            leaving.erase(user=guest)
        return keep(**about)

    monkeypatch.setattr(services, "keep_guest", overtaken)
    client.post("/accounts/keep/", {"username": "Alice", "email": "", "password": NEW})
    assert not is_in(client)
    guest.refresh_from_db()
    assert (guest.is_guest, guest.has_usable_password()) == (True, False)
    assert not User.objects.filter(username="Alice").exists()
