"""Reporting a match or somebody at it, and the list of what one has reported."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import profiles
from accounts.models import User
from games import selectors
from games.forms_report import ReportForm
from games.models import Match, Report, ReportKind, Seat
from games.services import errors, reports
from games.views.table import not_found_when_unknown
from games.words.refusals import refusal
from games.words.reports import KINDS, STATES

PAGE, PART = "games/report.html", "games/partials/_report.html"
#: Of so many matches together one may choose.
MOST_MATCHES = 10


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """The form for one match; once sent, what happens next. ``?who=2`` chooses a seat beforehand."""
    assert isinstance(request.user, User)
    try:
        match = selectors.match_for(code, request.user)
    except errors.UnknownTable as error:
        raise not_found_when_unknown(error) from error
    seats = list(Seat.objects.filter(match=match).select_related("user").order_by("index"))
    if request.user not in [seat.user for seat in seats]:
        return _shown(request, match, {"refused": refusal(errors.NeverMet())}, errors.NeverMet.status)
    people = [(seat.index, seat.user.username) for seat in seats if seat.user and seat.user != request.user]
    if request.method != "POST":
        start = {"who": request.GET.get("who", "")} if len(people) > 1 else {"who": people[0][0] if people else None}
        return _shown(request, match, {"form": ReportForm(people, initial=start)})
    form = ReportForm(people, request.POST)
    try:
        _make(form, match, request.user, request.POST.get("who", ""))
    except errors.Refused as refused:
        return _shown(request, match, {"form": form, "refused": refusal(refused)}, refused.status)
    return _shown(request, match, {"form": form} if form.errors else {"done": True}, 422 if form.errors else 200)


def _make(form: ReportForm, match: Match, user: User, who: str) -> None:
    """Store it, or leave the form with its errors; a seat that the form does not offer is refused by its reason."""
    offered = {str(value) for value, _name in form.fields["who"].choices}  # type: ignore[attr-defined]
    forged = who not in offered and who in ("0", "1", "2", "3") and form.data.get("kind") != ReportKind.SCORE
    if forged and reports.person_at(match, int(who)) == user:
        raise errors.ReportsOneself
    if form.is_valid():
        said, seat = form.cleaned_data, form.cleaned_data["who"]
        named = reports.person_at(match, seat) if seat is not None and said["kind"] != ReportKind.SCORE else None
        reports.report(match=match, reporter=user, reported=named, kind=said["kind"], words=said["words"])


def _shown(request: HttpRequest, match: Match, context: dict[str, Any], status: int = 200) -> HttpResponse:
    template = PART if request.headers.get("HX-Request") == "true" else PAGE
    back = reverse("games:replay" if match.is_over else "games:table", args=[match.code])
    return render(request, template, {"match": match, "back": back, **context}, status=status)


@never_cache
@login_required
@require_safe
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    """The matches with a player, the last one first: a report is about one of them."""
    assert isinstance(request.user, User)
    found = profiles.player_called(name)
    if found is None:
        raise Http404
    theirs = Seat.objects.filter(user=found).exclude(match__started_at=None)
    mine = Seat.objects.filter(user=request.user, match__in=theirs.values("match"))
    seats = dict(theirs.filter(match__in=mine.values("match")).values_list("match_id", "index"))
    together = list(Match.objects.filter(pk__in=seats).order_by("-started_at", "-pk")[:MOST_MATCHES])
    if found == request.user or not together:
        messages.error(request, refusal(errors.ReportsOneself() if found == request.user else errors.NeverMet()))
        return redirect(_profile(found))
    ways = [(f"{reverse('games:report', args=[row.code])}?who={seats[row.pk]}", row) for row in together]
    if len(ways) == 1:
        return redirect(ways[0][0])
    return render(request, PAGE, {"ways": ways, "player": found, "back": _profile(found)})


def _profile(player: User) -> str:
    return reverse("games:player", args=[player.username])


@never_cache
@login_required
@require_safe
def my_reports(request: HttpRequest) -> HttpResponse:
    """What one has reported, and whether somebody has looked at it; what came of it is nobody else's business."""
    rows = Report.objects.filter(reporter=request.user.pk).select_related("match", "reported").order_by("-created_at")
    kinds = dict(KINDS)
    lines = [{"row": row, "kind": kinds[row.kind], "state": STATES[row.state]} for row in rows[:100]]
    return render(request, "games/reports.html", {"lines": lines})
