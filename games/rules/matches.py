"""A match: rounds played to the target, the scores of the sides, and who leads next (RULES.md section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.rules import calling
from games.rules.calling import Window, creditable
from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Called, Dealt, Event, MatchOver, Played, RoundOver
from games.rules.moves import Move
from games.rules.rounds import RoundState, apply_move, deal, dealt_hands, end_by_target, highest_lead
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number, Settlement, exact, points_for, settle
from games.rules.tiles import Tile


@dataclass(frozen=True)
class MatchState:
    """A match between two moves, or between two rounds.

    `scores` has one number a side; `round` is the round being played, or the last one until the next is
    dealt; `winner` the side that has won, None until then. `window` is open while the points of the last play
    are neither told nor credited; a round that this play ended is settled when it closes.
    """

    ruleset: Ruleset
    scores: tuple[Number, ...]
    round: RoundState | None = None
    rounds_done: int = 0
    winner: int | None = None
    window: Window | None = None

    @property
    def is_over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    @property
    def round_no(self) -> int:
        """The number of the round that is on the table, from 1; 0 before the first."""
        return self.rounds_done + 1 if self.is_playing else self.rounds_done

    @property
    def is_playing(self) -> bool:
        """Whether a round is being played: somebody is to move, or the window of its last play is open."""
        return self.round is not None and (self.round.turn is not None or self.window is not None)


class Step(NamedTuple):
    """What a step leads to, and what happened."""

    match: MatchState
    events: tuple[Event, ...]


def new_match(ruleset: Ruleset) -> MatchState:
    """A match before its first deal."""
    return MatchState(ruleset, (0,) * len(ruleset.sides))


def lead_for(match: MatchState, tiles: Sequence[Tile], lot: int) -> tuple[int, str]:
    """Who leads the next round if these tiles are dealt, and by which right, spelt as in records.

    `lot` is a seat that the caller has drawn by lot; it counts only where the rules ask for it.
    """
    ruleset, last = match.ruleset, match.round
    if last is None:
        how = ruleset.first_lead
    elif last.end == "blocked":
        how = ruleset.blocked_lead
    else:
        how = ruleset.next_lead
    if how == "highest_double":
        return highest_lead(dealt_hands(ruleset, tuple(tiles)))[0], how
    if last is not None and how == "went_out":
        assert last.last_player is not None
        return last.last_player, how
    if last is not None and how == "rotate":
        return ruleset.next_seat(last.leader), how
    return lot, "lot"


def start_round(match: MatchState, tiles: Sequence[Tile], leader: int, leader_by: str) -> Step:
    """Deals the next round; NotationError for tiles or a lead that the rules do not give, or at a wrong time."""
    if match.is_over or match.is_playing:
        raise NotationError("no round can be dealt now")
    entitled = lead_for(match, tiles, leader)
    if entitled != (leader, leader_by):
        raise NotationError(f"seat {entitled[0]} must lead by {entitled[1]}, not seat {leader} by {leader_by}")
    state = deal(match.ruleset, tiles, leader, leader_by)
    after = replace(match, round=state)
    return Step(after, (Dealt(after.round_no, leader, leader_by),))


def play(match: MatchState, move: Move, claim: int | None = None) -> Step:
    """Makes a move: credits its points at once, settles a round that is over, tells when the match is won.

    Where points are called, a play, with the points that its player claims (None or 0: none), opens a window and all
    this waits until it closes. IllegalMove with the reason when the move or the claim is refused.
    """
    if match.window is not None:
        raise IllegalMove(Reason.WINDOW_OPEN, move)
    if match.round is None:
        raise IllegalMove(Reason.ROUND_OVER, move)
    claim = calling.checked_claim(match.ruleset, move, claim)
    step = apply_move(match.round, move)
    (event,) = step.events
    if isinstance(event, Played):
        if match.ruleset.calling == "muggins":
            return _open_window(match, step.state, replace(event, points=None, claim=claim))
        return _credit(match, step.state, event)
    seat = match.round.turn
    assert seat is not None
    return _go_on(replace(match, round=step.state), (event,), seat)


def _credit(match: MatchState, state: RoundState, event: Played) -> Step:
    """The match after a play whose points the table counts by itself."""
    points = creditable(match.ruleset, match.scores[event.side], event.points or 0)
    scores = _add(match.scores, event.side, points)
    if points and scores[event.side] >= match.ruleset.target:
        state = end_by_target(state)
    return _go_on(replace(match, scores=scores, round=state), (replace(event, points=points),), event.seat)


def _open_window(match: MatchState, state: RoundState, event: Played) -> Step:
    """The match after a play whose points are to be called."""
    layout = state.layout
    points = points_for(layout.count, match.ruleset)
    window = Window(event.seat, event.side, event.play, layout.count, layout.ends, points, event.claim)
    return Step(replace(match, round=state, window=window), (event,))


def call(match: MatchState, seat: int, points: Number) -> Step:
    """An opponent of who has just played says «Muggins!» with an amount; the window closes when nobody else may.

    IllegalMove when no window is open, for the mover's own side, and for who has called already; ValueError for a
    seat that is not there.
    """
    if seat not in range(match.ruleset.players):
        raise ValueError(f"there is no seat {seat!r} to call")
    window = match.window
    reason = calling.refusal(match.ruleset, window, seat)
    if window is None or reason is not None:
        raise IllegalMove(reason or Reason.WINDOW_CLOSED, None)
    right = calling.is_right(window, points)
    window = replace(window, tries=window.tries | {seat}, taken_by=seat if right else None)
    after = replace(match, window=window)
    called = Called(seat, points, right)
    if right or not calling.callers(match.ruleset, window):
        closed = close_window(after)
        return Step(closed.match, (called, *closed.events))
    return Step(after, (called,))


def close_window(match: MatchState) -> Step:
    """Tells and credits the points of the last play, and settles the round if this play ended it.

    IllegalMove when no window is open.
    """
    window, state = match.window, match.round
    if window is None or state is None:
        raise IllegalMove(Reason.WINDOW_CLOSED, None)
    closed = calling.outcome(match.ruleset, match.scores, window)
    scores = _sum(match.scores, closed.gains)
    after = replace(match, scores=scores, window=None)
    winner = calling.winner(match.ruleset, scores, closed)
    if winner is None:
        return _go_on(after, (closed,), window.seat)
    seats = (window.seat, window.taken_by, *match.ruleset.sides[winner])
    seat = next(seat for seat in seats if seat is not None and match.ruleset.side_of(seat) == winner)
    return _go_on(replace(after, round=end_by_target(state)), (closed,), seat)


def _go_on(match: MatchState, events: tuple[Event, ...], seat: int) -> Step:
    """The match after what a seat did: as it is, or settled when the round is over."""
    state = match.round
    assert state is not None
    if state.end is None:
        return Step(match, events)
    settled = _settle(match, state.end, seat)
    return Step(settled.match, (*events, *settled.events))


def _add(scores: tuple[Number, ...], side: int, points: Number) -> tuple[Number, ...]:
    return (*scores[:side], scores[side] + points, *scores[side + 1 :])


def _sum(scores: Sequence[Number], gains: Sequence[Number]) -> tuple[Number, ...]:
    return tuple(exact(score + gain) for score, gain in zip(scores, gains, strict=True))


def _settle(match: MatchState, end: str, seat: int) -> Step:
    """The match after a round that is over, and RoundOver, MatchOver."""
    state, before = match.round, match.scores
    assert state is not None
    settlement = _credited(match, settle(match.ruleset, state.hands, end, state.last_player))
    scores = _sum(before, settlement.gains)
    winner = match.ruleset.side_of(seat) if end == "target" else _winner(match.ruleset, scores)
    after = replace(match, scores=scores, rounds_done=match.rounds_done + 1, winner=winner)
    told: tuple[Event, ...] = (RoundOver(end, seat, settlement, before, scores),)
    if winner is not None:
        told += (MatchOver(winner, scores),)
    return Step(after, told)


def _credited(match: MatchState, settlement: Settlement) -> Settlement:
    gains = tuple(
        creditable(match.ruleset, score, gain) for score, gain in zip(match.scores, settlement.earned, strict=True)
    )
    return settlement._replace(gains=gains)


def _winner(ruleset: Ruleset, scores: tuple[Number, ...]) -> int | None:
    """After a settlement: the side with the most points, if it has reached the target and nobody has as many."""
    best = max(scores)
    leaders = [side for side, score in enumerate(scores) if score == best]
    return leaders[0] if best >= ruleset.target and len(leaders) == 1 else None
