"""What is said at a table. Lines are no part of the match: they raise no version and stand in no record or replay."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT

MOST_TEXT = 200
MOST_CODE = 20
#: What can be said in every language, in the order in which it is offered. A code that has been used keeps its meaning.
PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "muggins",
    "thanks",
    "moment",
    "back",
    "sorry",
    "good_game",
    "bye",
)


class Line(models.Model):
    """One line: a phrase, which each reader sees in his own language, or a text. `seat`: None for who watched."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="lines", db_index=False)
    # Counted from 1 at each table, in the order in which lines were stored.
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lines", db_index=False)
    phrase = models.CharField(max_length=MOST_CODE, blank=True)
    text = models.CharField(max_length=MOST_TEXT, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("line")
        verbose_name_plural = _("lines")
        ordering = ["match", "number"]
        indexes = [
            # How much somebody said in the last minute, at whatever tables.
            models.Index(name="line_speaker", fields=["user", "at"]),
        ]
        constraints = [
            # Also serves the newest lines of a table.
            models.UniqueConstraint(name="line_number_once", fields=["match", "number"]),
            models.CheckConstraint(name="line_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="line_seat_range", condition=Q(seat__isnull=True) | Q(seat__lte=LAST_SEAT)),
            models.CheckConstraint(
                name="line_phrase_or_text", condition=(Q(phrase="") & ~Q(text="")) | (~Q(phrase="") & Q(text=""))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"
