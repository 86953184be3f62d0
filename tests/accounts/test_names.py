"""Names: what can be had, and what would be taken for somebody else's."""

import pytest
from django.core.exceptions import ValidationError

from accounts.names import clean_name, key_of


@pytest.mark.parametrize(
    "text, stored",
    [
        ("Alice", "Alice"),
        ("  João   da Silva ", "João da Silva"),
        ("Ａｌｉｃｅ", "Alice"),
        ("O'Neill-2", "O'Neill-2"),
        ("Борис", "Борис"),
        ("Al\nice", "Al ice"),
    ],
)
def test_an_ordinary_name_is_taken(text: str, stored: str) -> None:
    assert clean_name(text) == stored


# B23
@pytest.mark.parametrize(
    "text",
    [
        *(
            "admin",
            "Admin",
            "ADMIN",
            "аdmin",
            "ａｄｍｉｎ",
            "a\u200bdmin",
            "adm1n",
            "ad.min",
            "admin2",
            "Guest Heron 42",
        ),
        *(
            "me",
            "api",
            "robot",
            "Robot 7",
            "Chalk",
            "Muggins",
            "al@example.org",
            "<b>Bob</b>",
            "Bob\u202eeve",
            "Al\x00ice",
        ),
        *("", "   ", "..", "x", "x" * 25, "x" * 151, "12", "Alice.", ".Alice", "Al--ice", "🙂🙂"),
        *("Aliсe", "\u0301\u0301", "Al\u0301\u0301\u0301\u0301"),
    ],
)
def test_a_name_that_misleads_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        clean_name(text)


@pytest.mark.parametrize(
    "one, other", [("Alice", "aIice"), ("Bob", "B0b"), ("Carol", "CAROL"), ("Dave", "D.a.v.e"), ("Ёж", "ЁЖ")]
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_different_names_have_different_keys() -> None:
    assert len({key_of(name) for name in ("Alice", "Alicia", "Bob", "Carol", "Dave", "Eve", "Joao", "João")}) == 8
