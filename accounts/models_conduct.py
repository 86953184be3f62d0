"""How people behave, and what was done about it: sanctions, the audit log of staff, and notices to those concerned."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORD = 24
#: What members of staff do, as the log says it; each service has its own word for `AuditEntry.act`.
ACTS = {
    "look": pgettext_lazy("in the log", "looked at"),
    "mute": pgettext_lazy("in the log", "muted"),
    "suspend": pgettext_lazy("in the log", "suspended"),
    "ban": pgettext_lazy("in the log", "banned"),
    "lift": _("lifted every restriction"),
    "rename": _("renamed"),
    "address": _("looked at the mail address"),
    "rights": _("changed the rights"),
    "guise": _("was this guest"),
    "end_match": _("ended the match"),
    "annul": _("annulled the match"),
    "undo_annulment": _("undid the annulment"),
    "give_seat": _("gave the seat to a robot"),
    "open_hands": _("had the hands shown"),
    "dismiss_report": _("dismissed the report"),
    "close_report": _("closed the report"),
    "retire_puzzle": _("took the puzzle out of use"),
    "restore_puzzle": _("put the puzzle back into use"),
}
LONGEST_REASON = 1000


class Unchangeable(Exception):
    """An entry of the audit log is written once; nobody changes it or takes it away."""


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """Entries to read and to add to."""

    def update(self, **values: Any) -> NoReturn:
        raise Unchangeable

    def delete(self) -> NoReturn:
        raise Unchangeable

    def bulk_update(self, *args: Any, **options: Any) -> NoReturn:
        raise Unchangeable


class AuditEntry(models.Model):
    """What a member of staff did, to whom or what, and why. Triggers of the database refuse every change as well.

    The persons are protected from being deleted: to forget one would be a change.
    """

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="acts")
    act = models.CharField(max_length=WORD)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="acts_about",
        verbose_name=_("about"),
    )
    subject = models.CharField(max_length=80, blank=True)
    reason = models.TextField(max_length=LONGEST_REASON)
    details = models.JSONField(default=dict)
    at = models.DateTimeField()

    objects = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-at", "-pk"]
        indexes = [
            # The log, newest first; what was done about one match.
            models.Index(name="audit_newest", fields=["-at", "-id"]),
            models.Index(name="audit_subject", fields=["subject", "-at"]),
        ]
        constraints = [models.CheckConstraint(name="audit_has_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act} {self.subject}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise Unchangeable
        super().save(*args, **{**options, "force_insert": True})

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise Unchangeable

    @property
    def said(self) -> str:
        """The act in words."""
        return str(ACTS.get(self.act, self.act))


class SanctionKind(models.TextChoices):
    """What somebody may not do for a while: write; be here; be here any more."""

    MUTE = "mute", _("muted")
    SUSPEND = "suspend", _("suspended")
    BAN = "ban", _("banned")


class Sanction(models.Model):
    """A restriction of one person, from `since` to `until` (None: without end), unless it was lifted before."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=7, choices=SanctionKind.choices)
    reason = models.TextField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-since", "-pk"]
        constraints = [
            models.CheckConstraint(name="sanction_kind_known", condition=Q(kind__in=SanctionKind.values)),
            models.CheckConstraint(
                name="sanction_ends_later", condition=Q(until__isnull=True) | Q(until__gt=F("since"))
            ),
            models.CheckConstraint(
                name="sanction_suspension_ends", condition=~Q(kind=SanctionKind.SUSPEND) | Q(until__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.kind}"


class Notice(models.Model):
    """Something that a person is told on his next page, and on every page until he has put it away.

    `code` names the sentence (`accounts.notices`), so that he reads it in his language of then.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False)
    code = models.CharField(max_length=WORD)
    facts = models.JSONField(default=dict)
    link = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["created_at", "pk"]
        indexes = [
            # Every page of who is signed in: mostly empty. EXPLAIN: SEARCH … USING INDEX notice_unread (user_id=?)
            models.Index(name="notice_unread", fields=["user", "created_at"], condition=Q(read_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.code}"
