"""One round: the deal, the legal moves in a stable order, and one step at a time (RULES.md section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Drew, Event, Passed, Played
from games.rules.layout import Layout, empty_layout
from games.rules.moves import PLAYS_AT, PLAYS_AT_WITH_CHOICE, Draw, Move, Pass, Play, PlayTable
from games.rules.ruleset import Ruleset
from games.rules.tiles import ALL_TILES, DOUBLES, TILES, Tile, bits_of, tiles_of

LEADER_BY = ("lot", "went_out", "rotate", "highest_double")


class Deal(NamedTuple):
    """What is settled before the first move and stays so: the shuffled tiles, and who leads with what.

    `boneyard` are the tiles that were not dealt, the next to be drawn first; `next_seats` and `sides` say
    for each seat who follows and for whom it scores; `must_lead` is the lead of who leads by highest double.
    """

    ruleset: Ruleset
    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    boneyard: tuple[Tile, ...]
    drawable: int
    points_per_five: int
    next_seats: tuple[int, ...]
    sides: tuple[int, ...]
    must_lead: Tile | None


class RoundState:
    """A round between two moves.

    `turn` is the seat to move, None when the round is over; `must_play` the tile that it has just drawn and
    must lay; `end` None, ``domino``, ``blocked`` or ``target``; `last_player` who laid last; `drawn` how many
    tiles have left the boneyard. `hand_bits` are the hands as in tiles.py.
    """

    __slots__ = ("dealt", "drawn", "end", "hand_bits", "last_player", "layout", "must_play", "turn")

    def __init__(
        self, dealt: Deal, hand_bits: tuple[int, ...], layout: Layout, drawn: int, turn: int | None,
        must_play: Tile | None, end: str | None, last_player: int | None,
    ) -> None:
        self.dealt: Final = dealt
        self.hand_bits: Final = hand_bits
        self.layout: Final = layout
        self.drawn: Final = drawn
        self.turn: Final = turn
        self.must_play: Final = must_play
        self.end: Final = end
        self.last_player: Final = last_player

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, RoundState) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played."""
        return self.dealt.ruleset

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All 28 tiles in the order in which they were dealt."""
        return self.dealt.tiles

    @property
    def leader(self) -> int:
        """The seat that leads."""
        return self.dealt.leader

    @property
    def leader_by(self) -> str:
        """How it came to lead, spelt as in records."""
        return self.dealt.leader_by

    @property
    def must_lead(self) -> Tile | None:
        """The tile that must lead, until it has."""
        return self.dealt.must_lead if self.layout.is_empty else None

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """The tiles that a seat holds, in the order of TILES."""
        return tiles_of(self.hand_bits[seat])

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles of every seat."""
        return tuple(tiles_of(bits) for bits in self.hand_bits)

    @property
    def tiles_left(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(bits.bit_count() for bits in self.hand_bits)

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The tiles not yet drawn, the next first, the reserve included."""
        return self.dealt.boneyard[self.drawn :]

    @property
    def drawable(self) -> int:
        """How many tiles may still be drawn, the reserve left out."""
        return self.dealt.drawable - self.drawn


class Step(NamedTuple):
    """What a move leads to, and what happened."""

    state: RoundState
    events: tuple[Event, ...]


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
    fixed = Deal(
        ruleset, dealt_tiles, leader, leader_by, dealt_tiles[ruleset.players * ruleset.hand_size :],
        ruleset.boneyard_size - ruleset.reserve, ruleset.points_per_five, ruleset.next_seats, ruleset.side_numbers, must_lead,
    )
    return RoundState(fixed, hands, empty_layout(ruleset), 0, leader, None, None, None)


def dealt_hands(ruleset: Ruleset, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The hands of a deal as bits; NotationError unless all 28 tiles are there once."""
    if len(tiles) != len(TILES):
        raise NotationError(f"a deal has {len(TILES)} tiles, not {len(tiles)}")
    if bits_of(tiles) != ALL_TILES:  # 28 bits add up to this only if each is there once
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        raise NotationError(f"the tile {twice} is dealt twice")
    size = ruleset.hand_size
    return tuple(bits_of(tiles[seat * size : (seat + 1) * size]) for seat in range(ruleset.players))


def highest_lead(hands: Sequence[int]) -> tuple[int, Tile]:
    """Who holds the highest double, and it; without any double the heaviest tile (tie: the higher half)."""
    held = 0
    for bits in hands:
        held |= bits
    lead = max(tiles_of(held & DOUBLES) or tiles_of(held), key=lambda tile: (tile.pips, tile.high))
    return next(seat for seat, bits in enumerate(hands) if bits & lead.bit), lead


_PASS_ALONE = (Pass(),)
_DRAW_ALONE = {tile: (Draw(tile),) for tile in TILES}


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """All moves of the seat on turn in a stable order: by port in the order of the layout, then by tile.

    Never empty before the round is over: who cannot play has one move, a Draw of the next tile or a Pass.
    """
    turn = state.turn
    if turn is None:
        return ()
    layout = state.layout
    hand = state.hand_bits[turn] if state.must_play is None else state.must_play.bit
    plays_at = PLAYS_AT_WITH_CHOICE if layout.rules.lengthwise and layout.first_double is None else PLAYS_AT
    moves: tuple[Move, ...] = ()
    for port in layout.open_ports:
        fitting = hand & port.match
        if fitting:
            moves += plays_at[port][fitting]
    return moves or _other_moves(state, hand, plays_at[None])


def _other_moves(state: RoundState, hand: int, leads: PlayTable) -> tuple[Move, ...]:
    """The moves of who has no port to play at: leads on an empty table, else one draw or a pass."""
    dealt = state.dealt
    if not state.layout.placements:
        return leads[hand if dealt.must_lead is None else dealt.must_lead.bit]
    return _DRAW_ALONE[dealt.boneyard[state.drawn]] if state.drawn < dealt.drawable else _PASS_ALONE


def apply_move(state: RoundState, move: Move) -> Step:
    """The state after a move of the seat on turn, and the event; IllegalMove with the reason when refused."""
    seat = state.turn
    if seat is None:
        raise IllegalMove(Reason.ROUND_OVER, move)
    if type(move) is Play:
        return _play(state, seat, move)
    return _draw(state, seat, move) if isinstance(move, Draw) else _pass(state, seat, move)


def _play(state: RoundState, seat: int, play: Play) -> Step:
    hands, dealt = state.hand_bits, state.dealt
    if play.is_special or state.must_play is not None or not hands[seat] & play.bit:
        _refuse_play(state, play)
    try:
        layout = state.layout.with_tile(play)
    except ValueError:
        raise IllegalMove(Reason.PORT_CLOSED, play) from None
    hand = hands[seat] ^ play.bit
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    turn, end = dealt.next_seats[seat], None
    if not hand:
        turn, end = None, "domino"
    elif state.drawn >= dealt.drawable and _nobody_fits(hands, layout):
        turn, end = None, "blocked"
    count = layout.count
    points = 0 if count % 5 else count // 5 * dealt.points_per_five
    return Step(
        RoundState(dealt, hands, layout, state.drawn, turn, None, end, seat),
        (Played(seat, play, layout, points, dealt.sides[seat]),),
    )


def _nobody_fits(hands: tuple[int, ...], layout: Layout) -> bool:
    held = 0
    for hand in hands:
        held |= hand
    return not held & layout.fits


def _refuse_play(state: RoundState, play: Play) -> None:
    reason = why_not_play(state, play)
    if reason is not None:
        raise IllegalMove(reason, play)


def why_not_play(state: RoundState, play: Play) -> Reason | None:
    """Why the seat on turn may not make this play; None when it may."""
    hands, layout, turn, must_play = state.hand_bits, state.layout, state.turn, state.must_play
    if turn is None:
        return Reason.ROUND_OVER
    if not hands[turn] & play.bit:
        return Reason.NOT_YOUR_TILE
    if must_play is not None and play.tile is not must_play:
        return Reason.MUST_PLAY_DRAWN
    if not layout.placements and play.port is None:
        must_lead = state.dealt.must_lead
        if must_lead is not None and play.tile is not must_lead:
            return Reason.MUST_LEAD
    return layout.can_lay(play)


def _draw(state: RoundState, seat: int, draw: Draw) -> Step:
    dealt, layout = state.dealt, state.layout
    _refuse_idling(state, seat, draw)
    if state.drawn >= dealt.drawable:
        raise IllegalMove(Reason.NOTHING_TO_DRAW, draw)
    tile = dealt.boneyard[state.drawn]
    if draw.tile is not tile:
        raise IllegalMove(Reason.WRONG_TILE_DRAWN, draw)
    drawn = state.drawn + 1
    hands = state.hand_bits
    hands = (*hands[:seat], hands[seat] | tile.bit, *hands[seat + 1 :])
    must_play = tile if tile.bit & layout.fits else None
    turn, end = seat, None
    if must_play is None and drawn >= dealt.drawable and _nobody_fits(hands, layout):
        turn, end = None, "blocked"
    return Step(
        RoundState(dealt, hands, layout, drawn, turn, must_play, end, state.last_player), (Drew(seat, tile),)
    )


def _pass(state: RoundState, seat: int, move: Pass) -> Step:
    dealt = state.dealt
    _refuse_idling(state, seat, move)
    if state.drawn < dealt.drawable:
        raise IllegalMove(Reason.CAN_DRAW, move)
    turn = dealt.next_seats[seat]
    return Step(
        RoundState(dealt, state.hand_bits, state.layout, state.drawn, turn, None, None, state.last_player),
        (Passed(seat),),
    )


def _refuse_idling(state: RoundState, seat: int, move: Draw | Pass) -> None:
    """Who can play must play: neither draw nor pass."""
    if state.must_play is not None:
        raise IllegalMove(Reason.MUST_PLAY_DRAWN, move)
    if not state.layout.placements or state.hand_bits[seat] & state.layout.fits:
        raise IllegalMove(Reason.CAN_PLAY, move)
