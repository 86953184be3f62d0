"""Invitations: links by which a seat may be had, each with a token of its own that is not the table's address."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TOKEN_BYTES = 24
TOKEN_LENGTH = 32


def new_token() -> str:
    """192 random bits as 32 url-safe characters: nobody comes upon one by trying."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class Invite(models.Model):
    """Whoever has the token may sit down at this table, until it is withdrawn. A table has one good one at most."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="invites")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(name="invite_one_good", fields=["match"], condition=Q(revoked_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.pk}"
