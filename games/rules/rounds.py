"""One round: the deal, the legal moves in a stable order, and one step at a time (RULES.md section 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.events import Drew, Event, Passed, Played
from games.rules.layout import Layout, extend, fitting
from games.rules.moves import PLAYS_AT, PLAYS_AT_WITH_CHOICE, Draw, Move, Pass, Play, PlayTable
from games.rules.ports import Port
from games.rules.ruleset import LayoutRules, Ruleset
from games.rules.scoring import points_for
from games.rules.tiles import ALL_TILES, DOUBLES, TILES, Tile, bits_of, tiles_of

LEADER_BY = ("lot", "went_out", "rotate", "highest_double")


class Deal(NamedTuple):
    """What is settled before the first move and stays so: the shuffled tiles, and who leads with what.

    `boneyard` are the tiles that were not dealt, the next to be drawn first; `next_seats` says
    for each seat who follows; `must_lead` is the lead of who leads by highest double.
    """

    ruleset: Ruleset
    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    boneyard: tuple[Tile, ...]
    drawable: int
    layout_rules: LayoutRules
    next_seats: tuple[int, ...]
    must_lead: Tile | None


class RoundState:
    """A round between two moves.

    `turn` is the seat to move, None when the round is over; `must_play` the tile that it has just drawn and
    must lay; `end` None, ``domino``, ``blocked`` or ``target``; `last_player` who laid last; `drawn` how many
    tiles have left the boneyard. `hand_bits` are the hands as in tiles.py. The parts of the layout are kept
    one by one, so that a move makes one new value only.
    """

    __slots__ = (
        "count", "dealt", "drawn", "end", "first_double", "hand_bits", "last_player", "must_play", "open_ports",
        "placements", "turn",
    )

    def __init__(
        self, dealt: Deal, hand_bits: tuple[int, ...], placements: tuple[Play, ...], open_ports: tuple[Port, ...],
        count: int, first_double: Play | None, drawn: int, turn: int | None, must_play: Tile | None,
        end: str | None, last_player: int | None,
    ) -> None:
        self.dealt: Final = dealt
        self.hand_bits: Final = hand_bits
        self.placements: Final = placements
        self.open_ports: Final = open_ports
        self.count: Final = count
        self.first_double: Final = first_double
        self.drawn: Final = drawn
        self.turn: Final = turn
        self.must_play: Final = must_play
        self.end: Final = end
        self.last_player: Final = last_player

    @property
    def layout(self) -> Layout:
        """The tiles on the table."""
        return Layout(self.dealt.layout_rules, self.placements, self.open_ports, self.count, self.first_double)

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
        return None if self.placements else self.dealt.must_lead

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


class Step:
    """What a move leads to, and what happened: unpacks as ``state, events``.

    Events are made when asked for, as most steps are taken by robots that only look ahead.
    """

    __slots__ = ("before", "move", "state")

    def __init__(self, before: RoundState, move: Move, state: RoundState) -> None:
        self.before: Final = before
        self.move: Final = move
        self.state: Final = state

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
        points = points_for(after.count, ruleset)
        return (Played(seat, move, after.count, after.layout.ends, points, ruleset.side_of(seat)),)


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
        ruleset.boneyard_size - ruleset.reserve, ruleset.layout_rules, ruleset.next_seats, must_lead,
    )
    return RoundState(fixed, hands, (), (), 0, None, 0, leader, None, None, None)


def dealt_hands(ruleset: Ruleset, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The hands of a deal as bits; NotationError unless all 28 tiles are there once."""
    if len(tiles) != len(TILES):
        raise NotationError(f"a deal has {len(TILES)} tiles, not {len(tiles)}")
    size, dealt = ruleset.hand_size, ruleset.players * ruleset.hand_size
    hands = tuple([bits_of(tiles[start : start + size]) for start in range(0, dealt, size)])
    if sum(hands) + bits_of(tiles[dealt:]) != ALL_TILES:  # 28 bits add up to this only if each is there once
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        raise NotationError(f"the tile {twice} is dealt twice")
    return hands


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
    hand = state.hand_bits[turn] if state.must_play is None else state.must_play.bit
    if state.first_double is None and state.dealt.layout_rules.lengthwise:
        return _moves_with_choice(state, hand)
    moves: tuple[Move, ...] = ()
    for port in state.open_ports:
        fits = hand & port.match
        if fits:
            moves += PLAYS_AT[port][fits]
    return moves or _other_moves(state, hand, PLAYS_AT)


def _moves_with_choice(state: RoundState, hand: int) -> tuple[Move, ...]:
    """The moves while a double may be laid crosswise or lengthwise."""
    moves: tuple[Move, ...] = ()
    for port in state.open_ports:
        moves += PLAYS_AT_WITH_CHOICE[port][hand & port.match]
    return moves or _other_moves(state, hand, PLAYS_AT_WITH_CHOICE)


