"""When a name changes: whoever shows it is asked to look again, after commit. `renamed` brings `user_id`."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.dispatch import Signal

from accounts.models import User

renamed = Signal()


def tell_of(user: User) -> None:
    """On commit: this person is called something else from now on."""
    transaction.on_commit(partial(renamed.send_robust, sender=User, user_id=user.pk), robust=True)
