"""Passwords that somebody attacking this very site would try first."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SITE_WORDS = (
    "allfives",
    "all fives",
    "boneyard",
    "domino",
    "dominoes",
    "fiveup",
    "fives",
    "muggins",
    "sniff",
    "spinner",
)


class GuessableValidator:
    """Refuses a password that is hardly more than a word of the game, or nothing but spaces."""

    def validate(self, password: str, user: Any = None) -> None:
        if not password.strip():
            raise ValidationError(_("This password is made of spaces alone."), code="password_blank")
        rest = password.casefold()
        for word in sorted(SITE_WORDS, key=len, reverse=True):
            rest = rest.replace(word, "")
        if rest != password.casefold() and len(rest) < 6:
            raise ValidationError(_("This password is too close to the words of the game."), code="password_site_word")

    def get_help_text(self) -> str:
        return _("Your password is more than a word of the game with a few signs added.")
