"""Matches, reports and flags at the desk. No form of the admin changes anything: every write is an act with a reason.

Nobody reads hands that are being played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from accounts.admin_acts import Either, ReadOnly, note_look
from games import admin_rows  # noqa: F401  # registers rounds, moves, calls, studies
from games.admin_acts import MATCH_ACTS, REPORT_ACTS, GamesActs, review_url
from games.admin_match import FACTS, SHOWN, MatchFacts, pages_about, rules_of, seats_of, sitter
from games.admin_review import review_view
from games.history import CUSTOM, fingerprints
from games.models import Flag, FlagKind, Match, Report, ReportState, Seat
from games.presenters.robots import robot_name
from games.rules.ruleset import PRESETS
from games.services import looking
from games.services.desk import subject_of
from games.words.desk import figures_of
from games.words.rules import preset_name

if TYPE_CHECKING:
    from accounts.models import User


class SeatInline(admin.TabularInline):
    model = Seat
    fields = ["number", "user", "plays", "away", "left", "seen_at"]
    readonly_fields = ["number", "plays"]
    extra = 0
    can_delete = False

    @admin.display(description=_("seat"))
    def number(self, seat: Seat) -> int:
        return seat.index + 1

    @admin.display(description=_("robot"))
    def plays(self, seat: Seat) -> str:
        return robot_name(seat.player) if seat.player else "–"

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_staff

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RulesFilter(admin.SimpleListFilter):
    """By rule book, whatever the number of players."""

    title, parameter_name = _("rules"), "rules"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*((name, preset_name(name)) for name in PRESETS), (CUSTOM, _t("rules of one's own"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        if self.value() == CUSTOM:
            return queryset.exclude(fingerprint__in=[one for name in PRESETS for one in fingerprints(name)])
        return queryset.filter(fingerprint__in=fingerprints(self.value())) if self.value() in PRESETS else queryset


class FlagFilter(admin.SimpleListFilter):
    """Those that a flag is made of."""

    title, parameter_name = _("flag"), "flag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(value), str(label)) for value, label in FlagKind.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        if self.value() not in FlagKind.values:
            return queryset
        return queryset.filter(pk__in=Flag.matches.through.objects.filter(flag__kind=self.value()).values("match_id"))


class FaultyFilter(Either):
    title, parameter_name = _("fault"), "faulty"
    holds, words = ~Q(fault=""), (_("cannot go on"), _("goes on"))


class AnnulledFilter(Either):
    title, parameter_name = _("annulment"), "annulled"
    holds, words = Q(annulled_at__isnull=False), (_("annulled"), _("counts"))


@admin.register(Match)
class MatchAdmin(MatchFacts, GamesActs):
    """To be found by player, rules, state, date and flags; each leads to its review."""

    fieldsets = FACTS
    readonly_fields = SHOWN

    acts = MATCH_ACTS
    list_display = ["code", "review_link", "state", "players", "rules", "is_faulty", "is_annulled", "created_at"]
    list_filter = ["state", RulesFilter, FlagFilter, FaultyFilter, AnnulledFilter, "rated", "private", "created_at"]
    search_fields = ["code", "title", "seats__user__username", "=fingerprint"]
    asked_by = frozenset({"seats__user__id__exact", "flags__id__exact"})
    search_help_text = _("A player's name, a table's code or title, or the fingerprint of its rules.")
    date_hierarchy = "created_at"
    inlines = [SeatInline]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.review_view)
        return [path("<int:pk>/review/", view, name="games_match_review"), *super().get_urls()]

    def review_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Step through the match."""
        match = Match.objects.filter(pk=pk).first()
        if match is None:
            raise Http404
        if not self.has_view_permission(request, match):
            raise PermissionDenied
        return review_view(request, match, self)

    def named(self, row: Match) -> str:
        return subject_of(row)

    def back_to(self, row: Match) -> str:
        return review_url(row)

    def links(self, row: Match) -> list[tuple[str, str]]:
        return pages_about(row)

    @admin.display(description=_("review"))
    def review_link(self, match: Match) -> str:
        return format_html('<a href="{}">{}</a>', review_url(match), _t("Review"))

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return ", ".join(map(sitter, seats_of(match)))

    @admin.display(description=_("rules"))
    def rules(self, match: Match) -> str:
        return rules_of(match)

    @admin.display(description=_("faulty"))
    def is_faulty(self, match: Match) -> str:
        return _t("cannot go on") if match.fault else "–"

    @admin.display(description=_("annulled"))
    def is_annulled(self, match: Match) -> str:
        return _t("annulled") if match.annulled_at else "–"


