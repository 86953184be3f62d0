"""What one seat, or a spectator, may know of a match: built up from nothing, never stripped down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.calling import as_told, refusal
from games.rules.events import Drew, Event, RoundOver
from games.rules.layout import Layout, uncounted
from games.rules.matches import MatchState
from games.rules.moves import Draw, Move
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number, Settlement
from games.rules.tiles import Tile


@dataclass(frozen=True)
class SeenWindow:
    """A play whose points are not told yet: who laid it and claimed what, who has called, whether the viewer may."""

    seat: int
    claim: int | None
    tries: frozenset[int]
    may_call: bool


@dataclass(frozen=True)
class Sight:
    """A round as one viewer sees it; `seat` is None for a spectator.

    `hand`, `legal`, `must_draw`, `must_lead` and `must_play` are the viewer's own. `legal` has the moves among
    which the viewer on turn chooses; it is empty when a tile must be drawn (`must_draw`), as nobody knows which
    it will be. `events` are those of the round, with the tiles that others drew left out. `revealed` are all
    hands, once the round is over, and `settlement` is how it was settled.

    While a `window` is open nobody is told the count: not the last play of `events`, not the `layout`. A round
    that its last play ended has nobody on `turn`, but no `end` before the window has closed.
    """

    seat: int | None
    ruleset: Ruleset
    layout: Layout
    hand: tuple[Tile, ...] | None
    tiles_left: tuple[int, ...]
    boneyard_count: int
    drawable: int
    turn: int | None
    legal: tuple[Move, ...]
    must_draw: bool
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
    winner: int | None
    window: SeenWindow | None = None


def sight_of(match: MatchState, events: Sequence[Event], seat: int | None) -> Sight:
    """What a seat (None: a spectator) may know; `events` are those of the round on the table.

    ValueError before the first deal, and for a seat that is not there.
    """
    state = match.round
    if state is None or (seat is not None and seat not in range(match.ruleset.players)):
        raise ValueError(f"there is nothing to see from seat {seat}")
    is_mover = seat is not None and seat == state.turn
    moves = legal_moves(state) if is_mover else ()
    must_draw = bool(moves) and isinstance(moves[0], Draw)
    return Sight(
        seat=seat,
        ruleset=match.ruleset,
        layout=state.layout if match.window is None else uncounted(state.layout),
        hand=None if seat is None else state.hand(seat),
        tiles_left=state.tiles_left,
        boneyard_count=len(state.boneyard),
        drawable=state.drawable,
        turn=state.turn,
        legal=() if must_draw else moves,
        must_draw=must_draw,
        must_lead=state.must_lead if is_mover else None,
        must_play=state.must_play if is_mover else None,
        scores=match.scores,
        round_no=match.round_no,
        leader=state.leader,
        leader_by=state.leader_by,
        end=state.end if match.window is None else None,
        events=tuple(_as_seen(event, seat) for event in as_told(events, match.ruleset)),
        revealed=state.hands if not match.is_playing else None,
        settlement=next((event.settlement for event in events if isinstance(event, RoundOver)), None),
        winner=match.winner,
        window=_seen_window(match, seat),
    )


def _as_seen(event: Event, seat: int | None) -> Event:
    """An event without the tile that another seat drew."""
    if isinstance(event, Drew):
        return Drew(event.seat, event.tile if event.seat == seat else None)
    return event


def _seen_window(match: MatchState, seat: int | None) -> SeenWindow | None:
    window = match.window
    if window is None:
        return None
    may_call = seat is not None and refusal(match.ruleset, window, seat) is None
    return SeenWindow(window.seat, window.claim, window.tries, may_call)
