"""Who may come to the desk, and who may do everything there: given and taken by superusers, with a reason."""

from __future__ import annotations

from django.db import transaction

from accounts import conduct
from accounts.models import User

RIGHTS = "rights"


def give_rights(*, actor: User, user: User, reason: str, is_staff: bool, is_superuser: bool) -> User:
    """Set both rights as told. NotStaff unless a superuser does it to somebody else; ReasonMissing."""
    with transaction.atomic():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if not actor.is_superuser or held.pk == actor.pk or held.is_guest:
            raise conduct.NotStaff
        before = {"is_staff": held.is_staff, "is_superuser": held.is_superuser}
        held.is_staff, held.is_superuser = is_staff or is_superuser, is_superuser
        after = {"is_staff": held.is_staff, "is_superuser": held.is_superuser}
        conduct.note(actor=actor, act=RIGHTS, reason=reason, user=held, details={"before": before, "after": after})
        held.save(update_fields=["is_staff", "is_superuser"])
        return held
