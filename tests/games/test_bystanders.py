"""What is done to one person, or at one table, leaves the rows of everybody else as they were. # C47, C48"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import company, conduct, endings, leaving, ledger, notices, second_factor, sessions
from accounts.following import follow
from accounts.models import Block, Board, Follow, Mute, OutgoingMail, PairTally, Rating, Tally, User
from games.models import Match
from games.services import invites, seating, talk
from games.services.farewell import say_farewell
from games.services.rulesets import save_ruleset
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

PASSWORD = "eleven herons"
Row = tuple[str, Any]


def own_rows(user: User) -> dict[Row, dict[str, Any]]:
    """All rows that name this person, or his address or session, with all their columns."""
    places = UserSession.objects.filter(user=user).values("session_key")
    found: list[Model] = [user.__class__.objects.get(pk=user.pk), *Session.objects.filter(pk__in=places)]
    found += OutgoingMail.objects.filter(to=user.email)
    for model in apps.get_models():
        for field in model._meta.fields:
            if field.related_model is User:
                found += model._default_manager.filter(**{field.name: user})
    return {(row._meta.label, row.pk): {f.attname: getattr(row, f.attname) for f in row._meta.fields} for row in found}


def furnish(user: User, other: User) -> None:
    """Something of every kind that hangs on a person."""
    at, browser = timezone.now(), Client()
    user.email = f"{user.username}@example.org"
    user.set_password(PASSWORD)
    user.save()
    browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    OutgoingMail.objects.create(to=user.email, sender="m@example.org", subject="s", body="b")
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "s"})
    notices.tell(user=user, code=notices.LIFTED)
    follow(follower=user, followed=other)
    company.mute(by=user, user=other)
    save_ruleset(user=user, ruleset=rules(), name="Mine")
    Rating.objects.create(player=user, family="f", format="g", mu=25, sigma=8, listed=True, at=at)
    board = Board.objects.get_or_create(family="f", format="g", period="year", start=at.date())[0]
    Tally.objects.create(board=board, player=user)
    first, second = sorted([user.pk, other.pk])
    PairTally.objects.create(board=board, first_id=first, second_id=second)
    match = play_out_match(open_table(user, other, ruleset=rules(target=50), title="Ours", free_talk=True))
    talk.say(match_id=match.pk, user=user, phrase="hello")
    open_table(user, private=True, ruleset=rules(players=3))
    company.block(by=user, user=other)
    ledger.hide_history(user=other, hide=True)
    conduct.mute(actor=User.objects.get(username="Eve"), user=other, reason="Shouted.")


@pytest.fixture
def others(cast: Cast) -> tuple[User, User]:
    """Carol and Dave, who have nothing to do with Alice and Bob; both pairs have something of every kind."""
    cast.eve.is_staff = True
    cast.eve.save()
    furnish(cast.alice, cast.bob)
    furnish(cast.carol, cast.dave)
    return cast.carol, cast.dave


def renew_invitation(cast: Cast) -> None:
    table = Match.objects.get(created_by=cast.alice, state="open")
    invites.renew(match_id=table.pk, user=cast.alice)


def leave_the_table(cast: Cast) -> None:
    table = Match.objects.get(created_by=cast.alice, state="open")
    seating.leave(match_id=table.pk, user=cast.alice)


def new_key(cast: Cast) -> None:
    request = RequestFactory().get("/")
    place = UserSession.objects.filter(user=cast.alice)[0]
    request.session = Client().session
    request.session._session_key = place.session_key  # type: ignore[attr-defined]
    sessions.rotate(request)


ACTS: dict[str, Callable[[Cast], object]] = {
    "goes": lambda cast: say_farewell(user=cast.alice),
    "is erased": lambda cast: leaving.erase(user=cast.alice),
    "hides": lambda cast: ledger.hide_history(user=cast.alice, hide=True),
    "has a partner who shows": lambda cast: ledger.hide_history(user=cast.bob, hide=False),
    "plays a match": lambda cast: play_out_match(open_table(cast.alice, cast.eve, ruleset=rules(target=50))),
    "gets a new key": new_key,
    "ends the other sessions": lambda cast: sessions.end_others(user=cast.alice, but="none"),
    "is signed out": lambda cast: endings.end_sessions(user=cast.alice),
    "has no app any more": lambda cast: second_factor.switch_off(user=cast.alice),
    "is banned": lambda cast: conduct.ban(actor=cast.eve, user=cast.alice, reason="Shouted."),
    "has a partner who may talk again": lambda cast: conduct.lift(actor=cast.eve, user=cast.bob, reason="Enough."),
    "renews an invitation": renew_invitation,
    "leaves the table": leave_the_table,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_the_rows_of_others_stay_as_they_were(
    cast: Cast, others: tuple[User, User], act: Callable[[Cast], object]
) -> None:
    before, mine = [own_rows(user) for user in others], own_rows(cast.alice) | own_rows(cast.bob)
    act(cast)
    assert [own_rows(user) for user in others] == before
    now = own_rows(cast.alice) | own_rows(cast.bob)
    assert now != mine, "nothing has been done"


@pytest.mark.parametrize("gone", ["alice", "bob"])
def test_of_who_goes_no_acquaintance_stays_in_either_direction(cast: Cast, gone: str) -> None:
    follow(follower=cast.alice, followed=cast.bob)
    company.mute(by=cast.alice, user=cast.bob)
    company.block(by=cast.alice, user=cast.bob)
    say_farewell(user=getattr(cast, gone))
    assert [kind.objects.count() for kind in (Follow, Mute, Block)] == [0, 0, 0]


def test_of_who_goes_nothing_is_on_the_boards(cast: Cast, others: tuple[User, User]) -> None:
    ledger.hide_history(user=cast.bob, hide=False)
    say_farewell(user=cast.alice)
    assert not Tally.objects.filter(player=cast.alice, hidden=False).exists()
    pairs = PairTally.objects.filter(first=cast.alice) | PairTally.objects.filter(second=cast.alice)
    assert pairs.exists()
    assert not pairs.filter(hidden=False).exists()


def test_who_has_been_a_guest_is_known_of_that_member_of_staff_alone(cast: Cast) -> None:
    for staff in (cast.eve, cast.dave):
        staff.is_staff = True
        staff.save()
    guest = User.objects.create(username="Guest Heron 2", is_guest=True)
    conduct.same_person(staff=cast.eve, guest=guest)
    assert (conduct.guises_of(cast.eve), conduct.guises_of(cast.dave)) == ({guest.pk}, set())
