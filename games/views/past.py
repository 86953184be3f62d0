"""Looking back: the replay of a match or a study, move by move, and the picture of a position."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.past import Past, past_match, past_study
from games.presenters.marks import stroke_spots
from games.presenters.past import replay_page, step_query, view_of
from games.presenters.past_reviewed import review_panel, with_review
from games.reviewed import review_of, reviewed
from games.rules.retrace import Spot
from games.services.errors import CorruptMatch, UnknownTable
from games.views.pictures import picture

SPOT = r"[1-9][0-9]{0,3}\.(?:0|[1-9][0-9]{0,2})"
_STROKE = re.compile(r"([0-3])\.([1-9][0-9]{0,3})", re.ASCII)
PAGE, STEP, NOTHING = "games/replay.html", "games/partials/_replay_step.html", "games/replay_nothing.html"
#: Nothing that is over changes: a browser may fetch the neighbours of a move ahead, and keep them. A review may still
#: come to a match that has none.
KEPT, KEPT_FOR_NOW = "private, max-age=300", "private, max-age=15"

Reader = Callable[..., Past]


@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """A match that is over, or the finished rounds of one that is not. ``?move=3.12&seat=1``"""
    return _shown(request, past_match, code)


@require_safe
def study(request: HttpRequest, token: str) -> HttpResponse:
    """An uploaded record, for whoever has the link."""
    return _shown(request, past_study, token)


@require_safe
def replay_picture(request: HttpRequest, code: str, spot: Spot, kind: str) -> HttpResponse:
    """The board of a position, without any hand, as SVG or PNG."""
    return _pictured(request, past_match, code, spot, kind)


@require_safe
def study_picture(request: HttpRequest, token: str, spot: Spot, kind: str) -> HttpResponse:
    return _pictured(request, past_study, token, spot, kind)


def spot_of(text: str) -> Spot | None:
    """The place that ``3.12`` names; None for anything else."""
    if not re.fullmatch(SPOT, text, re.ASCII):
        return None
    round_no, move = text.split(".")
    return Spot(int(round_no), int(move))


def _past(request: HttpRequest, reader: Reader, code: str) -> Past:
    try:
        return reader(code, request.user)
    except UnknownTable as error:
        raise Http404(_("There is no such table.")) from error


def _shown(request: HttpRequest, reader: Reader, code: str) -> HttpResponse:
    try:
        past = _past(request, reader, code)
    except CorruptMatch:
        return render(request, "games/table_corrupt.html", {"code": code}, status=409)
    if not past.positions:
        return render(request, NOTHING, {"past": past})
    view = view_of(past, request.GET.get("seat", ""))
    if stroke := _STROKE.fullmatch(request.GET.get("stroke", "")):
        return redirect(f"{request.path}{step_query(_earned(past, *map(int, stroke.groups())), view)}")
    return _step(request, past, view)


def _step(request: HttpRequest, past: Past, view: str) -> HttpResponse:
    asked = request.GET.get("move")
    spot = spot_of(asked) if asked is not None else past.positions[0].spot
    index = past.index_of(spot) if spot is not None else None
    if index is None:
        raise Http404(_("There is no such move, or its round is not over yet."))
    review = review_of(past)
    known = reviewed(review, past.trace, past.positions[index].spot)
    page = with_review(replay_page(past, index, view), known, better="better" in request.GET)
    if request.headers.get("HX-Request") == "true":
        response = render(request, STEP, {"step": page.step, "page": page})
        if not past.running:
            response["Cache-Control"] = KEPT if past.study or known else KEPT_FOR_NOW
        return response
    context = {"page": page, "step": page.step, **_addresses(request, past, page.step.spot)}
    if not past.study and not past.running:
        context["review"] = review_panel(past, review, known)
    return render(request, PAGE, context)


def _addresses(request: HttpRequest, past: Past, spot: Spot) -> dict[str, str]:
    """What a link preview needs, which wants whole addresses."""
    name, key = ("games:study_picture", "token") if past.study else ("games:replay_picture", "code")
    image = reverse(name, kwargs={key: past.code, "spot": spot, "kind": "png"})
    return {
        "image_url": request.build_absolute_uri(image),
        "here_url": request.build_absolute_uri(f"{request.path}{step_query(spot, 'all')}"),
    }


def _earned(past: Past, side: int, number: int) -> Spot:
    """The move that earned a stroke of a side, or its last stroke so far; the first position when it has none."""
    spots = stroke_spots(past.trace.credits, side)
    return spots[min(number, len(spots)) - 1] if spots else past.positions[0].spot


def _pictured(request: HttpRequest, reader: Reader, code: str, spot: Spot, kind: str) -> HttpResponse:
    try:
        past = _past(request, reader, code)
    except CorruptMatch as error:
        raise Http404 from error
    index = past.index_of(spot)
    if index is None:
        raise Http404(_("There is no such move, or its round is not over yet."))
    return picture(past, past.positions[index], kind, night=request.GET.get("light") == "night")
