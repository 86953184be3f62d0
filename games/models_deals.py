"""Rows of deals that can be checked: the secret of a round, the numbers that browsers sent, and the counters of chance.

A secret never leaves the server before its round is over; `games.fair` is the one place that reads it for a page.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT


class Deal(models.Model):
    """The secret of a round that has been promised: made, and its commitment shown, before the round is dealt."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="deals", db_index=False)
    number = models.PositiveIntegerField(help_text=_("The round's number."))
    secret = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["match", "number"]
        constraints = [
            # Also serves every look at a match: its deals in order.
            models.UniqueConstraint(name="deal_once", fields=["match", "number"]),
            models.CheckConstraint(name="deal_number_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class MixedIn(models.Model):
    """The number that a seat's browser sent for a deal. Written once, and only before the round is dealt."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="mixed", db_index=False)
    seat = models.PositiveSmallIntegerField()
    value = models.CharField(max_length=64, editable=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("number mixed in")
        verbose_name_plural = _("numbers mixed in")
        ordering = ["deal", "seat"]
        constraints = [
            # Also serves the deal: its numbers by seat.
            models.UniqueConstraint(name="mixed_once", fields=["deal", "seat"]),
            models.CheckConstraint(name="mixed_seat_range", condition=Q(seat__lte=LAST_SEAT)),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.seat}"


class DealCount(models.Model):
    """How often something has come up in the deals of all rounds that are over.

    `kind` "doubles": hands with `value` doubles; "pips": first hands of `value` pips; "lot": lots that fell on seat
    `value` (`hand_size` is 0). A deal is counted once: `Round.counted`.
    """

    kind = models.CharField(max_length=8)
    players = models.PositiveSmallIntegerField()
    hand_size = models.PositiveSmallIntegerField()
    value = models.PositiveSmallIntegerField()
    n = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("count of deals")
        verbose_name_plural = _("counts of deals")
        constraints = [
            models.UniqueConstraint(name="deal_count_once", fields=["kind", "players", "hand_size", "value"]),
            models.CheckConstraint(name="deal_count_kind_known", condition=Q(kind__in=["doubles", "pips", "lot"])),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.players}/{self.hand_size}/{self.value}"
