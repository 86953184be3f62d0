"""Where a form says that one goes on: to a page of this site, or to the usual one, whatever it says. # B30, C23"""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.test_entrance import ELSEWHERE
from tests.cast import Cast, make_cast

pytestmark = pytest.mark.django_db
#: What stands for a page here, and is no address: a name of ours, a piece, nothing.
WORDS = ["home", "games:home", "account_login", "x", "..", "#top", "?a=b", " ", "", "%", "ö"]
DOORS = {
    "company": ("/accounts/company/decide/", "next", {"act": "mute", "name": "Bob"}, "/accounts/company/"),
    "follow": ("/players/Bob/follow/", "back", {}, "/players/Bob/"),
    "unfollow": ("/players/Bob/unfollow/", "back", {}, "/players/Bob/"),
    "theme": ("/settings/theme/", "next", {"theme": "day"}, "/"),
    "act of the desk": ("/admin/accounts/user/{bob}/act/mute/", "next", {"days": "1", "reason": "Rude."}, "{user}"),
}


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.mark.parametrize("door", DOORS)
def test_a_word_or_another_site_leads_to_the_usual_page(cast: Cast, client: Client, door: str) -> None:
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=cast.alice.pk))
    address, name, form, usual = DOORS[door]
    usual = usual.format(user=f"/admin/accounts/user/{cast.bob.pk}/change/")
    for target in (*WORDS, *ELSEWHERE):
        answer = client.post(address.format(bob=cast.bob.pk), {**form, name: target})
        assert (answer.status_code, answer.headers["Location"]) == (302, usual), target


@pytest.mark.parametrize("door", DOORS)
def test_a_page_of_ours_is_gone_back_to(cast: Cast, client: Client, door: str) -> None:
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=cast.alice.pk))
    address, name, form, _usual = DOORS[door]
    for target in ("/rules/", "/t/abc/?tile=61", "http://testserver/rules/"):
        assert client.post(address.format(bob=cast.bob.pk), {**form, name: target}).headers["Location"] == target
