"""Rows of what was dealt and played: rounds and moves. The moves are the truth (docs/decisions/0050)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT, MOST_POINTS


class MoveBy(models.TextChoices):
    """Who chose a move. A forced move (draw, pass) is nobody's choice."""

    PERSON = "person", _("person")
    ROBOT = "robot", _("robot")
    CLOCK = "clock", _("clock")
    FORCED = "forced", _("forced")
    STAND_IN = "stand_in", _("stand-in")
    #: It was made in the match that a what-if leaves (services/what_if.py).
    PAST = "past", _("past match")


class RoundEnd(models.TextChoices):
    DOMINO = "domino", _("domino")
    BLOCKED = "blocked", _("blocked")
    TARGET = "target", _("target")


class LeaderBy(models.TextChoices):
    LOT = "lot", _("lot")
    WENT_OUT = "went_out", _("went out")
    HIGHEST_DOUBLE = "highest_double", _("highest double")
    ROTATE = "rotate", _("rotation")


class Round(models.Model):
    """One deal. `tiles` are 28 two-digit words in dealt order; the rest follows from them and the moves."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField(help_text=_("The match's version that this deal made."))
    tiles = models.CharField(max_length=83)
    leader = models.PositiveSmallIntegerField()
    leader_by = models.CharField(max_length=14, choices=LeaderBy.choices)
    end = models.CharField(max_length=10, choices=RoundEnd.choices, blank=True)
    settlement = models.JSONField(default=list, blank=True)
    scores = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    # Whether the deal is in the counters of `/fair/`, once the round is over.
    counted = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["match", "number"]
        indexes = [
            # The keeper's sweep: rounds that are over and whose deals are not counted yet.
            models.Index(name="round_uncounted", fields=["id"], condition=~Q(end="") & Q(counted=False)),
        ]
        constraints = [
            # Also serves the fold: a match's rounds in order.
            models.UniqueConstraint(name="round_once", fields=["match", "number"]),
            models.CheckConstraint(name="round_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="round_leader_range", condition=Q(leader__lte=LAST_SEAT)),
            models.CheckConstraint(name="round_leader_by_known", condition=Q(leader_by__in=LeaderBy.values)),
            models.CheckConstraint(name="round_end_known", condition=Q(end__in=["", *RoundEnd.values])),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Move(models.Model):
    """One move as its text. The row is written once and never changed.

    Where points are called, a play's row is finished when its window closes, and that once too: until then no column
    holds what the play was worth.
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="moves")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveSmallIntegerField(help_text=_("Counted from 1 in its round."))
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=12)
    # On plays alone: the count after the placement and what the mover was credited; called points, once told.
    count = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    # On plays at tables where points are called («Muggins!»): what the mover claimed aloud, if anything; the version
    # at which the window closed; who took the points, and how many.
    claim = models.PositiveSmallIntegerField(null=True, blank=True)
    closed_version = models.PositiveIntegerField(null=True, blank=True)
    taken_by = models.PositiveSmallIntegerField(null=True, blank=True)
    taken = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=10, choices=MoveBy.choices)
    version = models.PositiveIntegerField(help_text=_("The match's version that this move made."))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    key = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["match", "version"]
        constraints = [
            # Also serves the fold of one round: its moves in order.
            models.UniqueConstraint(name="move_once", fields=["round", "number"]),
            # Also serves the fold of a match, and "what is new since version n".
            models.UniqueConstraint(name="move_version_once", fields=["match", "version"]),
            # The one-time key: a double click cannot store a second move. Also serves the look-up of a known key.
            models.UniqueConstraint(name="move_key_once", fields=["match", "user", "key"], condition=~Q(key="")),
            models.CheckConstraint(name="move_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="move_seat_range", condition=Q(seat__lte=LAST_SEAT)),
            models.CheckConstraint(name="move_by_known", condition=Q(by__in=MoveBy.values)),
            models.CheckConstraint(
                name="move_by_person_has_key",
                condition=(Q(by=MoveBy.PERSON, user__isnull=False) & ~Q(key=""))
                | (~Q(by=MoveBy.PERSON) & Q(user__isnull=True, key="")),
            ),
            models.CheckConstraint(
                name="move_claim_range", condition=Q(claim__isnull=True) | Q(claim__gte=1, claim__lte=MOST_POINTS)
            ),
            models.CheckConstraint(
                name="move_closed_is_told",
                condition=Q(closed_version__isnull=True)
                | Q(closed_version__gt=F("version"), count__isnull=False, points__isnull=False),
            ),
            models.CheckConstraint(
                name="move_taken_when_closed",
                condition=Q(taken_by__isnull=True, taken__isnull=True)
                | Q(taken_by__lte=LAST_SEAT, taken__isnull=False, closed_version__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        # Not the text: that of a draw tells a tile, and the admin prints a row's name everywhere.
        return f"{self.match_id}/{self.version}"
