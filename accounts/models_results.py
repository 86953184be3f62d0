"""What matches meant to their players: results, ratings with their ledger, and sums for the leaderboards.

Nothing here knows of games: a match is the code in its address, a family and a format are words. Everything follows
from the matches and can be computed again (`manage.py rebuild_ratings`). Points are stored twice over, as whole
numbers, because half points are real.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

CODE = 22
WORD = 10


class Outcome(models.TextChoices):
    """How a match went for a person. `none`: nobody won it; `left`: a robot played it to its end for him."""

    WON = "won", _("won")
    LOST = "lost", _("lost")
    NONE = "none", _("nobody won")
    LEFT = "left", _("left")


class Period(models.TextChoices):
    """The spans of time that leaderboards are about."""

    WEEK = "week", _("this week")
    MONTH = "month", _("this month")
    YEAR = "year", _("this year")
    ALL = "all", _("all time")


class Career(models.Model):
    """The lock under which all that is kept about a player's results changes, and the moment of the newest one."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("career")
        verbose_name_plural = _("careers")

    def __str__(self) -> str:
        return f"{self.player_id}"


LISTED = Q(listed=True)
SHOWN = Q(hidden=False)
RATED = SHOWN & Q(rate__isnull=False)
PACED = SHOWN & Q(pace__isnull=False)


class Rating(models.Model):
    """A player's present rating in one family and format: where the ledger has brought it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    family = models.CharField(max_length=WORD)
    format = models.CharField(max_length=WORD)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    # Enough rated matches for the leaderboard. A column, for SQLite takes a partial index only upon such words.
    listed = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(name="rating_once", fields=["player", "family", "format"])]
        indexes = [
            # The leaderboard by rating, and how many stand before me: those with enough rated matches.
            # EXPLAIN of a page: SEARCH accounts_rating USING INDEX rating_board (family=? AND format=?)
            # EXPLAIN of a place and of a total: … USING COVERING INDEX …; see `Tally` for why.
            models.Index(name="rating_board", fields=["family", "format", "-mu", "player", "listed"], condition=LISTED),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.family}/{self.format}"


class RatingEntry(models.Model):
    """One line of the ledger: what one match did to one player's rating. Written once, never changed."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_entries", db_index=False
    )
    match = models.CharField(max_length=CODE)
    family = models.CharField(max_length=WORD)
    format = models.CharField(max_length=WORD)
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating entry")
        verbose_name_plural = _("rating entries")
        constraints = [
            # Also serves the changes shown beside a match, and beside a list of matches.
            models.UniqueConstraint(name="entry_once", fields=["match", "player"]),
            models.CheckConstraint(name="entry_place_from_one", condition=Q(place__gte=1)),
        ]
        indexes = [
            # A player's rating over time, one family and format.
            # EXPLAIN: SEARCH accounts_ratingentry USING INDEX entry_curve (player_id=? AND family=? AND format=?)
            models.Index(name="entry_curve", fields=["player", "family", "format", "-at"]),
            # What came after a match whose count is amended.
            # EXPLAIN: SEARCH accounts_ratingentry USING INDEX entry_later (family=? AND format=? AND at>?)
            models.Index(name="entry_later", fields=["family", "format", "at"]),
        ]

    def __str__(self) -> str:
        return f"{self.match}/{self.player_id}"


