"""Whose lines somebody does not wish to read, and with whom he does not wish to sit. Nobody is told of either."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Mute(models.Model):
    """`by` sees no lines of `user`, at this table and at every other."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            # Also serves the look at whom a viewer does not read.
            models.UniqueConstraint(name="mute_once", fields=["by", "user"]),
            models.CheckConstraint(name="mute_not_oneself", condition=~Q(by=F("user"))),
        ]

    def __str__(self) -> str:
        return f"{self.by_id}/{self.user_id}"


class Block(models.Model):
    """`by` and `user` sit down at no table of each other's any more; a match in which both sit goes on."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            # Also serves the look at whom somebody blocked; the foreign key's own index the one at who blocked him.
            models.UniqueConstraint(name="block_once", fields=["by", "user"]),
            models.CheckConstraint(name="block_not_oneself", condition=~Q(by=F("user"))),
        ]

    def __str__(self) -> str:
        return f"{self.by_id}/{self.user_id}"
