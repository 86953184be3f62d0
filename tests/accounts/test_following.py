"""Who follows whom."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import following
from accounts.models import Follow, User
from tests.cast import Cast, make_cast, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def test_to_follow_twice_is_once_and_it_ends(cast: Cast) -> None:
    for _ in range(2):
        following.follow(follower=cast.alice, followed=cast.bob)
    assert following.followed_by(cast.alice) == [cast.bob]
    assert following.follows(cast.alice, cast.bob) is True
    assert following.follows(cast.bob, cast.alice) is False
    for _ in range(2):
        following.unfollow(follower=cast.alice, followed=cast.bob)
    assert not Follow.objects.exists()


def test_nobody_follows_himself(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        following.follow(follower=cast.alice, followed=cast.alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Follow.objects.create(follower=cast.alice, followed=cast.alice)
    assert following.follows(cast.alice, cast.alice) is None


def test_guests_neither_follow_nor_are_followed(cast: Cast) -> None:
    guest = User.objects.create_user(username="Guest Heron 42", is_guest=True)
    for follower, followed in ((guest, cast.alice), (cast.alice, guest)):
        with pytest.raises(ValidationError):
            following.follow(follower=follower, followed=followed)
        assert following.follows(follower, followed) is None


def test_two_hundred_are_the_most(cast: Cast) -> None:
    many = [person(f"Player {number}") for number in range(following.MOST)]
    Follow.objects.bulk_create(Follow(follower=cast.alice, followed=each) for each in many)
    with pytest.raises(ValidationError, match="200"):
        following.follow(follower=cast.alice, followed=cast.bob)
    following.follow(follower=cast.alice, followed=many[0])
    following.unfollow(follower=cast.alice, followed=many[0])
    following.follow(follower=cast.alice, followed=cast.bob)
    assert following.follow_count(cast.alice) == following.MOST
