"""Who gives his account up: of each kind of row that is his nothing stays, nor anything that he might do. # C47"""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.utils import timezone

from accounts.company import block, mute
from accounts.models import Block, Mute, Notice, OutgoingMail, User
from accounts.prefs import Prefs
from games.models import LearningStreak, Puzzler
from games.services.farewell import say_farewell
from tests.cast import Cast


@pytest.fixture
def alice(cast: Cast) -> User:
    """With something of every kind."""
    user = cast.alice
    user.email, user.language, user.last_login = "now@example.org", "pt-br", timezone.now()
    user.is_staff = user.is_superuser = True
    user.set_password("eleven herons")
    user.prefs = Prefs(theme="night", one_tap=True)
    user.save()
    user.groups.add(Group.objects.create(name="Desk"))
    user.user_permissions.add(Permission.objects.all()[0])
    EmailAddress.objects.create(user=user, email="other@example.org")
    Authenticator.objects.create(user=user, type="totp", data={})
    Notice.objects.create(user=user, code="muted", facts={})
    for to in ("now@example.org", "other@example.org"):
        OutgoingMail.objects.create(to=to, sender="m@example.org", subject="s", body="b")
    for act in (mute, block):
        act(by=user, user=cast.bob)
        act(by=cast.carol, user=user)
    LearningStreak.objects.create(user=user, kind="count")
    Puzzler.objects.create(user=user, mu=25.0, sigma=8.0)
    return user


@pytest.mark.parametrize(
    "kind", [EmailAddress, Authenticator, Notice, OutgoingMail, Mute, Block, LearningStreak, Puzzler]
)
def test_no_row_of_his_stays(alice: User, kind: type) -> None:
    assert kind.objects.exists()  # type: ignore[attr-defined]
    say_farewell(user=alice)
    assert not kind.objects.exists()  # type: ignore[attr-defined]


def test_what_is_left_of_the_person_may_nothing_and_likes_nothing(alice: User) -> None:
    before = alice.get_session_auth_hash()
    say_farewell(user=alice)
    left = User.objects.get(pk=alice.pk)
    assert (left.email, left.language, left.last_login, left.prefs) == ("", "", None, Prefs())
    assert (left.is_guest, left.is_active, left.is_staff, left.is_superuser) == (True, False, False, False)
    assert [left.groups.count(), left.user_permissions.count()] == [0, 0]
    assert not left.has_usable_password()
    assert left.hide_history
    assert left.get_session_auth_hash() != before
    assert left.session_round == alice.session_round + 1
