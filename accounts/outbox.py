"""Mail in two steps: a request writes a row, the errands (`muggins_site.errands`) carry it to the mail server.

So a mail server that is down, or slow, changes neither the answer to a request nor its time, and what was asked for
twice is answered alike whether an account exists or not. See docs/decisions/0172.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import OutgoingMail

logger = logging.getLogger("accounts.outbox")

BATCH = 20
# Who carries a mail has it for so long: the mail server's own time-out is 10 seconds.
LEASE = timedelta(minutes=1)
FIRST_PAUSE = timedelta(seconds=15)
LONGEST_PAUSE = timedelta(minutes=15)
# Links in mails are dead by then; nobody waits for an old one.
TOO_OLD = timedelta(days=2)


class Outbox(BaseEmailBackend):
    """Django's mail backend of the site: stores, and never fails for the mail server's sake."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        rows = [
            OutgoingMail(to=to, sender=message.from_email, subject=str(message.subject)[:255], body=str(message.body))
            for message in email_messages
            for to in message.recipients()
        ]
        OutgoingMail.objects.bulk_create(rows)
        return len(email_messages)


def deliver(at: datetime | None = None) -> int:
    """Send what is due; how many went. A failure puts a mail off, longer each time; after two days it is dropped.

    Two who deliver at once never send one mail twice: whoever takes a row first holds it for a minute.
    """
    at = at or timezone.now()
    OutgoingMail.objects.filter(created_at__lt=at - TOO_OLD).delete()
    due = OutgoingMail.objects.filter(next_try_at__lte=at).order_by("next_try_at", "pk")
    return sum(_carry(mail, at) for mail in due[:BATCH] if _take(mail, at))


def _take(mail: OutgoingMail, at: datetime) -> bool:
    held = OutgoingMail.objects.filter(pk=mail.pk, next_try_at=mail.next_try_at)
    return bool(held.update(next_try_at=at + LEASE, tries=mail.tries + 1))


def _carry(mail: OutgoingMail, at: datetime) -> bool:
    try:
        with get_connection(settings.MAIL_CARRIER) as carrier:
            EmailMessage(mail.subject, mail.body, mail.sender, [mail.to], connection=carrier).send()
    except Exception as failure:  # a mail server can fail in any way; the mail waits
        pause = min(FIRST_PAUSE * 2 ** min(mail.tries, 10), LONGEST_PAUSE)
        OutgoingMail.objects.filter(pk=mail.pk).update(next_try_at=at + pause)
        logger.warning("A mail was not sent (%s); the next try is in %d s.", type(failure).__name__, pause.seconds)
        return False
    OutgoingMail.objects.filter(pk=mail.pk).delete()
    return True
