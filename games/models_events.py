"""What became of a seat beside the moves: who came, went, was out of sight, ran out of time. For the desk."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT


class SeatEventKind(models.TextChoices):
    """What happened. Moves say themselves by whom they were chosen."""

    SAT = "sat", _("sat down")
    LEFT = "left", _("left")
    AWAY = "away", _("out of sight")
    SEEN = "seen", _("in sight again")
    LATE = "late", _("time ran out")
    STAND_IN = "stand_in", _("a robot plays on")
    BACK = "back", _("plays again")


class SeatEvent(models.Model):
    """One thing that happened to a person's seat. Made by `services.tables`; forgotten after 90 days."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="seat_events", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=SeatEventKind.choices)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("seat event")
        verbose_name_plural = _("seat events")
        ordering = ["match", "at", "pk"]
        indexes = [
            # The review of a match: what happened, in order.
            models.Index(name="seat_event_match", fields=["match", "at", "id"]),
            # What is forgotten: the oldest. EXPLAIN: SEARCH games_seatevent USING INDEX seat_event_age (at<?)
            models.Index(name="seat_event_age", fields=["at"]),
        ]
        constraints = [
            models.CheckConstraint(name="seat_event_kind_known", condition=Q(kind__in=SeatEventKind.values)),
            models.CheckConstraint(name="seat_event_seat_range", condition=Q(seat__lte=LAST_SEAT)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}/{self.kind}"
