"""A guest is made by one click and keeps everything when he becomes a full account."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import conduct, services
from accounts.forms import KeepForm
from accounts.models import User
from accounts.prefs import Prefs
from tests.tables import open_table

pytestmark = pytest.mark.django_db

GOOD = {"username": "Alice", "email": "", "password": "eleven herons"}


def become_guest(client: Client) -> User:
    client.post("/accounts/guest/")
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_one_click_makes_a_guest_with_a_friendly_name(client: Client) -> None:
    answer = client.post("/accounts/guest/", {"next": "/rules/"})
    guest = User.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/")
    assert re.fullmatch(r"Guest [A-Z][a-z]+ \d+", guest.username)
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert str(guest.pk) == client.session["_auth_user_id"]


def test_a_second_click_makes_no_second_guest(client: Client) -> None:
    client.post("/accounts/guest/")
    client.post("/accounts/guest/")
    assert User.objects.count() == 1


def test_whoever_is_signed_in_stays_who_he_is(client: Client) -> None:
    client.force_login(User.objects.create(username="Alice"))
    client.post("/accounts/guest/")
    assert list(User.objects.values_list("username", flat=True)) == ["Alice"]


def test_a_guest_brings_the_choices_made_before(client: Client) -> None:
    client.post("/settings/theme/", {"theme": "night"})
    assert become_guest(client).theme == "night"


def test_of_two_pages_that_keep_one_guest_the_first_wins(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = become_guest(client)
    check = KeepForm.clean

    def overtaken(form: KeepForm) -> dict[str, object]:
        """Between this page's look at the guest and its write the other page's is done."""
        User.objects.filter(pk=guest.pk).update(username="Bob", name_key="bob", is_guest=False, password="!other")
        return check(form)

    monkeypatch.setattr(KeepForm, "clean", overtaken)
    answer = client.post("/accounts/keep/", GOOD)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/settings/")
    kept = User.objects.get(pk=guest.pk)
    assert (kept.username, kept.password) == ("Bob", "!other")


def test_a_taken_name_is_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BIRDS", ("Heron",))  # 98 short numbers for 120 guests
    made = [services.create_guest(prefs=Prefs()).username for _turn in range(120)]
    assert len(set(made)) == 120
    assert all(re.fullmatch(r"Guest Heron \d+", name) for name in made)


def test_every_bird_makes_a_name_that_fits() -> None:
    longest = max(services.BIRDS, key=len)
    assert len(f"Guest {longest} 999999") <= User._meta.get_field("username").max_length
    assert len(set(services.BIRDS)) == len(services.BIRDS) > 50


@pytest.mark.django_db(transaction=True)
def test_guests_who_come_at_the_same_time_are_different_people() -> None:
    def come(number: int) -> int:
        try:
            return services.create_guest(prefs=Prefs()).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(come, range(24)))) == 24


def test_a_guest_who_keeps_the_account_is_the_same_user_and_still_signed_in(client: Client) -> None:
    guest = become_guest(client)
    answer = client.post("/accounts/keep/", {**GOOD, "next": "/rules/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/")
    kept = User.objects.get()
    assert (kept.pk, kept.username, kept.is_guest) == (guest.pk, "Alice", False)
    assert kept.check_password("eleven herons")
    assert client.get("/accounts/password/change/").status_code == 200
    client.logout()
    assert client.login(username="Alice", password="eleven herons")


@pytest.mark.parametrize(
    "fault, field",
    [
        ({"username": "admin"}, "username"),
        ({"username": "Guest Heron 42"}, "username"),
        ({"username": "B0B"}, "username"),
        ({"username": ""}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "password1"}, "password"),
        ({"password": "Alice-2"}, "password"),
        ({"password": ""}, "password"),
        ({"email": "not an address"}, "email"),
        ({"email": f"a@{'y.' * 130}org"}, "email"),  # longer than the column
    ],
)
def test_what_cannot_be_kept_is_said_beside_its_field_and_at_the_top(
    client: Client, fault: dict[str, str], field: str
) -> None:
    User.objects.create(username="Bob")
    guest = become_guest(client)
    answer = client.post("/accounts/keep/", {**GOOD, **fault})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    page = answer.content.decode()
    assert f'<a href="#id_{field}">' in page
    assert 'aria-invalid="true"' in page
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_guest_may_not_make_himself_staff(client: Client) -> None:  # B13
    become_guest(client)
    client.post("/accounts/keep/", {**GOOD, "is_staff": "1", "is_superuser": "1", "id": "7"})
    kept = User.objects.get()
    assert (kept.username, kept.is_staff, kept.is_superuser) == ("Alice", False, False)


def test_a_full_account_has_nothing_to_keep(client: Client) -> None:
    client.force_login(User.objects.create(username="Alice"))
    answer = client.post("/accounts/keep/", {**GOOD, "username": "Eve"})
    assert answer.headers["Location"] == "/accounts/settings/"
    assert User.objects.get().username == "Alice"


def test_nobody_keeps_nothing(client: Client) -> None:
    assert client.get("/accounts/keep/").headers["Location"] == "/accounts/login/?next=/accounts/keep/"


def test_a_guest_without_password_is_sent_to_keep_the_account(client: Client) -> None:
    become_guest(client)
    answer = client.get("/accounts/password/change/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/keep/"


def test_a_guest_may_sign_in_to_an_account_and_leaves_the_guest_behind(client: Client) -> None:
    User.objects.create_user("Alice", password="eleven herons")
    become_guest(client)
    assert b"leaves the guest" in client.get("/accounts/login/").content
    client.post("/accounts/login/", {"login": "Alice", "password": "eleven herons"})
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Alice").pk)


def test_a_guest_who_wants_an_account_keeps_his_own(client: Client) -> None:
    become_guest(client)
    assert client.get("/accounts/signup/").headers["Location"] == "/accounts/keep/"
    assert client.post("/accounts/signup/", {"username": "Alice"}).headers["Location"] == "/accounts/keep/"


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/"])
def test_whoever_is_signed_in_needs_no_entrance(client: Client, address: str) -> None:
    client.force_login(User.objects.create(username="Alice"))
    assert client.get(address).headers["Location"] == "/"


def test_a_kept_account_can_get_a_new_password_by_mail(client: Client) -> None:
    become_guest(client)
    client.post("/accounts/keep/", {**GOOD, "email": "alice@example.org"})
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert "/accounts/password/reset/key/" in mail.outbox[0].body


def test_the_name_key_follows_the_name() -> None:
    alice = User.objects.create(username="Alice")
    alice.username = "Carol"
    alice.save(update_fields=["username"])
    alice.refresh_from_db()
    assert alice.name_key == "carol"


@pytest.fixture
def frank() -> User:
    return User.objects.create_superuser("Frank")


def test_a_banned_guest_does_not_come_back_as_another(client: Client, frank: User) -> None:
    guest = become_guest(client)
    conduct.ban(actor=frank, user=guest, reason="Swears at everybody.")
    for way in ("/accounts/guest/", "/play-now/"):
        assert client.post(way)["Location"] == "/accounts/login/"
    page = client.get("/accounts/login/").content.decode()
    assert "No new guests from this browser." in page
    assert 'action="/accounts/guest/"' not in page
    assert User.objects.filter(is_guest=True).count() == 1
    assert 'action="/accounts/guest/"' in Client().get("/accounts/login/").content.decode()  # nobody else's browser
    conduct.lift(actor=frank, user=guest, reason="He is sorry.")
    assert become_guest(client) != guest


def test_nor_does_one_who_was_a_second_guest_meanwhile(client: Client, frank: User) -> None:
    first = become_guest(client)
    client.post("/accounts/logout/")
    second = become_guest(client)
    conduct.suspend(actor=frank, user=first, reason="Swears.", until=timezone.now() + timedelta(days=3))
    client.post("/accounts/logout/")
    client.post("/accounts/guest/")
    assert "_auth_user_id" not in client.session
    assert "Somebody who played here is kept off the site until" in client.get("/accounts/login/").content.decode()
    assert second != first


def test_nor_does_one_whose_account_was_banned(client: Client, frank: User) -> None:
    alice = User.objects.create(username="Alice")
    client.force_login(alice)
    client.get("/rules/")
    conduct.ban(actor=frank, user=alice, reason="Swears at everybody.")
    client.post("/accounts/guest/")
    assert "_auth_user_id" not in client.session
    assert not User.objects.filter(is_guest=True).exists()


def test_a_press_at_a_table_leads_a_barred_browser_to_the_entrance(client: Client, frank: User) -> None:
    conduct.ban(actor=frank, user=become_guest(client), reason="Swears.")
    match = open_table(frank)
    answer = client.post(f"/t/{match.code}/sit/", {"seat": "1", "guest": "1"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"].partition("?")[0]) == (204, "/accounts/login/")


@pytest.mark.parametrize("forged", ["1", "1:x:y", "", "\x80", "9" * 3000])
def test_a_cookie_of_ones_own_making_is_nothing(client: Client, forged: str) -> None:
    client.cookies["guests"] = forged
    assert become_guest(client).is_guest


def test_the_cookie_holds_numbers_and_is_closed_to_scripts(client: Client) -> None:
    guest = become_guest(client)
    cookie = client.cookies["guests"]
    assert cookie.value.split(":")[0] == str(guest.pk)
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
