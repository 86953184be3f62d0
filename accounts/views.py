"""Pages about people that django-allauth does not have."""

from dataclasses import asdict

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language as django_set_language

from accounts import notices, services
from accounts.adapter import remember_language
from accounts.addresses import own_address
from accounts.forms import KeepForm, SettingsForm
from accounts.ledger import hide_history
from accounts.models import TAKEN, User
from accounts.prefs import COOKIE, Prefs
from accounts.selectors import SUPPORTED, prefs_of


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """One click makes a guest."""
    if not request.user.is_authenticated:
        services.make_guest(request)
    return redirect(_next(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def keep(request: HttpRequest) -> HttpResponse:
    """A guest chooses a name and a password, and keeps everything."""
    user = request.user
    if not (isinstance(user, User) and user.is_guest):
        return redirect("accounts:settings")
    form = KeepForm(user, request.POST or None)
    if form.is_valid():
        try:
            services.keep_guest(
                request=request,
                user=user,
                name=form.cleaned_data["username"],
                password=form.cleaned_data["password"],
                email=form.cleaned_data["email"],
            )
        except IntegrityError:
            form.add_error("username", TAKEN)
        except User.DoesNotExist:  # another page of this guest was a moment earlier, and its password holds
            return redirect("accounts:settings")
        else:
            messages.success(request, _("The account is yours. All your matches have come along."))
            return redirect(_next(request))
    return render(request, "accounts/keep.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Language, light, order of the hand, one tap: with or without an account."""
    prefs = prefs_of(request)
    account = request.user if isinstance(request.user, User) and not request.user.is_guest else None
    if request.method != "POST":
        hidden = account is not None and account.hide_history
        start = {"language": get_language(), **asdict(prefs), "hide_history": hidden}
        return render(
            request, "accounts/settings.html", {"form": SettingsForm(initial=start, account=account is not None)}
        )
    form = SettingsForm(request.POST, account=account is not None)
    if not form.is_valid():
        return render(request, "accounts/settings.html", {"form": form}, status=422)
    chosen = form.cleaned_data
    with override(chosen["language"]):
        messages.success(request, _("Saved."))
    if account is not None and chosen["hide_history"] != account.hide_history:
        hide_history(user=account, hide=chosen["hide_history"])
    response = redirect("accounts:settings")
    _keep_prefs(request, response, prefs.changed(**chosen), chosen["language"])
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Day, night or as the device, from the switch in the header."""
    response = redirect(_next(request))
    _keep_prefs(request, response, prefs_of(request).changed(theme=request.POST.get("theme")))
    return response


@login_required
@require_POST
def put_away(request: HttpRequest, id: int) -> HttpResponse:
    """A notice was read."""
    assert isinstance(request.user, User)
    notices.put_away(user=request.user, pk=id)
    return redirect(_next(request))


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's language switch, which also tells the account."""
    response = django_set_language(request)
    chosen = request.POST.get("language", "")
    if chosen in SUPPORTED and isinstance(request.user, User):
        services.save_prefs(user=request.user, prefs=request.user.prefs, language=chosen)
    return response


def _keep_prefs(request: HttpRequest, response: HttpResponse, prefs: Prefs, language: str | None = None) -> None:
    if language is not None:
        remember_language(response, language)
    if isinstance(request.user, User):
        services.save_prefs(user=request.user, prefs=prefs, language=language)
        return
    response.set_cookie(
        COOKIE,
        prefs.to_cookie(),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _next(request: HttpRequest) -> str:
    """Where to go on: `next` from the form or the page before, if it is ours."""
    return own_address(request, request.POST.get("next"), request.META.get("HTTP_REFERER")) or "/"
