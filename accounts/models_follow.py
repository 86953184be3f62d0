"""Who follows whom. To follow is one person's own business: it asks nobody and opens nothing that was closed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Follow(models.Model):
    """`follower` wishes to see when `followed` is at a table."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows", db_index=False
    )
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = [
            # Also serves a person's list.
            models.UniqueConstraint(name="follow_once", fields=["follower", "followed"]),
            models.CheckConstraint(name="follow_not_oneself", condition=~Q(follower=F("followed"))),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id}/{self.followed_id}"
