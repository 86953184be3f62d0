"""The review of a match: asking for it, and how far it has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.past import past_match
from games.presenters.facts import ReviewFacts
from games.presenters.offered import review_way
from games.presenters.past_reviewed import review_panel
from games.reviewed import review_of
from games.selectors import match_of
from games.services import reviewing
from games.services.errors import CorruptMatch, UnknownTable

if TYPE_CHECKING:
    from games.models import Review
    from games.past import Past

PART, WAY = "games/partials/_review.html", "games/partials/_review_way.html"


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, code: str) -> HttpResponse:
    """POST: have it made. GET: how far it has come, for a page that asks now and then; others go to the replay.

    Whoever may look back at a match that is over may have it reviewed, without an account too.
    """
    past = _past(request, code)
    if request.method == "POST":
        by = request.user if request.user.is_authenticated else None
        reviewing.ask(match=match_of(code), by=by)
    there = f"{reverse('games:replay', args=[code])}#review"
    if request.headers.get("HX-Request") != "true":
        return redirect(there)
    if request.method == "POST" and "panel" in request.GET:
        return HttpResponse(headers={"HX-Redirect": there})
    found = review_of(past)
    if "way" in request.GET:
        return _way(request, code, found)
    response = render(request, PART, {"review": review_panel(past, found, None)})
    if found is not None and found.is_over:
        # The page that waited for it wants it all: verdicts in the log as well.
        response["HX-Refresh"] = "true"
    return response


def _way(request: HttpRequest, code: str, found: Review | None) -> HttpResponse:
    """For the panel at the end of a match: the way there, with how far it has come."""
    facts = ReviewFacts() if found is None else ReviewFacts(found.state, found.place, found.choices)
    return render(request, WAY, {"way": review_way(code, facts)})


def _past(request: HttpRequest, code: str) -> Past:
    try:
        past = past_match(code, request.user)
    except (UnknownTable, CorruptMatch) as error:
        raise Http404(_("There is no such table.")) from error
    if past.running or not past.positions:
        raise Http404(_("This match is not over, or no round of it was finished."))
    return past
