"""What every template may use."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.selectors import prefs_of


def prefs(request: HttpRequest) -> dict[str, Any]:
    """`prefs`: theme, sort, one_tap of whoever asks."""
    return {"prefs": SimpleLazyObject(lambda: prefs_of(request))}
