"""One's data as a file, the account given up, and what is forgotten by itself. # C47, C48, C49, B55"""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import names
from accounts.following import follow
from accounts.models import AuditEntry, Follow, OutgoingMail, Rating, Tally, User
from games.models import Line, Match, SavedRuleset, Seat
from games.services.farewell import say_farewell
from games.services.retention import forget
from games.services.rulesets import save_ruleset
from tests.cast import Cast
from tests.tables import fresh, open_table, play_out_match, rules

PASSWORD = "eleven herons"
NOW = timezone.now


@pytest.fixture
def alice(cast: Cast) -> Client:
    """Alice's browser; she has a password and an address, and has just said the password again."""
    cast.alice.set_password(PASSWORD)
    cast.alice.email = "alice@example.org"
    cast.alice.save()
    cast.alice.refresh_from_db()
    client = Client()
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def whole(answer: object) -> dict[str, object]:
    """What is sent piece by piece, read to its end."""

    @async_to_sync
    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])  # type: ignore[attr-defined]

    data: dict[str, object] = json.loads(read())
    return data


def file_of(client: Client) -> dict[str, object]:
    return whole(client.get("/accounts/data/file/"))


def line(match: Match, user: User, text: str, number: int = 1) -> Line:
    return Line.objects.create(match=match, number=number, seat=0, user=user, text=text, at=NOW())


