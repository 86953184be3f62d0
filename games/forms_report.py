"""The form by which something is reported to the site."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import ReportKind
from games.models_desk import LONGEST_WORDS
from games.words.reports import KINDS


class ReportForm(forms.Form):
    """What is wrong, who did it (a seat; nobody where the score is wrong), and a few words."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is wrong?"),
        choices=KINDS,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what is wrong.")},
    )
    who = forms.TypedChoiceField(label=gettext_lazy("Who?"), coerce=int, empty_value=None, required=False)
    words = forms.CharField(
        label=gettext_lazy("In your words (optional)"),
        help_text=gettext_lazy("The match with all its moves is attached by itself."),
        max_length=LONGEST_WORDS,
        required=False,
        widget=forms.Textarea({"class": "input", "rows": 4}),
    )

    def __init__(self, people: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        """*people*: seats and names of the others at the table."""
        super().__init__(*args, **kwargs)
        who = self.fields["who"]
        assert isinstance(who, forms.TypedChoiceField)
        who.widget = forms.RadioSelect()
        who.choices = people
        if not people:
            kind = self.fields["kind"]
            assert isinstance(kind, forms.ChoiceField)
            kind.choices = [choice for choice in KINDS if choice[0] == ReportKind.SCORE]
            kind.initial = ReportKind.SCORE

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") not in (None, ReportKind.SCORE) and cleaned.get("who") is None and not self.errors:
            self.add_error("who", ValidationError(_("Choose who it was.")))
        return cleaned
