"""Rows that are about rules rather than about one table: series of matches, and rules that a person keeps."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

CODE_BYTES = 16
BEST_OF = (3, 5)


def new_code() -> str:
    """An address: 22 url-safe characters that cannot be guessed, the first one not a mark (nor the last)."""
    while not (code := secrets.token_urlsafe(CODE_BYTES))[0].isalnum():
        pass
    return code


class Series(models.Model):
    """Matches between the same seats, until a side has won most of `best_of`. Who leads follows from its matches."""

    best_of = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        constraints = [models.CheckConstraint(name="series_best_of_known", condition=Q(best_of__in=BEST_OF))]

    def __str__(self) -> str:
        return f"{self.pk}: {self.best_of}"


class SavedRuleset(models.Model):
    """Rules that a person has given a name. Whoever has the token can read them and play by them."""

    LONGEST_NAME = 40

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_rulesets")
    name = models.CharField(max_length=LONGEST_NAME)
    # The name without regard to capitals: a person has each name once.
    name_key = models.CharField(max_length=3 * LONGEST_NAME, editable=False)
    token = models.CharField(max_length=22, unique=True, default=new_code, editable=False)
    ruleset = models.JSONField(help_text=_("All settings, with the keys of a record."))
    fingerprint = models.CharField(max_length=8, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("saved ruleset")
        verbose_name_plural = _("saved rulesets")
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(name="saved_name_once", fields=["user", "name_key"])]

    def __str__(self) -> str:
        return self.name
