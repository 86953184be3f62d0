"""The robots: how strong each is, how it plays, and how that was measured."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.ladder import ladder


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """The ladder with its errors, a paragraph for each robot, the oracle apart."""
    return render(request, "games/robots.html", {"page": ladder()})
