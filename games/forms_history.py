"""The forms of what stays: the filters of the history, and a file of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import history
from games.books import is_fingerprint
from games.forms import PRESET_ORDER
from games.history import CUSTOM, FINISHED, Wanted
from games.models import Format, Result
from games.services.studies import MAX_BYTES
from games.words.rules import PRESET_NAMES

MINE, EVERYBODY = "mine", "all"
RULES = [
    ("", gettext_lazy("Any rules")),
    *((name, PRESET_NAMES[name]) for name in PRESET_ORDER),
    (CUSTOM, gettext_lazy("Rules of their own")),
]


def rules_choices(asked: str) -> list[tuple[str, Any]]:
    """What the field offers: beside the rule books also the fingerprint that a link leads here with."""
    return [*RULES, (asked, _("Rules %(mark)s") % {"mark": asked})] if is_fingerprint(asked) else RULES


class HistoryForm(forms.Form):
    """The filters, by an address: what makes no sense is said beside its field, and left out."""

    whose = forms.ChoiceField(
        label=gettext_lazy("Whose"),
        choices=[(MINE, gettext_lazy("My matches")), (EVERYBODY, gettext_lazy("Everybody’s"))],
        required=False,
    )
    rules = forms.ChoiceField(label=gettext_lazy("Rules"), choices=RULES, required=False)
    format = forms.ChoiceField(
        label=gettext_lazy("Players"), choices=[("", gettext_lazy("Any number")), *Format.choices], required=False
    )
    player = forms.CharField(label=gettext_lazy("A player’s name"), max_length=40, required=False)
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        choices=[
            ("", gettext_lazy("Any result")),
            (FINISHED, gettext_lazy("played to the end")),
            *Result.choices,
        ],
        required=False,
    )
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = rules_choices(str(data.get("rules", "")))

    def clean_player(self) -> str:
        text = " ".join(self.cleaned_data["player"].split())
        if 0 < len(text) < history.SHORTEST_NAME:
            raise ValidationError(_("Two letters of the name at least."))
        return text

    def wanted(self, *, signed_in: bool) -> Wanted:
        """What the valid fields ask for; the viewer's own matches unless he asks for everybody's."""
        self.is_valid()
        asked = self.cleaned_data
        mine = signed_in and asked.get("whose") != EVERYBODY
        result = asked.get("result") or ""
        return Wanted(
            mine=mine,
            rules=asked.get("rules") or "",
            format=asked.get("format") or "",
            player=asked.get("player") or "",
            result=result if mine or result in {"", FINISHED, Result.UNFINISHED} else FINISHED,
            since=asked.get("since"),
            until=asked.get("until"),
            older=self.data.get("before", ""),
            newer=self.data.get("after", ""),
        )


class UploadForm(forms.Form):
    """A file of records, or their text."""

    file = forms.FileField(label=gettext_lazy("A file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not data.get("file") and not (data.get("text") or "").strip():
            raise ValidationError(_("Choose a file, or paste the text of a record."))
        return data

    @property
    def content(self) -> bytes:
        """What was sent; never more than is allowed and one byte."""
        sent = self.cleaned_data.get("file")
        return sent.read(MAX_BYTES + 1) if sent else self.cleaned_data["text"].encode()
