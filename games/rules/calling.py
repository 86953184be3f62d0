"""«Muggins!»: the window after a placement, in which its points can be called (RULES.md section 4).

A window is a value of the match. Nothing is credited while it is open, not even points that were claimed rightly,
so that nothing that changes tells the count: docs/decisions/0100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.errors import IllegalMove, Reason
from games.rules.events import Event, Played, WindowClosed
from games.rules.moves import Move, Play
from games.rules.ports import End
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number

#: No claim and no call is higher: all the pips there are. It keeps a penalty within bounds.
MOST_CLAIMED = 168


@dataclass(frozen=True, slots=True)
class Window:
    """A play whose points have not been told yet.

    `seat` laid `play` and claimed `claim` points (None: none) for its `side`; in truth it made `count` with
    these `ends`, worth `points`, all in the unit of the match. `tries` are the seats that have called,
    `taken_by` the one that called rightly.
    """

    seat: int
    side: int
    play: Play
    count: int
    ends: tuple[End, ...]
    points: Number
    claim: int | None
    tries: frozenset[int] = frozenset()
    taken_by: int | None = None

    @property
    def is_claimed(self) -> bool:
        """Whether the mover has claimed the points that there are; where there are none, none can be claimed."""
        return self.claim == self.points

    @property
    def is_overcalled(self) -> bool:
        """Whether the mover has claimed an amount that is wrong."""
        return self.claim is not None and self.claim != self.points


def checked_claim(ruleset: Ruleset, move: Move, claim: int | None) -> int | None:
    """The claim that goes with a move, None for none or nothing; IllegalMove where none can be made."""
    if claim is None:
        return None
    if ruleset.calling != "muggins" or not isinstance(move, Play):
        raise IllegalMove(Reason.NO_CLAIM_HERE, move)
    if not 0 <= claim <= MOST_CLAIMED:
        raise IllegalMove(Reason.NO_SUCH_AMOUNT, move)
    return claim or None


def callers(ruleset: Ruleset, window: Window) -> tuple[int, ...]:
    """The seats that may still call: opponents of the mover that have not tried."""
    seats = range(ruleset.players)
    return tuple(seat for seat in seats if ruleset.side_of(seat) != window.side and seat not in window.tries)


def refusal(ruleset: Ruleset, window: Window | None, seat: int) -> Reason | None:
    """Why a seat may not call now, None when it may."""
    if window is None:
        return Reason.WINDOW_CLOSED
    if ruleset.side_of(seat) == window.side:
        return Reason.OWN_SIDE
    return Reason.ALREADY_TRIED if seat in window.tries else None


def is_right(window: Window, points: Number) -> bool:
    """Whether a call of so many points takes them: there are some, and the mover has not claimed them."""
    return bool(window.points) and not window.is_claimed and points == window.points


def creditable(ruleset: Ruleset, score: Number, points: Number) -> Number:
    """The points that a side is credited: none that would pass a target which must be hit exactly.

    Sides that have met it together play on (RULES.md section 3), and then all counts, or nobody could ever win.
    """
    passes = ruleset.target_rule == "exact" and score < ruleset.target < score + points
    return 0 if passes else points


def outcome(ruleset: Ruleset, scores: Sequence[Number], window: Window) -> WindowClosed:
    """What a window brings when it closes upon these scores.

    The points of the play come first; if they win the match, that is all. Only then, where the rules want it, is a
    wrong claim credited to each opponent side.
    """
    gains: list[Number] = [0] * len(scores)
    taker = window.side if window.is_claimed else None
    if window.taken_by is not None:
        taker = ruleset.side_of(window.taken_by)
    if taker is not None:
        gains[taker] = creditable(ruleset, scores[taker], window.points)
    taken = gains[taker] if taker is not None and window.taken_by is not None else 0
    has_won = taker is not None and gains[taker] and scores[taker] + gains[taker] >= ruleset.target
    penalty = window.claim or 0 if ruleset.overcall_penalty and window.is_overcalled and not has_won else 0
    for side in range(len(scores)):
        if side != window.side:
            gains[side] += creditable(ruleset, scores[side] + gains[side], penalty)
    return WindowClosed(
        seat=window.seat,
        side=window.side,
        claim=window.claim,
        count=window.count,
        ends=window.ends,
        points=window.points,
        credited=gains[window.side],
        taken_by=window.taken_by,
        taken=taken,
        penalty=penalty,
        gains=tuple(gains),
    )


def winner(ruleset: Ruleset, scores: Sequence[Number], closed: WindowClosed) -> int | None:
    """The side that wins the match by what a window brought; `scores` have it already.

    A penalty may bring several sides to the target at once: the higher wins, and if they are equal the round goes on,
    as after a settlement that does so.
    """
    there = [side for side, gain in enumerate(closed.gains) if gain > 0 and scores[side] >= ruleset.target]
    best = [side for side in there if scores[side] == max(scores[other] for other in there)]
    return best[0] if len(best) == 1 else None


def as_told(events: Sequence[Event], ruleset: Ruleset) -> tuple[Event, ...]:
    """The events as they may be told: where points are called, a play has its count once its window has closed.

    Its `points` then are what its side was credited.
    """
    if ruleset.calling != "muggins":
        return tuple(events)
    told: list[Event] = []
    last = -1
    for event in events:
        if isinstance(event, Played):
            last = len(told)
            event = Played(event.seat, event.play, None, (), None, event.side, event.claim)
        elif isinstance(event, WindowClosed):
            play = told[last]
            assert isinstance(play, Played)
            told[last] = Played(play.seat, play.play, event.count, event.ends, event.credited, play.side, play.claim)
        told.append(event)
    return tuple(told)
