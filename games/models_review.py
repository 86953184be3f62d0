"""What a robot thinks of a match that is over: one review a match, a row for every real choice, a grade for every seat.

All of it can be computed again; nothing else depends on it. How the work is shared out: `games.services.reviews`.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT
from games.models_play import MoveBy


class ReviewState(models.TextChoices):
    """How far a review has come."""

    WAITING = "waiting", _("waiting")
    WORKING = "working", _("being made")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Verdict(models.TextChoices):
    """What is said of a choice. `GOOD` also where the difference is too small to be sure of it."""

    GOOD = "good", _("good")
    INACCURATE = "inaccurate", _("inaccurate")
    MISTAKE = "mistake", _("mistake")


class Review(models.Model):
    """The review of a match. *place* of *choices* have been looked at; a process that works on it holds a lease.

    *rounds* how many rounds are looked at (the first ones, where there are very many); *lots* the deals that each
    choice was judged by; *engine* which robot judged: a review by an older one stays as it is.
    """

    match = models.OneToOneField("games.Match", on_delete=models.CASCADE, related_name="review")
    state = models.CharField(max_length=8, choices=ReviewState.choices, default=ReviewState.WAITING)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    engine = models.CharField(max_length=20)
    lots = models.PositiveSmallIntegerField(help_text=_("Deals a choice was judged by."))
    rounds = models.PositiveSmallIntegerField(default=0)
    choices = models.PositiveSmallIntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=0, help_text=_("Choices that have been looked at."))
    skipped = models.PositiveSmallIntegerField(default=0, help_text=_("Choices that could not be judged."))
    # Who works on it, until when: a process that died lets go by itself. `tries` at the choice that comes next.
    lease = models.CharField(max_length=32, blank=True, editable=False)
    leased_until = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    beat_at = models.DateTimeField(null=True, blank=True, help_text=_("When the last choice was looked at."))
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering = ["-asked_at", "-pk"]
        indexes = [
            # What is to be done, in the order in which it was asked for (services/reviews.py).
            models.Index(name="review_due", fields=["asked_at", "id"], condition=Q(state__in=["waiting", "working"])),
        ]
        constraints = [
            models.CheckConstraint(name="review_state_known", condition=Q(state__in=ReviewState.values)),
            models.CheckConstraint(
                name="review_place_adds_up", condition=Q(place__lte=F("choices"), skipped__lte=F("place"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in (ReviewState.DONE, ReviewState.FAILED)


class Choice(models.Model):
    """One play that was chosen among several, and what the robot thinks of it.

    *lost* raw points (five for each five) by which it is worse than the best one, by what the seat could know;
    *chance_lost* chances of winning the match (0 to 1), which decide where *near*. *error*, *chance_error*: standard
    errors of the paired differences. *worth*: what the chosen play was thought to be worth, in raw points of lead.
    *lead*: by how much its side led in this round before the play. *open_lost*, *open_best*: with all tiles open.
    *values*: for each legal play its text, points, error, chance, and the same with all tiles open; best first.
    """

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="rows", db_index=False)
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="+")
    round_no = models.PositiveIntegerField()
    move_no = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    by = models.CharField(max_length=10, choices=MoveBy.choices)
    # The person who chose it himself: not who had left, or let the clock run out.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    text = models.CharField(max_length=12, help_text=_("The play."))
    best = models.CharField(max_length=12, help_text=_("The best play."))
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    near = models.BooleanField(default=False)
    lots = models.PositiveSmallIntegerField()
    lost = models.FloatField()
    error = models.FloatField()
    chance_lost = models.FloatField(default=0)
    chance_error = models.FloatField(default=0)
    worth = models.FloatField()
    lead = models.FloatField(default=0)
    open_best = models.CharField(max_length=12, blank=True)
    open_lost = models.FloatField(null=True, blank=True)
    values = models.JSONField(default=list)

    class Meta:
        verbose_name = _("choice")
        verbose_name_plural = _("choices")
        ordering = ["review", "round_no", "move_no"]
        indexes = [
            # "My own mistakes", newest first.
            models.Index(
                name="choice_mistakes", fields=["user", "-id"], condition=Q(user__isnull=False, verdict="mistake")
            ),
        ]
        constraints = [
            # Also serves the reading of a review, in order; and no choice is judged twice.
            models.UniqueConstraint(name="choice_once", fields=["review", "round_no", "move_no"]),
            models.CheckConstraint(name="choice_verdict_known", condition=Q(verdict__in=Verdict.values)),
            models.CheckConstraint(name="choice_seat_range", condition=Q(seat__lte=LAST_SEAT)),
            models.CheckConstraint(name="choice_by_known", condition=Q(by__in=MoveBy.values)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.round_no}.{self.move_no}"


class Grade(models.Model):
    """How well a seat chose in a reviewed match, written when its review is done.

    *mean* raw points lost a choice, *error* its standard error; *accuracy* 0 to 100 (games/judging.py). *luck*: what
    chance gave to its side in all reviewed rounds, in raw points.
    """

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="grades", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    at = models.DateTimeField(help_text=_("When the match was over."))
    choices = models.PositiveSmallIntegerField()
    inaccurate = models.PositiveSmallIntegerField()
    mistakes = models.PositiveSmallIntegerField()
    mean = models.FloatField()
    error = models.FloatField()
    accuracy = models.FloatField()
    luck = models.FloatField()

    class Meta:
        verbose_name = _("grade")
        verbose_name_plural = _("grades")
        ordering = ["review", "seat"]
        indexes = [
            # A person's accuracy over time, newest first.
            models.Index(name="grade_of_person", fields=["user", "-at"], condition=Q(user__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(name="grade_once", fields=["review", "seat"]),
            models.CheckConstraint(name="grade_accuracy_range", condition=Q(accuracy__gte=0, accuracy__lte=100)),
        ]

    def __str__(self) -> str:
        return f"{self.review_id}/{self.seat}"
