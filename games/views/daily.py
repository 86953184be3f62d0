"""Deals that many play: those of a day, and those that friends share by a code."""

from __future__ import annotations

from datetime import date, timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games import fixed
from games.forms_fixed import CodeForm, NewDealForm
from games.models import FixedDeal
from games.presenters.daily import DealView, deal_view
from games.rules.errors import RulesetError
from games.rules.ruleset import preset
from games.services import errors, fixed_deals
from games.views.home import user_or_guest
from games.views.play_on import to_table
from games.views.sent_back import sends_back
from games.words.given import streak_words
from games.words.refusals import refusal
from games.words.rules import PRESET_NAMES


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Today's deals, how one did, yesterday's table, and the days before."""
    day = fixed_deals.today()
    before = day - timedelta(days=1)
    context = {
        "day": day,
        "ends": fixed_deals.end_of(day),
        "deals": _views(request, day),
        "streak": streak_words(fixed.streak(request.user)) if isinstance(request.user, User) else "",
        "yesterday": before,
        "past": _views(request, before),
        "days": [other for other in fixed.archive(day) if other != before],
        "ahead": _ahead(day),
    }
    return render(request, "games/daily.html", context)


def _views(request: HttpRequest, day: date) -> list[DealView]:
    return [deal_view(fixed.deal_for(deal, request.user)) for deal in fixed_deals.deals_of(day)]


def _ahead(day: date) -> list[tuple[str, str]]:
    """What is promised of tomorrow."""
    tomorrow = day + timedelta(days=1)
    return [(fixed_deals.name_of(tomorrow, deal.game), deal.commitment) for deal in fixed_deals.deals_of(tomorrow)]


@never_cache
@require_safe
def day(request: HttpRequest, day: date) -> HttpResponse:
    """A day that is over, with everybody's scores."""
    if day >= fixed_deals.today():
        return redirect("games:daily")
    deals = _deals_of(day)
    if not deals:
        raise Http404(_("There were no deals on that day."))
    return render(request, "games/day.html", {"day": day, "past": _views(request, day)})


def _deals_of(day: date) -> list[FixedDeal]:
    try:
        return fixed_deals.deals_of(day)
    except errors.NoSuchDeal as error:
        raise Http404(_("There were no deals on that day.")) from error


@require_POST
@sends_back
def play_day(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Play a deal of a day. A page from before midnight that meant to play the day's is told that it is over."""
    deal = next((deal for deal in _deals_of(day) if deal.game == game), None)
    if deal is None or day > fixed_deals.today():
        raise Http404(_("There were no deals on that day."))
    if day < fixed_deals.today() and request.POST.get("as") == "first":
        messages.warning(request, _("That day is over; these are the deals of today."))
        return redirect("games:daily")
    user = user_or_guest(request)
    return to_table(request, fixed_deals.play_deal(user=user, deal=deal), user)


@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: HttpRequest) -> HttpResponse:
    """Enter a code, ``?code=7KQM2XWR``; or have a new deal drawn that nobody has seen."""
    if request.method == "POST":
        return _new_deal(request)
    form = CodeForm(request.GET) if "code" in request.GET else CodeForm()
    context = {"form": form, "presets": [(name, str(text)) for name, text in PRESET_NAMES.items()], "mine": []}
    if isinstance(request.user, User):
        context["mine"] = request.user.made_deals.order_by("-created_at")[:20]
    if not form.is_bound:
        return render(request, "games/deals.html", context)
    if form.is_valid():
        try:
            return redirect("games:deal", deal=fixed_deals.find(form.cleaned_data["code"]).code)
        except errors.NoSuchDeal as error:
            form.add_error("code", refusal(error))
    return render(request, "games/deals.html", context, status=400 if "code" in form.data else 200)


def _new_deal(request: HttpRequest) -> HttpResponse:
    form = NewDealForm(request.POST)
    try:
        if not form.is_valid():
            raise errors.NoSuchDeal
        ruleset = preset(form.cleaned_data["rules"], form.cleaned_data["players"])
        deal = fixed_deals.new_code(user=user_or_guest(request), ruleset=ruleset)
    except (errors.NoSuchDeal, RulesetError):
        messages.warning(request, _("That game is not played by so many. Choose another number."))
        return redirect("games:deals")
    except errors.TooManyDeals as error:
        messages.warning(request, refusal(error))
        return redirect("games:deals")
    return redirect("games:deal", deal=deal.code)


@never_cache
@require_safe
def deal(request: HttpRequest, deal: str) -> HttpResponse:
    """A deal with a code: what it is; its results for whom it is told."""
    found = _found(deal)
    address = request.build_absolute_uri(request.path)
    view = deal_view(fixed.deal_for(found, request.user))
    return render(request, "games/deal.html", {"deal": found, "view": view, "address": address})


def _found(code: str) -> FixedDeal:
    try:
        return fixed_deals.find(code)
    except errors.NoSuchDeal as error:
        raise Http404(refusal(error)) from error


@require_POST
@sends_back
def play_deal(request: HttpRequest, deal: str) -> HttpResponse:
    """Play a deal with a code."""
    found, user = _found(deal), user_or_guest(request)
    return to_table(request, fixed_deals.play_deal(user=user, deal=found), user)
