"""What if: a match that is over is left before one of its moves, played on, and compared with what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games import fixed, selectors
from games.forms_fixed import PlayOnForm, ShareForm
from games.models import Match, StudyRecord
from games.past import Past, past_match, past_study, study_of
from games.presenters.compared import compared as both
from games.presenters.play_on import PlayOn, play_on_page
from games.robots import ROBOTS
from games.rules.retrace import Spot
from games.services import errors, fixed_deals, what_if
from games.views.home import user_or_guest
from games.views.origin import sat_down
from games.views.past import spot_of
from games.views.sent_back import sends_back
from games.words.refusals import refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sends_back
def play_on(request: HttpRequest, code: str) -> HttpResponse:
    """The form at a move, ``?move=3.12``; sent, the table of the what-if."""
    past, match = _over(request, code)
    fork = _fork(request, partial(what_if.fork_of, match))
    page = play_on_page(past, fork, fixed.what_ifs_of(match, request.user))
    return _left(request, past, page, partial(what_if.play_on, match=match))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sends_back
def play_on_study(request: HttpRequest, token: str) -> HttpResponse:
    """The same from a record that somebody brought along, for whoever has its link."""
    past, study = _study(request, token)
    fork = _fork(request, partial(what_if.fork_of_study, study))
    page = play_on_page(past, fork, fixed.what_ifs_of(study, request.user))
    return _left(request, past, page, partial(what_if.play_on_study, study=study))


def _fork(request: HttpRequest, find: Callable[[int, int], what_if.Fork]) -> what_if.Fork:
    """Where the address, or the form, says that the round is left; Http404."""
    spot = spot_of(request.POST.get("move") or request.GET.get("move") or "1.0")
    try:
        if spot is None:
            raise errors.NoSuchMove
        return find(*spot)
    except errors.NoSuchMove as error:
        raise Http404(refusal(error)) from error


def _left(request: HttpRequest, past: Past, page: PlayOn, leave: Callable[..., Match]) -> HttpResponse:
    """The form; sent and good, the table that it leads to."""
    form = PlayOnForm(request.POST, players=past.ruleset.players)
    if request.method != "POST" or not form.is_valid():
        context = {"past": past, "page": page, "robot": _usual(past)}
        return render(request, "games/play_on.html", context, status=400 if request.method == "POST" else 200)
    user = user_or_guest(request)
    branch = leave(
        user=user,
        round_number=page.fork.round_no,
        move=page.fork.move,
        seat=form.cleaned_data["seat"],
        robot=form.cleaned_data["robot"],
        anew=form.cleaned_data["tiles"] == "anew",
    )
    return to_table(request, branch, user)


def _study(request: HttpRequest, token: str) -> tuple[Past, StudyRecord]:
    try:
        return past_study(token, request.user), study_of(token)
    except (errors.UnknownTable, errors.CorruptMatch) as error:
        raise Http404(_("There is no such table.")) from error


def _over(request: HttpRequest, code: str) -> tuple[Past, Match]:
    """A match that is over, to this viewer; Http404."""
    try:
        past = past_match(code, request.user)
        match = selectors.match_of(code)
    except (errors.UnknownTable, errors.CorruptMatch) as error:
        raise Http404(_("There is no such table.")) from error
    if past.running:
        raise Http404(_("This match is not over yet."))
    return past, match


def _usual(past: Past) -> str:
    """The robot that was met in the match, if there was one."""
    met = [sitter.robot for sitter in past.sitters if sitter.robot in ROBOTS]
    return met[0] if met else what_if.USUAL


def to_table(request: HttpRequest, match: Match, user: User) -> HttpResponse:
    """Go to the new table; by a header where script asked."""
    sat_down(request, match, user)
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("games:table", args=[match.code])})
    return redirect("games:table", code=match.code)


@require_POST
@sends_back
def again(request: HttpRequest, code: str) -> HttpResponse:
    """The same what-if once more."""
    _past, match = _over(request, code)
    if match.prescribed != "what_if":
        raise Http404(_("There is no such table."))
    user = user_or_guest(request)
    try:
        return to_table(request, what_if.again(match=match, user=user), user)
    except errors.NoSuchMove as error:
        raise Http404(refusal(error)) from error


@require_safe
def compared(request: HttpRequest, code: str) -> HttpResponse:
    """What happened then against now; the table while the what-if is still played."""
    try:
        match = selectors.match_for(code, request.user)
    except errors.UnknownTable as error:
        raise Http404(_("There is no such table.")) from error
    found = fixed.prescription_of(match)
    if found is None or match.prescribed != "what_if":
        raise Http404(_("There is no such table."))
    if not match.is_over:
        return redirect("games:table", code=code)
    left = found.source or found.study
    if left is None or found.margin is None:
        return redirect("games:replay", code=code)
    now, then = _pasts(request, code, left)
    spot = Spot(found.round_number, found.move_number)
    context = {"page": both(then, now, spot), "then": then, "now": now, "fork": spot, "given": found}
    context["before"] = Spot(spot.round_no, spot.move - 1)
    return render(request, "games/compared.html", {**context, "own": request.user.pk == found.owner_id})


def _pasts(request: HttpRequest, now: str, then: Match | StudyRecord) -> tuple[Past, Past]:
    try:
        before = (
            past_match(then.code, request.user) if isinstance(then, Match) else past_study(then.token, request.user)
        )
        return past_match(now, request.user), before
    except (errors.UnknownTable, errors.CorruptMatch) as error:
        raise Http404(_("There is no such table.")) from error


@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Make a code of a round, for friends to play its tiles."""
    past, match = _over(request, code)
    form = ShareForm(request.POST, players=past.ruleset.players)
    if not form.is_valid():
        raise Http404(_("There is no such move, or its round is not over yet."))
    prescription = fixed.prescription_of(match)
    if prescription is not None and prescription.deal is not None and prescription.deal.day == fixed_deals.today():
        messages.warning(request, _("The deal of the day has no code: everybody plays it."))
        return redirect("games:daily")
    try:
        deal = fixed_deals.code_of_round(
            user=user_or_guest(request),
            match=match,
            round_number=form.cleaned_data["round"],
            seat=form.cleaned_data["seat"],
        )
    except errors.NoSuchMove as error:
        raise Http404(refusal(error)) from error
    except errors.TooManyDeals as error:
        messages.warning(request, refusal(error))
        return redirect("games:replay", code=code)
    return redirect("games:deal", deal=deal.code)
