"""Hints that were taken at friendly tables: what a robot thought best, for the one seat that asked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT


class Hint(models.Model):
    """One hint. That it was taken is told to all; the rest, while the round is played, only to who asked.

    `points`: raw points of the rest of the round, `error` their standard error, over `deals` sampled deals.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="hints_taken", db_index=False)
    # The version of the match at which the turn began that the hint is for.
    turn_version = models.PositiveIntegerField()
    round_number = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField(help_text=_("Of the move that it is for, counted from 1 in its round."))
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hints", db_index=False)
    move = models.CharField(max_length=12)
    points = models.FloatField()
    error = models.FloatField()
    deals = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        ordering = ["match", "turn_version"]
        indexes = [
            # How many somebody took lately.
            models.Index(name="hint_taker", fields=["user", "at"]),
        ]
        constraints = [
            # Also serves all hints of a match, in order.
            models.UniqueConstraint(name="hint_once", fields=["match", "turn_version"]),
            models.CheckConstraint(name="hint_seat_range", condition=Q(seat__lte=LAST_SEAT)),
            models.CheckConstraint(name="hint_number_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        # Not the move: while the round is played it is one person's business.
        return f"{self.match_id}/{self.turn_version}"
