"""By which ratings of the robots everybody's ratings were computed last: one row, so that an upgrade is noticed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

DIGEST_LENGTH = 16


class RatingBasis(models.Model):
    """Kept by `services.basis`: after an upgrade that brings other figures, all ratings are computed anew, once."""

    name = models.CharField(max_length=20, primary_key=True)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("basis of ratings")
        verbose_name_plural = _("bases of ratings")

    def __str__(self) -> str:
        return self.digest
