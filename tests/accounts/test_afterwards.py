"""Who has an account is looked up when the answer has been sent, so that its time tells nothing. # B34, C27"""

from __future__ import annotations

from unittest import mock

import pytest
from django.core import mail
from django.core.signals import request_finished
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import forms
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def alice() -> User:
    return User.objects.create_user("Alice", "alice@example.org", "eleven herons", language="pt-br")


def ask(address: str) -> tuple[list[str], HttpResponseBase]:
    """The queries that go before an answer, and the answer, not closed yet."""
    client = Client()
    with (
        mock.patch.object(HttpResponseBase, "close"),
        CaptureQueriesContext(
            connection,
        ) as asked,
    ):
        answer = client.post("/accounts/password/reset/", {"email": address}, headers={"accept-language": "pt-br"})
    return [each["sql"].replace(address, "") for each in asked.captured_queries], answer


def test_before_the_answer_the_same_is_done_for_an_address_of_somebodys_and_of_nobodys() -> None:
    (here, answer), (nowhere, other) = (ask(address) for address in ("alice@example.org", "nobody@example.org"))
    assert here == nowhere
    assert not any("accounts_user" in query for query in here)
    assert mail.outbox == []
    with mock.patch.object(request_finished, "send"):  # the test's connection stays open
        for each in (answer, other):
            each.close()
    assert [message.to for message in mail.outbox] == [["alice@example.org"], ["nobody@example.org"]]
    assert "Alice" in str(mail.outbox[0].body)
    assert "nova senha" in str(mail.outbox[0].body)  # in the language of the page


def test_what_fails_then_is_logged_and_changes_no_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: object) -> None:
        raise OSError("No room for mail.")

    monkeypatch.setattr(forms, "request_password_reset", fail)
    answer = Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert answer.status_code == 302
    assert "No room for mail." in caplog.text
