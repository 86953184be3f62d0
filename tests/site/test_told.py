"""What the log says of an evening: who, from where, and never a hand, a password or a token (CHECKS C42)."""

import logging
import re

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import path
from pytest_django import Settings

from accounts.models import User
from games.models import Invite
from muggins_site import counting, errors, urls
from muggins_site.logs import OneLine
from tests.cast import person
from tests.site.test_errors import raising
from tests.tables import open_table, play_out_match, rules, sight

pytestmark = pytest.mark.django_db
PASSWORD, WRONG = "seven wet clocks", "seven dry clocks"

urlpatterns = [path("invite/<str:token>/broken/", lambda request, token: raising(ZeroDivisionError(7))(request))]
urlpatterns += urls.urlpatterns  # type: ignore[arg-type]
handler403, handler404, handler500 = errors.forbidden, errors.not_found, errors.server_error


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    caplog.handler.setFormatter(OneLine("{asctime}Z {levelname} {name}: {message}"))
    counting._told.clear()
    return caplog


def lines(told: pytest.LogCaptureFixture) -> str:
    kept = [
        record for record in told.records if not record.name.startswith(("django.db", "asyncio", "django.template"))
    ]
    return "\n".join(told.handler.format(record) for record in kept)


def test_no_hand_is_ever_told(told: pytest.LogCaptureFixture) -> None:
    """A whole match, at the most talkative level."""
    match = open_table(person("Alice"), person("Bob"), ruleset=rules(target=30))
    hands = {str(tile) for seat in (0, 1) for tile in sight(match, seat).hand or ()}
    play_out_match(match)
    said = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+Z|[0-9A-Za-z_-]{22}", "", lines(told))
    assert len(hands) >= 14
    assert not [tile for tile in hands if re.search(rf"\b(?:{tile}|{tile[::-1]})\b", said)]


def test_no_secret_is_ever_told(told: pytest.LogCaptureFixture, settings: Settings, mailoutbox: list[object]) -> None:
    settings.ROOT_URLCONF = __name__
    alice = person("Alice")
    alice.set_password(PASSWORD)
    alice.save()
    client = Client(raise_request_exception=False)
    client.post("/accounts/login/", {"login": "Alice", "password": WRONG})
    client.post("/accounts/login/", {"login": PASSWORD, "password": "Alice"})
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    token = Invite.objects.get(match=open_table(alice)).token
    assert client.get(f"/invite/{token}/broken/").status_code == 500
    guarded = Client(enforce_csrf_checks=True)
    guarded.get("/accounts/login/")
    guarded.post("/settings/theme/", {"theme": "night"})
    said = lines(told)
    session, csrf = client.cookies[site.SESSION_COOKIE_NAME].value, guarded.cookies[site.CSRF_COOKIE_NAME].value
    assert not [secret for secret in (PASSWORD, WRONG, token, session, csrf) if secret in said]
    for event in ("signed in: Alice, from 127.0.0.1", "sign-in failed: Alice, from", "refused (403) accounts:theme"):
        assert event in said
    assert re.search(r"Internal Server Error: /invite/…/broken/ \[[0-9a-f]{8}\]", said)


def test_a_name_cannot_begin_a_line(told: pytest.LogCaptureFixture) -> None:
    User.objects.filter(pk=person("Alice").pk).update(username="Al\nice\x1b[2J")
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username__startswith="Al\n"))
    client.post("/settings/theme/", {"theme": "night"})
    line = next(line for line in lines(told).splitlines() if "accounts:theme" in line)
    assert "Al\\nice\\x1b[2J, from 127.0.0.1" in line
