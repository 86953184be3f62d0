"""The desk's acts about people, each with a reason in the audit log: mute, suspend, ban, lift, rename.

Keyword-only; errors are ValidationError with a sentence. A person who is barred (suspended or banned) has no session
any more, cannot sign in, and his open sockets are closed; robots play on at his tables (`games.services.sweep`).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import endings, names, notices, renaming
from accounts.models import AuditEntry, Sanction, SanctionKind, User
from accounts.models_conduct import LONGEST_REASON
from accounts.prepared import Prepared
from accounts.selectors import free_name

log = logging.getLogger(__name__)

#: Before somebody is barred, with `actor` and `user`; whoever objects raises a ValidationError.
about_to_bar = Signal()

MUTE, SUSPEND, BAN, LIFT, RENAME, GUISE = "mute", "suspend", "ban", "lift", "rename", "guise"


class ReasonMissing(ValidationError):
    """Nothing is done without a reason that somebody else can read later."""

    def __init__(self) -> None:
        super().__init__(_("Say why: the reason stands in the log."))


class NotStaff(ValidationError):
    """Only members of staff act upon others, and not upon themselves."""

    def __init__(self) -> None:
        super().__init__(_("Only members of staff may do this, and nobody upon himself or upon the site's owner."))


class AtOneTable(ValidationError):
    """Who is barred loses his seats: nobody does that to whom he is playing with."""

    def __init__(self) -> None:
        super().__init__(_("You sit at one table with this person: only another member of staff may do this now."))


def note(
    *, actor: User, act: str, reason: str, user: User | None = None, subject: str = "", details: Any = None
) -> AuditEntry:
    """Enter an act in the audit log, in the transaction of the act. ReasonMissing, NotStaff."""
    assert transaction.get_connection().in_atomic_block, "an act and its entry are stored together"
    if not (actor.is_staff and actor.is_active):
        raise NotStaff
    reason = reason.strip()
    if not reason:
        raise ReasonMissing
    log.info("desk: %s, by %s, about %s, %s", act, actor.username, user.username if user else "nobody", subject)
    return AuditEntry.objects.create(
        actor=actor,
        act=act,
        user=user,
        subject=subject,
        reason=reason[:LONGEST_REASON],
        details=details or {},
        at=timezone.now(),
    )


def same_person(*, staff: User, guest: User) -> None:
    """Note that this member of staff was this guest in the same browser: he sees no hands where the guest sits."""
    with transaction.atomic():
        if guest.pk not in guises_of(staff):
            note(actor=staff, act=GUISE, user=guest, reason="Signed in from this guest's browser.")


def guises_of(staff: User) -> set[int]:
    """The keys of guests who are known to be this member of staff."""
    return set(AuditEntry.objects.filter(actor=staff, act=GUISE).values_list("user", flat=True))


def mute(*, actor: User, user: User, reason: str, until: datetime | None = None) -> Sanction:
    """Keep this person from writing at tables; playing goes on. Without `until`, until it is lifted."""
    with transaction.atomic():
        return _sanction(actor, user, SanctionKind.MUTE, reason, until)


def suspend(*, actor: User, user: User, reason: str, until: datetime) -> Sanction:
    """Keep this person off the site until then. AtOneTable while both sit at a match that is not over."""
    return _bar(actor, user, SanctionKind.SUSPEND, reason, until)


def ban(*, actor: User, user: User, reason: str) -> Sanction:
    """Keep this person off the site, until it is lifted. As `suspend`."""
    return _bar(actor, user, SanctionKind.BAN, reason, None)


def lift(*, actor: User, user: User, reason: str) -> int:
    """End every restriction of this person; how many there were. ValidationError when there is none."""
    with transaction.atomic():
        held = _held(actor, user)
        running = [row.pk for row in _running(held).select_for_update()]
        if not running:
            raise ValidationError(_("There is nothing to lift."))
        kinds = sorted(Sanction.objects.filter(pk__in=running).values_list("kind", flat=True))
        note(actor=actor, act=LIFT, reason=reason, user=held, details={"kinds": kinds})
        Sanction.objects.filter(pk__in=running).update(lifted_at=timezone.now())
        notices.tell(user=held, code=notices.LIFTED)
        return len(running)


def rename(*, actor: User, user: User, reason: str, name: str = "") -> User:
    """Give this person another name; without `name`, "Player" and a number. ValidationError when it cannot be had."""
    with transaction.atomic():
        held = _held(actor, user)
        before, held.username = held.username, free_name(name) if name else _plain_name(held)
        note(actor=actor, act=RENAME, reason=reason, user=held, details={"before": before, "after": held.username})
        held.save(update_fields=["username"])
        notices.tell(user=held, code=notices.RENAMED, facts={"name": held.username})
        renaming.tell_of(held)
        return held


def is_muted(user: User) -> bool:
    """Whether this person may not write at tables now."""
    return bool(_mutes(user.pk)) and _running(user).filter(kind=SanctionKind.MUTE).exists()


@Prepared
def _mutes(user: int) -> QuerySet[Any, Any]:
    """Those that nobody has lifted, over or not: nearly always none, which is asked at every move."""
    return Sanction.objects.filter(user_id=user, kind=SanctionKind.MUTE, lifted_at__isnull=True).values_list("pk")


def is_barred(user: User) -> Sanction | None:
    """The restriction that keeps this person off the site now, the longest of them; None when there is none."""
    return longest_bar([user.pk])


def longest_bar(users: Sequence[int]) -> Sanction | None:
    """The restriction that keeps any of these people off the site for longest; None when there is none."""
    barring = Sanction.objects.filter(_runs(timezone.now()), user__in=users).exclude(kind=SanctionKind.MUTE)
    return barring.order_by(F("until").desc(nulls_first=True)).first()


def barred() -> QuerySet[User]:
    """Everybody who is kept off the site now, and whoever has no account any more."""
    running = Sanction.objects.filter(_runs(timezone.now())).exclude(kind=SanctionKind.MUTE)
    return User.objects.filter(Q(pk__in=running.values("user")) | Q(is_active=False))


def _runs(at: datetime) -> Q:
    return Q(lifted_at__isnull=True) & (Q(until__isnull=True) | Q(until__gt=at))


def _running(user: User) -> QuerySet[Sanction]:
    return Sanction.objects.filter(_runs(timezone.now()), user=user)


def _bar(actor: User, user: User, kind: SanctionKind, reason: str, until: datetime | None) -> Sanction:
    with transaction.atomic():
        about_to_bar.send(sender=User, actor=actor, user=user)
        sanction = _sanction(actor, user, kind, reason, until)
        endings.end_sessions(user=user)
        return sanction


def _sanction(actor: User, user: User, kind: SanctionKind, reason: str, until: datetime | None) -> Sanction:
    held, at = _held(actor, user), timezone.now()
    if until is not None and until <= at:
        raise ValidationError(_("The end lies in the past."))
    note(actor=actor, act=str(kind), reason=reason, user=held, details={"until": until and until.isoformat()})
    if kind == SanctionKind.MUTE:
        notices.tell(user=held, code=notices.MUTED, facts={"until": until and until.isoformat()})
    return Sanction.objects.create(user=held, kind=kind, reason=reason.strip(), by=actor, since=at, until=until)


def _held(actor: User, user: User) -> User:
    """This person, locked; NotStaff for oneself, and for the site's owners unless the actor is one of them."""
    held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if held.pk == actor.pk or (held.is_superuser and not actor.is_superuser):
        raise NotStaff
    return held


def _plain_name(user: User) -> str:
    """A name that says nothing and that nobody has."""
    while True:
        name = f"{'Guest' if user.is_guest else 'Player'} {1000 + secrets.randbelow(999_000)}"
        if not User.objects.filter(name_key=names.key_of(name)).exists():
            return name
