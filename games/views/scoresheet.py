"""A printable score sheet for any ruleset, and that of a match."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.forms_sheet import ScoreSheetForm
from games.past import past_match
from games.presenters.scoresheet import A4, LETTER, score_sheet
from games.presenters.sheet_kept import kept_sheet
from games.services.errors import CorruptMatch, UnknownTable

PAGE = "games/scoresheet.html"


@require_safe
def scoresheet(request: HttpRequest) -> HttpResponse:
    """The form and the sheet that it asks for. Beside a field that cannot be played stands why; then no sheet.

    ``?match=…``: the sheet of a match with its finished rounds, for whoever has its address, as its replay.
    """
    if code := request.GET.get("match"):
        return _kept(request, code)
    form = ScoreSheetForm.of_query(request.GET)
    sheet = None
    if form.is_valid():
        sheet = score_sheet(form.ruleset, form.names, paper=form.cleaned_data["paper"])
    context = {"form": form, "sheet": sheet, "changed": form.changed_rules}
    return render(request, PAGE, context)


def _kept(request: HttpRequest, code: str) -> HttpResponse:
    paper = LETTER if request.GET.get("paper") == LETTER else A4
    try:
        past = past_match(code, request.user)
    except UnknownTable as error:
        raise Http404(_("There is no such table.")) from error
    except CorruptMatch:
        return render(request, "games/table_corrupt.html", {"code": code}, status=409)
    form = ScoreSheetForm({"paper": paper})
    return render(request, PAGE, {"past": past, "sheet": kept_sheet(past, paper), "form": form})
