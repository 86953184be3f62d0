"""The second factor: a code from an app, or one of ten recovery codes. Whoever likes; members of staff must.

django-allauth does the codes, their single use and limits. Here: no page of the desk without it, a new session key
once it was given, and the same question, not the weaker one, before anything delicate. See docs/decisions/0173.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_used
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts import endings
from accounts.models import User
from accounts.sessions import rotate

Handler = Callable[[HttpRequest], HttpResponse]
MFA = "mfa"


class Adapter(DefaultMFAAdapter):
    """What stands in the app beside the code: the name, not the address."""

    def get_totp_label(self, user: User) -> str:
        return user.username


def has_second(user: User) -> bool:
    """Whether this account asks for codes."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


def switch_off(*, user: User) -> bool:
    """Forget this person's key and recovery codes and end all his sessions; False when there was nothing to forget."""
    with transaction.atomic():
        if not Authenticator.objects.filter(user=user).delete()[0]:
            return False
        endings.end_sessions(user=user)
        return True


def gave_second(request: HttpRequest, user: User) -> bool:
    """Whether a code was given in this session, by this user."""
    return any(record.get("method") == MFA for record in get_authentication_records(request, user))


def staff_need_two(get_response: Handler) -> Handler:
    """No page of the desk without a code in this session; who has no app yet sets it up first."""

    def handle(request: HttpRequest) -> HttpResponse:
        user = request.user
        desk = request.path.startswith(reverse("admin:index"))
        if not (desk and isinstance(user, User) and user.is_staff):
            return get_response(request)
        if not has_second(user):  # not even where a code was given before it was switched off
            return redirect("mfa_activate_totp")
        if gave_second(request, user):
            return get_response(request)
        back = request.get_full_path() if request.method == "GET" else reverse("admin:index")
        return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': back})}")

    return handle


@receiver(authenticator_added, dispatch_uid="accounts.second_factor")
def added(sender: Any, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """Who has just set it up has just given a code."""
    if authenticator.type == Authenticator.Type.TOTP:
        record_authentication(request, user, MFA, id=authenticator.pk, type=authenticator.type, reauthenticated=True)
        rotate(request)


@receiver(authenticator_used, dispatch_uid="accounts.second_factor")
def used(sender: Any, request: HttpRequest, reauthenticated: bool = False, **kwargs: Any) -> None:
    """At sign-in the session gets its new key anyway."""
    if reauthenticated:
        rotate(request)
