"""Forms about people."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import request_password_reset
from allauth.account.internal.userkit import filter_users_by_email
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.afterwards import later
from accounts.models import TAKEN, User
from accounts.selectors import free_name

NAME_HELP = _("Shown at the table. From 2 to 24 letters and digits.")
EMAIL_HELP = _("Only to reset a forgotten password.")
THEME_CHOICES = [("system", _("As the system")), ("day", _("Day")), ("night", _("Night"))]
SORT_CHOICES = [("number", _("By number")), ("weight", _("By weight, heaviest first"))]
LONGEST_PASSWORD = 4096


class Dressed(forms.Form):
    """Gives every text input the site's class, and takes placeholders away: labels say it, and stay."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.TextInput) or type(field.widget) is forms.Select:
                field.widget.attrs["class"] = "input"


class LoginForm(Dressed, allauth_forms.LoginForm):
    """Sign in by name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""
        self.fields["login"].widget.attrs["autocapitalize"] = "none"

    def clean_login(self) -> str:
        return names.normal(super().clean_login())


class SignupForm(Dressed, allauth_forms.SignupForm):
    """Sign up: name, password, and an e-mail address for those who want to be able to reset the password."""

    field_order = ("username", "email", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels: dict[str, tuple[Any, Any]] = {
            "username": (_("Name"), NAME_HELP),
            "email": (_("E-mail (optional)"), EMAIL_HELP),
            "password1": (_("Password"), ""),
            "password2": (_("Password, once more"), ""),
        }
        for name, (label, help_text) in labels.items():
            self.fields[name].label = label
            self.fields[name].help_text = help_text
        self.password_rules = password_validators_help_texts()

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:  # somebody took the name between the check and the write
            self.add_error("username", TAKEN)
            return None, render(request, "account/signup.html", {"form": self}, status=409)


class ChangePasswordForm(Dressed, allauth_forms.ChangePasswordForm):
    """The old password once, the new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_passwords(self)
        self.fields["oldpassword"].label = _("Password until now")
        self.fields["oldpassword"].help_text = ""


class ResetPasswordForm(Dressed, allauth_forms.ResetPasswordForm):
    """Where to send the link. Whether anybody has the address is looked up when the answer has been sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")

    def clean_email(self) -> str:
        return get_adapter().clean_email(self.cleaned_data["email"].lower())

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email = str(self.cleaned_data["email"])
        later(request, lambda: self._send(request, email, kwargs.get("token_generator", default_token_generator)))
        return email

    def _send(self, request: HttpRequest, email: str, token_generator: Any) -> None:
        users = filter_users_by_email(email, is_active=True, prefer_verified=True, for_login=True)
        request_password_reset(request, email, users, token_generator)


class ResetPasswordKeyForm(Dressed, allauth_forms.ResetPasswordKeyForm):
    """The new password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_passwords(self)


class ReauthenticateForm(Dressed, allauth_forms.ReauthenticateForm):
    """The password once more, before something delicate."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""


class AddEmailForm(Dressed, allauth_forms.AddEmailForm):
    """Another address; it is taken over when it has been confirmed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


def _label_passwords(form: forms.Form) -> None:
    form.fields["password1"].label = _("New password")
    form.fields["password1"].help_text = ""
    form.fields["password2"].label = _("New password, once more")
    form.password_rules = password_validators_help_texts()  # type: ignore[attr-defined]


class KeepForm(Dressed):
    """A guest becomes a full account."""

    username = forms.CharField(
        label=_("Name"),
        help_text=NAME_HELP,
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        help_text=EMAIL_HELP,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.password_rules = password_validators_help_texts()

    def clean_username(self) -> str:
        return free_name(self.cleaned_data["username"], besides=self.user)

    def clean_email(self) -> str:
        return str(get_adapter().clean_email(self.cleaned_data["email"]))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            likeness = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                validate_password(cleaned["password"], likeness)
            except ValidationError as weakness:
                self.add_error("password", weakness)
        return cleaned


class SettingsForm(Dressed):
    """What a viewer likes."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    theme = forms.ChoiceField(label=_("Light"), choices=THEME_CHOICES, widget=forms.RadioSelect)
    sort = forms.ChoiceField(label=_("Order of the tiles in my hand"), choices=SORT_CHOICES, widget=forms.RadioSelect)
    one_tap = forms.BooleanField(
        label=_("One tap plays"),
        help_text=_("A tap on a tile that fits one end only plays it at once."),
        required=False,
    )
    single_keys = forms.BooleanField(
        label=_("Single keys"),
        help_text=_(
            "Where points are called, M goes to the call and digits are amounts; "
            "in a replay, comma and full stop are steps."
        ),
        required=False,
    )
    hide_history = forms.BooleanField(
        label=_("Hide my history"),
        help_text=_("Others see your name and your ratings; your matches stand in no list but yours."),
        required=False,
    )

    def __init__(self, *args: Any, account: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not account:
            del self.fields["hide_history"]
