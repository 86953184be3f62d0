"""Forms about the second factor, in the site's own dress."""

from typing import Any

from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from django.utils.translation import gettext_lazy as _

from accounts.forms import Dressed


class AuthenticateForm(Dressed, base.AuthenticateForm):
    """At sign-in: a code of the app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _dress_code(self, _("Code from the app, or a recovery code"))


class ReauthenticateForm(Dressed, base.ReauthenticateForm):
    """Before something delicate: a code of the app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _dress_code(self, _("Code from the app, or a recovery code"))


class ActivateForm(Dressed, totp.ActivateTOTPForm):
    """The first code, as a proof that the app has the key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _dress_code(self, _("Code that the app shows now"))


def _dress_code(form: Any, label: Any) -> None:
    widget = form.fields["code"].widget
    form.fields["code"].label = label
    widget.attrs.update({"class": "input", "inputmode": "numeric", "autocomplete": "one-time-code"})
