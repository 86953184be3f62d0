"""Invitations: what is to be played and with whom, and the press that sits down. Looking never seats anybody."""

from __future__ import annotations

from dataclasses import replace

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import prefs_of
from accounts.services import make_guest
from games import selectors
from games.models import Invite, Match, Stage
from games.presenters.gather import facts_of
from games.presenters.invitation import invitation, not_good
from games.services import errors, invites, seating
from games.views.origin import comer_of, sat_down
from games.views.play import act, number_in
from games.views.sent_back import sends_back
from games.words.refusals import refusal

PAGE = "games/invite.html"


@never_cache
@require_safe
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Whose table it is, what will be played, who sits there; for who sits there already, the table itself."""
    try:
        return _shown(request, invites.invitation(token))
    except errors.UnknownInvite:
        return _unknown(request)


def _unknown(request: HttpRequest) -> HttpResponse:
    """The same for a token that never was and for one that has been withdrawn."""
    return render(request, PAGE, {"invitation": not_good()}, status=404)


def _shown(request: HttpRequest, invite: Invite, why: str = "", status: int = 200) -> HttpResponse:
    match = invite.match
    data = selectors.table_view(match.code, request.user)
    if data.seat is not None:
        return redirect("games:table", code=match.code)
    facts = replace(facts_of(data, request.user, prefs_of(request)), invited=True)
    page = invitation(facts, invite.token, invite.made_by.get_short_name(), why)
    return render(request, PAGE, {"invitation": page}, status=status if page.is_open else 409)


@never_cache
@require_POST
@sends_back
def sit(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down; with ``guest``, whoever has no account becomes a guest first."""
    try:
        invite = invites.invitation(token)
    except errors.UnknownInvite:
        return _unknown(request)
    if invite.match.state != Stage.OPEN:
        return _shown(request, invite)
    user = request.user
    if not isinstance(user, User):
        if request.POST.get("guest") != "1":
            return redirect_to_login(reverse("games:invite", args=[token]))
        user = make_guest(request)
    return _sit(request, invite, user)


def _sit(request: HttpRequest, invite: Invite, user: User) -> HttpResponse:
    seat = request.POST.get("seat", "")
    try:
        if seat and number_in(seat) is None:
            raise errors.NoSuchSeat
        seating.take_seat(
            match_id=invite.match_id, user=user, seat=number_in(seat), token=invite.token, comer=comer_of(request)
        )
    except errors.InRatedMatch:
        raise
    except errors.NotInvited:
        return _unknown(request)  # withdrawn in this instant
    except errors.Refused as refused:
        return _shown(request, invite, refusal(refused), refused.status)
    sat_down(request, invite.match, user)
    return redirect("games:table", code=invite.match.code)


@act
def renew(request: HttpRequest, match: Match, user: User) -> None:
    """Withdraw the link to a table and make another."""
    invites.renew(match_id=match.pk, user=user)
