"""The pages of django-allauth that this site has: those whose templates are ours. Their names are allauth's."""

from collections.abc import Callable
from typing import Any

from allauth.account import views
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts import guests
from accounts.models import User


def login(request: HttpRequest) -> HttpResponse:
    """Sign in. A guest may as well, and leaves the guest behind; whoever is signed in already goes on."""
    if isinstance(request.user, User) and not request.user.is_guest:
        return redirect(settings.LOGIN_REDIRECT_URL)
    request.no_guests = guests.barred(request)  # type: ignore[attr-defined]  # for the page
    return views.login(request)


def signup(request: HttpRequest) -> HttpResponse:
    """Make an account. A guest keeps the one there is instead, with its matches."""
    if isinstance(request.user, User):
        return redirect("accounts:keep" if request.user.is_guest else settings.LOGIN_REDIRECT_URL)
    return views.signup(request)


def for_accounts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that is about an account: a guest is shown how to get one."""

    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        return redirect("accounts:keep") if request.user.is_guest else view(request, *args, **kwargs)

    return shown


def authenticate(request: HttpRequest) -> HttpResponse:
    """A code at sign-in, and nothing else: django-allauth would take a key of the browser, and fail at a wrong one."""
    if request.method == "POST" and "code" not in request.POST:
        return redirect("mfa_authenticate")
    return factor.authenticate(request)


class ConfirmEmailView(views.ConfirmEmailView):
    """The link of a mail. Whoever else is signed in here stays so: a guest would lose his matches, by a mere look."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Nobody is signed out."""


urlpatterns = [
    path("login/", login, name="account_login"),
    path("signup/", signup, name="account_signup"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("password/change/", views.password_change, name="account_change_password"),
    # allauth sends people without a password here; with us these are the guests.
    path("password/set/", RedirectView.as_view(pattern_name="accounts:keep"), name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/reset/done/", views.password_reset_done, name="account_reset_password_done"),
    path("password/reset/key/done/", views.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]{1,20})-(?P<key>[^/]{1,100})/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("reauthenticate/", for_accounts(views.reauthenticate), name="account_reauthenticate"),
    path("email/", for_accounts(views.email), name="account_email"),
    re_path(r"^confirm-email/(?P<key>[-:\w]{1,200})/$", ConfirmEmailView.as_view(), name="account_confirm_email"),
    path("2fa/", for_accounts(factor.index), name="mfa_index"),
    path("2fa/authenticate/", authenticate, name="mfa_authenticate"),
    path("2fa/reauthenticate/", for_accounts(factor.reauthenticate), name="mfa_reauthenticate"),
    path("2fa/app/", for_accounts(totp.activate_totp), name="mfa_activate_totp"),
    path("2fa/app/remove/", for_accounts(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("2fa/recovery-codes/", for_accounts(recovery.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("2fa/recovery-codes/new/", for_accounts(recovery.generate_recovery_codes), name="mfa_generate_recovery_codes"),
]
