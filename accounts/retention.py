"""What is forgotten by itself, and after how long. `manage.py forget` runs it, every night. See docs/decisions/0174."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from accounts import added
from accounts.models import AuditEntry, OutgoingMail, User

ADDRESSES = timedelta(days=90)
UNCONFIRMED = timedelta(days=30)
STALE_GUEST = timedelta(days=90)
WAITING_MAIL = timedelta(days=2)
LATELY = timedelta(days=2)
NOWHERE = "::"


def expired_sessions(at: datetime) -> int:
    """Sessions that are over, and the lines about them; how many lines."""
    Session.objects.filter(expire_date__lt=at).delete()
    alive = Session.objects.values("session_key")
    return UserSession.objects.exclude(session_key__in=alive).delete()[0]


def old_addresses(at: datetime) -> int:
    """From where somebody signed in, 90 days ago: the session may live on, its address does not."""
    old = UserSession.objects.filter(created_at__lt=at - ADDRESSES).exclude(ip=NOWHERE)
    return old.update(ip=NOWHERE)


def unconfirmed_addresses(at: datetime) -> int:
    """E-mail addresses that nobody confirmed within 30 days, where the site can ask for that; how many.

    Each has its own days. What is confirmed in this instant stays.
    """
    if not settings.MAIL_WORKS:
        return 0
    added.count_from(at)
    late = EmailAddress.objects.filter(verified=False, added__at__lt=at - UNCONFIRMED)
    return sum(_without(*each) for each in late.order_by("pk").values_list("pk", "user_id"))


def _without(pk: int, user_id: int) -> bool:
    """Take this address away from its account, unless it is confirmed by now."""
    with transaction.atomic():
        # Django-allauth writes the address first, then the account: in the same order nobody waits for the other.
        address = EmailAddress.objects.select_for_update().filter(pk=pk, verified=False).first()
        if address is None:
            return False
        address.delete()
        User.objects.filter(pk=user_id, email=address.email).update(email="")
        return True


def unconfirmed_accounts(at: datetime) -> QuerySet[User]:
    """Accounts whose address nobody confirmed within 30 days, without a result: nobody's, most likely.

    Who has added another address of late has the days of that one.
    """
    if not settings.MAIL_WORKS:
        return User.objects.none()
    added.count_from(at)
    waiting = EmailAddress.objects.filter(verified=False)
    late = waiting.filter(added__at__lt=at - UNCONFIRMED).values("user")
    of_late = waiting.filter(added__at__gte=at - UNCONFIRMED).values("user")
    confirmed = EmailAddress.objects.filter(verified=True).values("user")
    people = User.objects.filter(is_guest=False, is_staff=False, results__isnull=True, deleted_at__isnull=True)
    return people.filter(pk__in=late).exclude(pk__in=of_late).exclude(pk__in=confirmed)


def stale_guests(at: datetime) -> QuerySet[User]:
    """Guests without a result whose session is over. Who stands in the log of the desk stays."""
    guests = User.objects.filter(is_guest=True, is_staff=False, deleted_at__isnull=True)
    audited = AuditEntry.objects.filter(user__isnull=False).values("user")
    return guests.filter(date_joined__lt=at - STALE_GUEST, results__isnull=True).exclude(pk__in=audited)


def lately_gone(at: datetime) -> QuerySet[User]:
    """Who has given his account up since two nights ago; requests under way meanwhile may have left something."""
    return User.objects.filter(deleted_at__gte=at - LATELY)


def old_mail(at: datetime) -> int:
    """Mail that could not be sent: its links are dead."""
    return OutgoingMail.objects.filter(created_at__lt=at - WAITING_MAIL).delete()[0]
