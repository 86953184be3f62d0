"""Since when an account has an address, remembered from the moment that it gets it. See docs/decisions/0281."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import AddressAdded

if TYPE_CHECKING:
    from datetime import datetime


@receiver(post_save, sender=EmailAddress, dispatch_uid="accounts.added")
def address_added(sender: Any, instance: EmailAddress, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """Whoever adds it: a form of ours or django-allauth."""
    if created and not raw:
        AddressAdded.objects.get_or_create(address=instance)


def count_from(at: datetime) -> None:
    """Unconfirmed addresses of which nobody knows since when they are here count from this moment."""
    with transaction.atomic():
        unknown = EmailAddress.objects.filter(verified=False, added__isnull=True)
        held = unknown.select_for_update(of=("self",), no_key=True)
        AddressAdded.objects.bulk_create([AddressAdded(address=address, at=at) for address in held])
