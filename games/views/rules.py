"""The rules: the list of rule books, a page for each, and the rules of a table, all made from the settings themselves.

Any ruleset can be shown: see `rules_response`.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.forms import PRESET_ORDER
from games.forms_saved import RulesNameForm
from games.models import SavedRuleset
from games.presenters.figures import figure
from games.presenters.robots import robots_styles
from games.presenters.rulebook import CLASSIC, rulebook, shelf, sizes, terms_of
from games.presenters.scoresheet import sheet_query
from games.rules.errors import RulesetError
from games.rules.ruleset import PRESETS, Ruleset, preset, preset_players
from games.services.errors import UnknownTable
from games.words.glossary import glossary

FRAGMENT, PAGE = "games/partials/_rules_sheet.html", "games/rules_of.html"


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """In short; the rule books; the tally; the words of the game."""
    shown, words = figure("sides", preset(CLASSIC, 2)), glossary()
    context = {
        "figure": shown,
        "books": shelf(PRESET_ORDER),
        "glossary": words,
        "terms": [term for term in words if term.key in terms_of(shown)],
    }
    return render(request, "games/rules.html", context)


@require_safe
def rules_of_preset(request: HttpRequest, name: str) -> HttpResponse:
    """A rule book. ``?players=3``: for so many; without it, for the fewest."""
    if name not in PRESETS:
        raise Http404(_("There is no such rule book."))
    players = request.GET.get("players", str(preset_players(name)[0]))
    if players not in map(str, preset_players(name)):
        raise Http404(_("This rule book has no such table. Choose another number of players."))
    ruleset = preset(name, int(players))
    return rules_response(request, ruleset, sizes=sizes(name), open_with={"preset": name, "players": players})


@never_cache
@require_safe
def rules_of_table(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of a table, as a page of its own or (asked for by htmx) to lie beside the table."""
    try:
        match = selectors.match_for(code, request.user)
    except UnknownTable as error:
        raise Http404(_("There is no such table.")) from error
    try:
        ruleset = Ruleset.from_dict(match.ruleset)
    except RulesetError:
        return render(request, "games/table_corrupt.html", {"code": code}, status=409)
    context = {"table": reverse("games:table", args=[code]), "keep": RulesNameForm(), "code": code}
    robots = robots_styles(match.seats.values_list("robot", flat=True), ruleset)
    return rules_response(request, ruleset, name="", robots=robots, **context)


def rules_response(request: HttpRequest, ruleset: Ruleset, *, name: str = "", **context: Any) -> HttpResponse:
    """The rules of any ruleset: a page, or with ``?fragment`` or by htmx what lies beside a table.

    *name*: what its players call it. *context* may have ``sizes`` (links to other numbers of players), ``table`` (the
    address to go back to), ``open_with`` (what the form for a new table is to begin with), ``keep`` (a form to keep a
    table's rules by), ``robots`` (how those at the table play) and ``saved`` with ``rename`` (rules that somebody
    keeps; the form is for their owner alone).
    """
    beside = "fragment" in request.GET or request.headers.get("HX-Request") == "true"
    context = {
        "book": rulebook(ruleset, name),
        "fingerprint": ruleset.fingerprint,
        "called": _called(ruleset, context.get("saved")),
        "sheet": sheet_query(ruleset),
        **context,
    }
    response = render(request, FRAGMENT if beside else PAGE, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _called(ruleset: Ruleset, saved: SavedRuleset | None) -> str:
    """What addresses call these rules where one learns to count by them (games/books.py)."""
    if ruleset.name in PRESETS:
        return ruleset.name
    return saved.token if saved is not None else ruleset.fingerprint
