"""What is asked where a match is played on, or a deal shared."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models_fixed import CODE_SIZE, SIGNS
from games.robots import ROBOTS
from games.words.rules import PRESET_NAMES


class SeatForm(forms.Form):
    """A form that names a seat of a table with so many players."""

    seat = forms.IntegerField(min_value=0)

    def __init__(self, *args: Any, players: int, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.players = players

    def clean_seat(self) -> int:
        seat: int = self.cleaned_data["seat"]
        if seat >= self.players:
            raise forms.ValidationError(_("There is no such seat."))
        return seat


class PlayOnForm(SeatForm):
    robot = forms.ChoiceField(choices=[(key, key) for key in ROBOTS])
    tiles = forms.ChoiceField(choices=[("same", "same"), ("anew", "anew")])


class ShareForm(SeatForm):
    round = forms.IntegerField(min_value=1, max_value=9999)


class CodeForm(forms.Form):
    """A deal code as it was heard or typed: small letters, spaces and hyphens do no harm."""

    code = forms.CharField(max_length=40)

    def clean_code(self) -> str:
        code = re.sub(r"[\s.\-–]", "", self.cleaned_data["code"]).upper()
        if not re.fullmatch(f"[{SIGNS}]{{{CODE_SIZE}}}", code, re.ASCII):
            raise forms.ValidationError(_("A deal code has 8 signs, such as 7KQM2XWR; it has no I, L, O, 0 or 1."))
        return code


class NewDealForm(forms.Form):
    rules = forms.ChoiceField(choices=[(name, name) for name in PRESET_NAMES])
    players = forms.TypedChoiceField(choices=[(2, 2), (3, 3), (4, 4)], coerce=int)
