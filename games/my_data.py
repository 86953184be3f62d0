"""What the tables keep about one person, as plain values; beside `accounts.my_data`, for the same file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.models import (
    Choice,
    FixedDeal,
    Grade,
    Hint,
    LearningStreak,
    Line,
    Prescription,
    Puzzler,
    PuzzleTry,
    Report,
    Review,
    SavedRuleset,
    Seat,
    SeatEvent,
    StudyRecord,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accounts.models import User


#: Of a match with a prescribed deal: all but what its robots choose from.
_GIVEN = (
    "match__code", "match__prescribed", "seat", "deal__day", "deal__game", "counted",
    "source__code", "study__token", "round_number", "move_number", "anew", "gained", "margin", "created_at", "over_at",
)  # fmt: skip
_PUZZLER = ("rated", "tried", "right", "current", "best", "day", "days", "best_days", "mu", "sigma")


def about(user: User) -> Iterator[tuple[str, Any]]:
    """Section after section; each is read when it is asked for.

    Whole matches, with everybody's moves, are in the file of records: here stand one's own seats.
    """
    seats = Seat.objects.filter(user=user).select_related("match").order_by("match_id")
    yield "matches", [_seat(seat) for seat in seats.iterator(500)]
    events = SeatEvent.objects.filter(user=user).order_by("at", "pk")
    yield "comings and goings", list(events.values("match__code", "seat", "kind", "at"))
    lines = Line.objects.filter(user=user).order_by("at")
    yield "lines", list(lines.values("match__code", "phrase", "text", "at"))
    yield "rules", list(SavedRuleset.objects.filter(user=user).values("name", "ruleset", "created_at"))
    yield "uploads", list(StudyRecord.objects.filter(owner=user).values("token", "record", "created_at"))
    learning = LearningStreak.objects.filter(user=user)
    yield "learning", list(learning.values("kind", "answered", "right", "current", "best"))
    puzzler = Puzzler.objects.filter(user=user)
    yield "puzzles", list(puzzler.values(*_PUZZLER))
    tries = PuzzleTry.objects.filter(user=user).order_by("at")
    yield "puzzle answers", list(tries.values("puzzle__key", "move", "right", "rated", "at"))
    hints = Hint.objects.filter(user=user).order_by("at")
    yield "hints", list(hints.values("match__code", "round_number", "number", "at"))
    verdicts = Choice.objects.filter(user=user).order_by("pk")
    yield "verdicts", list(verdicts.values("match__code", "round_no", "move_no", "text", "best", "verdict", "lost"))
    reviews = Review.objects.filter(asked_by=user).order_by("asked_at", "pk")
    yield "reviews asked for", list(reviews.values("match__code", "asked_at", "state", "finished_at"))
    yield "grades", [_grade(grade) for grade in Grade.objects.filter(user=user).select_related("review__match")]
    given = Prescription.objects.filter(owner=user).order_by("created_at", "match_id")
    yield "given deals", list(given.values(*_GIVEN))
    made = FixedDeal.objects.filter(made_by=user).order_by("created_at")
    yield "deal codes", list(made.values("code", "source__code", "source_round", "seat", "created_at"))
    reports = Report.objects.filter(reporter=user)
    yield "reports", list(reports.values("match__code", "kind", "words", "state", "created_at"))


def _grade(grade: Grade) -> dict[str, Any]:
    names = ("seat", "at", "choices", "inaccurate", "mistakes", "mean", "error", "accuracy", "luck")
    return {"match": grade.review.match.code, **{name: getattr(grade, name) for name in names}}


def _seat(seat: Seat) -> dict[str, Any]:
    match = seat.match
    return {
        "match": match.code,
        "opened": match.created_at,
        "over": seat.over_at,
        "seat": seat.index,
        "result": seat.result,
        "left": seat.left,
        "rated": match.rated,
        "title": match.title if match.created_by_id == seat.user_id else "",
    }
