"""A match: sides, scores, who leads next, and when it ends (RULES.md section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules import rounds
from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Dealt, Event, MatchOver, Played, RoundOver
from games.rules.moves import Move
from games.rules.rounds import RoundState
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number, Settlement, exact, settle
from games.rules.tiles import Tile


class MatchState(NamedTuple):
    """A match between two moves; `scores` has one exact number a side.

    `round` is the present round, or the last one when it is over and the next not dealt; `rounds_done` counts
    the rounds that ended; `winner` is the side that won the match.
    """

    ruleset: Ruleset
    scores: tuple[Number, ...]
    round: RoundState | None
    rounds_done: int
    winner: int | None


class Step(NamedTuple):
    """The match after a deal or a move, and what happened."""

    match: MatchState
    events: tuple[Event, ...]


def new_match(ruleset: Ruleset) -> MatchState:
    """A match before its first deal."""
    return MatchState(ruleset, (0,) * len(ruleset.sides), None, 0, None)


def lead_for(match: MatchState, tiles: Sequence[Tile], lot: int) -> tuple[int, str]:
    """Who leads the next round, dealt in this order, and why; `lot` is the seat drawn, should lots decide.

    NotationError when there is no such seat.
    """
    if lot not in range(match.ruleset.players):
        raise NotationError(f"there is no seat {lot!r} to lead")
    rule = _lead_rule(match)
    previous = match.round
    if rule == "highest_double":
        return rounds.highest_lead(rounds.dealt_hands(match.ruleset, tuple(tiles)))[0], rule
    if rule == "lot" or previous is None:
        return lot, "lot"
    if rule == "rotate":
        return match.ruleset.next_seat(previous.leader), rule
    assert previous.last_player is not None, "somebody went out"
    return previous.last_player, "went_out"


def _lead_rule(match: MatchState) -> str:
    """The setting that says who leads the next round."""
    if match.round is None:
        return match.ruleset.first_lead
    return match.ruleset.blocked_lead if match.round.end == "blocked" else match.ruleset.next_lead


def check_lead(match: MatchState, tiles: Sequence[Tile], leader: int, leader_by: str) -> None:
    """NotationError unless this seat may lead the next round for this reason."""
    right, why = lead_for(match, tiles, leader)
    if leader_by != why:
        raise NotationError(f"the lead is decided by {why}, not by {leader_by}")
    if leader != right:
        raise NotationError(f"seat {right} leads ({why}), not seat {leader}")


def start_round(match: MatchState, tiles: Sequence[Tile], leader: int, leader_by: str) -> Step:
    """Deal the next round; NotationError when it cannot begin so."""
    if match.winner is not None:
        raise NotationError("the match is over")
    if match.round is not None and match.round.turn is not None:
        raise NotationError("the round before is not over")
    check_lead(match, tiles, leader, leader_by)
    state = rounds.deal(match.ruleset, tiles, leader, leader_by)
    return Step(match._replace(round=state), (Dealt(match.rounds_done + 1, leader, leader_by),))


def play(match: MatchState, move: Move) -> Step:
    """One move in the present round: credit its points, end the round or the match where it does.

    IllegalMove when the rules refuse it.
    """
    state = match.round
    if state is None or match.winner is not None:
        raise IllegalMove(Reason.ROUND_OVER, move)
    step = rounds.apply_move(state, move)
    event = step.events[0]
    match = match._replace(round=step.state)
    events: tuple[Event, ...] = step.events
    if isinstance(event, Played):
        event = event._replace(points=_credited(match, event.side, event.points))
        events = (event,)
        match = match._replace(scores=_plus(match.scores, event.side, event.points))
        if event.points and _is_reached(match, event.side):
            return _end_at_target(match, step.state, event)
    return _end_round(match, events) if step.state.turn is None else Step(match, events)


def _credited(match: MatchState, side: int, points: Number) -> Number:
    """The points that a side is given: with an exact target none that would pass it.

    Two sides that stand at the target together (the match goes on) have met it: from then on all points count.
    """
    score, target = match.scores[side], match.ruleset.target
    passes = match.ruleset.target_rule == "exact" and score < target < score + points
    return 0 if passes else points


def _plus(scores: tuple[Number, ...], side: int, points: Number) -> tuple[Number, ...]:
    return (*scores[:side], scores[side] + points, *scores[side + 1 :]) if points else scores


def _is_reached(match: MatchState, side: int) -> bool:
    return match.scores[side] >= match.ruleset.target


def _end_at_target(match: MatchState, state: RoundState, event: Played) -> Step:
    """A play reached the target: nothing is settled, the match is over at once."""
    over = rounds.stop_at_target(state)
    settlement = settle(match.ruleset, over.hands, "target", event.seat)
    match = match._replace(round=over, rounds_done=match.rounds_done + 1, winner=event.side)
    ended = RoundOver("target", event.seat, settlement, match.scores, match.scores)
    return Step(match, (event, ended, MatchOver(event.side, match.scores)))


def _end_round(match: MatchState, events: tuple[Event, ...]) -> Step:
    """Settle a round in which somebody went out or which is blocked, and see whether the match is over."""
    state = match.round
    assert state is not None and state.end is not None
    settlement = _settled(match, settle(match.ruleset, state.hands, state.end, state.last_player))
    before = match.scores
    scores = tuple(exact(score + gain) for score, gain in zip(before, settlement.gains, strict=True))
    match = match._replace(scores=scores, rounds_done=match.rounds_done + 1)
    match = match._replace(winner=_winner(match))
    seat = state.last_player if state.last_player is not None else state.leader
    events = (*events, RoundOver(state.end, seat, settlement, before, scores))
    return Step(match, events if match.winner is None else (*events, MatchOver(match.winner, scores)))


def _settled(match: MatchState, settlement: Settlement) -> Settlement:
    gains = tuple(_credited(match, side, gain) for side, gain in enumerate(settlement.earned))
    return settlement._replace(gains=gains)


def _winner(match: MatchState) -> int | None:
    """After a settlement: the side at or past the target with the highest score; nobody when two share it."""
    top = max(match.scores)
    return match.scores.index(top) if top >= match.ruleset.target and match.scores.count(top) == 1 else None
