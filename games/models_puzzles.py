"""Rows of puzzles: positions with one clearly best play, who tried them, and how well people solve them.

A position is a deal and its moves, which fold by the rules. What the seat on turn cannot see of it, and the solution,
never leave the server before the answer.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models_calling import LAST_SEAT
from games.models_history import Format

WORD = 10
KEY = 12


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    """Puzzles, those that are asked among them."""

    def in_use(self) -> PuzzleQuerySet:
        return self.filter(retired_at__isnull=True)


class Puzzle(models.Model):
    """A position, what each play of the seat on turn is worth there, and how hard people find it.

    `values` has a list for each play: its text, its points, their error, what it loses against the best, and the error
    of that loss; in raw points, over `deals` sampled deals. Where `near`, all of them are hundredths of the chance to
    win the match instead. One that was taken out of use is asked of nobody, and has no page.
    """

    # In its address: a digest of the position, so that the same one is never stored twice.
    key = models.CharField(max_length=KEY, unique=True, editable=False)
    ruleset = models.JSONField(help_text=_("All settings, with the keys of a record."))
    family = models.CharField(max_length=WORD)
    format = models.CharField(max_length=8, choices=Format.choices)
    # Of its round: the deal, who led, the scores at its beginning, and the moves up to the question.
    tiles = models.CharField(max_length=83)
    leader = models.PositiveSmallIntegerField()
    leader_by = models.CharField(max_length=14)
    scores = models.JSONField(help_text=_("One text number a side."))
    round_number = models.PositiveIntegerField()
    moves = models.TextField(blank=True)
    solution = models.CharField(max_length=12)
    values = models.JSONField()
    deals = models.PositiveIntegerField()
    gap = models.FloatField(help_text=_("What the second best play loses: points, or hundredths near the target."))
    near = models.BooleanField(default=False, help_text=_("Near the target: chances of winning the match decide."))
    # Its difficulty, in the model of people's puzzle ratings, and how often it was tried and solved for the first time.
    mu = models.FloatField()
    sigma = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    # A match of this site that it was met in; it names nobody.
    match = models.ForeignKey("games.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="puzzles")
    made_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True, help_text=_("When it was taken out of use."))

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        ordering = ["pk"]
        indexes = [
            # The next one for somebody: of a game, near his rating.
            models.Index(name="puzzle_level", fields=["format", "mu"]),
        ]
        constraints = [
            models.CheckConstraint(name="puzzle_format_known", condition=Q(format__in=Format.values)),
            models.CheckConstraint(name="puzzle_leader_range", condition=Q(leader__lte=LAST_SEAT)),
            models.CheckConstraint(name="puzzle_solved_tried", condition=Q(solved__lte=F("tries"))),
        ]

    def __str__(self) -> str:
        return self.key


class PuzzleDay(models.Model):
    """The puzzle of a day (UTC): the same for everybody."""

    day = models.DateField(unique=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    class Meta:
        verbose_name = _("puzzle of a day")
        verbose_name_plural = _("puzzles of days")
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day}"


class Puzzler(models.Model):
    """How well a person solves puzzles. It is also the lock under which his tries are entered.

    `days`: so many days in a row, up to `day`, with the puzzle of the day answered; `current`: so many right in a row.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="puzzler"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    rated = models.PositiveIntegerField(default=0)
    tried = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    current = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)
    day = models.DateField(null=True, blank=True)
    days = models.PositiveIntegerField(default=0)
    best_days = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("solver of puzzles")
        verbose_name_plural = _("solvers of puzzles")
        constraints = [
            models.CheckConstraint(
                name="puzzler_adds_up",
                condition=Q(current__lte=F("best"), best__lte=F("right"), right__lte=F("tried"), rated__lte=F("tried")),
            ),
            models.CheckConstraint(name="puzzler_days_add_up", condition=Q(days__lte=F("best_days"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class PuzzleTry(models.Model):
    """A person's first answer to a puzzle; it counts once. The skills are those before and after, for who is rated."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_tries", db_index=False
    )
    move = models.CharField(max_length=12)
    right = models.BooleanField()
    rated = models.BooleanField()
    mu_before = models.FloatField(null=True, blank=True)
    mu_after = models.FloatField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("answer to a puzzle")
        verbose_name_plural = _("answers to puzzles")
        ordering = ["-at"]
        indexes = [
            # What somebody answered, newest first.
            models.Index(name="try_mine", fields=["user", "-at"]),
        ]
        constraints = [
            models.UniqueConstraint(name="try_once", fields=["puzzle", "user"]),
            models.CheckConstraint(
                name="try_rated_has_skill",
                condition=Q(rated=False, mu_before__isnull=True, mu_after__isnull=True)
                | Q(rated=True, mu_before__isnull=False, mu_after__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle_id}/{self.user_id}"
