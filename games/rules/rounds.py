"""One round: the deal, the legal moves in a stable order, and one step at a time (RULES.md section 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.errors import NotationError
from games.rules.events import Drew, Event, Passed, Played
from games.rules.layout import empty_layout
from games.rules.moves import Draw, Move, Pass
from games.rules.playout import Playout
from games.rules.ruleset import Ruleset
from games.rules.scoring import points_for
from games.rules.states import LEADER_BY, Deal, RoundState
from games.rules.tiles import ALL_TILES, DOUBLES, TILES, Tile, tiles_of

__all__ = ["LEADER_BY", "RoundState", "Step", "apply_move", "deal", "end_by_target", "legal_moves"]


@dataclass(frozen=True, slots=True)
class Step:
    """What a move leads to, and what happened: unpacks as ``state, events``.

    Events are made when asked for, as most steps are taken by robots that only look ahead.
    """

    before: RoundState
    move: Move
    state: RoundState

    def __iter__(self) -> Iterator[Any]:
        return iter((self.state, self.events))

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as a value: one Played, Drew or Passed."""
        seat, move, after = self.before.turn, self.move, self.state
        assert seat is not None
        if isinstance(move, Draw):
            return (Drew(seat, move.tile),)
        if isinstance(move, Pass):
            return (Passed(seat),)
        ruleset = after.ruleset
        points = points_for(after.layout.count, ruleset)
        return (Played(seat, move, after.layout.count, after.layout.ends, points, ruleset.side_of(seat)),)


def deal(ruleset: Ruleset, tiles: Sequence[Tile], leader: int, leader_by: str) -> RoundState:
    """The start of a round: seat 0 takes the first tiles, seat 1 the next, the rest is the boneyard.

    NotationError when `tiles` are not the 28, there is no such seat or way to lead, or the leader by highest
    double does not hold it.
    """
    dealt_tiles = tuple(tiles)
    hands = dealt_hands(ruleset, dealt_tiles)
    if leader not in range(ruleset.players):
        raise NotationError(f"there is no seat {leader!r} to lead")
    if leader_by not in LEADER_BY:
        raise NotationError(f"nobody leads by {leader_by!r}")
    must_lead = None
    if leader_by == "highest_double":
        seat, must_lead = highest_lead(hands)
        if seat != leader:
            raise NotationError(f"seat {leader} cannot lead by highest double: seat {seat} holds {must_lead}")
    boneyard = dealt_tiles[-ruleset.boneyard_size :] if ruleset.boneyard_size else ()
    drawable = ruleset.boneyard_size - ruleset.reserve
    fixed = Deal(ruleset, dealt_tiles, leader, leader_by, boneyard, drawable, ruleset.next_seats, must_lead)
    return RoundState(fixed, hands, empty_layout(ruleset), 0, leader, None, None, None)


def dealt_hands(ruleset: Ruleset, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The hands of a deal as bits; NotationError unless all 28 tiles are there once."""
    if len(tiles) != len(TILES):
        raise NotationError(f"a deal has {len(TILES)} tiles, not {len(tiles)}")
    bits = [tile.bit for tile in tiles]
    if sum(bits) != ALL_TILES:  # 28 bits add up to this only if each is there once
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        raise NotationError(f"the tile {twice} is dealt twice")
    return tuple([sum(bits[dealt]) for dealt in ruleset.hand_slices])


def highest_lead(hands: Sequence[int]) -> tuple[int, Tile]:
    """Who holds the highest double, and it; without any double the heaviest tile (tie: the higher half)."""
    held = 0
    for bits in hands:
        held |= bits
    lead = max(tiles_of(held & DOUBLES) or tiles_of(held), key=lambda tile: (tile.pips, tile.high))
    return next(seat for seat, bits in enumerate(hands) if bits & lead.bit), lead


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """All moves of the seat on turn in a stable order: by port in the order of the layout, then by tile.

    Never empty before the round is over: who cannot play has one move, a Draw of the next tile or a Pass.
    """
    return Playout(state).legal_moves()


def apply_move(state: RoundState, move: Move) -> Step:
    """The state after a move of the seat on turn, and what happened; IllegalMove with the reason when refused."""
    playout = Playout(state)
    playout.make(move)
    return Step(state, move, playout.state())


def end_by_target(state: RoundState) -> RoundState:
    """The round, ended by the play that has just been made, because it reached the target of the match."""
    return state._replace(turn=None, end="target")
