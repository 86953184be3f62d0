"""How django-allauth asks our rules about names."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import names
from accounts.models import User
from accounts.selectors import free_name


class AccountAdapter(DefaultAccountAdapter):
    """Names by `accounts.names`; the language of the account comes along at login."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return names.clean_name(username) if shallow else free_name(username)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        if user.language:
            remember_language(response, user.language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Keep the language with the browser, where LocaleMiddleware looks for it."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
