"""From where somebody sits down: told to the service that keeps digests of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter

from games.services import origins

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User
    from games.models import Match


def sat_down(request: HttpRequest, match: Match, user: User) -> None:
    """Note the address and the browser of who has just taken a seat."""
    address = get_adapter().get_client_ip(request) if request.META.get("REMOTE_ADDR") else ""
    origins.note(match=match, user=user, address=str(address), browser=request.headers.get("User-Agent", ""))
