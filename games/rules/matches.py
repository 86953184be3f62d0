"""A match: rounds played to the target, the scores of the sides, and who leads next (RULES.md section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Dealt, Event, MatchOver, Played, RoundOver
from games.rules.moves import Move
from games.rules.rounds import RoundState, apply_move, deal, dealt_hands, end_by_target, highest_lead
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number, Settlement, settle
from games.rules.tiles import Tile


@dataclass(frozen=True)
class MatchState:
    """A match between two moves, or between two rounds.

    `scores` has one number a side; `round` is the round being played, or the last one until the next is
    dealt; `winner` the side that has won, None until then.
    """

    ruleset: Ruleset
    scores: tuple[Number, ...]
    round: RoundState | None = None
    rounds_done: int = 0
    winner: int | None = None

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
        """Whether a round is being played, so that somebody is to move."""
        return self.round is not None and self.round.turn is not None


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


def play(match: MatchState, move: Move) -> Step:
    """Makes a move: credits its points at once, settles a round that is over, tells when the match is won.

    IllegalMove with the reason when the move is refused.
    """
    if match.round is None:
        raise IllegalMove(Reason.ROUND_OVER, move)
    step = apply_move(match.round, move)
    (event,) = step.events
    state = step.state
    seat = match.round.turn
    assert seat is not None
    scores = match.scores
    if isinstance(event, Played):
        points = creditable(match.ruleset, scores[event.side], event.points)
        event = replace(event, points=points)
        scores = _add(scores, event.side, points)
        if points and scores[event.side] >= match.ruleset.target:
            state = end_by_target(state)
    after = replace(match, scores=scores, round=state)
    if state.end is None:
        return Step(after, (event,))
    settled = _settle(after, state.end, seat)
    return Step(settled.match, (event, *settled.events))


def creditable(ruleset: Ruleset, score: Number, points: Number) -> Number:
    """The points that a side is credited: none that would pass a target which must be hit exactly.

    Sides that have met it together play on (RULES.md section 3), and then all counts, or nobody could ever win.
    """
    passes = ruleset.target_rule == "exact" and score < ruleset.target < score + points
    return 0 if passes else points


def _add(scores: tuple[Number, ...], side: int, points: Number) -> tuple[Number, ...]:
    return (*scores[:side], scores[side] + points, *scores[side + 1 :])


def _settle(match: MatchState, end: str, seat: int) -> Step:
    """The match after a round that is over, and RoundOver, MatchOver."""
    state, before = match.round, match.scores
    assert state is not None
    settlement = _credited(match, settle(match.ruleset, state.hands, end, state.last_player))
    scores = tuple(_whole(score + gain) for score, gain in zip(before, settlement.gains, strict=True))
    winner = match.ruleset.side_of(seat) if end == "target" else _winner(match.ruleset, scores)
    after = replace(match, scores=scores, rounds_done=match.rounds_done + 1, winner=winner)
    told: tuple[Event, ...] = (RoundOver(end, seat, settlement, before, scores),)
    if winner is not None:
        told += (MatchOver(winner, scores),)
    return Step(after, told)


def _whole(number: Number) -> Number:
    return int(number) if number == int(number) else number


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
