"""The review page: the replay's own step with all that the desk knows beside it. Looks, and writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.admin_acts import note_look
from games.admin_acts import REPORT_ACTS
from games.desk.review import Behind, Review, Timed, behind, review
from games.models import MoveBy, Report, SeatEventKind
from games.presenters.past import ALL, PUBLIC, replay_page, seat_facts, step_query, view_of
from games.presenters.people import seat_name
from games.presenters.robots import robot_name
from games.services.desk import subject_of
from games.views.past import STEP, spot_of
from games.words.desk import called, figures_of, seconds, thought
from games.words.talk import phrase_words

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User
    from games.admin_acts import GamesActs
    from games.models import Flag, Line, Match
    from games.rules.retrace import Spot

PAGE = "admin/games/match/review.html"


class Row(NamedTuple):
    """A line of what happened: a move, or (without a spot) what became of a seat meanwhile."""

    at: datetime
    who: str
    what: str
    spot: str = ""
    query: str = ""
    text: str = ""
    took: str = ""


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
        "aside": (aside := desk.aside(actor, match)),
        "report_acts": REPORT_ACTS if reports.may_act(actor) and not aside else (),
        "hidden": found.hidden,
        "sealed": found.sealed,
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
        "seats": [(seat, robot_name(seat.player) if seat.player else "–") for seat in beside.seats],
        "happened": _happened(beside, found, names),
        "flags": [(flag, *_figures(flag)) for flag in beside.flags],
        "said": [(line, _said(line)) for line in beside.lines],
    }


def _happened(beside: Behind, found: Review, names: list[str]) -> list[Row]:
    """Moves, calls, and who came and went, in the order in which they happened."""
    people = {row.user_id: row.user.username for row in beside.events}
    moves = [_row(timed, names, found) for timed in found.moves]
    calls = [Row(row.at, _named(names, row.seat), called(row.points, row.right)) for row in beside.calls]
    events = [Row(row.at, people[row.user_id], str(SeatEventKind(row.kind).label)) for row in beside.events]
    return sorted([*moves, *calls, *events], key=lambda row: row.at)


def _row(timed: Timed, names: list[str], found: Review) -> Row:
    shown = found.past is not None and timed.spot in found.past.trace.places
    return Row(
        at=timed.at,
        who=_named(names, timed.seat),
        what=str(MoveBy(timed.by).label),
        spot=str(timed.spot),
        query=step_query(timed.spot, ALL) if shown else "",
        text=timed.text,
        took=seconds(timed.took),
    )


def _named(names: list[str], seat: int) -> str:
    return names[seat] if names else _("seat %(number)d") % {"number": seat + 1}


def _figures(flag: Flag) -> tuple[str, str]:
    return figures_of(flag.kind, flag.figures, str(flag.user), str(flag.other or ""))


def _said(line: Line) -> str:
    return phrase_words(line.phrase) if line.phrase else line.text