def _other_moves(state: RoundState, hand: int, plays_at: dict[Port | None, PlayTable]) -> tuple[Move, ...]:
    """The moves of who has no port to play at: leads on an empty table, else one draw or a pass."""
    dealt = state.dealt
    if not state.placements:
        return plays_at[None][hand if dealt.must_lead is None else dealt.must_lead.bit]
    return _DRAW_ALONE[dealt.boneyard[state.drawn]] if state.drawn < dealt.drawable else _PASS_ALONE


def apply_move(state: RoundState, move: Move) -> Step:
    """The state after a move of the seat on turn, and what happened; IllegalMove with the reason when refused."""
    seat = state.turn
    if seat is None:
        raise IllegalMove(Reason.ROUND_OVER, move)
    if type(move) is not Play:
        after = _draw(state, seat, move) if isinstance(move, Draw) else _pass(state, seat, move)
        return Step(state, move, after)
    hands = list(state.hand_bits)
    if move.is_special or state.must_play is not None or not hands[seat] & move.bit:
        _refuse_play(state, move)
    dealt = state.dealt
    try:
        ports, count, first = extend(dealt.layout_rules, state.open_ports, state.count, state.first_double, move)
    except ValueError:
        raise IllegalMove(Reason.PORT_CLOSED, move) from None
    hands[seat] ^= move.bit
    turn: int | None = dealt.next_seats[seat]
    end = None
    if not hands[seat]:
        turn, end = None, "domino"
    elif state.drawn >= dealt.drawable and _nobody_fits(hands, ports):
        turn, end = None, "blocked"
    after = RoundState(
        dealt, tuple(hands), state.placements + move.alone, ports, count, first, state.drawn, turn, None, end, seat
    )
    return Step(state, move, after)


def _nobody_fits(hands: Sequence[int], ports: tuple[Port, ...]) -> bool:
    held = 0
    for hand in hands:
        held |= hand
    return not held & fitting(ports)


def _refuse_play(state: RoundState, play: Play) -> None:
    reason = why_not_play(state, play)
    if reason is not None:
        raise IllegalMove(reason, play)


def why_not_play(state: RoundState, play: Play) -> Reason | None:
    """Why the seat on turn may not make this play; None when it may."""
    if state.turn is None:
        return Reason.ROUND_OVER
    if not state.hand_bits[state.turn] & play.bit:
        return Reason.NOT_YOUR_TILE
    if state.must_play is not None and play.tile is not state.must_play:
        return Reason.MUST_PLAY_DRAWN
    if play.port is None and state.must_lead is not None and play.tile is not state.must_lead:
        return Reason.MUST_LEAD
    return state.layout.can_lay(play)


def _draw(state: RoundState, seat: int, draw: Draw) -> RoundState:
    dealt, ports, drawn = state.dealt, state.open_ports, state.drawn
    fits = fitting(ports)
    if state.must_play is not None or not ports or state.hand_bits[seat] & fits:
        raise IllegalMove(_why_not_idle(state), draw)
    if drawn >= dealt.drawable:
        raise IllegalMove(Reason.NOTHING_TO_DRAW, draw)
    tile = dealt.boneyard[drawn]
    if draw.tile is not tile:
        raise IllegalMove(Reason.WRONG_TILE_DRAWN, draw)
    drawn += 1
    hands = list(state.hand_bits)
    hands[seat] |= tile.bit
    must_play = tile if tile.bit & fits else None
    turn: int | None = seat
    end = None
    if must_play is None and drawn >= dealt.drawable and _nobody_fits(hands, ports):
        turn, end = None, "blocked"
    return RoundState(
        dealt, tuple(hands), state.placements, ports, state.count, state.first_double, drawn, turn, must_play, end,
        state.last_player,
    )


def _pass(state: RoundState, seat: int, move: Pass) -> RoundState:
    dealt, ports = state.dealt, state.open_ports
    if state.must_play is not None or not ports or state.hand_bits[seat] & fitting(ports):
        raise IllegalMove(_why_not_idle(state), move)
    if state.drawn < dealt.drawable:
        raise IllegalMove(Reason.CAN_DRAW, move)
    return RoundState(
        dealt, state.hand_bits, state.placements, ports, state.count, state.first_double, state.drawn,
        dealt.next_seats[seat], None, None, state.last_player,
    )


def _why_not_idle(state: RoundState) -> Reason:
    """Who can play must play: neither draw nor pass."""
    return Reason.CAN_PLAY if state.must_play is None else Reason.MUST_PLAY_DRAWN


def stop_at_target(state: RoundState) -> RoundState:
    """The round as it ends when a play reached the match's target: nobody is on turn any more."""
    return RoundState(
        state.dealt, state.hand_bits, state.placements, state.open_ports, state.count, state.first_double,
        state.drawn, None, None, "target", state.last_player,
    )


def end_by_target(state: RoundState) -> RoundState:
    """The round, ended by the play that has just been made, because it reached the target of the match."""
    return RoundState(
        state.dealt, state.hand_bits, state.placements, state.open_ports, state.count, state.first_double,
        state.drawn, None, None, "target", state.last_player,
    )