@admin.register(Report)
class ReportAdmin(GamesActs):
    """The queue: what waits longest first, with the match behind it and what else is open about the same person."""

    acts = REPORT_ACTS
    list_display = ["age", "match_link", "decide", "kind", "words", "reported_link", "elsewhere", "reporter", "state"]
    list_display_links = None
    list_filter = ["state", "kind", "created_at"]
    search_fields = ["reporter__username", "reported__username", "match__code", "words"]
    asked_by = frozenset({"match__id__exact", "reported__id__exact", "reporter__id__exact"})
    ordering = ["created_at", "pk"]
    list_select_related = ["match", "reporter", "reported"]
    fields = [
        "kind",
        "match_link",
        "reporter",
        "reported_link",
        "words",
        "state",
        "created_at",
        "closed_at",
        "closed_by",
    ]
    readonly_fields = ["match_link", "reported_link"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        about = Report.objects.filter(reported=OuterRef("reported"), state=ReportState.OPEN).exclude(pk=OuterRef("pk"))
        others = about.order_by().values("reported").annotate(n=Count("pk")).values("n")
        return super().get_queryset(request).annotate(others=Coalesce(Subquery(others), 0))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Without a question: those that are open."""
        if not request.GET and request.method == "GET":
            return redirect(f"{request.path}?state__exact={ReportState.OPEN}")
        return super().changelist_view(request, extra_context)

    def named(self, row: Report) -> str:
        return subject_of(row.match)

    def back_to(self, row: Report) -> str:
        return reverse("admin:games_report_changelist")

    def links(self, row: Report) -> list[tuple[str, str]]:
        return [(review_url(row.match), _t("Review"))]

    @admin.display(description=_("age"), ordering="created_at")
    def age(self, row: Report) -> str:
        return timesince(row.created_at, timezone.now(), depth=1)

    @admin.display(description=_("match"))
    def match_link(self, row: Report) -> str:
        return format_html('<a href="{}">{}</a>', review_url(row.match), _t("Review"))

    @admin.display(description=_("reported"), ordering="reported__username")
    def reported_link(self, row: Report) -> str:
        if row.reported is None:
            return "–"
        address = reverse("admin:accounts_user_change", args=[row.reported_id])
        return format_html('<a href="{}">{}</a>', address, row.reported)

    @admin.display(description=_("also open about this person"))
    def elsewhere(self, row: Any) -> int:
        return int(row.others)

    @admin.display(description=_("to decide"))
    def decide(self, row: Report) -> str:
        if row.state != ReportState.OPEN:
            return "–"
        return format_html('<a href="{}">{}</a>', self.address(REPORT_ACTS[0], row), REPORT_ACTS[0].title)


@admin.register(Flag)
class FlagAdmin(ReadOnly):
    """Figures with counts and what chance would bring; never a verdict."""

    list_display = ["kind", "user", "other", "counted", "by_chance", "behind", "since"]
    list_filter = ["kind", "since"]
    search_fields = ["user__username", "other__username"]
    asked_by = frozenset({"matches__id__exact", "user__id__exact"})
    list_select_related = ["user", "other"]
    fields = ["kind", "user", "other", "counted", "by_chance", "since", "at", "behind"]
    readonly_fields = ["counted", "by_chance", "behind"]
    change_list_template = "admin/games/flag/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        return super().get_queryset(request).annotate(together=Count("matches"))

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.compute_view)
        return [path("compute/", view, name="games_flag_compute"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "look": looking.state()})

    def compute_view(self, request: HttpRequest) -> HttpResponse:
        """Have all matches looked through (POST), or say how far that is (GET, as a fragment)."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method == "POST":
            looking.ask()
            note_look(cast("User", request.user), "all matches, for flags")
        elif request.headers.get("HX-Request") == "true":
            return render(request, "admin/games/flag/look.html", {"look": looking.state()})
        return redirect("admin:games_flag_changelist")

    def _words(self, flag: Flag) -> tuple[str, str]:
        return figures_of(flag.kind, flag.figures, str(flag.user), str(flag.other or ""))

    @admin.display(description=_("counted"))
    def counted(self, flag: Flag) -> str:
        return self._words(flag)[0]

    @admin.display(description=_("by chance"))
    def by_chance(self, flag: Flag) -> str:
        return self._words(flag)[1]

    @admin.display(description=_("matches"))
    def behind(self, flag: Any) -> str:
        address = reverse("admin:games_match_changelist")
        return format_html('<a href="{}?flags__id__exact={}">{}</a>', address, flag.pk, flag.together)
