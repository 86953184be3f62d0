"""One round: the deal, the legal moves in a stable order, and one step at a time (RULES.md section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Drew, Event, Passed, Played
from games.rules.layout import Layout, empty_layout
from games.rules.moves import Draw, Move, Pass, Play
from games.rules.ruleset import Ruleset
from games.rules.stances import PlayTable
from games.rules.tiles import DOUBLES, TILES, Tile, bits_of, tiles_of

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
    next_seats: tuple[int, ...]
    sides: tuple[int, ...]
    must_lead: Tile | None


class RoundState(NamedTuple):
    """A round between two moves.

    `turn` is the seat to move, None when the round is over; `must_play` the tile that it has just drawn and
    must lay; `end` None, ``domino``, ``blocked`` or ``target``; `last_player` who laid or drew last; `drawn`
    how many tiles have left the boneyard. `hand_bits` are the hands as in tiles.py.
    """

    dealt: Deal
    hand_bits: tuple[int, ...]
    layout: Layout
    drawn: int
    turn: int | None
    must_play: Tile | None
    end: str | None
    last_player: int | None

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
    seats = range(ruleset.players)
    fixed = Deal(
        ruleset, dealt_tiles, leader, leader_by, dealt_tiles[ruleset.players * ruleset.hand_size :],
        ruleset.boneyard_size - ruleset.reserve, tuple(map(ruleset.next_seat, seats)), tuple(map(ruleset.side_of, seats)),
        must_lead,
    )
    return RoundState(fixed, hands, empty_layout(ruleset), 0, leader, None, None, None)


def dealt_hands(ruleset: Ruleset, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The hands of a deal as bits; NotationError unless all 28 tiles are there once."""
    if len(tiles) != len(TILES):
        raise NotationError(f"a deal has {len(TILES)} tiles, not {len(tiles)}")
    for tile in tiles:
        if tiles.count(tile) > 1:
            raise NotationError(f"the tile {tile} is dealt twice")
    size = ruleset.hand_size
    return tuple(bits_of(tiles[seat * size : (seat + 1) * size]) for seat in range(ruleset.players))


def highest_lead(hands: Sequence[int]) -> tuple[int, Tile]:
    """Who holds the highest double, and it; without any double the heaviest tile (tie: the higher half)."""
    held = 0
    for bits in hands:
        held |= bits
    lead = max(tiles_of(held & DOUBLES) or tiles_of(held), key=lambda tile: (tile.pips, tile.high))
    return next(seat for seat, bits in enumerate(hands) if bits & lead.bit), lead


class LeadTable(PlayTable):
    """The leads of a hand, worked out when first asked for."""

    def __missing__(self, bits: int) -> tuple[Play, ...]:
        return tuple(
            play
            for tile in tiles_of(bits)
            for play in ((Play(tile), Play(tile, None, True)) if self.lengthwise and tile.is_double else (Play(tile),))
        )


_LEADS = LeadTable((), lengthwise=False)
_LEADS_LENGTHWISE = LeadTable((), lengthwise=True)
_PASS_ALONE = (Pass(),)
_DRAW_ALONE = {tile: (Draw(tile),) for tile in TILES}


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """All moves of the seat on turn in a stable order: by host in the order laid, then port, then tile.

    Never empty before the round is over: who cannot play has one move, a Draw of the next tile or a Pass.
    """
    dealt, hands, layout, drawn, turn, must_play, _, _ = state
    if turn is None:
        return ()
    hand = hands[turn] if must_play is None else must_play.bit
    if not layout.placements:
        return _leads(state, hand)
    if not hand & layout.fits:
        return _DRAW_ALONE[dealt.boneyard[drawn]] if drawn < dealt.drawable else _PASS_ALONE
    moves: tuple[Move, ...] = ()
    lengthwise = layout.lengthwise_choice
    for stance in layout.stances:
        fitting = hand & stance.fits
        if fitting:
            moves += stance.plays_lengthwise[fitting] if lengthwise else stance.plays[fitting]
    return moves


