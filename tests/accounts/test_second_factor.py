"""Codes from an app, recovery codes, and the desk that opens to nobody without. # C33, C30"""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as site
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.codes import give_app, recovery_codes
from tests.accounts.totp import code_of

pytestmark = pytest.mark.django_db

PASSWORD = "eleven herons"
DESK = "/admin/"


@pytest.fixture(autouse=True)
def staff_need_two(settings: Settings) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "accounts.second_factor.staff_need_two"]


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def olga() -> User:
    return User.objects.create_superuser("Olga", "olga@example.org", PASSWORD)


def sign_in(client: Client, name: str = "Alice") -> str:
    """Name and password; where one is sent."""
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD}).headers.get("Location", "")


def give_code(client: Client, code: str) -> int:
    return client.post("/accounts/2fa/authenticate/", {"code": code}).status_code


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def say_password(client: Client, then: str = "/accounts/2fa/app/") -> None:
    client.post(f"/accounts/reauthenticate/?next={then}", {"password": PASSWORD})


def set_up(client: Client) -> str:
    """From the settings to a phone with the key; the key."""
    say_password(client)
    client.get("/accounts/2fa/app/")
    secret = str(client.session["mfa.totp.secret"])
    answer = client.post("/accounts/2fa/app/", {"code": code_of(secret)})
    assert answer.headers["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


def test_setting_it_up_asks_for_the_password_first(client: Client, alice: User) -> None:
    sign_in(client)
    assert client.get("/accounts/2fa/app/").headers["Location"].startswith("/accounts/reauthenticate/")


def test_whoever_sets_it_up_sees_ten_recovery_codes_once(client: Client, alice: User) -> None:
    sign_in(client)
    set_up(client)
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert len(re.findall(r"<code>\d{8}</code>", page)) == 10
    again = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert re.findall(r"<code>\d{8}</code>", again) == []
    assert "10 codes are left" in again


def test_a_wrong_first_code_switches_nothing_on(client: Client, alice: User) -> None:
    sign_in(client)
    say_password(client)
    client.get("/accounts/2fa/app/")
    answer = client.post("/accounts/2fa/app/", {"code": "000000"})
    assert b"alert" in answer.content
    assert not Authenticator.objects.exists()


def test_the_picture_is_the_sessions_own_and_never_kept(client: Client, alice: User) -> None:
    sign_in(client)
    assert client.get("/accounts/2fa/app/code.svg").status_code == 404
    say_password(client)
    page = client.get("/accounts/2fa/app/").content.decode()
    assert '<img class="factor-code" src="/accounts/2fa/app/code.svg"' in page
    assert "data:" not in page[page.index("<main") :]
    picture = client.get("/accounts/2fa/app/code.svg")
    assert (picture.headers["Content-Type"], picture.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert Client().get("/accounts/2fa/app/code.svg").status_code == 302


def test_the_password_alone_no_longer_opens_the_account(client: Client, alice: User) -> None:
    secret = give_app(alice)
    assert sign_in(client) == "/accounts/2fa/authenticate/"
    assert not is_in(client)
    assert give_code(client, "000000") == 200
    assert not is_in(client)
    assert give_code(client, code_of(secret)) == 302
    assert is_in(client)


def test_a_code_works_once(client: Client, alice: User) -> None:
    code = code_of(give_app(alice))
    for browser, opened in ((client, True), (Client(), False)):
        sign_in(browser)
        give_code(browser, code)
        assert is_in(browser) is opened


def test_a_recovery_code_works_once(client: Client, alice: User) -> None:
    give_app(alice)
    code = recovery_codes(alice)[3]
    for browser, opened in ((client, True), (Client(), False)):
        sign_in(browser)
        give_code(browser, code)
        assert is_in(browser) is opened
    assert len(recovery_codes(alice)) == 9


def test_new_recovery_codes_are_the_end_of_the_old_ones(client: Client, alice: User) -> None:
    give_app(alice)
    old = recovery_codes(alice)
    sign_in(client)
    give_code(client, old[0])
    client.post("/accounts/2fa/reauthenticate/", {"code": old[1]})
    client.post("/accounts/2fa/recovery-codes/new/")
    assert not {*old} & {*recovery_codes(alice)}
    stale = Client()
    sign_in(stale)
    give_code(stale, old[2])
    assert not is_in(stale)


@pytest.mark.parametrize(
    "other", [{}, {"credential": "{}"}, {"credential": '{"id": "a"}'}, {"code": ""}, {"code": "٣" * 6}]
)
def test_nothing_but_a_code_gets_past_the_stage(client: Client, alice: User, other: dict[str, str]) -> None:
    give_app(alice)
    sign_in(client)
    answer = client.post("/accounts/2fa/authenticate/", other, follow=True)
    assert (answer.status_code, b'name="code"' in answer.content) == (200, True)
    assert not is_in(client)


def test_a_code_of_ones_own_does_not_open_anothers_account(client: Client, alice: User) -> None:
    """Whoever signs in meanwhile as somebody else leaves the account that waited for its code."""
    give_app(alice)
    User.objects.create_user("Bob", password=PASSWORD)
    sign_in(client)
    sign_in(client, "Bob")
    assert give_code(client, recovery_codes(alice)[0]) == 302
    assert User.objects.get(pk=client.session["_auth_user_id"]).username == "Bob"


def test_between_password_and_code_nothing_of_the_account_is_open(client: Client, alice: User) -> None:
    give_app(alice)
    sign_in(client)
    for page in ("places", "email", "2fa", "2fa/app", "2fa/recovery-codes", "reauthenticate", "data"):
        assert client.get(f"/accounts/{page}/").headers["Location"].startswith("/accounts/login/"), page


def test_codes_cannot_be_guessed(client: Client, alice: User) -> None:
    secret = give_app(alice)
    sign_in(client)
    for turn in range(10):
        give_code(client, f"{turn:06}")
    assert give_code(client, code_of(secret)) == 200
    assert not is_in(client)


def test_a_reset_password_does_not_go_round_the_second_factor(client: Client, alice: User) -> None:
    secret = give_app(alice)
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = re.search(r"https?://\S+", mail.outbox[-1].body)[0]  # type: ignore[index]
    form = client.get(link, follow=True).redirect_chain[-1][0]
    answer = client.post(form, {"password1": "twelve herons", "password2": "twelve herons"})
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"
    assert not is_in(client)
    give_code(client, code_of(secret))
    assert is_in(client)


@pytest.mark.django_db(transaction=True)
def test_the_session_gets_a_new_key_with_the_second_factor(client: Client, alice: User) -> None:  # C30
    sign_in(client)
    before = client.session.session_key
    set_up(client)
    assert client.session.session_key != before
    stale = Client()
    stale.cookies[site.SESSION_COOKIE_NAME] = before
    assert stale.get("/accounts/places/").status_code == 302
    assert client.get("/accounts/places/").content.decode().count("this one") == 1


@pytest.mark.django_db(transaction=True)
def test_the_session_gets_a_new_key_with_each_code_that_is_asked_for_again(client: Client, alice: User) -> None:  # C30
    secret = give_app(alice)
    sign_in(client)
    give_code(client, code_of(secret))
    before = client.session.session_key
    client.post("/accounts/2fa/reauthenticate/", {"code": recovery_codes(alice)[0]})
    assert client.session.session_key != before
    stale = Client()
    stale.cookies[site.SESSION_COOKIE_NAME] = before
    assert stale.get("/accounts/places/").status_code == 302
    assert client.get("/accounts/places/").status_code == 200


def test_whoever_has_it_is_asked_for_a_code_before_it_is_switched_off(client: Client, alice: User) -> None:
    secret = give_app(alice)
    sign_in(client)
    give_code(client, code_of(secret))
    asked = client.get("/accounts/2fa/app/remove/").headers["Location"]
    assert asked.startswith("/accounts/2fa/reauthenticate/")
    assert client.get("/accounts/reauthenticate/").headers["Location"].startswith("/accounts/2fa/reauthenticate/")
    client.post(asked, {"code": recovery_codes(alice)[0]})
    client.post("/accounts/2fa/app/remove/")
    assert not Authenticator.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_desk_sends_a_member_of_staff_to_set_it_up(client: Client, olga: User) -> None:
    sign_in(client, "Olga")
    for page in (DESK, "/admin/accounts/user/", "/admin/nowhere/"):
        assert client.get(page).headers["Location"] == "/accounts/2fa/app/"
    set_up(client)
    assert client.get(DESK).status_code == 200


def test_a_session_from_before_gives_a_code_at_the_desk(client: Client, olga: User) -> None:
    sign_in(client, "Olga")
    secret = give_app(olga)
    asked = client.get("/admin/accounts/user/?q=Alice").headers["Location"]
    assert asked == "/accounts/2fa/reauthenticate/?next=%2Fadmin%2Faccounts%2Fuser%2F%3Fq%3DAlice"
    assert client.post("/admin/accounts/user/add/", {}).status_code == 302
    answer = client.post(asked, {"code": code_of(secret)})
    assert answer.headers["Location"] == "/admin/accounts/user/?q=Alice"
    assert client.get(DESK).status_code == 200


def test_signing_in_with_a_code_opens_the_desk(client: Client, olga: User) -> None:
    secret = give_app(olga)
    sign_in(client, "Olga")
    give_code(client, code_of(secret))
    assert client.get(DESK).status_code == 200


def test_the_desk_is_shut_to_who_has_switched_it_off(client: Client, olga: User) -> None:
    secret = give_app(olga)
    sign_in(client, "Olga")
    give_code(client, code_of(secret))
    client.post("/accounts/2fa/reauthenticate/", {"code": recovery_codes(olga)[0]})
    assert client.get(DESK).status_code == 200
    client.post("/accounts/2fa/app/remove/")
    assert not Authenticator.objects.exists()
    assert client.get(DESK).headers["Location"] == "/accounts/2fa/app/"


def test_the_desks_own_sign_in_page_is_the_sites(client: Client, alice: User) -> None:
    assert client.get("/admin/login/").headers["Location"].startswith("/accounts/login/")
    assert client.get(DESK).headers["Location"].startswith("/admin/login/")
    sign_in(client)
    assert client.get(DESK, follow=True).status_code == 403


def test_the_desk_shows_no_keys_addresses_or_sessions(client: Client, olga: User) -> None:
    secret = give_app(olga)
    sign_in(client, "Olga")
    give_code(client, code_of(secret))
    for rows in ("mfa/authenticator", "account/emailaddress", "usersessions/usersession"):
        assert client.get(f"/admin/{rows}/").status_code == 404


def test_whoever_has_the_machine_helps_a_person_without_phone_and_codes(client: Client, alice: User) -> None:
    secret = give_app(alice)
    sign_in(client)
    give_code(client, code_of(secret))
    call_command("forget_second_factor", "Alice")
    assert client.get("/accounts/places/").status_code == 302
    assert sign_in(Client()) == "/"
    with pytest.raises(CommandError):
        call_command("forget_second_factor", "Alice")


def test_it_stands_on_in_earnest() -> None:
    from muggins_site.settings import MIDDLEWARE

    assert MIDDLEWARE[-1] == "accounts.second_factor.staff_need_two"


def test_a_guest_is_shown_how_to_get_an_account(client: Client) -> None:
    client.post("/accounts/guest/")
    for page in ("/accounts/2fa/", "/accounts/2fa/app/", "/accounts/email/", "/accounts/reauthenticate/"):
        assert client.get(page).headers["Location"] == "/accounts/keep/"
