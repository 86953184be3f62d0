"""Answers about people that need more than one look."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts import names
from accounts.models import TAKEN, User
from accounts.prefs import Prefs, from_cookies

SUPPORTED = frozenset(code for code, _name in settings.LANGUAGES)


def prefs_for(user: User | AnonymousUser, cookies: Mapping[str, str]) -> Prefs:
    """A viewer's choices: from the account, else from the cookie."""
    return user.prefs if isinstance(user, User) else from_cookies(cookies)


def prefs_of(request: HttpRequest) -> Prefs:
    """The choices of whoever asks; a request refused at the door has no user yet."""
    return prefs_for(getattr(request, "user", AnonymousUser()), request.COOKIES)


def language_for(user: User | AnonymousUser, cookies: Mapping[str, str], accept: str = "") -> str:
    """A viewer's language: the account's, else the cookie's, else the first that the browser accepts, else English."""
    own = getattr(user, "language", "") or cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    if own in SUPPORTED:
        return own
    for code, _quality in parse_accept_lang_header(accept):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def free_name(text: str, besides: User | None = None) -> str:
    """The stored form of a chosen name that nobody has; ValidationError otherwise."""
    name = names.clean_name(text)
    others = User.objects.exclude(pk=besides.pk) if besides else User.objects.all()
    if others.filter(name_key__in=names.keys_like(name)).exists():
        raise ValidationError(TAKEN)
    return name
