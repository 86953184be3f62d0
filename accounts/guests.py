"""Who has played in a browser, in a signed cookie: who was barred, or blocked, as one does not come as the next guest.

It outlives the session, which a bar ends. It holds numbers alone, and is looked at when a guest is to be made, or sits
down (docs/decisions/0193, 0257).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import conduct
from accounts.models import User

if TYPE_CHECKING:
    from accounts.models import Sanction

Handler = Callable[[HttpRequest], HttpResponse]
SALT = "accounts.guests"
#: The newest of them; more would only make the cookie long.
MOST = 10
AGE = 365 * 24 * 3600


def remembered(request: HttpRequest) -> list[int]:
    """The guests, and the accounts, that this browser has been, the oldest first; none where the cookie is not ours."""
    try:
        told = request.get_signed_cookie(settings.GUESTS_COOKIE_NAME, salt=SALT, max_age=AGE)
        return [int(word) for word in str(told).split(".")][-MOST:]
    except (KeyError, ValueError, signing.BadSignature):
        return []


def barred(request: HttpRequest) -> Sanction | None:
    """What keeps new guests out of this browser now; None when nothing does."""
    known = remembered(request)
    return conduct.longest_bar(known) if known else None


def refuse_barred(request: HttpRequest) -> None:
    """To the entrance, which says why, with whoever was here and is barred now."""
    if barred(request) is not None:
        raise ImmediateHttpResponse(redirect(settings.LOGIN_URL))


def remember_guests(get_response: Handler) -> Handler:
    """Gives the cookie to each browser in which somebody plays."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = request.user
        if isinstance(user, User) and user.pk not in (known := remembered(request)):
            _remember(response, [*known, user.pk][-MOST:])
        return response

    return handle


def _remember(response: HttpResponse, guests: list[int]) -> None:
    response.set_signed_cookie(
        settings.GUESTS_COOKIE_NAME,
        ".".join(map(str, guests)),
        salt=SALT,
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
