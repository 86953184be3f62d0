"""What players report about a match, for the desk to look at."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

LONGEST_WORDS = 500


class ReportKind(models.TextChoices):
    """What is wrong, in plain words. Only the last kind is about nobody."""

    LEFT = "left", _("Left or stalled on purpose")
    HELPED = "helped", _("Helped each other")
    ABUSE = "abuse", _("Abusive name or message")
    SCORE = "score", _("Something is wrong with the score")


class ReportState(models.TextChoices):
    OPEN = "open", _("open")
    DISMISSED = "dismissed", _("dismissed")
    ACTED = "acted", _("acted upon")


class Report(models.Model):
    """What somebody who sat at a match says of it, or of another person at it. The match's record is its evidence."""

    kind = models.CharField(max_length=6, choices=ReportKind.choices)
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="reports", db_index=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports")
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="reports_about"
    )
    words = models.TextField(max_length=LONGEST_WORDS, blank=True)
    state = models.CharField(max_length=9, choices=ReportState.choices, default=ReportState.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["created_at", "pk"]
        indexes = [
            # The queue of the desk: the oldest first.
            models.Index(name="report_queue", fields=["created_at"], condition=Q(state=ReportState.OPEN)),
            # How many somebody made lately, and his own list.
            models.Index(name="report_mine", fields=["reporter", "-created_at"]),
        ]
        constraints = [
            # One a match and person; the first also serves the reports about a match.
            models.UniqueConstraint(name="report_once", fields=["match", "reporter", "reported"]),
            models.UniqueConstraint(
                name="report_match_once", fields=["match", "reporter"], condition=Q(reported__isnull=True)
            ),
            models.CheckConstraint(name="report_not_oneself", condition=~Q(reporter=F("reported"))),
            models.CheckConstraint(name="report_kind_known", condition=Q(kind__in=ReportKind.values)),
            models.CheckConstraint(name="report_state_known", condition=Q(state__in=ReportState.values)),
            models.CheckConstraint(
                name="report_closed_by_somebody",
                condition=Q(state=ReportState.OPEN, closed_at__isnull=True, closed_by__isnull=True)
                | (~Q(state=ReportState.OPEN) & Q(closed_at__isnull=False, closed_by__isnull=False)),
            ),
            models.CheckConstraint(
                name="report_names_somebody", condition=Q(kind=ReportKind.SCORE) | Q(reported__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.pk})"
