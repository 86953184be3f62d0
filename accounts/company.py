"""Mute and block: whom one does not read, and with whom one does not sit. Guests do and are, too.

Nobody is ever told by whom he is muted or blocked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, Value
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import Block, Mute, User
from accounts.prepared import Prepared

if TYPE_CHECKING:
    from django.db.models import QuerySet

MOST = 500


class Act(StrEnum):
    """What one person may decide about another."""

    MUTE = "mute"
    UNMUTE = "unmute"
    BLOCK = "block"
    UNBLOCK = "unblock"


@dataclass(frozen=True)
class Company:
    """How one person stands to another."""

    muted: bool = False
    blocked: bool = False


@dataclass(frozen=True)
class Shunned:
    """Somebody on the list, with what has been decided about him."""

    user: User
    muted: bool
    blocked: bool


def decide(*, by: User, user: User, act: Act) -> None:
    """Mute or block this person, or take it back; twice is once.

    ValidationError for oneself, and for one person too many (`MOST` of a kind).
    """
    {Act.MUTE: mute, Act.UNMUTE: unmute, Act.BLOCK: block, Act.UNBLOCK: unblock}[act](by=by, user=user)


def mute(*, by: User, user: User) -> None:
    """See no more lines of this person, wherever he says them."""
    _add(Mute, by, user)


def unmute(*, by: User, user: User) -> None:
    """See his lines again, those that he said meanwhile, too."""
    Mute.objects.filter(by=by, user=user).delete()


def block(*, by: User, user: User) -> None:
    """Sit with this person no more. A match in which both sit goes on as it is."""
    _add(Block, by, user)


def unblock(*, by: User, user: User) -> None:
    """Sit with him again, if he does not mind either."""
    Block.objects.filter(by=by, user=user).delete()


def _add(kind: type[Mute] | type[Block], by: User, user: User) -> None:
    if by.pk == user.pk:
        raise ValidationError(_("You cannot mute or block yourself."))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        rows = kind._default_manager.filter(by=by)
        if rows.filter(user=user).exists():
            return
        if rows.count() >= MOST:
            raise ValidationError(_("Your list is full. Take somebody off it first."))
        kind._default_manager.create(by=by, user=user)


def person_called(name: str) -> User | None:
    """Whoever has this name, a guest too; None when nobody has."""
    if "\x00" in name or len(name) > names.LONGEST:
        return None
    return User.objects.filter(username=names.normal(name)).first()


def company_of(viewer: object, user: User) -> Company | None:
    """How this viewer stands to this person; None where he cannot decide: signed out, or himself."""
    if not isinstance(viewer, User) or viewer.pk == user.pk:
        return None
    muted, blocked = muted_by(viewer), blocked_by(viewer)
    return Company(user.pk in muted, user.pk in blocked)


def muted_by(viewer: object) -> frozenset[int]:
    """Whom this viewer has muted."""
    return _keys(Mute, viewer)


def blocked_by(viewer: object) -> frozenset[int]:
    """Whom this viewer has blocked."""
    return _keys(Block, viewer)


@Prepared
def _shunned(by: int, again: int) -> QuerySet[Any, Any]:
    muted = Mute.objects.filter(by_id=by).values_list("user_id", Value(Act.MUTE.value)).order_by()
    blocked = Block.objects.filter(by_id=again).values_list("user_id", Value(Act.BLOCK.value)).order_by()
    return muted.union(blocked, all=True)


def shunned_by(viewer: object) -> tuple[frozenset[int], frozenset[int]]:
    """Whom this viewer has muted, and whom he has blocked, asked in one go."""
    if not isinstance(viewer, User):
        return frozenset(), frozenset()
    rows = _shunned(viewer.pk, viewer.pk)
    return (
        frozenset(user for user, act in rows if act == Act.MUTE),
        frozenset(user for user, act in rows if act == Act.BLOCK),
    )


def _keys(kind: type[Mute] | type[Block], viewer: object) -> frozenset[int]:
    if not isinstance(viewer, User):
        return frozenset()
    return frozenset(kind._default_manager.filter(by=viewer).values_list("user_id", flat=True))


def kept_apart(user: User, others: Iterable[int | None]) -> bool:
    """Whether this person has blocked one of these, or one of these him."""
    wanted = [other for other in others if other is not None and other != user.pk]
    if not wanted:
        return False
    return Block.objects.filter(Q(by=user, user__in=wanted) | Q(by__in=wanted, user=user)).exists()


def list_of(by: User) -> list[Shunned]:
    """Everybody whom this person has muted or blocked, by name."""
    muted, blocked = muted_by(by), blocked_by(by)
    users = User.objects.filter(pk__in=muted | blocked)
    rows = [Shunned(user, user.pk in muted, user.pk in blocked) for user in users]
    return sorted(rows, key=lambda row: row.user.username.casefold())
