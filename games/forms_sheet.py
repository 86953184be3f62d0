"""The form of the score sheet: the settings of a new table, and who writes on which paper."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms import CLASSIC, PRESET_ORDER, NewTableForm, plain_title
from games.presenters.scoresheet import A4, LETTER
from games.words.rules import PRESET_NAMES

NAME_LENGTH = 20
SEATS = range(1, 5)


def _is_plain(name: object) -> None:
    """A name of visible characters; ValidationError says what is wrong with it."""
    plain_title(str(name))


class ScoreSheetForm(NewTableForm):
    """After `is_valid()`, `ruleset`, `names` (one a seat, "" for a line) and `cleaned_data["paper"]` are ready."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Rule book"),
        choices=[(name, PRESET_NAMES[name]) for name in PRESET_ORDER],
        widget=forms.Select({"class": "input"}),
        initial=CLASSIC,
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        choices=[(A4, "A4"), (LETTER, gettext_lazy("US Letter"))],
        widget=forms.RadioSelect,
        initial=A4,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["target"].help_text = _("Points that win the match. Empty: as the rule book says.")
        for seat in SEATS:
            self.fields[f"name{seat}"] = forms.CharField(
                label=_("Player %(number)d") % {"number": seat},
                required=False,
                max_length=NAME_LENGTH,
                validators=[_is_plain],
                widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
            )

    @classmethod
    def of_query(cls, query: QueryDict) -> ScoreSheetForm:
        """The form with the usual settings, and over them whatever the address names."""
        usual = {name: field.initial for name, field in cls().fields.items() if field.initial is not None}
        return cls({**usual, **query.dict()})

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the names, in the order of the seats."""
        return [self[f"name{seat}"] for seat in SEATS]

    @property
    def names(self) -> list[str]:
        """The names in the order of the seats."""
        return [self.cleaned_data[f"name{seat}"] for seat in SEATS]
