"""Rules under a name of one's own: the name as a form, and saved rules as the fields of the form for a new table."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms import QUICK_TARGETS, RULES, plain_title, who_of
from games.models import SavedRuleset
from games.rules.ruleset import Ruleset, nearest


class RulesNameForm(forms.Form):
    """What a person calls his rules."""

    save_as = forms.CharField(
        label=gettext_lazy("Name of these rules"),
        max_length=SavedRuleset.LONGEST_NAME,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Give these rules a name first.")},
    )

    def clean_save_as(self) -> str:
        """One line of plain, visible text."""
        name = plain_title(self.cleaned_data["save_as"])
        if not name:
            raise ValidationError(_("Give these rules a name first."))
        return name


def as_form(ruleset: Ruleset) -> dict[str, str]:
    """The fields of the form for a new table that stand for these rules: the nearest rule book and what is changed."""
    usual, changes = nearest(ruleset)
    data = {"preset": usual.name, "players": who_of(ruleset)}
    for field, value, _usual in changes:
        if field == "target":
            quick = value in QUICK_TARGETS
            data |= {"goal": str(value)} if quick else {"goal": "other", "target": str(value)}
        elif field in RULES:
            data[field] = next((text for text, known in RULES[field].items() if known == value), "")
        elif field != "partners":
            data[field] = str(value)
    return data
