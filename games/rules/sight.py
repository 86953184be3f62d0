"""What one seat, or a spectator, may know of a match: built up from nothing, never stripped down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.events import Drew, Event, RoundOver
from games.rules.layout import Layout
from games.rules.matches import MatchState
from games.rules.moves import Play
from games.rules.rounds import RoundState, legal_moves
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number, Settlement
from games.rules.tiles import Tile


class Sight(NamedTuple):
    """The present round as one viewer sees it; `seat` is None for a spectator, who holds no hand.

    `tiles_left` counts each seat's tiles; `boneyard_count` includes the reserve, `drawable` does not. `legal` are
    the plays of the viewer's own turn: empty on another's, and when he must draw or pass, which is no choice.
    `must_lead` and `must_play` are told to the one who must. `events` are the round's so far; tiles that others
    drew are left out until it is over. `revealed` are all hands, and `settlement` how they were counted, then.
    """

    seat: int | None
    ruleset: Ruleset
    layout: Layout
    hand: tuple[Tile, ...] | None
    tiles_left: tuple[int, ...]
    boneyard_count: int
    drawable: int
    turn: int | None
    legal: tuple[Play, ...]
    must_lead: Tile | None
    must_play: Tile | None
    scores: tuple[Number, ...]
    round_no: int
    leader: int
    leader_by: str
    end: str | None
    events: tuple[Event, ...]
    revealed: tuple[tuple[Tile, ...], ...] | None
    settlement: Settlement | None


def sight_of(match: MatchState, events: Sequence[Event], seat: int | None) -> Sight:
    """What `seat` (None: a spectator) may know; `events` are all of the present round, drawn tiles included.

    ValueError when no round has been dealt, or there is no such seat.
    """
    state = match.round
    if state is None:
        raise ValueError("no round has been dealt")
    if seat is not None and seat not in range(match.ruleset.players):
        raise ValueError(f"there is no seat {seat!r}")
    is_over = state.turn is None
    on_turn = seat is not None and seat == state.turn
    return Sight(
        seat=seat,
        ruleset=match.ruleset,
        layout=state.layout,
        hand=None if seat is None else state.hand(seat),
        tiles_left=state.tiles_left,
        boneyard_count=len(state.boneyard),
        drawable=state.drawable,
        turn=state.turn,
        legal=_plays(state) if on_turn else (),
        must_lead=state.must_lead if on_turn else None,
        must_play=state.must_play if on_turn else None,
        scores=match.scores,
        round_no=match.rounds_done + (0 if is_over else 1),
        leader=state.leader,
        leader_by=state.leader_by,
        end=state.end,
        events=tuple(events) if is_over else tuple(_as_seen(event, seat) for event in events),
        revealed=state.hands if is_over else None,
        settlement=_settlement(events) if is_over else None,
    )


def _plays(state: RoundState) -> tuple[Play, ...]:
    return tuple(move for move in legal_moves(state) if isinstance(move, Play))


def _as_seen(event: Event, seat: int | None) -> Event:
    """The event without the tile that somebody else drew."""
    return event._replace(tile=None) if isinstance(event, Drew) and event.seat != seat else event


def _settlement(events: Sequence[Event]) -> Settlement | None:
    return next((event.settlement for event in events if isinstance(event, RoundOver)), None)
