"""Forms about the second factor, in the site's own dress."""

from typing import Any

from allauth.core import context
from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from django.utils.translation import gettext_lazy as _

from accounts.forms import Dressed
from accounts.guessing import address_still_counted


class AuthenticateForm(Dressed, base.AuthenticateForm):
    """At sign-in: a code of the app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _dress_code(self, _("Code from the app, or a recovery code"))

    def clean_code(self) -> str:
        with address_still_counted(context.request):
            return str(super().clean_code())


class ReauthenticateForm(Dressed, base.ReauthenticateForm):
    """Before something delicate: a code of the app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _dress_code(self, _("Code from the app, or a recovery code"))

    def clean_code(self) -> str:
        with address_still_counted(context.request):
            return str(super().clean_code())


class ActivateForm(Dressed, totp.ActivateTOTPForm):
    """The first code, as a proof that the app has the key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _dress_code(self, _("Code that the app shows now"))

    def clean_code(self) -> str:
        with address_still_counted(context.request):
            return str(super().clean_code())


def _dress_code(form: Any, label: Any) -> None:
    widget = form.fields["code"].widget
    form.fields["code"].label = label
    widget.attrs.update({"class": "input", "inputmode": "numeric", "autocomplete": "one-time-code"})
