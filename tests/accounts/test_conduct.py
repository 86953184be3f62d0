"""Mute, suspend, ban, lift and rename; the log that nobody changes; barred people are told and kept out. # C34, A37"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import conduct, notices
from accounts.models import AuditEntry, Notice, Sanction, User
from accounts.models_conduct import Unchangeable
from games.services import errors, keeper, peeking
from tests.cast import Cast, make_cast
from tests.tables import open_table, seat_of

PASSWORD = "chalk and bone 77"


@pytest.fixture
def cast(db: None) -> Cast:
    cast = make_cast()
    cast.eve.is_staff = True
    cast.eve.save()
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    return cast


def sign_in(user: User) -> tuple[Client, Any]:
    client = Client()
    return client, client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})


def test_a_banned_player_is_signed_out_and_kept_out_with_a_sentence(cast: Cast) -> None:
    client, answer = sign_in(cast.alice)
    assert answer.status_code == 302
    conduct.ban(actor=cast.eve, user=cast.alice, reason="Plays with two accounts.")
    assert not client.get("/").wsgi_request.user.is_authenticated
    _client, answer = sign_in(cast.alice)
    assert answer.status_code == 403
    assert "This account is barred from the site." in answer.content.decode()
    assert "two accounts" not in answer.content.decode()


def test_a_suspension_names_its_end_and_ends(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    until = timezone.now() + timedelta(days=3)
    client, _answer = sign_in(cast.alice)
    conduct.suspend(actor=cast.eve, user=cast.alice, reason="Insults.", until=until)
    _client, answer = sign_in(cast.alice)
    assert answer.status_code == 403
    assert notices.day(until) in answer.content.decode()
    Sanction.objects.update(since=until - timedelta(days=9), until=until - timedelta(days=5))
    assert conduct.is_barred(cast.alice) is None
    assert not client.get("/").wsgi_request.user.is_authenticated  # the old session stays dead
    _client, answer = sign_in(cast.alice)
    assert answer.status_code == 302


def test_lifting_lets_him_in_again_and_tells_him(cast: Cast) -> None:
    conduct.mute(actor=cast.eve, user=cast.alice, reason="Insults.")
    conduct.ban(actor=cast.eve, user=cast.alice, reason="Insults.")
    assert conduct.lift(actor=cast.eve, user=cast.alice, reason="It was her brother.") == 2
    assert not conduct.is_muted(cast.alice)
    client, answer = sign_in(cast.alice)
    assert answer.status_code == 302
    assert "you may do everything again" in client.get("/").content.decode()
    with pytest.raises(ValidationError):
        conduct.lift(actor=cast.eve, user=cast.alice, reason="Again.")


def test_a_muted_player_plays_on_and_is_told(cast: Cast) -> None:
    conduct.mute(actor=cast.eve, user=cast.alice, reason="Insults.", until=timezone.now() + timedelta(hours=1))
    assert conduct.is_muted(cast.alice)
    assert conduct.is_barred(cast.alice) is None
    client, answer = sign_in(cast.alice)
    assert answer.status_code == 302
    assert "You cannot write at tables until" in client.get("/").content.decode()


@pytest.mark.parametrize("kind", ["ban", "closed account"])
def test_robots_play_on_at_the_tables_of_who_is_gone(cast: Cast, kind: str) -> None:
    match, waiting = open_table(cast.alice, cast.bob), open_table(cast.alice)
    if kind == "ban":
        conduct.ban(actor=cast.eve, user=cast.alice, reason="Cheats.")
    else:
        cast.alice.is_active = False
        cast.alice.save()
    keeper.sweep_all()
    seat = seat_of(match, cast.alice)
    assert seat.left
    assert seat.stand_in
    assert not seat_of(match, cast.bob).left
    assert not waiting.seats.filter(user=cast.alice).exists()


def test_a_new_name_is_told_and_cannot_be_somebody_elses(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        conduct.rename(actor=cast.eve, user=cast.alice, reason="Abusive.", name="B0b")
    renamed = conduct.rename(actor=cast.eve, user=cast.alice, reason="Abusive.")
    assert renamed.username.startswith("Player ")
    entry = AuditEntry.objects.get()
    assert entry.details == {"before": "Alice", "after": renamed.username}
    told = notices.unread(renamed)
    assert told[0].text == f"The site changed your name: you are {renamed.username} now."


def until() -> dict[str, Any]:
    return {"until": timezone.now() + timedelta(days=1)}


ACTS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (conduct.mute, {}), (conduct.suspend, until()), (conduct.ban, {}), (conduct.rename, {}),
]  # fmt: skip


@pytest.mark.parametrize(("act", "more"), ACTS, ids=lambda value: getattr(value, "__name__", ""))
def test_every_act_needs_a_reason_and_a_member_of_staff(
    cast: Cast, act: Callable[..., Any], more: dict[str, Any]
) -> None:
    with pytest.raises(conduct.ReasonMissing):
        act(actor=cast.eve, user=cast.alice, reason=" ", **more)
    with pytest.raises(conduct.NotStaff):
        act(actor=cast.bob, user=cast.alice, reason="I lost.", **more)
    with pytest.raises(conduct.NotStaff):
        act(actor=cast.eve, user=cast.eve, reason="Try.", **more)
    owner = User.objects.create_superuser("Owner Person")
    with pytest.raises(conduct.NotStaff):
        act(actor=cast.eve, user=owner, reason="Try.", **more)
    assert not AuditEntry.objects.exists()
    assert not Sanction.objects.exists()
    assert not Notice.objects.exists()
    act(actor=cast.eve, user=cast.alice, reason="A reason.", **more)
    assert AuditEntry.objects.get().reason == "A reason."


def test_a_guest_who_signs_in_as_staff_is_known_to_be_the_same(cast: Cast) -> None:
    cast.eve.set_password(PASSWORD)
    cast.eve.save()
    client = Client()
    client.post("/accounts/guest/")
    guest = User.objects.get(is_guest=True)
    match = open_table(guest, cast.bob)
    client.post("/accounts/login/", {"login": "Eve", "password": PASSWORD})
    assert conduct.guises_of(cast.eve) == {guest.pk}
    with pytest.raises(errors.SitsThere):
        peeking.open_hands(actor=cast.eve, match=match, reason="I am curious.")


def test_the_servers_log_has_a_line_for_each_act(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:  # C42
    caplog.set_level("INFO", logger="accounts")
    conduct.ban(actor=cast.eve, user=cast.alice, reason="A private reason.")
    assert "desk: ban, by Eve, about Alice, " in caplog.messages
    assert "private reason" not in caplog.text


def test_the_log_is_not_changed_by_models_or_by_the_database(cast: Cast) -> None:
    conduct.ban(actor=cast.eve, user=cast.alice, reason="Cheats.")
    entry = AuditEntry.objects.get()
    entry.reason = "Nothing."
    for change in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(reason="Nothing."),
        lambda: AuditEntry.objects.bulk_update([entry], ["reason"]),
    ):
        with pytest.raises(Unchangeable):
            change()
    columns = "id, act, subject, reason, details, at, actor_id"
    other = columns.replace("reason", "'Nothing.'")
    again = f"INTO accounts_auditentry ({columns}) SELECT {other} FROM accounts_auditentry"
    kept = "WHERE true ON CONFLICT (id) DO UPDATE SET reason = excluded.reason"
    for sentence in (
        "UPDATE accounts_auditentry SET reason = 'Nothing.'",
        "DELETE FROM accounts_auditentry",
        f"INSERT {again} {kept}",
        f"INSERT OR REPLACE {again}",  # SQLite's own; no statement at all elsewhere
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sentence)
    assert AuditEntry.objects.get().reason == "Cheats."
