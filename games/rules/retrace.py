"""A match that was played, move by move: every position of it, worked out again by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.rules.events import Called, Dealt, Drew, Event, Passed, Played, RoundOver, WindowClosed
from games.rules.matches import MatchState, Step, call, close_window, new_match, play, start_round
from games.rules.moves import Draw, Move, Pass
from games.rules.record import PlayedRound
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number


class Spot(NamedTuple):
    """Where one is in a match: the round, and the move in it, both from 1; move 0 is the deal. Spelt ``3.12``."""

    round_no: int
    move: int

    def __str__(self) -> str:
        return f"{self.round_no}.{self.move}"


@dataclass(frozen=True)
class Position:
    """A match as it stood after a move, with all that had happened in the round by then, the deal first.

    Points that were called stand with the play that made them: the window of a play is closed here.
    """

    spot: Spot
    match: MatchState
    events: tuple[Event, ...]

    @property
    def move(self) -> Event:
        """The event of the move itself; that of the deal at move 0."""
        return next(event for event in reversed(self.events) if isinstance(event, Dealt | Played | Drew | Passed))

    @property
    def news(self) -> tuple[Event, ...]:
        """The move with all that followed from it."""
        start = max(at for at, event in enumerate(self.events) if event is self.move)
        return self.events[start:]

    @property
    def is_last_of_round(self) -> bool:
        """Whether the move ended the round."""
        return any(isinstance(event, RoundOver) for event in self.events)


def retrace(ruleset: Ruleset, rounds: Sequence[PlayedRound]) -> tuple[Position, ...]:
    """All positions of these rounds, in order.

    The rounds are taken as they are told: IllegalMove or NotationError where they cannot have been played.
    """
    match = new_match(ruleset)
    found: list[Position] = []
    for number, played in enumerate(rounds, start=1):
        found += _round(match, number, played)
        match = found[-1].match
    return tuple(found)


def _round(match: MatchState, number: int, played: PlayedRound) -> Iterator[Position]:
    step = start_round(match, played.tiles, played.leader, played.leader_by)
    at = Position(Spot(number, 0), step.match, step.events)
    for event in played.events:
        if isinstance(event, Played | Drew | Passed):
            yield at
            step = _moved(at.match, event)
            at = Position(Spot(number, at.spot.move + 1), step.match, (*at.events, *step.events))
        elif (called := _called(at.match, event)) is not None:
            at = replace(at, match=called.match, events=(*at.events, *called.events))
    yield at


def _moved(match: MatchState, event: Played | Drew | Passed) -> Step:
    if isinstance(event, Played):
        return play(match, event.play, event.claim)
    return play(match, _forced(event))


def _forced(event: Drew | Passed) -> Move:
    if isinstance(event, Passed):
        return Pass()
    assert event.tile is not None, "a match is retraced with all tiles face up"
    return Draw(event.tile)


def _called(match: MatchState, event: Event) -> Step | None:
    """What a call or the end of a window leads to; None for events that follow from others."""
    if match.window is None:
        return None
    if isinstance(event, Called):
        return call(match, event.seat, event.points)
    return close_window(match) if isinstance(event, WindowClosed) else None


class Credit(NamedTuple):
    """Points that a side got or, where its own hand counts, lost: by which move, and whether in a settlement."""

    spot: Spot
    side: int
    points: Number
    settled: bool


def credits_of(positions: Sequence[Position]) -> tuple[Credit, ...]:
    """All changes of the score, in order; they add up to the scores of the last position."""
    return tuple(credit for at in positions for credit in _credits(at))


def _credits(at: Position) -> Iterator[Credit]:
    for event in at.news:
        if isinstance(event, Played) and event.points:
            yield Credit(at.spot, event.side, event.points, False)
        elif isinstance(event, WindowClosed | RoundOver):
            settled = isinstance(event, RoundOver)
            gains = event.settlement.gains if isinstance(event, RoundOver) else event.gains
            yield from (Credit(at.spot, side, gain, settled) for side, gain in enumerate(gains) if gain)
