"""Who may say what at a table, and when; and the one door through which a line is stored.

A line is no move: it raises no version of the match and makes no page stale. Its table is locked while it is numbered.
"""

from __future__ import annotations

import math
import re
import unicodedata
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from accounts.company import kept_apart
from accounts.conduct import is_muted
from accounts.confirmed import is_confirmed
from accounts.models import User
from games.models import Line, Match, Stage
from games.models_talk import MOST_TEXT, PHRASES
from games.services import announce, errors
from games.services.tables import lock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from games.models import Seat

#: Lines of one person, at all tables together: so many in so many seconds.
LIMITS = ((4, 10), (12, 60))
#: The same twice in a row is refused within this time.
REPEATS = timedelta(minutes=2)
#: So long after its match a table hears lines.
AFTERWARDS = timedelta(minutes=30)
#: So long after its match what was said is kept: for reports, and for nothing else.
KEPT = timedelta(days=90)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me", "Mc"})
_MOST_MARKS_IN_A_ROW = 2
# An address as programs make links of it: a scheme, www, or a host name with what follows it.
_LINK = re.compile(r"\w\s*:\s*//|\bwww\s*\.|\b[\w-]+\.(?:com|net|org|info|io|ru|cn|xyz|br|me|ly|gg)\b", re.IGNORECASE)

Why = type[errors.Refused]


def say(*, match_id: int, user: User, phrase: str = "", text: str | None = None) -> Line:
    """Say a phrase, or else a text, at this table; everybody who may read it is told after commit.

    NoSuchPhrase, UnfitText; whatever `why_not` says; TooMuchTalk, SaidAlready. UnknownTable.
    """
    if text is None and phrase not in PHRASES:
        raise errors.NoSuchPhrase
    plain = "" if text is None else clean_text(text)
    with transaction.atomic():
        table = lock(match_id)
        why = why_not(table.match, table.seats, user, free=text is not None, at=table.at)
        if why is not None:
            raise why
        _must_be_few(user, table.match, phrase, plain, table.at)
        newest = Line.objects.filter(match_id=match_id).aggregate(newest=Max("number"))["newest"] or 0
        line = Line.objects.create(
            match=table.match,
            number=newest + 1,
            seat=seat_held(table.seats, user),
            user=user,
            phrase="" if plain else phrase,
            text=plain,
            at=table.at,
        )
        announce.line_said(table.match, line.number)
        return line


def why_not(match: Match, seats: Sequence[Seat], user: object, *, free: bool, at: datetime) -> Why | None:
    """Why this person may not say a phrase, or (`free`) a text of his own, at this moment; None when he may."""
    return whys_not(match, seats, user, at=at)[free]


def whys_not(match: Match, seats: Sequence[Seat], user: object, *, at: datetime) -> tuple[Why | None, Why | None]:
    """The same of a phrase, and of a text of his own."""
    if not isinstance(user, User):
        return (errors.OnlySeated,) * 2
    if not is_talked_at(seats):
        return (errors.NobodyToTalkTo,) * 2
    if is_over(match, at):
        return (errors.TalkOver,) * 2
    if is_muted(user):
        return (errors.Silenced,) * 2
    if seat_held(seats, user) is None:
        return _watcher(match, seats, user), errors.OnlySeated
    return None, _own_words(match, user)


def is_talked_at(seats: Sequence[Seat]) -> bool:
    """Two persons sit here: robots neither talk nor read."""
    return sum(seat.is_person for seat in seats) >= 2


def is_over(match: Match, at: datetime) -> bool:
    """The match has been over for so long that nothing more is said."""
    return match.is_over and (match.finished_at is None or at - match.finished_at > AFTERWARDS)


def seat_held(seats: Sequence[Seat], user: object) -> int | None:
    """The seat that this person holds and has not left."""
    pk = getattr(user, "pk", None)
    return next((seat.index for seat in seats if pk is not None and seat.user_id == pk and not seat.left), None)


def in_round(match: Match) -> bool:
    """Tiles are in hands that somebody could help with."""
    return match.state == Stage.RUNNING and not match.between_rounds


def has_partners(match: Match) -> bool:
    """Whether two sit at this table for one side."""
    return bool(match.ruleset.get("partners"))


def _watcher(match: Match, seats: Sequence[Seat], user: User) -> Why | None:
    """Of a phrase: who only watches says no texts of his own."""
    if match.private or user.is_guest or kept_apart(user, [seat.user_id for seat in seats]):
        return errors.OnlySeated
    return errors.WatchersWait if match.rated and in_round(match) else None


def _own_words(match: Match, user: User) -> Why | None:
    if not match.free_talk:
        return errors.PhrasesOnly
    if user.is_guest:
        return errors.GuestsSayPhrases
    if not is_confirmed(user):
        return errors.ConfirmFirst
    return errors.PartnersWait if has_partners(match) and in_round(match) else None


def clean_text(text: str) -> str:
    """The line as it is stored: NFC, single spaces, only what can be seen. UnfitText.

    Refused as a whole, not mended: nobody is to find other words under his name than those that he typed.
    """
    if len(text) > 4 * MOST_TEXT:
        raise errors.UnfitText("long")
    plain = unicodedata.normalize("NFC", text.strip(" "))
    kinds = [unicodedata.category(char) for char in plain]
    if _UNSEEN.intersection(kinds):
        raise errors.UnfitText("unseen")
    run = 0
    for kind in kinds:
        run = run + 1 if kind in _MARKS else 0
        if run > _MOST_MARKS_IN_A_ROW:
            raise errors.UnfitText("marks")
    plain = " ".join(plain.split())
    if not any(kind[0] in "LNSP" for kind in kinds):
        raise errors.UnfitText("empty")
    if len(plain) > MOST_TEXT:
        raise errors.UnfitText("long")
    if _LINK.search(unicodedata.normalize("NFKC", plain)):
        raise errors.UnfitText("link")
    return plain


def _must_be_few(user: User, match: Match, phrase: str, text: str, at: datetime) -> None:
    """The limits, from the rows: they hold across processes and restarts."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    longest = max(seconds for _, seconds in LIMITS)
    recent = list(
        Line.objects.filter(user=user, at__gt=at - timedelta(seconds=longest))
        .order_by("-at", "-id")
        .values_list("at", flat=True)[: max(most for most, _ in LIMITS)]
    )
    for most, seconds in LIMITS:
        if len(recent) >= most and (age := (at - recent[most - 1]).total_seconds()) < seconds:
            raise errors.TooMuchTalk(max(1, math.ceil(seconds - age)))
    last = Line.objects.filter(match=match, user=user, at__gt=at - REPEATS).order_by("-number").first()
    if last is not None and (last.phrase, last.text) == ("" if text else phrase, text):
        raise errors.SaidAlready


def forget_old(now: datetime) -> int:
    """Delete what was said at tables whose match has been over for `KEPT`; how many lines that were."""
    over = Match.objects.filter(finished_at__lt=now - KEPT).values("pk")
    deleted, _ = Line.objects.filter(match__in=over).delete()
    return deleted
