"""What may stand in an address of ours besides words."""

from __future__ import annotations

from django.urls import register_converter

from games.rules.retrace import Spot
from games.views.past import SPOT, spot_of


class CodeConverter:
    """A table's code: 22 url-safe characters; anything else is no address of ours."""

    regex = "[A-Za-z0-9_-]{22}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class SpotConverter:
    """A move of a match: ``3.12``."""

    regex = SPOT

    def to_python(self, value: str) -> Spot:
        spot = spot_of(value)
        if spot is None:
            raise ValueError(value)
        return spot

    def to_url(self, value: Spot) -> str:
        return str(value)


class PictureConverter:
    """A kind of picture."""

    regex = "svg|png"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
register_converter(SpotConverter, "spot")
register_converter(PictureConverter, "picture")
