"""Forms about people."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import free_name

THEME_CHOICES = [("system", _("As the device")), ("day", _("Day: marble")), ("night", _("Night: slate"))]
SORT_CHOICES = [("number", _("By number")), ("weight", _("By weight, heaviest first"))]


class SignupForm(AllauthSignupForm):
    """Sign up: name, password, and an e-mail address for those who want to be able to reset the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("Shown at the table. From 2 to 24 letters and digits.")
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("Only to reset a forgotten password.")
        self.fields["password2"].label = _("Password, once more")


class KeepForm(forms.Form):
    """A guest becomes a full account."""

    username = forms.CharField(
        label=_("Name"),
        help_text=_("Shown at the table. From 2 to 24 letters and digits."),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        help_text=_("Only to reset a forgotten password."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.password_rules = password_validators_help_texts()

    def clean_username(self) -> str:
        return free_name(self.cleaned_data["username"], besides=self.user)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            likeness = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                validate_password(cleaned["password"], likeness)
            except ValidationError as weakness:
                self.add_error("password", weakness)
        return cleaned


class SettingsForm(forms.Form):
    """What a viewer likes."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    theme = forms.ChoiceField(label=_("Light"), choices=THEME_CHOICES, widget=forms.RadioSelect)
    sort = forms.ChoiceField(label=_("Order of the tiles in my hand"), choices=SORT_CHOICES, widget=forms.RadioSelect)
    one_tap = forms.BooleanField(
        label=_("One tap plays"),
        help_text=_("A tap on a tile that fits one end only plays it at once."),
        required=False,
    )
