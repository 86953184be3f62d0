"""Who comes to which address of the desk; the list is made from the site's own, so that a new one is asked. # C19"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from pytest_django import Settings

from accounts.models import AuditEntry, User
from games.models import Match
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

pytestmark = pytest.mark.django_db

#: To be let in, or out: everybody's.
OPEN = ("login/", "logout/")
#: What only superusers might find, or nobody: the forms of rows that no form changes.
FORMS = re.compile(r"/(add|delete)/$")


def addresses(patterns: list[Any], values: dict[str, str], before: str = "") -> Iterator[str]:
    """Every address under these, with a value for each of its parts."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, values, route)
        elif "(?P" not in route and route not in OPEN:
            yield "/admin/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values[part[1]], route)


@pytest.fixture
def match(cast: Cast) -> Match:
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))


@pytest.fixture
def every(match: Match) -> list[str]:
    values = {"pk": str(match.pk), "object_id": str(match.pk), "name": "annul", "content_type_id": "1"}
    found = list(addresses(admin.site.urls[0], values))
    assert len(found) > 60
    return found


def test_nobody_but_staff_comes_in(every: list[str], cast: Cast, match: Match) -> None:
    for user in (None, cast.alice, cast.eve):
        client = Client()
        if user is not None:
            client.force_login(user)
        for address in every:
            for answer in (client.get(address), client.post(address, {"reason": "Because."})):
                assert answer.status_code in (302, 403), address
                assert answer.status_code == 403 or "/login/" in answer["Location"], address
    assert Match.objects.get(pk=match.pk).annulled_at is None
    assert not AuditEntry.objects.exists()


def test_staff_without_a_code_come_to_no_address(every: list[str], cast: Cast, settings: Settings) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "accounts.second_factor.staff_need_two"]
    User.objects.filter(pk=cast.eve.pk).update(is_staff=True)
    client = Client()
    client.force_login(cast.eve)
    for address in every:
        for answer in (client.get(address), client.post(address, {"reason": "Because."})):
            assert (answer.status_code, answer["Location"]) == (302, "/accounts/2fa/app/"), address


def test_plain_staff_see_all_and_change_nothing_by_a_form(every: list[str], cast: Cast) -> None:
    User.objects.filter(pk=cast.eve.pk).update(is_staff=True)
    client = Client()
    client.force_login(cast.eve)
    for address in every:
        wanted = (403,) if FORMS.search(address) else (200, 302, 404)
        if "/autocomplete/" not in address:  # it wants a field, and no form here has one
            assert client.get(address).status_code in wanted, address
    assert client.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
