"""Mail waits in rows; addresses are confirmed, changed and told. # A39, C29"""

from __future__ import annotations

import re
import smtplib
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends import smtp
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import outbox
from accounts.confirmed import is_confirmed
from accounts.models import OutgoingMail, User

pytestmark = pytest.mark.django_db

PASSWORD = "eleven herons"


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def queue(settings: Settings) -> None:
    """Mail goes as in earnest: into rows, and from there to the carrier."""
    settings.EMAIL_BACKEND = "accounts.outbox.Outbox"
    settings.MAIL_CARRIER = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def mailing(settings: Settings) -> None:
    """A site that sends mail."""
    settings.MAIL_WORKS, settings.ACCOUNT_EMAIL_VERIFICATION = True, "optional"


def say_password(client: Client) -> None:
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/?next=/accounts/email/", {"password": PASSWORD})


def link(message: mail.EmailMessage) -> str:
    return re.search(r"https?://\S+", str(message.body))[0]  # type: ignore[index]


def confirm(client: Client, message: mail.EmailMessage) -> int:
    return client.post(link(message)).status_code


def no_server(self: object) -> bool:
    raise ConnectionRefusedError


@pytest.mark.parametrize("address", ["alice@example.org", "nobody@example.org"])
def test_a_reset_answers_as_usual_while_the_mail_server_is_down(
    queue: None, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    settings.MAIL_CARRIER = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(smtp.EmailBackend, "open", no_server)
    answer = Client().post("/accounts/password/reset/", {"email": address})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/password/reset/done/")
    at = timezone.now()
    assert outbox.deliver(at) == 0
    waiting = OutgoingMail.objects.get()
    assert (waiting.to, waiting.tries) == (address, 1)
    assert outbox.deliver(at + timedelta(seconds=5)) == 0
    settings.MAIL_CARRIER = "django.core.mail.backends.locmem.EmailBackend"
    assert outbox.deliver(at + timedelta(minutes=1)) == 1
    assert (mail.outbox[0].to, OutgoingMail.objects.count()) == ([address], 0)


def test_signing_up_answers_as_usual_while_the_mail_server_is_down(queue: None, mailing: None) -> None:
    form = {"username": "Bruno", "email": "b@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert OutgoingMail.objects.get().subject == "Muggins: is this your address?"


def test_a_mail_that_two_carry_goes_once(queue: None, alice: User) -> None:
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    row, at = OutgoingMail.objects.get(), timezone.now()
    assert [outbox._take(row, at), outbox._take(row, at)] == [True, False]


@pytest.mark.parametrize("failure", [OSError, smtplib.SMTPException, ValueError])
def test_a_failing_mail_does_not_hold_up_the_others(
    queue: None, alice: User, monkeypatch: pytest.MonkeyPatch, failure: type[Exception]
) -> None:
    for address in ("first@example.org", "second@example.org"):
        OutgoingMail.objects.create(to=address, sender="m@example.org", subject="s", body="b")
    real = mail.EmailMessage.send

    def send(self: mail.EmailMessage, fail_silently: bool = False) -> int:
        if self.to == ["first@example.org"]:
            raise failure
        return real(self)

    monkeypatch.setattr(outbox.EmailMessage, "send", send)
    assert outbox.deliver() == 1
    assert OutgoingMail.objects.get().to == "first@example.org"


def test_old_mail_is_dropped(queue: None) -> None:
    old = timezone.now() - timedelta(days=3)
    OutgoingMail.objects.create(to="a@example.org", sender="m@example.org", subject="s", body="b", created_at=old)
    assert (outbox.deliver(), mail.outbox, OutgoingMail.objects.count()) == (0, [], 0)


def test_pauses_grow_and_end_at_a_quarter_of_an_hour(queue: None, settings: Settings) -> None:
    settings.MAIL_CARRIER = "nowhere.EmailBackend"
    row = OutgoingMail.objects.create(to="a@example.org", sender="m@example.org", subject="s", body="b")
    pauses, at = [], timezone.now()
    for _ in range(8):
        outbox.deliver(at)
        row.refresh_from_db()
        pauses.append((row.next_try_at - at).seconds)
        at = row.next_try_at
    assert pauses == [15, 30, 60, 120, 240, 480, 900, 900]


def test_a_confirmed_address_makes_an_account_count(mailing: None) -> None:
    client = Client()
    form = {"username": "Bruno", "email": "b@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", form)
    bruno = User.objects.get()
    assert not is_confirmed(bruno)
    assert client.get(link(mail.outbox[0])).status_code == 200  # looking confirms nothing
    assert not is_confirmed(bruno)
    assert confirm(client, mail.outbox[0]) == 302
    assert is_confirmed(bruno)


def test_without_mail_every_account_counts_and_no_guest(alice: User) -> None:
    assert is_confirmed(alice)
    assert not is_confirmed(User(username="Guest Heron 2", is_guest=True))


def test_another_address_holds_when_it_is_confirmed_and_the_old_one_is_told(mailing: None, alice: User) -> None:
    client = Client()
    say_password(client)
    client.post("/accounts/email/", {"email": "alice@example.org", "action_send": ""})
    confirm(client, mail.outbox[-1])
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    alice.refresh_from_db()
    assert (alice.email, mail.outbox[-1].to) == ("alice@example.org", ["new@example.org"])
    confirm(client, mail.outbox[-1])
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    told = mail.outbox[-1]
    assert (told.to, told.subject) == (["alice@example.org"], "Muggins: another address")
    assert "no longer alice@example.org, but new@example.org" in told.body


def test_the_password_is_asked_for_before_the_address_changes(alice: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    answer = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert mail.outbox == []


def test_an_address_that_another_has_gets_the_same_answer(mailing: None, alice: User) -> None:  # C27
    User.objects.create_user("Bob", "bob@example.org", PASSWORD)
    answers = []
    for address in ("bob@example.org", "nobody@example.org"):
        client = Client()
        say_password(client)
        answer = client.post("/accounts/email/", {"email": address, "action_add": ""})
        page = client.get("/accounts/email/").content.decode()
        answers.append((answer.status_code, answer.headers["Location"], page.count("<button"), page.count("alert")))
    assert answers[0] == answers[1]


def test_an_address_that_another_confirmed_is_not_taken_over(mailing: None, alice: User) -> None:
    client = Client()
    say_password(client)
    client.post("/accounts/email/", {"email": "alice@example.org", "action_send": ""})
    confirm(client, mail.outbox[-1])
    other = Client()
    form = {"username": "Bruno", "email": "alice@example.org", "password1": PASSWORD, "password2": PASSWORD}
    other.post("/accounts/signup/", form)
    confirm(other, mail.outbox[-1])
    assert not is_confirmed(User.objects.get(username="Bruno"))
    assert is_confirmed(alice)


def test_of_two_who_confirm_one_address_at_once_one_has_it(
    mailing: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second was told that the address is free a moment before the first took it."""
    bob = User.objects.create_user("Bob", "", PASSWORD)
    first, second = (
        EmailAddress.objects.create(user=user, email="new@example.org", verified=False) for user in (alice, bob)
    )
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda self: True)
    assert Client().post(f"/accounts/confirm-email/{EmailConfirmationHMAC(first).key}/").status_code == 302
    told = Client().post(f"/accounts/confirm-email/{EmailConfirmationHMAC(second).key}/", follow=True)
    assert b"cannot be confirmed" in told.content
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.email, bob.email) == ("new@example.org", "")
    assert list(EmailAddress.objects.values_list("user__username", "verified").order_by("pk")) == [
        ("Alice", True),
        ("Bob", False),
    ]


@pytest.mark.parametrize("method", ["get", "post"])
def test_anothers_link_signs_nobody_out(mailing: None, alice: User, method: str) -> None:
    """Who sends his own link to somebody else does not end that one's session, which may be all that a guest has."""
    guest = Client()
    guest.post("/accounts/guest/")
    sent = EmailAddress.objects.create(user=alice, email="new@example.org", verified=False)
    getattr(guest, method)(f"/accounts/confirm-email/{EmailConfirmationHMAC(sent).key}/")
    assert guest.get("/accounts/places/").status_code == 200


def test_the_link_of_an_address_that_was_given_up_is_dead(mailing: None, alice: User) -> None:
    client = Client()
    say_password(client)
    client.post("/accounts/email/", {"email": "first@example.org", "action_add": ""})
    old = link(mail.outbox[-1])
    cache.clear()
    client.post("/accounts/email/", {"email": "second@example.org", "action_add": ""})
    assert link(mail.outbox[-1]) != old
    assert client.post(old).status_code == 404
    assert not EmailAddress.objects.filter(verified=True).exists()


@pytest.mark.parametrize("language, subject", [("en", "Muggins: another password"), ("pt-br", "Muggins: outra senha")])
def test_a_changed_password_is_told_by_mail(mailing: None, alice: User, language: str, subject: str) -> None:
    client = Client()
    client.cookies["django_language"] = language
    say_password(client)
    client.post("/accounts/email/", {"email": "alice@example.org", "action_send": ""})
    confirm(client, mail.outbox[-1])
    form = {"oldpassword": PASSWORD, "password1": "twelve herons", "password2": "twelve herons"}
    client.post("/accounts/password/change/", form)
    assert mail.outbox[-1].subject == subject


def test_a_guest_who_keeps_the_account_is_asked_to_confirm(mailing: None) -> None:
    client = Client()
    client.post("/accounts/guest/")
    client.post("/accounts/keep/", {"username": "Bruno", "email": "b@example.org", "password": PASSWORD})
    assert mail.outbox[-1].to == ["b@example.org"]
    confirm(client, mail.outbox[-1])
    assert is_confirmed(User.objects.get())