def test_the_file_has_what_is_mine(alice: Client, cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    line(match, cast.alice, "good luck to you")
    follow(follower=cast.alice, followed=cast.bob)
    save_ruleset(user=cast.alice, name="House rules", ruleset=rules())
    data = file_of(alice)
    assert data["account"]["username"] == "Alice"  # type: ignore[index]
    assert data["account"]["email"] == "alice@example.org"  # type: ignore[index]
    assert [seat["match"] for seat in data["matches"]] == [match.code]  # type: ignore[attr-defined]
    assert [said["text"] for said in data["lines"]] == ["good luck to you"]  # type: ignore[attr-defined]
    assert data["follows"] == ["Bob"]
    assert [kept["name"] for kept in data["rules"]] == ["House rules"]  # type: ignore[attr-defined]
    assert len(data["sessions"]) == 1  # type: ignore[arg-type]
    assert data["terms"]["accepted_at"]  # type: ignore[index]


def test_the_file_has_nothing_private_of_others(alice: Client, cast: Cast) -> None:
    User.objects.filter(pk=cast.bob.pk).update(email="bob@example.org", password="md5$secret$hash")
    Client().force_login(cast.bob)
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    line(match, cast.bob, "said by Bob")
    follow(follower=cast.bob, followed=cast.alice)
    text = json.dumps(file_of(alice))
    for private in ("bob@example.org", "said by Bob", "md5$", "Bob"):
        assert private not in text


def test_the_file_takes_the_password_first(cast: Cast) -> None:
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    client = Client()
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    assert client.get("/accounts/data/file/").headers["Location"].startswith("/accounts/reauthenticate/")
    assert client.post("/accounts/delete/").headers["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.get(username="Alice").is_active


def test_one_file_at_a_time(alice: Client, cast: Cast) -> None:
    first = alice.get("/accounts/data/file/")
    second = alice.get("/accounts/data/file/")
    assert (second.status_code, second.headers["Retry-After"]) == (429, "120")
    assert whole(first)
    assert file_of(alice)
    cache.clear()


def test_in_a_running_match_a_robot_plays_on(alice: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    assert alice.post("/accounts/delete/").headers["Location"] == "/"
    seat = fresh(match).seats.get(user=cast.alice)
    assert (seat.left, seat.stand_in != "") == (True, True)
    assert fresh(match).state == "running"


def test_nothing_personal_stays(alice: Client, cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50), title="Alice and friends"))
    line(match, cast.alice, "call me Alice")
    EmailAddress.objects.create(user=cast.alice, email="alice@example.org", verified=True, primary=True)
    OutgoingMail.objects.create(to="alice@example.org", sender="m@example.org", subject="s", body="b")
    follow(follower=cast.bob, followed=cast.alice)
    alice.post("/accounts/delete/")
    gone = User.objects.get(pk=cast.alice.pk)
    assert (gone.username, gone.email, gone.is_active) == (f"Deleted player {gone.pk}", "", False)
    assert not gone.has_usable_password()
    for rows in (EmailAddress, OutgoingMail, Follow, UserSession, Line, SavedRuleset):
        assert not rows.objects.exists()
    assert not any("Alice" in title for title in Match.objects.values_list("title", flat=True))
    assert "_auth_user_id" not in alice.session
    assert not User.objects.filter(username="Alice").exists()


def test_matches_stay_for_the_others_under_a_number(alice: Client, cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    alice.post("/accounts/delete/")
    page = Client().get(f"/m/{match.code}/").content.decode()
    assert f"Deleted player {cast.alice.pk}" in page
    assert "Alice" not in page
    assert Client().get(f"/players/Deleted player {cast.alice.pk}/").status_code == 404
    assert Client().get("/players/Alice/").status_code == 404


def test_leaderboards_follow(alice: Client, cast: Cast) -> None:
    Rating.objects.create(player=cast.alice, family="f", format="g", mu=25, sigma=8, listed=True, at=NOW())
    say_farewell(user=cast.alice)
    assert not Rating.objects.filter(player=cast.alice, listed=True).exists()
    assert not Tally.objects.filter(player=cast.alice, hidden=False).exists()


def test_an_old_reset_link_undoes_nothing(alice: Client, cast: Cast) -> None:  # B55
    alice.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = re.search(r"https?://\S+", mail.outbox[-1].body)[0]  # type: ignore[index]
    alice.post("/accounts/delete/")
    assert b"no longer works" in Client().get(link, follow=True).content
    assert Client().post("/accounts/login/", {"login": "Alice", "password": PASSWORD}).status_code == 200


def test_an_open_table_loses_who_leaves(cast: Cast, alice: Client) -> None:
    from games.services.seating import open_table as open_new

    match = open_new(user=cast.alice, ruleset=rules())
    alice.post("/accounts/delete/")
    assert fresh(match).state == "abandoned"


def test_leaving_twice_is_leaving_once(cast: Cast, alice: Client) -> None:
    say_farewell(user=cast.alice)
    first = User.objects.get(pk=cast.alice.pk).deleted_at
    say_farewell(user=cast.alice)
    assert User.objects.get(pk=cast.alice.pk).deleted_at == first


def test_what_was_under_way_when_somebody_left_goes_the_night_after(cast: Cast) -> None:
    """Other tabs of his that waited for their turn to write while the account was given up."""
    say_farewell(user=cast.alice)
    match = open_table(cast.bob, cast.carol, ruleset=rules(players=3))
    mine = Seat.objects.filter(match=match, user=None)
    mine.update(user=cast.alice)
    line(match, cast.alice, "My name is Alice Liddell")
    save_ruleset(user=cast.alice, ruleset=rules(), name="Alice's own")
    EmailAddress.objects.create(user=cast.alice, email="alice@example.org", verified=True, primary=True)
    follow(follower=cast.alice, followed=cast.bob)
    assert forget(NOW())["accounts given up of late, once more"] == 1
    left = (EmailAddress, SavedRuleset, Line, Seat)
    assert [kind.objects.filter(user=cast.alice).count() for kind in left] == [0] * len(left)
    assert not Follow.objects.exists()
    assert forget(NOW() + timedelta(days=3))["accounts given up of late, once more"] == 0


def test_nobody_can_choose_the_name_of_who_left() -> None:
    assert names.is_reserved("Deleted player 7")


def test_a_guest_leaves_without_a_password(db: None) -> None:
    client = Client()
    client.post("/accounts/guest/")
    assert client.post("/accounts/delete/").status_code == 302
    assert not User.objects.filter(is_active=True).exists()


@pytest.mark.parametrize("days, kept", [(89, True), (91, False)])
def test_addresses_of_sign_ins_are_forgotten(alice: Client, days: int, kept: bool) -> None:
    UserSession.objects.update(created_at=NOW() - timedelta(days=days))
    forget(NOW())
    assert (UserSession.objects.get().ip == "127.0.0.1") is kept


@pytest.mark.parametrize("hours, kept", [(47, True), (49, False)])
def test_mail_that_could_not_be_sent_is_forgotten(db: None, hours: int, kept: bool) -> None:
    made = NOW() - timedelta(hours=hours)
    OutgoingMail.objects.create(to="a@example.org", sender="m@example.org", subject="s", body="b", created_at=made)
    assert forget(NOW())["unsent mails"] == (0 if kept else 1)
    assert OutgoingMail.objects.exists() is kept


def test_expired_sessions_are_forgotten(alice: Client) -> None:
    Session.objects.update(expire_date=NOW() - timedelta(seconds=1))
    assert forget(NOW())["expired sessions"] == 1
    assert (Session.objects.count(), UserSession.objects.count()) == (0, 0)


@pytest.mark.parametrize("days, mails, stays", [(29, True, True), (31, True, False), (31, False, True)])
def test_an_account_that_nobody_confirmed_is_forgotten(
    db: None, settings: Settings, days: int, mails: bool, stays: bool
) -> None:
    settings.MAIL_WORKS = mails
    bruno = User.objects.create_user("Bruno", "b@example.org", PASSWORD)
    EmailAddress.objects.create(user=bruno, email="b@example.org", verified=False, primary=True)
    forget(NOW() + timedelta(days=days))
    assert User.objects.filter(username="Bruno", is_active=True).exists() is stays


def test_of_an_account_that_played_only_the_address_is_forgotten(cast: Cast, settings: Settings) -> None:
    settings.MAIL_WORKS = True
    play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    User.objects.filter(pk=cast.alice.pk).update(email="a@example.org")
    EmailAddress.objects.create(user=cast.alice, email="a@example.org", verified=False, primary=True)
    forget(NOW() + timedelta(days=31))
    alice = User.objects.get(pk=cast.alice.pk)
    assert (alice.username, alice.email, alice.is_active) == ("Alice", "", True)


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("days, kept", [(29, True), (31, False)])
def test_the_address_of_a_guest_who_made_an_account_has_its_days_from_then_on(
    cast: Cast, settings: Settings, played: bool, days: int, kept: bool
) -> None:
    """However long ago the guest came."""
    settings.MAIL_WORKS = True
    guest, browser = User.objects.create(username="Guest Heron 2", is_guest=True), Client()
    if played:
        play_out_match(open_table(guest, cast.bob, ruleset=rules(target=50)))
    browser.force_login(guest)
    User.objects.filter(pk=guest.pk).update(date_joined=NOW() - timedelta(days=60))
    browser.post("/accounts/keep/", {"username": "Frances", "email": "f@example.org", "password": PASSWORD})
    forget(NOW() + timedelta(days=days))
    assert EmailAddress.objects.filter(user=guest, email="f@example.org").exists() is kept
    frances = User.objects.get(pk=guest.pk)
    assert (frances.username == "Frances", frances.email == "f@example.org") == (played or kept, kept)


@pytest.mark.parametrize(
    "days, sits, stays", [(89, "", True), (91, "", False), (91, "first", True), (91, "last", True)]
)
def test_guests_who_never_played_are_forgotten(cast: Cast, days: int, sits: str, stays: bool) -> None:
    guest = User.objects.create(username="Guest Heron 2", is_guest=True, date_joined=NOW() - timedelta(days=days))
    if sits:
        open_table(*([guest, cast.bob] if sits == "first" else [cast.bob, guest]))
    forget(NOW())
    assert User.objects.filter(pk=guest.pk).exists() is stays


def test_who_stands_in_the_log_of_the_desk_is_not_deleted(cast: Cast) -> None:
    guest = User.objects.create(username="Guest Heron 2", is_guest=True, date_joined=NOW() - timedelta(days=91))
    AuditEntry.objects.create(actor=cast.eve, act="mute", user=guest, reason="shouted", at=NOW())
    forget(NOW())
    assert User.objects.filter(pk=guest.pk).exists()


def test_lines_at_tables_are_forgotten(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=50)))
    line(match, cast.alice, "long ago")
    Match.objects.update(finished_at=NOW() - timedelta(days=400))
    assert forget(NOW())["lines at tables"] == 1
    assert Seat.objects.filter(user=cast.alice).exists()


def test_the_command_says_what_it_forgot(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("forget")
    said = capsys.readouterr().out
    assert "addresses of sign-ins: 0" in said
    assert "guests who never played: 0" in said


def test_it_runs_by_itself_once_a_night(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from muggins_site import errands

    ran: list[str] = []
    monkeypatch.setattr(errands, "call_command", lambda command, **options: ran.append(command))
    cache.clear()
    night = NOW().replace(hour=4)
    for at in (night.replace(hour=2), night, night, night + timedelta(days=1)):
        errands.turn(at)
    assert ran == [*errands.NIGHTLY] * 2
    assert {"forget", "flag_matches", "make_puzzles"} <= set(ran)
    cache.clear()
