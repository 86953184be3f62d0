"""What a person does at a table. Each view parses, calls one service, and answers with the fresh table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.selectors import prefs_of
from accounts.services import make_guest, save_prefs
from games import selectors
from games.models import Match
from games.services import calling, deals, errors, hints, seating
from games.services.play import play_move
from games.views.drawn import draw, shelf
from games.views.origin import comer_of, sat_down
from games.views.rendering import table_html, table_page, whole_page
from games.views.sent_back import to_rated_match
from games.views.table import not_found_when_unknown
from games.words.refusals import refusal

#: Longest text that a version may have; anything longer is not a number of ours.
VERSION_DIGITS = 9

Act = Callable[[HttpRequest, Match, User], HttpResponse | None]
View = Callable[..., HttpResponse]


def act(do: Act) -> View:
    """A POST by a signed-in person on one table: refusals become the fresh table with one sentence."""

    @never_cache
    @require_POST
    @wraps(do)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return _to_login(request, code)
        try:
            match = selectors.match_for(code, request.user)
        except errors.UnknownTable as error:
            raise not_found_when_unknown(error) from error
        try:
            with shelf.answering(code, user.pk):
                return do(request, match, user) or _fresh(request, code)
        except errors.InRatedMatch as error:
            return to_rated_match(request, error)
        except errors.Refused as refused:
            return _refused(request, code, refused)

    return view


def _to_login(request: HttpRequest, code: str) -> HttpResponse:
    """No sign-in page inside a board: htmx is told to go there."""
    response = redirect_to_login(reverse("games:table", args=[code]))
    return _go(response.url) if _is_fragment(request) else response


def _go(address: str) -> HttpResponse:
    return HttpResponse(status=204, headers={"HX-Redirect": address})


def _is_fragment(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _fresh(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it is now: as a fragment for script, by a redirect for plain forms."""
    if not _is_fragment(request):
        return redirect("games:table", code=code)
    return HttpResponse(draw(code, request.user, prefs_of(request)).html)


def _refused(request: HttpRequest, code: str, refused: errors.Refused) -> HttpResponse:
    """The refusal with the fresh table; 422 for a move that the rules forbid, else the service's own status."""
    status = 422 if isinstance(refused, errors.IllegalPlay) else refused.status
    try:
        page = table_page(code, request.user, prefs_of(request), why=refusal(refused))
    except errors.CorruptMatch:
        return HttpResponse(status=409)
    if _is_fragment(request):
        return HttpResponse(table_html(page, request), status=status)
    return whole_page(request, page, status)


def number_in(text: str, least: int = 0) -> int | None:
    """A plain decimal number, or None: no signs, spaces, foreign digits, or thousands of digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= VERSION_DIGITS):
        return None
    number = int(text)
    return number if number >= least else None


@act
def play(request: HttpRequest, match: Match, user: User) -> None:
    """Play a tile: ``move``, the ``version`` that the page showed, and its one-time ``key``; all else is ignored.

    ``claim``, where points are called: what the player says that it makes.
    """
    moves = request.POST.getlist("move")
    if len(moves) != 1:
        raise errors.BadMove
    version = _version(request)
    key, claim = request.POST.get("key", ""), request.POST.get("claim", "")
    play_move(match_id=match.pk, user=user, move=moves[0], version=version, key=key, claim=claim)


@act
def muggins(request: HttpRequest, match: Match, user: User) -> None:
    """Call «Muggins!» with so many ``points`` upon the play that made ``version``, under the one-time ``key``."""
    points, key = request.POST.get("points", ""), request.POST.get("key", "")
    calling.call_muggins(match_id=match.pk, user=user, points=points, version=_version(request), key=key)


@act
def go_on(request: HttpRequest, match: Match, user: User) -> None:
    """Draw or pass at once, and thereby close the window of the play that made ``version``."""
    calling.go_on(match_id=match.pk, user=user, version=_version(request))


@act
def hint(request: HttpRequest, match: Match, user: User) -> None:
    """Ask a robot for its opinion on the turn of the page that showed this ``version``."""
    hints.take(match_id=match.pk, user=user, version=_version(request))


def _version(request: HttpRequest) -> int:
    version = number_in(request.POST.get("version", ""))
    if version is None:
        raise errors.BadVersion
    return version


@never_cache
@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down on a free seat; with ``guest``, whoever has no account becomes a guest first."""
    if not isinstance(request.user, User) and request.POST.get("guest") == "1" and _is_open(request, code):
        make_guest(request)
    return _sit(request, code)