def _leads(state: RoundState, hand: int) -> tuple[Move, ...]:
    must_lead = state.dealt.must_lead
    table = _LEADS_LENGTHWISE if state.layout.rules.lengthwise else _LEADS
    return table[hand if must_lead is None else must_lead.bit]


def apply_move(state: RoundState, move: Move) -> Step:
    """The state after a move of the seat on turn, and the event; IllegalMove with the reason when refused."""
    if state.turn is None:
        raise IllegalMove(Reason.ROUND_OVER, move)
    if isinstance(move, Play):
        return _play(state, move)
    if isinstance(move, Draw):
        return _draw(state, move)
    return _pass(state, move)


def _play(state: RoundState, play: Play) -> Step:
    dealt, hands, layout, drawn, seat, must_play, _, _ = state
    assert seat is not None
    reason = why_not_play(state, play)
    if reason is not None:
        raise IllegalMove(reason, play)
    layout = layout.with_tile(play)
    hand = hands[seat] ^ play.bit
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    end = None if hand and not _is_blocked(dealt, hands, layout, drawn) else ("blocked" if hand else "domino")
    turn = dealt.next_seats[seat] if end is None else None
    count = layout.count
    points = 0 if count % 5 else count // 5 * dealt.ruleset.points_per_five
    return Step(
        RoundState(dealt, hands, layout, drawn, turn, None, end, seat),
        (Played(seat, play, count, layout.ends, points, dealt.sides[seat]),),
    )


def _is_blocked(dealt: Deal, hands: tuple[int, ...], layout: Layout, drawn: int) -> bool:
    """Nothing more may be drawn and no hand holds a tile that fits."""
    if drawn < dealt.drawable:
        return False
    fits = layout.fits
    return not any(hand & fits for hand in hands)


def why_not_play(state: RoundState, play: Play) -> Reason | None:
    """Why the seat on turn may not make this play; None when it may."""
    _, hands, layout, _, turn, must_play, _, _ = state
    if turn is None:
        return Reason.ROUND_OVER
    if not hands[turn] & play.bit:
        return Reason.NOT_YOUR_TILE
    if must_play is not None and play.tile is not must_play:
        return Reason.MUST_PLAY_DRAWN
    if play.port is None and layout.is_empty and state.dealt.must_lead not in (None, play.tile):
        return Reason.MUST_LEAD
    return layout.can_lay(play)


def _draw(state: RoundState, draw: Draw) -> Step:
    dealt, hands, layout, drawn, seat, must_play, _, last_player = state
    assert seat is not None
    if must_play is not None:
        raise IllegalMove(Reason.MUST_PLAY_DRAWN, draw)
    if not layout.placements or hands[seat] & layout.fits:
        raise IllegalMove(Reason.CAN_PLAY, draw)
    if drawn >= dealt.drawable:
        raise IllegalMove(Reason.NOTHING_TO_DRAW, draw)
    tile = dealt.boneyard[drawn]
    if draw.tile is not tile:
        raise IllegalMove(Reason.WRONG_TILE_DRAWN, draw)
    drawn += 1
    hands = (*hands[:seat], hands[seat] | tile.bit, *hands[seat + 1 :])
    event = (Drew(seat, tile),)
    if tile.bit & layout.fits:
        return Step(RoundState(dealt, hands, layout, drawn, seat, tile, None, last_player), event)
    if _is_blocked(dealt, hands, layout, drawn):
        return Step(RoundState(dealt, hands, layout, drawn, None, None, "blocked", last_player), event)
    return Step(RoundState(dealt, hands, layout, drawn, seat, None, None, last_player), event)


def _pass(state: RoundState, move: Pass) -> Step:
    dealt, hands, layout, drawn, seat, must_play, _, last_player = state
    assert seat is not None
    if must_play is not None:
        raise IllegalMove(Reason.MUST_PLAY_DRAWN, move)
    if not layout.placements or hands[seat] & layout.fits:
        raise IllegalMove(Reason.CAN_PLAY, move)
    if drawn < dealt.drawable:
        raise IllegalMove(Reason.CAN_DRAW, move)
    turn = dealt.next_seats[seat]
    return Step(RoundState(dealt, hands, layout, drawn, turn, None, None, last_player), (Passed(seat),))
