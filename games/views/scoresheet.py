"""A printable score sheet for any ruleset."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.forms_sheet import ScoreSheetForm
from games.presenters.scoresheet import score_sheet


@require_safe
def scoresheet(request: HttpRequest) -> HttpResponse:
    """The form and the sheet that it asks for. Beside a field that cannot be played stands why; then no sheet."""
    form = ScoreSheetForm.of_query(request.GET)
    sheet = None
    if form.is_valid():
        sheet = score_sheet(form.ruleset, form.names, paper=form.cleaned_data["paper"])
    context = {"form": form, "sheet": sheet, "changed": form.changed_rules}
    return render(request, "games/scoresheet.html", context)
