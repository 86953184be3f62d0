"""When a session ends: whoever has the person's pages open (sockets) is asked to look, at once.

`sessions_changed` is sent after commit with `user_id`, whatever ended the session: signing out, another password, a
deletion of its row, an account that is closed or barred. Receivers look for themselves whether theirs still stands.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver

from accounts.models import User

sessions_changed = Signal()
#: What of a person a session hangs on.
DECIDING = frozenset({"password", "is_active", "session_round"})


def end_sessions(*, user: User) -> None:
    """End every session of this person, wherever he is signed in."""
    User.objects.filter(pk=user.pk).update(session_round=F("session_round") + 1)
    look(user.pk)


def look(user_id: int) -> None:
    """On commit: have this person's open sockets look whether their session still stands."""
    transaction.on_commit(partial(sessions_changed.send_robust, sender=User, user_id=user_id), robust=True)


@receiver(post_delete, sender=Session)
def session_deleted(sender: Any, instance: Session, **kwargs: Any) -> None:
    """Somebody signed out, or a session was ended from a list of them."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        look(int(user_id))


@receiver(post_save, sender=User)
def user_saved(
    sender: Any, instance: User, created: bool, update_fields: frozenset[str] | None = None, **kwargs: Any
) -> None:
    """A new password, or an account that was closed."""
    if not created and (update_fields is None or DECIDING & set(update_fields)):
        look(instance.pk)
