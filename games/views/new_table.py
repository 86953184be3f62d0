"""Open a table: the form, its words while one chooses, and the table itself."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.forms import PRESET_ORDER, NewTableForm
from games.rules.ruleset import nearest
from games.services import seating
from games.views.home import user_or_guest
from games.words.rules import PRESET_LINES, preset_name, ruleset_words
from games.words.settings import OUR_READING, difference_lines, preset_lines


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form; open the table that it asks for; or show it in words first, for those without JavaScript."""
    if request.method != "POST":
        return _page(request, _filled(request.GET))
    form = NewTableForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    if "preview" in request.POST:
        return _page(request, form)
    match = seating.open_table(
        user=user_or_guest(request),
        ruleset=form.ruleset,
        turn_seconds=form.cleaned_data["clock"],
        private=form.cleaned_data["private"],
        robots=form.robot_seats,
        title=form.cleaned_data["title"],
    )
    return redirect("games:table", code=match.code)


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The chosen settings in words, as a fragment; what cannot be played is said there, before anything is sent."""
    return render(request, "games/partials/_in_words.html", _in_words(_filled(request.GET)))


def _filled(query: QueryDict) -> NewTableForm:
    """The form with the usual settings, and over them whatever the address names."""
    usual = {name: field.initial for name, field in NewTableForm().fields.items() if field.initial is not None}
    return NewTableForm({**usual, **query.dict()})


def _page(request: HttpRequest, form: NewTableForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "cards": _cards(form), "rules": _rules(form), **_in_words(form)}
    return render(request, "games/new_table.html", context, status=status)


def _cards(form: NewTableForm) -> list[dict[str, Any]]:
    chosen = form["preset"].value()
    return [
        {
            "value": name,
            "name": preset_name(name),
            "line": PRESET_LINES[name],
            "differs": preset_lines(name),
            "chosen": name == chosen,
        }
        for name in PRESET_ORDER
    ]


def _rules(form: NewTableForm) -> list[dict[str, Any]]:
    return [{"field": field, "ours": field.name in OUR_READING} for field in form.rule_fields]


def _in_words(form: NewTableForm) -> dict[str, Any]:
    """The panel: sentences, what differs from the nearest rule book, and whether it can be opened."""
    if not form.is_valid():
        return {"faults": [error for errors in form.errors.values() for error in errors], "changed": form.changed_rules}
    usual, changes = nearest(form.ruleset)
    return {
        "sentences": ruleset_words(form.ruleset, form.cleaned_data["clock"]),
        "usual": preset_name(usual.name),
        "changes": difference_lines(changes),
        "changed": form.changed_rules,
        "starts": form.cleaned_data["robots"] == form.ruleset.players - 1,
    }
