"""Acts at the desk: a button, a page that asks why, and the service that does it. The admin itself writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import conduct
from accounts.addresses import own_address
from accounts.models import AuditEntry, User
from accounts.models_conduct import LONGEST_REASON

LOOK = "look"
#: Looking again at the same thing is not written down again before so many seconds.
LOOK_SECONDS = 3600
#: A service's refusals, and what they say.
Said = Callable[[Exception], str]


class ReasonForm(forms.Form):
    """Why it is done: it stands in the audit log."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField", "autofocus": True}),
        help_text=gettext_lazy("It stands in the audit log, which nobody can change."),
    )

    def __init__(self, *args: Any, row: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row


@dataclass(frozen=True)
class Act:
    """`do` gets the actor, the row and the form's values, calls a service, and returns the sentence of success.

    `may` says whether it can be done to this row now. `says` tells, before it is done, what it does.
    """

    name: str
    title: Any
    says: Any
    do: Callable[[User, Any, dict[str, Any]], str]
    may: Callable[[User, Any], bool]
    form: type[ReasonForm] = ReasonForm


def note_look(actor: User, subject: str, user: User | None = None) -> None:
    """Write down that a member of staff looked at something; once an hour is enough."""
    since = timezone.now() - timezone.timedelta(seconds=LOOK_SECONDS)  # type: ignore[attr-defined]
    with transaction.atomic():
        seen = AuditEntry.objects.filter(actor=actor, act=LOOK, subject=subject, user=user, at__gte=since)
        if not seen.exists():
            conduct.note(actor=actor, act=LOOK, reason=_("Looked at in the admin."), subject=subject, user=user)


def _is_staff(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_staff


class Either(admin.SimpleListFilter):
    """Rows of which something holds, and those of which it does not, each in words."""

    holds: ClassVar[Q]
    words: ClassVar[tuple[Any, Any]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", self.words[0]), ("0", self.words[1])]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        asked = {"1": self.holds, "0": ~self.holds}.get(self.value() or "")
        return queryset if asked is None else queryset.filter(asked)


def _filtered(entry: Any) -> str:
    """By what a filter of a list asks: a column, or the name of its own."""
    if isinstance(entry, (tuple, list)):
        entry = entry[0]
    return str(getattr(entry, "parameter_name", entry) or "")


class ReadOnly(admin.ModelAdmin):
    """Look, don't touch: what is changed is changed by acts. Every member of staff sees all of the desk."""

    #: By what the desk's own links ask for rows, besides the filters that a list has.
    asked_by: ClassVar[frozenset[str]] = frozenset()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Never by what is not shown: a guess at a time, a list would tell a hand, or a password, sign by sign."""
        if lookup in self.asked_by:
            return True
        filters = tuple(f"{name}__" for name in map(_filtered, (*self.list_filter, self.date_hierarchy)) if name)
        return f"{lookup}__".startswith(filters) and super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = capfirst(str(self.opts.verbose_name_plural))
        answer = super().changelist_view(request, {"title": title, **(extra_context or {})})
        if answer.status_code == 200 and self.has_view_permission(request):  # a guess that is refused is told as that
            note_look(cast("User", request.user), f"list of {self.opts.model_name}")
        return answer

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        if row is not None and self.has_view_permission(request, row):
            self.looked_at(request, row)
        return super().change_view(request, object_id, form_url, extra_context)

    def looked_at(self, request: HttpRequest, row: Any) -> None:
        """Write it down: every view of the desk stands in the log."""
        note_look(cast("User", request.user), self.named(row))

    def named(self, row: Any) -> str:
        """What the audit log calls a row."""
        return f"{self.opts.model_name} {row.pk}"

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_staff(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ActsAdmin(ReadOnly):
    """Rows with acts, for every member of staff; an act that is for some of them says so by its `may`."""

    acts: ClassVar[tuple[Act, ...]] = ()
    change_form_template = "admin/acts_form.html"
    refusals: ClassVar[tuple[type[Exception], ...]] = (ValidationError,)

    def say(self, error: Exception) -> str:
        """The sentence of a refusal."""
        return " ".join(error.messages) if isinstance(error, ValidationError) else str(error)

    def aside(self, user: User, row: Any) -> str:
        """Why this person is offered no acts upon this row; nothing where he is."""
        return ""

    def may_act(self, user: User) -> bool:
        return user.is_active and user.is_staff

    def offered(self, request: HttpRequest, row: Any) -> list[tuple[str, str]]:
        """The acts that can be done to this row now: address and title."""
        user = cast("User", request.user)
        if not self.may_act(user):
            return []
        return [(self.address(act, row), str(act.title)) for act in self.acts if act.may(user, row)]

    def address(self, act: Act, row: Any) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_act"
        return reverse(name, args=[row.pk, act.name])

    def get_urls(self) -> list[Any]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        own = path("<int:pk>/act/<slug:name>/", self.admin_site.admin_view(self.act_view), name=name)
        return [own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        if row is None or not self.has_view_permission(request, row):
            return super().change_view(request, object_id, form_url, extra_context)
        told = {"acts": self.offered(request, row), "links": self.links(row)}
        context = {**(extra_context or {}), **told, "aside": self.aside(cast("User", request.user), row)}
        return super().change_view(request, object_id, form_url, context)

    def links(self, row: Any) -> list[tuple[str, str]]:
        """Further pages about this row: address and title."""
        return []

    def back_to(self, row: Any) -> str:
        """Where one goes after an act."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])

    def act_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Ask why (GET), and do it (POST)."""
        row = self.get_object(request, str(pk))
        act = next((act for act in self.acts if act.name == name), None)
        if row is None or act is None:
            raise Http404
        user = cast("User", request.user)
        if not self.may_act(user):
            raise PermissionDenied
        form = act.form(request.POST or None, row=row)
        if not act.may(user, row):
            messages.warning(request, self.aside(user, row) or _("This cannot be done here now."))
            return redirect(self.back_to(row))
        if request.method == "POST" and form.is_valid() and (said := self._done(form, act, user, row)):
            messages.success(request, said)
            return redirect(self._next(request, row))
        return self._asked(request, row, act, form)

    def _done(self, form: ReasonForm, act: Act, user: User, row: Any) -> str:
        try:
            return act.do(user, row, form.cleaned_data)
        except self.refusals as error:
            form.add_error(None, self.say(error))
            return ""

    def _next(self, request: HttpRequest, row: Any) -> str:
        return own_address(request, request.POST.get("next")) or self.back_to(row)

    def _asked(self, request: HttpRequest, row: Any, act: Act, form: ReasonForm) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts, "row": row, "act": act, "form": form, "title": act.title,
            "back": self.back_to(row), "next": request.POST.get("next") or request.GET.get("next", ""),
        }  # fmt: skip
        return TemplateResponse(request, "admin/act.html", context)
