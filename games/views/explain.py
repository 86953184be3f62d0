"""Lay tiles on an empty table and see what they count: the whole position is in the address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.forms import PRESET_ORDER
from games.learning.address import read_moves
from games.presenters.explained import explanation
from games.rules.ruleset import PRESETS, LayoutRules, Ruleset, preset, preset_players
from games.words.rules import preset_name

CLASSIC = "pagat"
PAGE, FRAGMENT = "games/explain.html", "games/partials/_explain.html"


@require_safe
def explain(request: HttpRequest) -> HttpResponse:
    """``?rules=sniff&moves=55*,50>55.S1``, and ``tile=50`` while its place is chosen.

    An address that cannot be is answered with 400 (a part of a page: 200, for it is shown), the sentence that says why,
    and the table before its first fault.
    """
    name = request.GET.get("rules") or CLASSIC
    ruleset = ruleset_named(name)
    position = read_moves(request.GET.get("moves", ""), ruleset)
    shown = explanation(name, ruleset, position, request.GET.get("tile", ""))
    context = {
        "page": shown,
        "books": [(each, preset_name(each)) for each in PRESET_ORDER],
        "address": request.build_absolute_uri(request.path + shown.href),
    }
    part = asks_for_a_part(request)
    response = render(request, FRAGMENT if part else PAGE, context, status=400 if position.fault and not part else 200)
    patch_vary_headers(response, ["HX-Request"])
    return response


def ruleset_named(name: str) -> Ruleset:
    """The rule book of this name, for its fewest players: they count alike. Http404."""
    if name not in PRESETS:
        raise Http404(_("There is no such rule book."))
    return preset(name, preset_players(name)[0])


def asks_for_a_part(request: HttpRequest) -> bool:
    """Whether htmx asks for what changes on the page, and not, going back, for all of it."""
    return request.headers.get("HX-Request") == "true" and "HX-History-Restore-Request" not in request.headers


def counts_like(ruleset: Ruleset) -> str:
    """The rule book by which a table of these rules is counted; "" for a mix that counts like none."""
    if ruleset.name in PRESETS:
        return ruleset.name
    wanted = (ruleset.layout_rules, ruleset.points_per_five)
    alike = (name for name in PRESET_ORDER if _counting(ruleset_named(name)) == wanted)
    return next(alike, "")


def _counting(ruleset: Ruleset) -> tuple[LayoutRules, int]:
    return ruleset.layout_rules, ruleset.points_per_five
