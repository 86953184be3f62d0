"""Who is in a rated match is sent back to it, wherever he would sit down instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url

from games.presenters.friends import sent_back
from games.services.errors import InRatedMatch

View = Callable[..., HttpResponse]


def to_rated_match(request: HttpRequest, error: InRatedMatch) -> HttpResponse:
    """Go there, and be told why; by a header where a fragment was asked for."""
    messages.warning(request, sent_back(error.seat))
    address = resolve_url("games:table", code=error.seat.match.code)
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

    return guarded