class Result(models.Model):
    """How one match went for one person, guest or not."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="results", db_index=False
    )
    match = models.CharField(max_length=CODE)
    family = models.CharField(max_length=WORD, blank=True, help_text=_("Empty: custom rules."))
    format = models.CharField(max_length=WORD)
    rated = models.BooleanField()
    private = models.BooleanField()
    side = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=4, choices=Outcome.choices)
    # His side's score at the end, twice over; nothing for who left. Strokes of the tally: one for every five.
    halves = models.IntegerField(default=0)
    strokes = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    # His own best play, and where it stands in the match.
    best = models.PositiveSmallIntegerField(default=0)
    best_round = models.PositiveIntegerField(default=0)
    best_move = models.PositiveIntegerField(default=0)
    # Where points are called: claimed rightly, missed on his own plays, taken from others.
    claimed = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)
    # The kinds of robots that he met and, at partners, had for a partner; persons are found by the match.
    robots = models.CharField(max_length=80, blank=True)
    robot_partner = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            # Also serves whom one met: the results of one match.
            models.UniqueConstraint(name="result_once", fields=["match", "player"]),
            models.CheckConstraint(name="result_outcome_known", condition=Q(outcome__in=Outcome.values)),
        ]
        indexes = [
            # A profile: results, newest first, and all sums over them.
            # EXPLAIN: SEARCH accounts_result USING INDEX result_mine (player_id=?)
            models.Index(name="result_mine", fields=["player", "-at"]),
        ]

    def __str__(self) -> str:
        return f"{self.match}/{self.player_id}"


class Board(models.Model):
    """One leaderboard's span and game, so that its many sums point to it by one number."""

    period = models.CharField(max_length=5, choices=Period.choices)
    start = models.DateField()
    family = models.CharField(max_length=WORD)
    format = models.CharField(max_length=WORD)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        constraints = [
            models.UniqueConstraint(name="board_once", fields=["period", "start", "family", "format"]),
            models.CheckConstraint(name="board_period_known", condition=Q(period__in=Period.values)),
        ]

    def __str__(self) -> str:
        return f"{self.period}/{self.start}/{self.family}/{self.format}"


class Tally(models.Model):
    """A player's sums over the rated matches of one board. Every leaderboard but that of ratings is an order of these.

    `rate` (wins in a million matches) and `pace` (points in a million rounds) are empty until there are enough matches.
    EXPLAIN of a page: SEARCH accounts_tally USING INDEX tally_… (board_id=? AND …>?)
    EXPLAIN of a place and of a total: SEARCH accounts_tally USING COVERING INDEX tally_… (board_id=? AND …>?)
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tallies")
    hidden = models.BooleanField(default=False)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    rate = models.PositiveIntegerField(null=True, blank=True)
    halves = models.IntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    pace = models.IntegerField(null=True, blank=True)
    best = models.PositiveSmallIntegerField(default=0)
    best_match = models.CharField(max_length=CODE, blank=True)
    best_round = models.PositiveIntegerField(default=0)
    best_move = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0, help_text=_("Won in a row, up to the newest match."))
    streak = models.PositiveIntegerField(default=0, help_text=_("The longest run."))
    houses = models.PositiveIntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(name="tally_once", fields=["board", "player"]),
            models.CheckConstraint(name="tally_adds_up", condition=Q(wins__lte=F("matches"), run__lte=F("streak"))),
        ]
        indexes = [
            # One for each leaderboard: its page, and how many stand before me. With what its condition asks for at the
            # end, which SQLite otherwise looks up in the table, row by row, to count.
            models.Index(name="tally_wins", fields=["board", "-wins", "player", "hidden"], condition=SHOWN),
            models.Index(name="tally_rate", fields=["board", "-rate", "player", "hidden"], condition=RATED),
            models.Index(name="tally_pace", fields=["board", "-pace", "player", "hidden"], condition=PACED),
            models.Index(name="tally_best", fields=["board", "-best", "player", "hidden"], condition=SHOWN),
            models.Index(name="tally_streak", fields=["board", "-streak", "player", "hidden"], condition=SHOWN),
            models.Index(name="tally_houses", fields=["board", "-houses", "player", "hidden"], condition=SHOWN),
            models.Index(name="tally_taken", fields=["board", "-taken", "player", "hidden"], condition=SHOWN),
        ]

    def __str__(self) -> str:
        return f"{self.board_id}/{self.player_id}"


class PairTally(models.Model):
    """What two partners have done together, over the rated matches of one board; `first` has the lower key."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="+", db_index=False)
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    hidden = models.BooleanField(default=False)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("pair’s tally")
        verbose_name_plural = _("pairs’ tallies")
        constraints = [
            models.UniqueConstraint(name="pair_once", fields=["board", "first", "second"]),
            models.CheckConstraint(name="pair_in_order", condition=Q(first__lt=F("second"))),
        ]
        indexes = [
            # EXPLAIN of a page: SEARCH accounts_pairtally USING INDEX pair_wins (board_id=? AND wins>?)
            # EXPLAIN of a place and of a total: … USING COVERING INDEX …; see `Tally` for why.
            models.Index(name="pair_wins", fields=["board", "-wins", "first", "second", "hidden"], condition=SHOWN),
        ]

    def __str__(self) -> str:
        return f"{self.board_id}/{self.first_id}/{self.second_id}"
