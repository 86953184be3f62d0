"""How django-allauth asks our rules: about names, limits, links in mails, and what comes before delicate acts."""

from typing import Any
from urllib.parse import urljoin, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.signals import password_reset
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.httpkit import get_client_ip
from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import conduct, guessing, names, returning
from accounts.addresses import own_address
from accounts.clients import plain_ip
from accounts.models import User
from accounts.selectors import free_name

#: Letters of the columns for addresses, and of any address that mail reaches (RFC 5321).
LONGEST_MAIL = 254
# Where a request without an address comes from: a test, or a proxy's own socket.
NOWHERE = "::"
GUESS_SECONDS = 15 * 60


class AccountAdapter(DefaultAccountAdapter):
    """Names by `accounts.names`; the language of the account comes along at login."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is your address already."),
        "incorrect_password": _("This is not your password."),
        "rate_limited": _("Too many tries in a short time. Wait a quarter of an hour, then try again."),
        "too_many_login_attempts": _("Too many tries in a short time. Wait a quarter of an hour, then try again."),
        "username_password_mismatch": _("Name and password do not go together."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return names.clean_name(username) if shallow else free_name(username)

    def clean_email(self, email: str) -> str:
        """No longer than the column: SQLite would keep it all, PostgreSQL fail."""
        MaxLengthValidator(LONGEST_MAIL)(email)
        return super().clean_email(email)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Who is suspended or banned is told so, and until when."""
        return _barred(request, user) or super().pre_login(request, user, **kwargs)

    def login(self, request: HttpRequest, user: User) -> None:
        """Also when that happened between the password and the second factor."""
        if (answer := _barred(request, user)) is not None:
            raise ImmediateHttpResponse(answer)
        before = User.objects.filter(pk=request.user.pk or 0, is_guest=True).first()
        super().login(request, user)
        if before is not None and before.pk != user.pk:
            returning.tell_of(user, before)
        if before is not None and user.is_staff:
            conduct.same_person(staff=user, guest=before)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        if user.language:
            remember_language(response, user.language)
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Too many wrong passwords: 429, before this one is hashed, right or wrong."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as refused:
            answer = respond_429(request)
            answer.headers["Retry-After"] = str(GUESS_SECONDS)
            raise ImmediateHttpResponse(answer) from refused

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By what the eye takes the name for, and whatever name the site was called by: one account, one count."""
        return f"name:{names.key_of(str(credentials.get('username', '')))}"

    def set_password(self, user: User, password: str) -> None:
        """It alone is stored: who was barred or renamed, or has gone, while it was hashed, does not come back by it."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def forgive(self, request: HttpRequest, user: User) -> None:
        """A new password by mail: whoever guessed before does not keep its owner out."""
        guessing.forgive(request, self._get_login_attempts_cache_key(request, username=user.username))

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Not here: django-allauth would forgive the whole address along with the account (`forgive` does not)."""

    def get_client_ip(self, request: HttpRequest) -> str:
        return plain_ip(get_client_ip(request) or NOWHERE)

    def is_safe_url(self, url: str) -> bool:
        """A page of the name that is called now; django-allauth takes all ALLOWED_HOSTS, this machine's own, too."""
        return bool(own_address(context.request, url))

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        """Wholly or not at all: of two accounts that confirm one address in the same instant, one has it."""
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            template = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, template, {"email": email_address.email})
            return False

    def get_reset_password_from_key_url(self, key: str) -> str:
        return _on_this_site(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return _on_this_site(super().get_email_confirmation_url(request, emailconfirmation))

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account_email") if self.request.user.is_authenticated else reverse("account_login")

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Who has a second factor is asked for that one: a stolen password is not enough."""
        methods = super().get_reauthentication_methods(user)
        return [method for method in methods if method["id"] == "mfa_reauthenticate"] or methods


def _barred(request: HttpRequest, user: User) -> HttpResponse | None:
    sanction = conduct.is_barred(user)
    if sanction is None:
        return None
    clear_login(request)
    return render(request, "account/barred.html", {"until": sanction.until}, status=403)


@receiver(password_reset, dispatch_uid="accounts.adapter")
def forgiven(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Whoever reads the mail is the owner."""
    AccountAdapter(request).forgive(request, user)


def _on_this_site(address: str) -> str:
    """A link in a mail leads to the site's own name, by whatever name this request called it."""
    parts = urlsplit(address)
    return urljoin(settings.MAIL_ORIGIN, f"{parts.path}?{parts.query}".rstrip("?")) if settings.MAIL_ORIGIN else address


def remember_language(response: HttpResponse, language: str) -> None:
    """Keep the language with the browser, where LocaleMiddleware looks for it."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
