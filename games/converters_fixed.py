"""Days and deal codes in addresses."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter

from games.models_fixed import CODE_SIZE, SIGNS


class DayConverter:
    """A day by UTC: ``2026-11-30``."""

    regex = "2[0-9]{3}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class DealCodeConverter:
    """A deal code, as it is written: ``7KQM2XWR``."""

    regex = f"[{SIGNS}]{{{CODE_SIZE}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(DayConverter, "day")
register_converter(DealCodeConverter, "dealcode")
