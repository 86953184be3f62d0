"""Streaks of those who learn to count: kept for accounts and guests in rows, for others in their session.

Questions are numbered. An answer counts only to the question that is due, so a reload, a double post or a link
pressed twice changes nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from games.learning.questions import KINDS
from games.models import LearningStreak

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.base import SessionBase

    from accounts.models import User

SESSION_KEY = "learning"
SEED_BITS = 31


@dataclass(frozen=True)
class Standing:
    """How somebody does at one kind of question: *answered* is also the number of the question that is due."""

    answered: int = 0
    right: int = 0
    current: int = 0
    best: int = 0

    def after(self, is_right: bool) -> Standing:
        current = self.current + 1 if is_right else 0
        return Standing(self.answered + 1, self.right + is_right, current, max(self.best, current))


def learner_of(user: User | AnonymousUser, session: SessionBase) -> str:
    """Who learns, for a question to know its own: an account, a session that has answered before, or nobody yet."""
    if user.is_authenticated:
        return f"u{user.pk}"
    salt = _kept(session).get("salt", "")
    return f"s{salt}" if salt else ""


def standing_of(user: User | AnonymousUser, session: SessionBase, kind: str) -> Standing:
    """How this person does at this kind of question."""
    if user.is_authenticated:
        row = LearningStreak.objects.filter(user=user, kind=kind).first()
        return Standing() if row is None else _standing(row)
    return _from_session(_kept(session), kind)


def seed_of(learner: str, kind: str, book: str, number: int) -> int:
    """The seed of the question that is due: always the same for a learner, for others any."""
    if not learner:
        return secrets.randbits(SEED_BITS)
    digest = salted_hmac("games.learning", f"{learner}/{kind}/{book}/{number}", algorithm="sha256").digest()
    return int.from_bytes(digest[:4], "big") >> (32 - SEED_BITS)


def answer(
    *, user: User | AnonymousUser, session: SessionBase, kind: str, learner: str, number: int, is_right: bool
) -> tuple[Standing, bool]:
    """Count the answer to the question of this number, asked of this learner; whether it counted, and the standing.

    It does not count when that question is not due: answered before, or asked of somebody else.
    """
    before = standing_of(user, session, kind)
    if number != before.answered or learner not in {"", learner_of(user, session)}:
        return before, False
    after = before.after(is_right)
    if not user.is_authenticated:
        _keep(session, kind, after)
        return after, True
    return (after, True) if _store(user, kind, before, after) else (standing_of(user, session, kind), False)


@transaction.atomic
def _store(user: User, kind: str, before: Standing, after: Standing) -> bool:
    """Whether the row stood as it was read: of two posts at once only one finds it so."""
    LearningStreak.objects.get_or_create(user=user, kind=kind)
    due = LearningStreak.objects.filter(user=user, kind=kind, answered=before.answered)
    return due.update(answered=after.answered, right=after.right, current=after.current, best=after.best) == 1


@transaction.atomic
def carry_over(*, user: User, session: SessionBase) -> None:
    """What a session has answered goes with whoever signs in; the longer streak goes on."""
    kept = session.pop(SESSION_KEY, None)
    if not isinstance(kept, dict):
        return
    for kind in KINDS:
        brought = _from_session(kept, kind)
        if not brought.answered:
            continue
        row, _made = LearningStreak.objects.select_for_update().get_or_create(user=user, kind=kind)
        row.answered += brought.answered
        row.right += brought.right
        row.current, row.best = max(row.current, brought.current), max(row.best, brought.best)
        row.save()


def _standing(row: LearningStreak) -> Standing:
    return Standing(row.answered, row.right, row.current, row.best)


def _kept(session: SessionBase) -> dict[str, Any]:
    kept = session.get(SESSION_KEY)
    return kept if isinstance(kept, dict) else {}


def _from_session(kept: dict[str, Any], kind: str) -> Standing:
    return Standing(*kept[kind]) if kind in kept else Standing()


def _keep(session: SessionBase, kind: str, standing: Standing) -> None:
    kept = {"salt": secrets.token_urlsafe(9), **_kept(session)}
    figures = [standing.answered, standing.right, standing.current, standing.best]
    session[SESSION_KEY] = {**kept, kind: figures}
