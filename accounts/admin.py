"""People at the desk: acts about them, their rights, and the log of what staff did."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from accounts import conduct
from accounts.admin_acts import LOOK, Act, ActsAdmin, ReadOnly, ReasonForm, note_look
from accounts.models import AuditEntry, Sanction, User
from accounts.models_conduct import ACTS as ACTS_IN_WORDS
from accounts.rights import give_rights

DAYS = (1, 3, 7, 30, 90)


class DaysForm(ReasonForm):
    """For how long."""

    days = forms.TypedChoiceField(
        label=gettext_lazy("For how long"),
        coerce=int,
        choices=[(days, ngettext_lazy("%d day", "%d days", days) % days) for days in DAYS],
    )
    field_order = ("days", "reason")


class NameForm(ReasonForm):
    """Which name."""

    name = forms.CharField(
        label=gettext_lazy("New name"), required=False, help_text=gettext_lazy("Empty: a plain one with a number.")
    )
    field_order = ("name", "reason")


class RightsForm(ReasonForm):
    """What a member of staff may do."""

    is_staff = forms.BooleanField(label=gettext_lazy("Member of staff"), required=False)
    is_superuser = forms.BooleanField(label=gettext_lazy("May do everything"), required=False)
    field_order = ("is_staff", "is_superuser", "reason")

    def __init__(self, *args: Any, row: Any = None, **kwargs: Any) -> None:
        before = {"is_staff": row.is_staff, "is_superuser": row.is_superuser}
        super().__init__(*args, row=row, initial=before, **kwargs)


def _until(days: int) -> Any:
    return timezone.now() + timedelta(days=days)


def _mute(actor: User, user: User, data: dict[str, Any]) -> str:
    conduct.mute(actor=actor, user=user, reason=data["reason"], until=_until(data["days"]))
    return _("%(name)s may not write for a while.") % {"name": user}


def _suspend(actor: User, user: User, data: dict[str, Any]) -> str:
    conduct.suspend(actor=actor, user=user, reason=data["reason"], until=_until(data["days"]))
    return _("%(name)s is kept off the site for a while.") % {"name": user}


def _ban(actor: User, user: User, data: dict[str, Any]) -> str:
    conduct.ban(actor=actor, user=user, reason=data["reason"])
    return _("%(name)s is kept off the site.") % {"name": user}


def _lift(actor: User, user: User, data: dict[str, Any]) -> str:
    conduct.lift(actor=actor, user=user, reason=data["reason"])
    return _("%(name)s may do everything again.") % {"name": user}


def _rename(actor: User, user: User, data: dict[str, Any]) -> str:
    before = str(user)
    named = conduct.rename(actor=actor, user=user, reason=data["reason"], name=data["name"])
    return _("%(before)s is now called %(name)s.") % {"before": before, "name": named}


def _show_mail(actor: User, user: User, data: dict[str, Any]) -> str:
    with transaction.atomic():
        conduct.note(actor=actor, act="address", reason=data["reason"], user=user)
    return _("The address of %(name)s: %(address)s") % {"name": user, "address": user.email or _("none")}


def _rights(actor: User, user: User, data: dict[str, Any]) -> str:
    give_rights(
        actor=actor, user=user, reason=data["reason"], is_staff=data["is_staff"], is_superuser=data["is_superuser"]
    )
    return _("The rights of %(name)s are changed.") % {"name": user}


def _other(actor: User, user: User) -> bool:
    """Nobody acts upon himself, and upon superusers only superusers do."""
    return actor.pk != user.pk and (actor.is_superuser or not user.is_superuser)


def _held(actor: User, user: User) -> bool:
    return _other(actor, user) and (conduct.is_muted(user) or conduct.is_barred(user) is not None)


def _may_rank(actor: User, user: User) -> bool:
    return actor.is_superuser and actor.pk != user.pk and not user.is_guest


OFF_UNTIL = gettext_lazy("Off the site until then: sessions end, open pages close, robots play on.")
OFF = gettext_lazy("Off the site until it is lifted: sessions end, open pages close, robots play on.")
MUTED = gettext_lazy("Nothing can be written at tables; playing goes on.")
RENAMED = gettext_lazy("The name changes everywhere, in old matches too.")
HIDDEN = gettext_lazy("Addresses are hidden; that this one was looked at stands in the log.")
RANK = gettext_lazy("Who may come to this desk, and who may do everything here.")
ACTS = (
    Act("mute", gettext_lazy("Mute"), MUTED, _mute, _other, DaysForm),
    Act("suspend", gettext_lazy("Suspend"), OFF_UNTIL, _suspend, _other, DaysForm),
    Act("ban", gettext_lazy("Ban"), OFF, _ban, _other),
    Act("lift", gettext_lazy("Lift"), gettext_lazy("Ends every restriction."), _lift, _held),
    Act("rename", gettext_lazy("Rename"), RENAMED, _rename, _other, NameForm),
    Act("address", gettext_lazy("Show the mail address"), HIDDEN, _show_mail, _other),
    Act("rights", gettext_lazy("Rights"), RANK, _rights, _may_rank, RightsForm),
)


@admin.register(User)
class OurUserAdmin(ActsAdmin):
    """People to look at; whatever is done to them is an act with a reason. No address, no password."""

    acts = ACTS
    list_display = ("username", "is_guest", "is_staff", "is_active", "date_joined", "restricted")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active", "sanctions__kind")
    search_fields = ("username",)
    ordering = ("-date_joined",)
    fieldsets = (
        (None, {"fields": ("username", "is_guest", "language", "restricted")}),
        (gettext_lazy("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("restricted",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).prefetch_related("sanctions")

    @admin.display(description=gettext_lazy("restricted"))
    def restricted(self, user: User) -> str:
        now = timezone.now()
        running = [row for row in user.sanctions.all() if row.lifted_at is None and (not row.until or row.until > now)]
        return ", ".join(row.get_kind_display() for row in running) or "–"

    def looked_at(self, request: HttpRequest, row: User) -> None:
        note_look(request.user, "user", row)  # type: ignore[arg-type]

    def links(self, row: User) -> list[tuple[str, str]]:
        def query(page: str, **asked: Any) -> str:
            return f"{reverse(f'admin:{page}_changelist')}?{'&'.join(f'{key}={value}' for key, value in asked.items())}"

        return [
            (query("games_report", reported__id__exact=row.pk), _("Reports about this person")),
            (query("games_report", reporter__id__exact=row.pk), _("Reports by this person")),
            (query("games_match", seats__user__id__exact=row.pk), _("Matches")),
            (query("games_flag", user__id__exact=row.pk), _("Flags")),
            (query("accounts_sanction", user__id__exact=row.pk), f"{_('Sanctions')} ({row.sanctions.count()})"),
            (query("accounts_auditentry", user__id__exact=row.pk), _("Audit log about this person")),
        ]


class DoneFilter(admin.SimpleListFilter):
    """Looks are many, so the log begins without them; what is asked about one match or person has them."""

    title, parameter_name = gettext_lazy("what was done"), "did"
    EVERYTHING = "all"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(self.EVERYTHING, _("looks, too")), *ACTS_IN_WORDS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        if self.value() in ACTS_IN_WORDS:
            return queryset.filter(act=self.value())
        about_one = AuditAdmin.asked_by & {*request.GET}
        return queryset if about_one or self.value() == self.EVERYTHING else queryset.exclude(act=LOOK)


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    """What staff did, to whom, and why. Nobody changes it, and triggers of the database see to that."""

    list_display = ("at", "actor", "said", "user", "about", "reason")
    list_filter = (DoneFilter, "at", ("actor", admin.RelatedOnlyFieldListFilter))
    search_fields = ("subject", "reason", "actor__username", "user__username")
    asked_by = frozenset({"user__id__exact", "subject"})
    list_select_related = ("actor", "user")
    fields = ("at", "actor", "said", "user", "about", "reason", "details")
    readonly_fields = ("said", "about")

    @admin.display(description=gettext_lazy("what was done"), ordering="act")
    def said(self, entry: AuditEntry) -> str:
        return entry.said

    @admin.display(description=gettext_lazy("where"), ordering="subject")
    def about(self, entry: AuditEntry) -> str:
        """A match leads to the list that has it; what else there is stands as it was written."""
        kind, _space, code = entry.subject.partition(" ")
        if kind != "match":
            return entry.subject or "–"
        return format_html('<a href="{}?q={}">{}</a>', reverse("admin:games_match_changelist"), code, code)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    """Who may not do what, and until when. It is lifted on the person's page."""

    list_display = ("user", "kind", "since", "until", "lifted_at", "by", "reason")
    list_filter = ("kind",)
    search_fields = ("user__username",)
    asked_by = frozenset({"user__id__exact"})
    list_select_related = ("user", "by")
