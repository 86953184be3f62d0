"""Names: what can be had, and what would be taken for somebody else's."""

import pytest
from django.core.exceptions import ValidationError

from accounts.names import clean_name, is_reserved, key_of
from accounts.selectors import free_name
from games.robots import KINDS
from tests.cast import person

OF_THE_WORLD = """
    Nguyễn Đạt Łukasz Zoë Þór Ørsted Ionuț Straße Ọlá Μάρκος Νίνα Марк Анна
    김민수 たけし サトー 王小明 דוד محمد अनिल สมชาย ნინო Արամ হাসান
"""


@pytest.mark.parametrize(
    "text, stored",
    [
        ("Alice", "Alice"),
        ("  João   da Silva ", "João da Silva"),
        ("Ａｌｉｃｅ", "Alice"),
        ("O'Neill-2", "O'Neill-2"),
        ("Борис", "Борис"),
        ("Al\nice", "Al ice"),
        *(
            (name, name)
            for name in [
                "Nguyễn",
                "Đạt",
                "Łukasz",
                "Zoë",
                "Þór",
                "Ørsted",
                "Ionuț",
                "Straße",
                "Ọlá",
                "Μάρκος",
                "Νίνα",
                "Марк",
                "Анна",
            ]
        ),
        *(
            (name, name)
            for name in ["김민수", "たけし", "サトー", "王小明", "דוד", "محمد", "अनिल", "สมชาย", "ნინო", "Արամ", "হাসান"]
        ),
        *((name, name) for name in ("Ebony Smith", "Hugo", "Bernard", "Abbott", "Robo", "Botwin")),
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
        # Letters that look like ours, of alphabets that nobody writes names in: small capitals, Lisu, Coptic, clicks.
        *("ᴇʙᴏɴʏ", "ᴀᴅᴍɪɴ", "ꓰꓐꓳꓠꓬ", "ⲉⲃⲟⲛⲩ", "Aǀice", "Alɩce", "ɑlice", "Ebonʏ"),
        # Letters that cannot be seen.
        *("\u3164\u3164", "\u115f\u1160", "Al\u3164ice", "\u17b4\u17b5"),
        # A whole name of another alphabet that looks like one of ours.
        *("ΕΒΟΝΥ", "ΝΙΝΑ", "Νινα", "հսցօ"),
        # Marks, numbers, and what stands beside the word.
        *("Ébony", "Êbony", "Ebonỵ", "Ebony 2", "Ebony5", "Brass 3", "Rnuggins", "Ebony robot", "Bone bot"),
        *("Site staff", "The referee", "deleted user 4", "Support desk", "Oracle", "Host 7"),
    ],
)
def test_a_name_that_misleads_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        clean_name(text)


def test_nobody_is_called_as_a_robot_is_at_any_table() -> None:
    for robot in KINDS.values():
        for name in (robot.name, f"{robot.name} 2", robot.name.upper(), f"{robot.name} robot"):
            assert is_reserved(name), name


@pytest.mark.django_db
def test_a_mark_below_a_letter_makes_no_other_name() -> None:
    person("Alice")
    for name in ("Alicẹ", "alịce", "Ạlice"):
        with pytest.raises(ValidationError):
            free_name(name)
    assert free_name("Ḅob") == "Ḅob"


@pytest.mark.parametrize(
    "one, other", [("Alice", "aIice"), ("Bob", "B0b"), ("Carol", "CAROL"), ("Dave", "D.a.v.e"), ("Ёж", "ЁЖ")]
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_different_names_have_different_keys() -> None:
    assert len({key_of(name) for name in ("Alice", "Alicia", "Bob", "Carol", "Dave", "Eve", "Joao", "João")}) == 8
