"""The talk of a table as one viewer reads it: lines in words, what he may say, and the menu by each name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils.translation import get_language

from games.models_talk import MOST_TEXT, PHRASES
from games.words import talk as words

if TYPE_CHECKING:
    from games.talk import Spoken, TalkData

#: Nothing to explain where the panel itself says it.
_PLAIN = {"only_seated", "phrases_only", "nobody_to_talk_to"}


@dataclass(frozen=True)
class LineShown:
    """One line. *mine*: the viewer said it. *watching*: its speaker had no seat."""

    number: int
    name: str
    words: str
    mine: bool
    watching: bool


@dataclass(frozen=True)
class PersonShown:
    """Somebody with a menu by his name."""

    name: str
    has_page: bool
    muted: bool
    blocked: bool


@dataclass(frozen=True)
class TalkPage:
    """Everything that the partial needs. *draft* is a text that was refused, to be mended; *why* says why it was.

    What is not in its repr is not in its digest: a line that this viewer does not read changes nothing for him.
    """

    code: str
    open: bool = False
    newest: int = field(default=0, repr=False)
    lines: tuple[LineShown, ...] = ()
    people: tuple[PersonShown, ...] = ()
    phrases: tuple[tuple[str, str], ...] = ()
    may_write: bool = False
    rule: str = ""
    silence: str = ""
    most: int = MOST_TEXT
    digest: str = ""
    why: str = field(default="", repr=False)
    draft: str = field(default="", repr=False)

    @property
    def last(self) -> LineShown | None:
        """The newest line that this viewer reads."""
        return self.lines[-1] if self.lines else None


def talk_page(code: str, data: TalkData, *, why: str = "", draft: str = "") -> TalkPage:
    """The talk for this viewer, in the active language."""
    page = TalkPage(
        code=code,
        open=data.open,
        newest=data.newest,
        lines=tuple(_shown(line, data.viewer) for line in data.lines),
        people=tuple(PersonShown(other.name, not other.guest, other.muted, other.blocked) for other in data.others),
        phrases=tuple((phrase, words.phrase_words(phrase)) for phrase in PHRASES) if not data.why_phrase else (),
        may_write=not data.why_text,
        rule=words.rule_words(free=data.free, partners=data.partners) if not data.why_phrase else "",
        silence=_silence(data),
        why=why,
        draft=draft,
    )
    return replace(page, digest=_digest(page))


def _digest(page: TalkPage) -> str:
    """Equal for talk that looks the same."""
    return hashlib.blake2s(f"{get_language()}{page!r}".encode(), digest_size=9).hexdigest()


def _shown(line: Spoken, viewer: int | None) -> LineShown:
    said = words.phrase_words(line.phrase) if line.phrase else line.text
    return LineShown(line.number, line.name, said, line.user == viewer, not line.seated)


def _silence(data: TalkData) -> str:
    """Why he cannot say anything, or only phrases where texts are allowed; "" where that needs no explaining."""
    code = data.why_phrase or data.why_text
    return "" if not code or code in _PLAIN else words.talk_refusals()[code]
