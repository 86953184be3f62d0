"""Where I am signed in, and the picture of the key for the app."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import sessions
from accounts.browsers import browser_of
from accounts.models import User


@dataclass(frozen=True)
class Place:
    """One line of the list."""

    pk: int
    browser: str
    address: str
    since: datetime
    seen: datetime
    here: bool


@login_required
@require_safe
def places(request: HttpRequest) -> HttpResponse:
    """Every browser in which this person is signed in, with buttons to end what is not his."""
    key = request.session.session_key
    rows = [
        Place(row.pk, browser_of(row.user_agent), row.ip, row.created_at, row.last_seen_at, row.session_key == key)
        for row in sessions.places(request)
    ]
    return render(request, "accounts/places.html", {"places": rows})


@login_required
@require_POST
def end_place(request: HttpRequest) -> HttpResponse:
    """End one session (`place`), or all but this one."""
    assert isinstance(request.user, User)
    number = request.POST.get("place", "")
    if not number:
        sessions.end_others(user=request.user, but=request.session.session_key or "")
        messages.success(request, _("You are signed out everywhere else."))
    elif number.isascii() and number.isdigit() and sessions.end_one(user=request.user, place=int(number[:18])):
        messages.success(request, _("That browser is signed out."))
    else:
        raise Http404
    return redirect("accounts:places")


@login_required
@require_safe
def factor_picture(request: HttpRequest) -> HttpResponse:
    """The key that is being set up, as a picture for the app's camera: from this session, and never kept."""
    secret = request.session.get(SECRET_SESSION_KEY)
    if not isinstance(secret, str):
        raise Http404
    adapter = get_adapter()
    picture = adapter.build_totp_svg(adapter.build_totp_url(request.user, secret))
    return HttpResponse(picture, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})
