"""Each address that nobody has confirmed has its own 30 days, however old the account is. # C49"""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import serializers
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import retention
from accounts.models import AddressAdded, User
from accounts.my_data import about
from games.services.retention import forget
from tests.cast import Cast

pytestmark = pytest.mark.django_db
PASSWORD = "eleven herons"
KEPT = "addresses never confirmed"


@pytest.fixture(autouse=True)
def mail_works(settings: Settings) -> None:
    settings.MAIL_WORKS = True


def alice(email: str = "old@example.org") -> User:
    """Alice, here since long ago, with an address that she has confirmed, or none."""
    long_ago = timezone.now() - timedelta(days=400)
    user = User.objects.create_user("Alice", email, PASSWORD, date_joined=long_ago)
    if email:
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def add(email: str) -> None:
    """As she does it, on the page of her address."""
    browser = Client()
    browser.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    browser.post("/accounts/email/", {"email": email, "action_add": ""})
    assert EmailAddress.objects.filter(email=email, verified=False).exists()


def after(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)


@pytest.mark.parametrize("had", ["old@example.org", ""])
@pytest.mark.parametrize("days, kept", [(0, True), (29, True), (31, False)])
def test_an_address_added_to_an_old_account_has_its_30_days(had: str, days: int, kept: bool) -> None:
    user = alice(had)
    add("new@example.org")
    forget(after(days))
    assert EmailAddress.objects.filter(email="new@example.org").exists() is kept
    stays = kept or bool(had)
    assert User.objects.get(pk=user.pk).is_active is stays


def test_who_changes_an_unconfirmed_address_has_the_days_of_the_new_one() -> None:
    user = alice("")
    add("first@example.org")
    AddressAdded.objects.update(at=after(-31))
    add("second@example.org")
    forget(after(0))
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["second@example.org"]
    assert User.objects.get(pk=user.pk).is_active


def test_of_two_unconfirmed_addresses_the_late_one_goes_and_the_account_stays() -> None:
    user = alice("")
    for email, days in (("late@example.org", -31), ("of.late@example.org", -1)):
        address = EmailAddress.objects.create(user=user, email=email)
        AddressAdded.objects.filter(address=address).update(at=after(days))
    User.objects.filter(pk=user.pk).update(email="late@example.org")
    assert forget(after(0))[KEPT] == 1
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["of.late@example.org"]
    assert User.objects.values_list("username", "email").get(pk=user.pk) == ("Alice", "")


def test_an_address_that_is_confirmed_stays_however_late() -> None:
    user = alice()
    assert forget(after(400))[KEPT] == 0
    assert User.objects.get(pk=user.pk).email == "old@example.org"


def test_an_address_confirmed_while_the_night_works_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    user = alice("")
    address = EmailAddress.objects.create(user=user, email="new@example.org", primary=True)
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    without = retention._without

    def confirmed_first(pk: int, user_id: int) -> bool:
        EmailAddress.objects.filter(pk=pk).update(verified=True)
        return without(pk, user_id)

    monkeypatch.setattr(retention, "_without", confirmed_first)
    assert retention.unconfirmed_addresses(after(31)) == 0
    assert EmailAddress.objects.get(pk=address.pk).verified
    assert User.objects.get(pk=user.pk).email == "new@example.org"


def test_an_address_from_before_its_day_was_kept_counts_from_the_next_night(cast: Cast) -> None:
    """Those of an older version of the site, and of its backups."""
    EmailAddress.objects.create(user=cast.alice, email="a@example.org")
    AddressAdded.objects.all().delete()
    tonight = timezone.now()
    assert forget(tonight)[KEPT] == 0
    assert forget(tonight + timedelta(days=29))[KEPT] == 0
    assert AddressAdded.objects.get().at == tonight
    assert forget(tonight + timedelta(days=31))["accounts never confirmed"] == 1
    assert not EmailAddress.objects.exists()


def test_its_day_is_among_ones_data_and_goes_with_it(cast: Cast) -> None:
    address = EmailAddress.objects.create(user=cast.alice, email="a@example.org")
    day = AddressAdded.objects.get().at
    assert dict(about(cast.alice))["addresses"][0]["added_at"] == day
    address.verified = True
    address.save()
    assert AddressAdded.objects.get().at == day
    address.delete()
    assert not AddressAdded.objects.exists()


def test_rows_that_are_read_from_a_dump_bring_their_day_along(cast: Cast) -> None:
    EmailAddress.objects.create(user=cast.alice, email="a@example.org")
    AddressAdded.objects.update(at=after(-20))
    rows = [*EmailAddress.objects.all(), *AddressAdded.objects.all()]
    dump, day = serializers.serialize("json", rows), rows[1].at
    EmailAddress.objects.all().delete()
    for row in serializers.deserialize("json", json.dumps(json.loads(dump))):
        row.save()
    assert abs(AddressAdded.objects.get().at - day) < timedelta(seconds=1)


@pytest.mark.parametrize("kind", ["is_staff", "is_guest"])
def test_of_staff_and_guests_only_the_address_is_forgotten(kind: str) -> None:
    user = alice("")
    EmailAddress.objects.create(user=user, email="new@example.org")
    User.objects.filter(pk=user.pk).update(**{kind: True}, date_joined=after(30))
    assert forget(after(31))[KEPT] == 1
    assert User.objects.get(pk=user.pk).username == "Alice"
