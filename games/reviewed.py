"""A review as one reads it: its choices by where they stand, the accounts of its rounds, what turned the match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.judging.luck import Account, Judged, account, lead_of
from games.judging.verdicts import GOOD, MISTAKE, Measured
from games.models import Choice, Grade, Review, ReviewState
from games.rules.retrace import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accounts.models import User
    from games.judging.luck import Span
    from games.past import Past, Trace
    from games.rules.retrace import Position

TURNING_POINTS = 3
#: Luck of fewer points turns nothing.
LEAST_LUCK = 5.0


class Turning(NamedTuple):
    """Something that swung the match by *size* points: a *choice*, or what chance gave or took in a *span*."""

    size: float
    spot: Spot
    choice: Choice | None = None
    span: Span | None = None


@dataclass(frozen=True)
class Reviewed:
    """A finished review. *trace* is that of its match; only one choice has its *values* read: the one looked at."""

    review: Review
    trace: Trace
    choices: Mapping[Spot, Choice]
    grades: tuple[Grade, ...]

    @cached_property
    def accounts(self) -> dict[int, tuple[Account, ...]]:
        """By round, an account a side."""
        return accounts_of(self.trace, self.choices.values())

    @cached_property
    def turning(self) -> tuple[Turning, ...]:
        """What turned the match, the largest swing first."""
        return turning_points(self.choices.values(), self.accounts)

    def flagged(self, at: Spot, step: int) -> Spot | None:
        """The next (step 1) or the previous (−1) choice after this one that is inaccurate or a mistake."""
        spots = [spot for spot, choice in self.choices.items() if choice.verdict != GOOD]
        beyond = [spot for spot in spots if (spot > at if step > 0 else spot < at)]
        return (min if step > 0 else max)(beyond, default=None)


def review_of(past: Past) -> Review | None:
    """The review of a match that is over, in whatever state; None for a study, and for a match that still runs."""
    if past.study or past.running:
        return None
    return Review.objects.filter(match__code=past.code).first()


def reviewed(review: Review | None, trace: Trace, at: Spot) -> Reviewed | None:
    """All of a review that is done, None of any other; with the values of all plays of the choice at *at*."""
    if review is None or review.state != ReviewState.DONE:
        return None
    rows = Choice.objects.filter(review=review).order_by("round_no", "move_no")
    choices = {Spot(row.round_no, row.move_no): row for row in rows.defer("values")}
    if at in choices:
        choices[at] = rows.get(pk=choices[at].pk)
    return Reviewed(review, trace, choices, tuple(Grade.objects.filter(review=review).order_by("seat")))


def grades_of(user: User, limit: int, *, private: bool) -> list[Grade]:
    """How well a person chose in his reviewed matches, newest first; *private* ones for himself alone."""
    rows = Grade.objects.filter(user=user).select_related("review__match").order_by("-at")
    if not private:
        rows = rows.filter(review__match__private=False)
    return list(rows[:limit])


def measured_of(row: Choice) -> Measured:
    """The loss of a choice in the measure that decided."""
    if row.near:
        return Measured(100 * row.chance_lost, 100 * row.chance_error)
    return Measured(row.lost, row.error)


def points_lost(row: Choice) -> float:
    """What a choice counts for in sums of points: nothing, when its loss is within its error."""
    return row.lost if measured_of(row).counted else 0.0


def lead_so_far(trace: Trace, at: Position, side: int) -> float:
    """By how many raw points a side has out-scored the mean of the others in this round."""
    start = trace.positions[trace.places[Spot(at.spot.round_no, 0)]].match.scores
    raw = 5 / at.match.ruleset.points_per_five
    gains = [float(now - then) * raw for now, then in zip(at.match.scores, start, strict=True)]
    return lead_of(gains, side)


def accounts_of(trace: Trace, rows: Iterable[Choice]) -> dict[int, tuple[Account, ...]]:
    """What luck and choices did in every round that *rows* are of, an account a side."""
    by_round: dict[int, list[Choice]] = {}
    for row in rows:
        by_round.setdefault(row.round_no, []).append(row)
    return {number: _accounts(trace, number, choices) for number, choices in by_round.items()}


def _accounts(trace: Trace, number: int, rows: Sequence[Choice]) -> tuple[Account, ...]:
    last = max((at for at in trace.positions if at.spot.round_no == number), key=lambda at: at.spot)
    ruleset = last.match.ruleset
    judged = [
        Judged(row.move_no, ruleset.side_of(row.seat), row.lead, row.worth, points_lost(row)) for row in rows
    ]  # fmt: skip
    sides = len(ruleset.sides)
    return tuple(account(side, sides, lead_so_far(trace, last, side), judged) for side in range(sides))


def turning_points(rows: Iterable[Choice], accounts: Mapping[int, Sequence[Account]]) -> tuple[Turning, ...]:
    """The largest swings, the largest first; no two spans of luck that overlap, as one side's is the other's."""
    found = [
        Turning(measured_of(row).size, Spot(row.round_no, row.move_no), choice=row)
        for row in rows
        if row.verdict == MISTAKE
    ]
    for number, sides in accounts.items():
        spans = [span for one in sides for span in one.spans if abs(span.gain) >= LEAST_LUCK]
        found += [Turning(abs(span.gain), _place(number, span), span=span) for span in spans]
    kept: list[Turning] = []
    for one in sorted(found, key=lambda turning: -turning.size):
        if len(kept) < TURNING_POINTS and not any(_overlap(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def _place(number: int, span: Span) -> Spot:
    """Where to look: the deal, or the first move that chance was in."""
    return Spot(number, span.since + 1 if span.since else 0)


def _overlap(one: Turning, other: Turning) -> bool:
    if one.span is None or other.span is None or one.spot.round_no != other.spot.round_no:
        return False
    ends = [span.until if span.until is not None else 1_000 for span in (one.span, other.span)]
    return one.span.since < ends[1] and other.span.since < ends[0]
