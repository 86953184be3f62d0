"""Dates and times are read alike by everybody who reads the language."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format

AT = datetime(2026, 11, 30, 15, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "form", "shown"),
    [
        ("en", "DATE_FORMAT", "30 November 2026"),
        ("en", "DATETIME_FORMAT", "30 November 2026, 15:05"),
        ("en", "SHORT_DATE_FORMAT", "30 Nov 2026"),
        ("en", "SHORT_DATETIME_FORMAT", "30 Nov 2026, 15:05"),
        ("pt-br", "DATE_FORMAT", "30 de nov. de 2026"),
        ("pt-br", "DATETIME_FORMAT", "30 de nov. de 2026 às 15:05"),
        ("pt-br", "SHORT_DATE_FORMAT", "30/11/2026"),
        ("en", "YEAR_MONTH_FORMAT", "November 2026"),
        ("pt-br", "YEAR_MONTH_FORMAT", "nov. de 2026"),
    ],
)
def test_a_day_and_an_hour(language: str, form: str, shown: str) -> None:
    with translation.override(language):
        assert date_format(AT, form) == shown
