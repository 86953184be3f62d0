"""Follow a player, stop following him, and who follows whom. Guests come and go: they neither do nor are."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Follow, User

MOST = 200


def follow(*, follower: User, followed: User) -> None:
    """Follow this player; twice is once. ValidationError for guests, oneself, and one player too many."""
    if follower.is_guest or followed.is_guest or not followed.is_active:
        raise ValidationError(_("Only who has an account can follow, and be followed."))
    if follower.pk == followed.pk:
        raise ValidationError(_("You cannot follow yourself."))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=follower.pk)
        if Follow.objects.filter(follower=follower, followed=followed).exists():
            return
        if Follow.objects.filter(follower=follower).count() >= MOST:
            raise ValidationError(_("You follow 200 players; that is the most. Stop following one first."))
        Follow.objects.create(follower=follower, followed=followed)


def unfollow(*, follower: User, followed: User) -> None:
    """Follow him no longer; nothing when one never did."""
    Follow.objects.filter(follower=follower, followed=followed).delete()


def follows(follower: object, followed: User) -> bool | None:
    """Whether this viewer follows this player; None where he cannot: as a guest, or himself."""
    if not isinstance(follower, User) or follower.is_guest or followed.is_guest or follower.pk == followed.pk:
        return None
    return Follow.objects.filter(follower=follower, followed=followed).exists()


def followed_by(follower: User) -> list[User]:
    """Whom this person follows, by name. At most `MOST`."""
    rows = Follow.objects.filter(follower=follower, followed__is_active=True).select_related("followed")
    return sorted((row.followed for row in rows), key=lambda user: user.username.casefold())


def follow_count(follower: User) -> int:
    """How many players this person follows."""
    return Follow.objects.filter(follower=follower, followed__is_active=True).count()


def followed_among(follower: object, user_ids: Iterable[int | None]) -> frozenset[int]:
    """Which of these this person follows."""
    if not isinstance(follower, User):
        return frozenset()
    wanted = [user_id for user_id in user_ids if user_id is not None]
    rows = Follow.objects.filter(follower=follower, followed__in=wanted)
    return frozenset(rows.values_list("followed_id", flat=True))
