"""Puzzles: which one comes next, and what an answer counts (docs/decisions/0220-puzzles.md).

A person's first answer to a puzzle counts, once: streaks for everybody who is signed in, the rating for accounts.
Who is nobody to the site has the same streaks in the session, from the first answer on; `puzzles_brought` takes them
along to whom he becomes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import duels
from games.models import Format, Puzzle, PuzzleDay, Puzzler, PuzzleTry

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.base import SessionBase
    from django.db.models import QuerySet

    from accounts.models import User

SESSION_KEY = "puzzles"
#: So many answered puzzles a session remembers, the newest ones.
MOST_SEEN = 400
#: How far a level lies from one's own rating, in mu.
LEVELS = {"easy": -5.0, "fair": 0.0, "hard": 5.0}
FAIR = "fair"
#: The next one is drawn from so many that are nearest, above and below.
NEAREST = 6
_lots = SystemRandom()


@dataclass(frozen=True)
class Standing:
    """How somebody does. `days` in a row, up to `day`, with the puzzle of the day; `skill` of accounts alone."""

    tried: int = 0
    right: int = 0
    current: int = 0
    best: int = 0
    day: date | None = None
    days: int = 0
    best_days: int = 0
    rated: int = 0
    skill: duels.Skill | None = None

    def after(self, is_right: bool, day: date | None) -> Standing:
        """After an answer; *day* when it was that day's puzzle."""
        current = self.current + 1 if is_right else 0
        new = replace(
            self,
            tried=self.tried + 1,
            right=self.right + is_right,
            current=current,
            best=max(self.best, current),
        )
        if day is None or day == self.day:
            return new
        days = self.days_until(day) + 1
        return replace(new, day=day, days=days, best_days=max(self.best_days, days))

    def days_until(self, day: date) -> int:
        """The days in a row that still hold on this day: its own puzzle may be to come."""
        return self.days if self.day is not None and day - self.day <= timedelta(days=1) else 0


@dataclass(frozen=True)
class Answered:
    """What an answer led to. `first` is the answer that counts, this one or an earlier one; `change` of the rating."""

    first: str
    counted: bool
    standing: Standing
    change: tuple[float, float] | None = None


def today() -> date:
    """The day of the puzzle of the day, the same one everywhere."""
    return timezone.now().date()


def puzzle_called(key: str) -> Puzzle | None:
    """A puzzle that is in use, by its key."""
    return Puzzle.objects.in_use().filter(key=key).first()


@transaction.atomic
def daily(*, day: date) -> Puzzle | None:
    """The puzzle of a day, chosen when it is first asked for and the same from then on; None without any puzzle."""
    found = PuzzleDay.objects.filter(day=day).select_related("puzzle").first()
    if found is None:
        puzzle = _for_day(day)
        if puzzle is None:
            return None
        found, _made = PuzzleDay.objects.select_related("puzzle").get_or_create(day=day, defaults={"puzzle": puzzle})
    return found.puzzle


def _for_day(day: date) -> Puzzle | None:
    """One that was never a day's, for two players while there are such; it is locked."""
    every = Puzzle.objects.in_use()
    fresh = every.filter(days__isnull=True)
    for among in (fresh.filter(format=Format.TWO), fresh, every):
        count = among.count()
        if count:
            place = int.from_bytes(sha256(day.isoformat().encode()).digest()[:4], "big") % count
            # Locked: one that the desk takes out of use in this instant is no day's.
            found = among.order_by("key").select_for_update(of=("self",), no_key=True)[place : place + 1]
            if found:
                return found[0]
    return None


def is_of_day(puzzle: Puzzle, day: date) -> bool:
    return PuzzleDay.objects.filter(day=day, puzzle=puzzle).exists()


def next_puzzle(
    *, user: User | AnonymousUser, session: SessionBase, level: str = FAIR, form: str = "", but: str = ""
) -> Puzzle | None:
    """One that this person has not answered, as hard as asked for; any, when he has answered all. None: there is none.

    *form* is a Format, else puzzles of every one; *but* the key of one that he comes from.
    """
    every = Puzzle.objects.in_use().exclude(key=but)
    if form in Format.values:
        every = every.filter(format=form)
    standing = standing_of(user, session)
    mu = (standing.skill or duels.START)[0] + LEVELS.get(level, 0.0)
    near = _near(_unanswered(every, user, session), mu) or _near(every, mu)
    return _lots.choice(near) if near else None


def _unanswered(every: QuerySet[Puzzle], user: User | AnonymousUser, session: SessionBase) -> QuerySet[Puzzle]:
    if user.is_authenticated:
        return every.exclude(pk__in=PuzzleTry.objects.filter(user=user).values("puzzle"))
    return every.exclude(key__in=_seen(session))


def _near(among: QuerySet[Puzzle], mu: float) -> list[Puzzle]:
    harder = list(among.filter(mu__gte=mu).order_by("mu")[:NEAREST])
    easier = list(among.filter(mu__lt=mu).order_by("-mu")[:NEAREST])
    return sorted([*harder, *easier], key=lambda puzzle: abs(puzzle.mu - mu))[:NEAREST]