def _is_open(request: HttpRequest, code: str) -> bool:
    """No guest is made for a table that nobody can sit down at, nor for one that asks for an invitation."""
    try:
        match = selectors.match_for(code, request.user)
        return match.state == "open" and not match.private
    except errors.UnknownTable:
        return False


@act
def _sit(request: HttpRequest, match: Match, user: User) -> HttpResponse:
    seat = request.POST.get("seat", "")
    number = number_in(seat)
    if seat and number is None:
        raise errors.NoSuchSeat
    seating.take_seat(match_id=match.pk, user=user, seat=number, comer=comer_of(request))
    sat_down(request, match, user)
    return _reload(request, match.code)


def _reload(request: HttpRequest, code: str) -> HttpResponse:
    """Load the page anew: its head changes with the seat."""
    address = resolve_url("games:table", code=code)
    return _go(address) if _is_fragment(request) else redirect(address)


@act
def robot(request: HttpRequest, match: Match, user: User) -> None:
    """Seat a robot of the kind ``robot`` on a free seat, or remove it when the kind is empty."""
    seat, kind = number_in(request.POST.get("seat", "")), request.POST.get("robot", "")
    if seat is None:
        raise errors.NoSuchSeat
    if kind:
        seating.seat_robot(match_id=match.pk, user=user, seat=seat, robot=kind)
    else:
        seating.remove_robot(match_id=match.pk, user=user, seat=seat)


@act
def leave(request: HttpRequest, match: Match, user: User) -> HttpResponse:
    """Give the seat up; a robot plays on, and it can be taken back."""
    seating.leave(match_id=match.pk, user=user)
    return _reload(request, match.code)


@act
def back(request: HttpRequest, match: Match, user: User) -> None:
    """Take one's seat back."""
    seating.come_back(match_id=match.pk, user=user)


@act
def confirm(request: HttpRequest, match: Match, user: User) -> None:
    """Seen the round's end."""
    seating.confirm_round(match_id=match.pk, user=user)


@act
def mix(request: HttpRequest, match: Match, user: User) -> HttpResponse:
    """The number (``value``) that the browser of a player adds to the deal of the next ``round``: 204, it is in.

    200: it is not, as the deal is made or another page's number is in it. That is no fault of the page's.
    """
    number = number_in(request.POST.get("round", ""), least=1)
    if number is None:
        raise errors.BadNumber
    value = request.POST.get("value", "")
    try:
        deals.mix_in(match_id=match.pk, user=user, round_number=number, value=value)
    except (errors.DealtAlready, errors.AlreadyMixed) as late:
        return HttpResponse(refusal(late), content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


@act
def rematch(request: HttpRequest, match: Match, user: User) -> HttpResponse | None:
    """Agree to play again; to the new table once all have."""
    new = seating.ask_rematch(match_id=match.pk, user=user)
    return _reload(request, new.code) if new is not None else None


@act
def sort(request: HttpRequest, match: Match, user: User) -> None:
    """How the hand is sorted, whether one tap plays and single keys are heard: kept with the account."""
    choices = {name: request.POST[name] for name in ("sort", "one_tap", "single_keys") if name in request.POST}
    save_prefs(user=user, prefs=user.prefs.changed(**choices))
