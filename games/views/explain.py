"""Lay tiles on an empty table and see what they count: the whole position is in the address."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.books import Book, book_called
from games.forms import PRESET_ORDER
from games.learning.address import read_moves
from games.presenters.explained import explanation
from games.services.errors import UnknownRules
from games.words.rules import preset_name, ruleset_name

CLASSIC = "pagat"
PAGE, FRAGMENT = "games/explain.html", "games/partials/_explain.html"


@require_safe
def explain(request: HttpRequest) -> HttpResponse:
    """``?rules=sniff&moves=55*,50>55.S1``, and ``tile=50`` while its place is chosen; rules as games/books.py says.

    An address that cannot be is answered with 400 (a part of a page: 200, for it is shown), the sentence that says why,
    and the table before its first fault.
    """
    name = request.GET.get("rules") or CLASSIC
    book = book_named(name)
    position = read_moves(request.GET.get("moves", ""), book.ruleset)
    shown = explanation(name, book.ruleset, position, request.GET.get("tile", ""))
    context = {
        "page": shown,
        "books": choices_with(name, book, [(each, preset_name(each)) for each in PRESET_ORDER]),
        "address": request.build_absolute_uri(request.path + shown.href),
    }
    part = asks_for_a_part(request)
    response = render(request, FRAGMENT if part else PAGE, context, status=400 if position.fault and not part else 200)
    patch_vary_headers(response, ["HX-Request"])
    return response


def book_named(name: str) -> Book:
    """The rules that an address names. Http404."""
    try:
        return book_called(name)
    except UnknownRules as error:
        raise Http404(_("There is no such rule book.")) from error


def choices_with(name: str, book: Book, usual: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What the choice of rules offers: the rule books, and the rules that the address names, if they are none."""
    if any(value == name for value, _text in usual):
        return list(usual)
    return [*usual, (name, book.name or ruleset_name(book.ruleset))]


def asks_for_a_part(request: HttpRequest) -> bool:
    """Whether htmx asks for what changes on the page, and not, going back, for all of it."""
    return request.headers.get("HX-Request") == "true" and "HX-History-Restore-Request" not in request.headers
