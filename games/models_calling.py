"""Rows of «Muggins!»: what was called on a play (RULES.md section 4). What was told at the end stands with the play."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LAST_SEAT = 3
#: No count is larger than 75, and a number pad has no use for more digits.
MOST_POINTS = 200


class Call(models.Model):
    """One «Muggins!» with its amount. The row is written once and never changed; a wrong one tells nothing."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="calls", db_index=False)
    move = models.ForeignKey("games.Move", on_delete=models.CASCADE, related_name="calls", db_index=False)
    seat = models.PositiveSmallIntegerField()
    # The foreign key's own index serves a person's statistics.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    robot = models.BooleanField(default=False, help_text=_("A robot called, or a stand-in."))
    points = models.PositiveSmallIntegerField()
    right = models.BooleanField()
    key = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(help_text=_("The match’s version that this call made."))
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("call")
        verbose_name_plural = _("calls")
        ordering = ["match", "version"]
        constraints = [
            # One try each. Also serves the deletion of a move.
            models.UniqueConstraint(name="call_once", fields=["move", "seat"]),
            # The points of a play are taken once.
            models.UniqueConstraint(name="call_right_once", fields=["move"], condition=Q(right=True)),
            # Also serves the fold: the calls of a round, in order.
            models.UniqueConstraint(name="call_version_once", fields=["match", "version"]),
            # The one-time key: a double click calls once. Also serves the look-up of a known key.
            models.UniqueConstraint(name="call_key_once", fields=["match", "user", "key"], condition=~Q(key="")),
            models.CheckConstraint(name="call_seat_range", condition=Q(seat__lte=LAST_SEAT)),
            models.CheckConstraint(name="call_points_range", condition=Q(points__gte=1, points__lte=MOST_POINTS)),
            models.CheckConstraint(
                name="call_by_person_has_key",
                condition=(Q(robot=False, user__isnull=False) & ~Q(key="")) | Q(robot=True, user__isnull=True, key=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.version}"
