"""A guest who signs in to an account of his own leaves the guest behind: what should go along is taken along then.

`guest_returned` brings `user` and `guest`; other apps listen. Whatever a receiver fails at, he is signed in.
"""

from __future__ import annotations

from django.dispatch import Signal

from accounts.models import User

guest_returned = Signal()


def tell_of(user: User, guest: User) -> None:
    """This guest is this account's person."""
    guest_returned.send_robust(sender=User, user=user, guest=guest)
