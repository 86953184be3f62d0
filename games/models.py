"""Rows: matches, seats, rounds, moves. They keep the table's promises by constraints and know no rules.

The moves are the truth: a state is folded from a round's stored tiles and its moves (see `games.replay`). The summary
columns (scores, turn, ends) exist for queries and are checked against the fold by `manage.py verify_matches`.
Scores are text numbers ("10", "2.5"), never floats.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models_anchors import RatingBasis
from games.models_calling import LAST_SEAT, Call
from games.models_deals import Deal, DealCount, MixedIn
from games.models_desk import Report, ReportKind, ReportState
from games.models_events import SeatEvent, SeatEventKind
from games.models_fixed import FixedDeal, Prescribed, Prescription
from games.models_flags import Flag, FlagKind, Origin
from games.models_hints import Hint
from games.models_history import Format, Result, StudyRecord
from games.models_invites import Invite
from games.models_play import LeaderBy, Move, MoveBy, Round, RoundEnd
from games.models_puzzles import Puzzle, PuzzleDay, Puzzler, PuzzleTry
from games.models_review import Choice, Grade, Review, ReviewState, Verdict
from games.models_rules import BEST_OF, SavedRuleset, Series, new_code
from games.models_talk import Line

__all__ = [
    "BEST_OF",
    "Call",
    "Choice",
    "Deal",
    "DealCount",
    "FixedDeal",
    "Flag",
    "FlagKind",
    "Format",
    "Grade",
    "Hint",
    "Invite",
    "LeaderBy",
    "Line",
    "MixedIn",
    "Move",
    "MoveBy",
    "Origin",
    "Prescribed",
    "Prescription",
    "Puzzle",
    "PuzzleDay",
    "PuzzleTry",
    "Puzzler",
    "RatingBasis",
    "Report",
    "ReportKind",
    "ReportState",
    "Result",
    "Review",
    "ReviewState",
    "Round",
    "RoundEnd",
    "SavedRuleset",
    "SeatEvent",
    "SeatEventKind",
    "Series",
    "StudyRecord",
    "Verdict",
    "new_code",
]


class Stage(models.TextChoices):
    """How far a match has come (the column `state`; `MatchState` is the value of the rules)."""

    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABANDONED = "abandoned", _("abandoned")


class MatchEnd(models.TextChoices):
    TARGET = "target", _("target reached")
    UNFINISHED = "unfinished", _("unfinished")


class Why(models.TextChoices):
    """Why a match stayed unfinished."""

    EVERYBODY_LEFT = "everybody_left", _("everybody left")
    NOBODY_CAME = "nobody_came", _("nobody came back")
    ROUND_LIMIT = "round_limit", _("limit of rounds")
    STAFF = "staff", _("ended by the site")


LIVE = (Stage.OPEN, Stage.RUNNING)
#: What stands in everybody's history. Queries must say it in these words, or SQLite does not take the indexes.
PUBLIC_HISTORY = Q(private=False) & ~Q(format="")


class MatchQuerySet(models.QuerySet["Match"]):
    def live(self) -> MatchQuerySet:
        return self.filter(state__in=LIVE)

    def due(self, now: Any) -> MatchQuerySet:
        """Matches in which something must happen without a person, the longest overdue first."""
        return self.filter(wake_at__lte=now).order_by("wake_at")


class Match(models.Model):
    """One table: open, then a match played on it. `code` stands in its address, `pk` never leaves the server."""

    code = models.CharField(max_length=22, unique=True, default=new_code, editable=False)
    title = models.CharField(max_length=60, blank=True)
    ruleset = models.JSONField(help_text=_("All settings, with the keys of a record."))
    state = models.CharField(max_length=10, choices=Stage.choices, default=Stage.OPEN)
    private = models.BooleanField(default=False)
    # Chosen when the table is opened, settled when the match starts: no guest's match is rated.
    rated = models.BooleanField(default=False)
    # Why its deal was given in advance; empty: it is dealt as a match goes on. Such a match counts for nothing.
    prescribed = models.CharField(max_length=8, choices=Prescribed.choices, blank=True, editable=False)
    # Chosen when the table is opened: whether words of one's own may be said (services/talk.py), and not only phrases.
    free_talk = models.BooleanField(default=False)
    # Chosen when the table is opened: whether hints may be taken (services/hints.py); never where rated.
    hints = models.BooleanField(default=False)
    # Written when what the match means to its players has been entered (`services.results`): later than at any match
    # of theirs before, whatever the clocks of several servers say, so ratings can be computed again in this order.
    results_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Finds tables with the same rules; made from `ruleset`, empty where that cannot be read.
    fingerprint = models.CharField(max_length=8, blank=True, editable=False)
    # Written when the match is over and has a round to look at; empty: it stands in no history.
    format = models.CharField(max_length=8, choices=Format.choices, blank=True, editable=False)
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Empty: no clock."))
    round_limit = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Empty: no limit."))
    series = models.ForeignKey(Series, on_delete=models.PROTECT, null=True, blank=True, related_name="matches")
    series_number = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Counted from 1."))
    # Raised by every change that a viewer could see.
    version = models.PositiveIntegerField(default=1)
    # The version at which the present turn began. A page is stale only when it shows an older one:
    # somebody's confirming or coming back must not refuse a move that was right when it was made.
    turn_version = models.PositiveIntegerField(default=0)
    turn_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    turn_at = models.DateTimeField(null=True, blank=True)
    # The deadline is what people see; the keeper wakes a little later (and for robots, who have none).
    deadline = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    # Set while the points of the last play may be called («Muggins!»): until when, as people see it.
    window_until = models.DateTimeField(null=True, blank=True)
    round_number = models.PositiveIntegerField(default=0)
    scores = models.JSONField(default=list, help_text=_("One text number a side."))
    winner_side = models.PositiveSmallIntegerField(null=True, blank=True)
    end = models.CharField(max_length=10, choices=MatchEnd.choices, blank=True)
    why = models.CharField(max_length=20, choices=Why.choices, blank=True)
    # What is played next at these seats: a rematch, or the next match of the series.
    rematch = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of")
    # Since when it counts for nothing: no result, no rating, no sum. It was played all the same, and stays to be seen.
    annulled_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Why the keeper could not go on with this match; it is left alone for longer and longer.
    fault = models.TextField(blank=True)
    faults = models.PositiveSmallIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="opened_matches"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-created_at"]
        indexes = [
            # The keeper, several times a second: matches whose time has come, in order.
            models.Index(name="match_due", fields=["wake_at"], condition=Q(wake_at__isnull=False)),
            # The home page: open tables, newest first.
            models.Index(name="match_lobby", fields=["-created_at"], condition=Q(state=Stage.OPEN, private=False)),
            # The keeper's sweep for abandoned tables: all that are not over.
            models.Index(name="match_live", fields=["created_at"], condition=Q(state__in=LIVE)),
            # The desk's list, newest first. EXPLAIN: SCAN games_match USING INDEX match_newest
            models.Index(name="match_newest", fields=["-created_at", "-id"]),
            # Lists of matches by the same rules.
            models.Index(name="match_rules", fields=["fingerprint", "-finished_at"]),
            # Everybody's history, newest first; the same of one format (games/history.py).
            # EXPLAIN: SCAN games_match USING INDEX match_history; SEARCH … USING INDEX match_format (format=?)
            models.Index(name="match_history", fields=["-finished_at", "-id"], condition=PUBLIC_HISTORY),
            models.Index(name="match_format", fields=["format", "-finished_at", "-id"], condition=PUBLIC_HISTORY),
            # All matches in the order in which ratings were computed (services/rebuild.py).
            # EXPLAIN: SCAN games_match USING INDEX match_results
            models.Index(name="match_results", fields=["results_at", "id"], condition=Q(results_at__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(name="match_state_known", condition=Q(state__in=Stage.values)),
            models.CheckConstraint(name="match_format_known", condition=Q(format__in=["", *Format.values])),
            models.CheckConstraint(
                name="match_prescribed_is_friendly",
                condition=Q(prescribed="") | Q(prescribed__in=Prescribed.values, private=True, rated=False),
            ),
            models.CheckConstraint(name="match_end_known", condition=Q(end__in=["", *MatchEnd.values])),
            models.CheckConstraint(
                name="match_winner_when_finished",
                condition=Q(state=Stage.FINISHED, winner_side__isnull=False, end=MatchEnd.TARGET)
                | Q(state=Stage.FINISHED, winner_side__isnull=True, end=MatchEnd.UNFINISHED, why=Why.ROUND_LIMIT)
                | (~Q(state=Stage.FINISHED) & Q(winner_side__isnull=True)),
            ),
            models.CheckConstraint(
                name="match_over_is_asleep",
                # But for the pause before the next match of a series.
                condition=Q(state__in=LIVE)
                | Q(wake_at__isnull=True, turn_seat__isnull=True)
                | Q(state=Stage.FINISHED, series__isnull=False, turn_seat__isnull=True),
            ),
            models.CheckConstraint(
                name="match_turn_seat_range", condition=Q(turn_seat__isnull=True) | Q(turn_seat__lte=LAST_SEAT)
            ),
            models.CheckConstraint(name="match_turn_version_past", condition=Q(turn_version__lte=F("version"))),
            models.CheckConstraint(
                name="match_round_limit_from_one", condition=Q(round_limit__isnull=True) | Q(round_limit__gte=1)
            ),
            # Also serves the standing of a series: its matches in order.
            models.UniqueConstraint(
                name="match_series_number_once", fields=["series", "series_number"], condition=Q(series__isnull=False)
            ),
            models.CheckConstraint(
                name="match_series_has_number",
                condition=Q(series__isnull=True, series_number__isnull=True)
                | Q(series__isnull=False, series_number__gte=1),
            ),
            models.CheckConstraint(
                name="match_annulled_when_over", condition=Q(annulled_at__isnull=True) | ~Q(format="")
            ),
            models.CheckConstraint(
                name="match_window_while_running", condition=Q(window_until__isnull=True) | Q(state=Stage.RUNNING)
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.code

    @property
    def is_over(self) -> bool:
        return self.state not in LIVE

    @property
    def counts(self) -> bool:
        """Rated, and neither ended by the site nor annulled."""
        return self.rated and self.why != Why.STAFF and self.annulled_at is None

    @property
    def between_rounds(self) -> bool:
        """Running, a round is over and the next one not dealt yet: the round-end panel stands."""
        return self.state == Stage.RUNNING and self.turn_seat is None and not self.window_open

    @property
    def window_open(self) -> bool:
        """The points of the play that made `turn_version` may be called; nothing is credited or settled meanwhile."""
        return self.window_until is not None


class Seat(models.Model):
    """A place at a table: free, a robot's by design, or a person's (for whom a stand-in robot may be playing)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    # The foreign key's own index serves "my matches".
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    robot = models.CharField(max_length=20, blank=True)
    stand_in = models.CharField(max_length=20, blank=True)
    # Presence is a lease: `seen_at` is renewed by heartbeats and empty once the match is over.
    seen_at = models.DateTimeField(null=True, blank=True)
    away = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    # While the match runs: when this person left. Once it is over: since when he was gone; empty, he played to the end.
    gone_at = models.DateTimeField(null=True, blank=True)
    expiries = models.PositiveSmallIntegerField(default=0)
    ready = models.BooleanField(default=False)
    # When the robot that plays this seat will look whether it calls. Drawn for every robot alike: it tells nothing.
    look_at = models.DateTimeField(null=True, blank=True)
    wants_rematch = models.BooleanField(default=False)

    # Written when the match is over: a person's history is read from his seats alone.
    over_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=10, choices=Result.choices, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "index"]
        indexes = [
            # The keeper, every few seconds: persons whose lease has run out.
            models.Index(
                name="seat_lease",
                fields=["seen_at"],
                condition=Q(user__isnull=False, away=False, left=False, seen_at__isnull=False),
            ),
            # A person's history, newest first; the same of one result (games/history.py).
            # EXPLAIN: SEARCH games_seat USING INDEX seat_history (user_id=?), … seat_results (user_id=? AND result=?)
            models.Index(
                name="seat_history",
                fields=["user", "-over_at", "-match"],
                condition=Q(over_at__isnull=False),
            ),
            models.Index(
                name="seat_results",
                fields=["user", "result", "-over_at", "-match"],
                condition=Q(over_at__isnull=False),
            ),
        ]
        constraints = [
            # Also serves every look at a table: its seats in order.
            models.UniqueConstraint(name="seat_once", fields=["match", "index"]),
            # A person holds one seat of a table.
            models.UniqueConstraint(name="seat_person_once", fields=["match", "user"], condition=Q(user__isnull=False)),
            models.CheckConstraint(name="seat_index_range", condition=Q(index__lte=LAST_SEAT)),
            models.CheckConstraint(name="seat_result_known", condition=Q(result__in=["", *Result.values])),
            models.CheckConstraint(name="seat_person_or_robot", condition=Q(user__isnull=True) | Q(robot="")),
            models.CheckConstraint(name="seat_stand_in_for_person", condition=Q(stand_in="") | Q(user__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index}"

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.robot

    @property
    def is_person(self) -> bool:
        return self.user_id is not None

    @property
    def player(self) -> str:
        """The kind of robot that plays this seat now; "" when a person does."""
        return self.robot or self.stand_in

    @property
    def is_here(self) -> bool:
        """A person who is at the table and plays for himself."""
        return self.is_person and not (self.left or self.away or self.stand_in)


class KeeperBeat(models.Model):
    """The site's pulse, one row for each kind of process: its gap tells how long the server was down."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("keeper's beat")
        verbose_name_plural = _("keeper's beats")

    def __str__(self) -> str:
        return self.name


class LearnKind(models.TextChoices):
    """What a learner is asked."""

    COUNT = "count", _("what is the count")
    PLAYS = "plays", _("which play scores most")


class LearningStreak(models.Model):
    """How well a person answers one kind of question. `answered` numbers the questions: one number counts once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="learning_streaks")
    kind = models.CharField(max_length=5, choices=LearnKind)
    answered = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    current = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("learning streak")
        verbose_name_plural = _("learning streaks")
        constraints = [
            models.UniqueConstraint(name="streak_once", fields=["user", "kind"]),
            models.CheckConstraint(name="streak_kind_known", condition=Q(kind__in=LearnKind.values)),
            models.CheckConstraint(
                name="streak_adds_up",
                condition=Q(current__lte=F("best"), best__lte=F("right"), right__lte=F("answered")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.kind}"
