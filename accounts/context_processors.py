"""What every template may use."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.notices import Told, unread
from accounts.selectors import prefs_of


def prefs(request: HttpRequest) -> dict[str, Any]:
    """`prefs`: theme, sort, one_tap of whoever asks; `told`: what he is told until he puts it away."""
    return {"prefs": SimpleLazyObject(lambda: prefs_of(request)), "told": SimpleLazyObject(lambda: _told(request))}


def _told(request: HttpRequest) -> list[Told]:
    """A request that was refused at the door has no user yet, and is told nothing."""
    user = getattr(request, "user", None)
    return unread(user) if isinstance(user, User) else []
