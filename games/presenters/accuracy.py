"""A person's accuracy over time, from his reviewed matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from games.judging.verdicts import Mean
from games.presenters.chart import Chart, chart
from games.words import reviewing as words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from games.models import Grade

#: So many are listed; the curve goes back further.
LISTED = 8


@dataclass(frozen=True)
class AccuracyLine:
    """One reviewed match."""

    url: str
    at: datetime
    accuracy: str
    error: str
    mistakes: str
    luck: str


@dataclass(frozen=True)
class Accuracy:
    """*chart* once there are two; *lines* the newest first; *average* over all choices of these matches."""

    average: str
    lines: tuple[AccuracyLine, ...]
    chart: Chart | None


def accuracy(grades: Sequence[Grade]) -> Accuracy | None:
    """Of these grades, the newest first; None without any."""
    if not grades:
        return None
    choices = sum(grade.choices for grade in grades)
    lost = sum(grade.mean * grade.choices for grade in grades) / max(1, choices)
    points = [(round(grade.accuracy), round(_error(grade))) for grade in reversed(grades)]
    return Accuracy(
        average=words.decimal(Mean(lost, 0).accuracy, 0),
        lines=tuple(_line(grade) for grade in grades[:LISTED]),
        chart=chart(points),
    )


def _error(grade: Grade) -> float:
    return Mean(grade.mean, grade.error).accuracy_error


def _line(grade: Grade) -> AccuracyLine:
    return AccuracyLine(
        url=f"{reverse('games:replay', args=[grade.review.match.code])}#review",
        at=grade.at,
        accuracy=words.decimal(grade.accuracy, 0),
        error=words.decimal(_error(grade), 0),
        mistakes=words.mistakes_of(grade.mistakes, grade.choices),
        luck=words.signed(grade.luck),
    )
