"""From where somebody sits down: told to the services that keep digests of it, and know who has been there before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter

from accounts.clients import network_of
from accounts.guests import remembered
from games.services import origins
from games.services.comers import Comer

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User
    from games.models import Match


def comer_of(request: HttpRequest) -> Comer:
    """From where this request comes, before a seat is taken."""
    address, browser = _place(request)
    return Comer(origins.digest("address", address), origins.digest("browser", browser), remembered(request))


def sat_down(request: HttpRequest, match: Match, user: User) -> None:
    """Note the address and the browser of who has just taken a seat."""
    address, browser = _place(request)
    origins.note(match=match, user=user, address=address, browser=browser)


def _place(request: HttpRequest) -> tuple[str, str]:
    # Of IPv6 the house: else each of its windows is from elsewhere, and tomorrow all are.
    address = network_of(get_adapter().get_client_ip(request)) if request.META.get("REMOTE_ADDR") else ""
    return address, request.headers.get("User-Agent", "")
