"""Rows for whoever keeps order: where a seat was taken from, as keyed digests, and what the figures say of people.

No address is ever stored, and a flag is no verdict: it holds counts, and what chance would have brought.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

#: Hexadecimal digits of a digest: 96 bits, far more than there are addresses.
DIGEST_LENGTH = 24


class Origin(models.Model):
    """Where a person was when he sat down: digests that can be compared with one another and with nothing else.

    Made by `services.origins`, which also forgets them after 90 days.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="origins", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=DIGEST_LENGTH, blank=True, editable=False)
    browser = models.CharField(max_length=DIGEST_LENGTH, blank=True, editable=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("origin")
        verbose_name_plural = _("origins")
        ordering = ["-at"]
        indexes = [
            # What is forgotten: the oldest. EXPLAIN: SEARCH games_origin USING INDEX origin_age (at<?)
            models.Index(name="origin_age", fields=["at"]),
        ]
        constraints = [
            # Also serves a look at a match: its origins.
            models.UniqueConstraint(name="origin_once", fields=["match", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.user_id}"


class FlagKind(models.TextChoices):
    """What may be worth a look."""

    ORIGIN = "origin", _("same address or browser")
    PAIR = "pair", _("one-sided pair")
    PARTNER = "partner", _("results hang on the partner")
    TIMES = "times", _("think times")
    LEAVING = "leaving", _("leaves when behind")


class Flag(models.Model):
    """Figures about a person, or two, that chance alone would seldom bring. `figures`: see `games.desk`."""

    kind = models.CharField(max_length=8, choices=FlagKind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="flags")
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="flags_beside"
    )
    figures = models.JSONField()
    #: The newest of the matches that the figures are made of.
    matches = models.ManyToManyField("games.Match", related_name="flags", blank=True)
    since = models.DateTimeField(help_text=_("When it was first computed."))
    at = models.DateTimeField(help_text=_("When it was last computed."))

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        ordering = ["-at", "kind", "pk"]
        constraints = [
            models.CheckConstraint(name="flag_kind_known", condition=Q(kind__in=FlagKind.values)),
            models.UniqueConstraint(
                name="flag_once", fields=["kind", "user", "other"], condition=Q(other__isnull=False)
            ),
            models.UniqueConstraint(name="flag_once_alone", fields=["kind", "user"], condition=Q(other__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}/{self.user_id}"
