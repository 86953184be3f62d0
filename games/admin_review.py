"""The review page: the replay's own step with all that the desk knows beside it. Looks, and writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.admin_acts import note_look
from games.admin_acts import REPORT_ACTS
from games.desk.review import Behind, Review, Timed, behind, review
from games.models import MoveBy, Report
from games.presenters.past import ALL, PUBLIC, replay_page, seat_facts, step_query, view_of
from games.presenters.people import seat_name
from games.services.desk import subject_of
from games.views.past import STEP, spot_of
from games.words.desk import figures_of, seconds, thought
from games.words.talk import phrase_words

if TYPE_CHECKING:
    from accounts.models import User
    from games.admin_acts import GamesActs
    from games.models import Flag, Line, Match
    from games.rules.retrace import Spot

PAGE = "admin/games/match/review.html"


class Row(NamedTuple):
    """A move in the table of think times."""

    query: str
    spot: str
    who: str
    by: str
    text: str
    took: str


def review_view(request: HttpRequest, match: Match, desk: GamesActs) -> HttpResponse:
    """One position of the match, as a fragment for htmx, or with everything beside it. ``?move=3.12&seat=1``"""
    actor = cast("User", request.user)
    found = review(match, actor)
    step = _step(request, found)
    if request.headers.get("HX-Request") == "true":
        if not step:
            raise Http404
        return render(request, STEP, step)
    note_look(actor, subject_of(match))
    reports = cast("GamesActs", desk.admin_site.get_model_admin(Report))
    context = {
        **desk.admin_site.each_context(request),
        **step,
        **_beside(behind(match), found),
        "match": match,
        "opts": desk.opts,
        "acts": desk.offered(request, match),
        "report_acts": REPORT_ACTS if reports.may_act(actor) else (),
        "hidden": found.hidden,
        "playing": found.playing,
        "title": _("Review"),
    }
    return render(request, PAGE, context)


def _step(request: HttpRequest, found: Review) -> dict[str, Any]:
    """What the replay's template wants; nothing where no position can be shown."""
    past = found.past
    if past is None or not past.positions:
        return {}
    asked = request.GET.get("move")
    spot = spot_of(asked) if asked is not None else past.positions[0].spot
    index = past.index_of(spot) if spot is not None else None
    if index is None or index >= len(past.positions):
        raise Http404(_("There is no such move, or its round is not over yet."))
    at = past.positions[index].spot
    page = replay_page(past, index, PUBLIC if found.hides(at) else view_of(past, request.GET.get("seat", "")))
    return {"page": page, "step": page.step, "desk": True, "thought": _thought(found, at)}


def _thought(found: Review, spot: Spot) -> str:
    timed = next((row for row in found.moves if row.spot == spot), None)
    return thought(str(MoveBy(timed.by).label), timed.took) if timed is not None else ""


def _beside(beside: Behind, found: Review) -> dict[str, Any]:
    names = [seat_name(seat) for seat in seat_facts(found.past)] if found.past is not None else []
    return {
        "behind": beside,
        "holds": not beside.faults,
        "moves": [_row(timed, names, found) for timed in found.moves],
        "flags": [(flag, *_figures(flag)) for flag in beside.flags],
        "said": [(line, _said(line)) for line in beside.lines],
    }


def _row(timed: Timed, names: list[str], found: Review) -> Row:
    shown = found.past is not None and timed.spot in found.past.trace.places
    return Row(
        query=step_query(timed.spot, ALL) if shown else "",
        spot=str(timed.spot),
        who=names[timed.seat] if names else str(timed.seat),
        by=str(MoveBy(timed.by).label),
        text=timed.text,
        took=seconds(timed.took) if timed.took is not None else "",
    )


def _figures(flag: Flag) -> tuple[str, str]:
    return figures_of(flag.kind, flag.figures, str(flag.user), str(flag.other or ""))


def _said(line: Line) -> str:
    return phrase_words(line.phrase) if line.phrase else line.text
