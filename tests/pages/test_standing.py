"""The session behind a socket: looked at anew as soon as a row of it has changed, and never ended by looking. # C12"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async as sync
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games import sessions
from games.sessions import Standing, person_of
from muggins_site.sockets import Visitors
from tests.cast import Cast
from tests.pages.test_sockets import session_of

pytestmark = pytest.mark.django_db
NEW_KEY = "n" * 25 + "ewkey" * 10


@pytest.fixture
def standing(cast: Cast) -> Standing:
    found = Standing({"session": session_of(cast.alice)}, cast.alice)
    assert found.person() == cast.alice
    return found


def test_what_has_not_changed_is_asked_for_and_not_read_again(
    standing: Standing, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "person_of", lambda store: pytest.fail("read again"))
    with django_assert_num_queries(2):
        assert standing.person() == cast.alice


def test_a_choice_made_since_is_seen(standing: Standing, cast: Cast) -> None:
    User.objects.filter(pk=cast.alice.pk).update(language="pt-br")
    person = standing.person()
    assert person is not None
    assert person.language == "pt-br"


def test_it_falls_with_its_row_its_person_and_its_password(cast: Cast) -> None:
    def fell(change: Any) -> bool:
        found = Standing({"session": session_of(cast.alice)}, cast.alice)
        assert found.person() is not None
        change()
        return found.person() is None

    assert fell(lambda: Session.objects.all().delete())
    assert fell(lambda: User.objects.filter(pk=cast.alice.pk).update(is_active=False))
    User.objects.filter(pk=cast.alice.pk).update(is_active=True)
    assert fell(lambda: User.objects.filter(pk=cast.alice.pk).update(password="argon2$another"))


def test_it_falls_at_its_date_though_no_row_changes(
    standing: Standing, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "person_of", lambda store: None)  # as its date has passed
    assert standing.person() == cast.alice
    monkeypatch.setattr(sessions.time, "monotonic", lambda: standing._until)
    assert standing.person() is None


def test_it_is_looked_at_again_no_later_than_its_date(cast: Cast) -> None:
    session = session_of(cast.alice)
    Session.objects.update(expire_date=timezone.now() + timedelta(seconds=3))
    found = Standing({"session": session}, cast.alice)
    found.person()
    assert found._until - sessions.time.monotonic() < 4


def test_another_persons_session_is_not_ones_own(cast: Cast) -> None:
    assert Standing({"session": session_of(cast.bob)}, cast.alice).person() is None
    assert Standing({}, cast.alice).person() is None


@pytest.mark.parametrize("named", [True, False])
def test_a_new_key_of_the_site_ends_no_session_from_a_socket(cast: Cast, settings: Settings, named: bool) -> None:
    """C43: while the old key is named, it stands; when it is not, the page signs in, and the socket ends nothing."""
    session = session_of(cast.alice)
    key = session.session_key
    old, settings.SECRET_KEY = settings.SECRET_KEY, NEW_KEY
    settings.SECRET_KEY_FALLBACKS = [old] if named else []
    found = person_of(SessionStore(session_key=key))
    assert (found == cast.alice) is named
    assert Session.objects.filter(session_key=key).exists()


@pytest.mark.django_db(transaction=True)
async def test_a_handshake_after_a_new_key_keeps_the_session(cast: Cast, settings: Settings) -> None:  # C43
    session = await sync(session_of)(cast.alice)
    old, settings.SECRET_KEY = settings.SECRET_KEY, NEW_KEY
    settings.SECRET_KEY_FALLBACKS = [old]
    seen = []

    async def consumer(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["user"].pk)

    await Visitors(consumer)({"session": SessionStore(session_key=session.session_key)}, None, None)
    assert seen == [cast.alice.pk]
    assert await Session.objects.filter(session_key=session.session_key).aexists()


def test_a_session_of_no_backend_or_person_is_nobodys(cast: Cast) -> None:
    session = session_of(cast.alice)
    session["_auth_user_backend"] = "some.where.Else"
    assert person_of(session) is None
    assert person_of(SessionStore()) is None
