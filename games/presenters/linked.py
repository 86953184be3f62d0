"""Names that lead to their players' pages, alone and within a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from accounts.models import User

#: Stand for names while a sentence is made: no text and no name has characters of this range.
_FIRST = 0xE000
_STANDS = re.compile("([\ue000-\ue00f])")


@dataclass(frozen=True)
class Name:
    """A text that leads to a player's page; without an address it is a text alone."""

    text: str
    url: str = ""


def player_url(username: str) -> str:
    """The address of the page of who is called so."""
    return reverse("games:player", args=[username])


def profile_url(user: User) -> str:
    """The address of a player's page; guests have none."""
    return "" if user.is_guest else player_url(user.username)


def linked(names: Sequence[Name], say: Callable[[list[str]], str]) -> tuple[Name, ...]:
    """The parts of the sentence that *say* makes of these names, in its order: each name, and the texts between."""
    stands = [chr(_FIRST + index) for index in range(len(names))]
    parts = filter(None, _STANDS.split(say(stands)))
    return tuple(names[ord(part) - _FIRST] if _STANDS.fullmatch(part) else Name(part) for part in parts)