def first_answer(user: User | AnonymousUser, puzzle: Puzzle) -> PuzzleTry | None:
    """What this person answered when it counted; sessions remember only that they did."""
    if not user.is_authenticated:
        return None
    return PuzzleTry.objects.filter(user=user, puzzle=puzzle).first()


def was_answered(user: User | AnonymousUser, session: SessionBase, puzzle: Puzzle) -> bool:
    if user.is_authenticated:
        return first_answer(user, puzzle) is not None
    return puzzle.key in _seen(session)


def standing_of(user: User | AnonymousUser, session: SessionBase) -> Standing:
    """How this person does."""
    if user.is_authenticated:
        return standing_of_person(user)
    return standing_in(session)


def standing_of_person(user: User) -> Standing:
    row = Puzzler.objects.filter(user=user).first()
    return Standing() if row is None else _standing(row, user)


def answer(*, user: User | AnonymousUser, session: SessionBase, puzzle: Puzzle, move: str) -> Answered:
    """Count an answer (one of the plays of the puzzle) if it is this person's first; of two at once one is."""
    day = today()
    of_day = day if is_of_day(puzzle, day) else None
    if user.is_authenticated:
        return _enter(user, puzzle, move, of_day)
    standing = standing_in(session)
    if puzzle.key in _seen(session):
        return Answered("", False, standing)
    standing = standing.after(move == puzzle.solution, of_day)
    _keep(session, standing, puzzle.key, move)
    return Answered(move, True, standing)


def held(user: User) -> Puzzler:
    """The person's row, locked, under which his tries are entered; a new one where it has just gone along elsewhere."""
    mu, sigma = duels.START
    row, _made = Puzzler.objects.select_for_update().get_or_create(user=user, defaults={"mu": mu, "sigma": sigma})
    return row


@transaction.atomic
def _enter(user: User, puzzle: Puzzle, move: str, of_day: date | None) -> Answered:
    """The person's row is the lock for his answers, the puzzle's that for its difficulty; always in this order."""
    row = held(user)
    earlier = first_answer(user, puzzle)
    if earlier is not None:
        change = None if earlier.mu_after is None else (earlier.mu_before or 0.0, earlier.mu_after)
        return Answered(earlier.move, False, _standing(row, user), change)
    right, rated = move == puzzle.solution, not user.is_guest
    before = row.mu
    if rated:
        _rate(row, puzzle, solved=right)
    change = (before, row.mu) if rated else None
    PuzzleTry.objects.create(
        puzzle=puzzle,
        user=user,
        move=move,
        right=right,
        rated=rated,
        mu_before=before if rated else None,
        mu_after=row.mu if rated else None,
        at=timezone.now(),
    )
    Puzzle.objects.filter(pk=puzzle.pk).update(tries=F("tries") + 1, solved=F("solved") + int(right))
    standing = _standing(row, user).after(right, of_day)
    for field in ("tried", "right", "current", "best", "day", "days", "best_days"):
        setattr(row, field, getattr(standing, field))
    row.save()
    return Answered(move, True, standing, change)


def _rate(row: Puzzler, puzzle: Puzzle, *, solved: bool) -> None:
    """Person and puzzle play one another; the puzzle as it stands now."""
    held = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    person, task = duels.duel((row.mu, row.sigma), (held.mu, held.sigma), solved=solved)
    (row.mu, row.sigma), (held.mu, held.sigma) = person, task
    row.rated += 1
    held.save(update_fields=["mu", "sigma"])


def _standing(row: Puzzler, user: User) -> Standing:
    return Standing(
        tried=row.tried,
        right=row.right,
        current=row.current,
        best=row.best,
        day=row.day,
        days=row.days,
        best_days=row.best_days,
        rated=row.rated,
        skill=None if user.is_guest else (row.mu, row.sigma),
    )


# --- who has no account ---

_KEPT = ("tried", "right", "current", "best", "days", "best_days")


def _kept(session: SessionBase) -> dict[str, Any]:
    kept = session.get(SESSION_KEY)
    return kept if isinstance(kept, dict) else {}


def _seen(session: SessionBase) -> list[str]:
    return list(answers_in(session))


def answers_in(session: SessionBase) -> dict[str, str]:
    """The answers that a session remembers, by the keys of their puzzles, the oldest first."""
    return dict(pair for pair in _kept(session).get("seen", ()) if isinstance(pair, list))


def take_out(session: SessionBase) -> tuple[Standing, dict[str, str]]:
    """What a session remembers, which forgets it: it goes with a person."""
    found = standing_in(session), answers_in(session)
    session.pop(SESSION_KEY, None)
    return found


def standing_in(session: SessionBase) -> Standing:
    """How whoever has this session does."""
    kept = _kept(session)
    day = date.fromisoformat(kept["day"]) if kept.get("day") else None
    tried, right, current, best, days, best_days = (int(kept.get(name, 0)) for name in _KEPT)
    return Standing(tried, right, current, best, day, days, best_days)


def _keep(session: SessionBase, standing: Standing, key: str, move: str) -> None:
    day = standing.day.isoformat() if standing.day is not None else ""
    figures = {name: getattr(standing, name) for name in _KEPT}
    seen = [*map(list, answers_in(session).items()), [key, move]]
    session[SESSION_KEY] = {**figures, "day": day, "seen": seen[-MOST_SEEN:]}
