"""Who is in a rated match, or at too many tables, is sent back, wherever he would sit down instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url

from games.presenters.friends import sent_back
from games.services.errors import InRatedMatch, TooManyTables
from games.words.refusals import refusal

View = Callable[..., HttpResponse]


def to_rated_match(request: HttpRequest, error: InRatedMatch) -> HttpResponse:
    """Go there, and be told why; by a header where a fragment was asked for."""
    return _go(request, sent_back(error.seat), resolve_url("games:table", code=error.seat.match.code))


def _go(request: HttpRequest, why: str, address: str) -> HttpResponse:
    messages.warning(request, why)
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def sends_back(view: View) -> View:
    """A view in which somebody sits down."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except InRatedMatch as error:
            return to_rated_match(request, error)
        except TooManyTables as error:
            return _go(request, refusal(error), resolve_url("games:home"))

    return guarded
