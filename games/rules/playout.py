"""The rules of a turn, on a round that its only owner plays on in place (RULES.md section 1).

Everything that is decided about a move is decided here, once. `rounds.apply_move` wraps it so that states are
values; simulations, which throw every position away, own a Playout and save the copies.
"""

from __future__ import annotations

from games.rules.errors import IllegalMove, Reason
from games.rules.layout import Layout, join, refusal
from games.rules.moves import PLAYS_AT, PLAYS_AT_WITH_CHOICE, Draw, Move, Pass, Play, PlayTable
from games.rules.ports import Port
from games.rules.states import RoundState
from games.rules.tiles import TILES

_PASS_ALONE = (Pass(),)
_DRAW_ALONE = {tile: (Draw(tile),) for tile in TILES}


class Playout:
    """A round in the making; attributes as in RoundState and Layout, changed by `make`."""

    __slots__ = (
        "boneyard", "count", "dealt", "drawable", "drawn", "end", "first_double", "hand_bits", "last_player",
        "must_play", "next_seats", "open_ports", "placements", "rules", "turn",
    )

    def __init__(self, state: RoundState) -> None:
        dealt, hands, layout, self.drawn, self.turn, self.must_play, self.end, self.last_player = state
        self.dealt = dealt
        self.boneyard = dealt.boneyard
        self.drawable = dealt.drawable
        self.next_seats = dealt.next_seats
        self.hand_bits = list(hands)
        self.rules = layout.rules
        self.placements = list(layout.placements)
        self.open_ports = list(layout.open_ports)
        self.count = layout.count
        self.first_double = layout.first_double

    def state(self) -> RoundState:
        """The round as it stands, as a value."""
        layout = Layout(self.rules, tuple(self.placements), tuple(self.open_ports), self.count, self.first_double)
        return RoundState(
            self.dealt, tuple(self.hand_bits), layout, self.drawn, self.turn, self.must_play, self.end,
            self.last_player,
        )

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves of the seat on turn, as `rounds.legal_moves`."""
        turn = self.turn
        if turn is None:
            return ()
        hand = self.hand_bits[turn] if self.must_play is None else self.must_play.bit
        if self.first_double is None and self.rules.lengthwise:
            return self._moves_with_choice(hand)
        moves: tuple[Move, ...] = ()
        for port in self.open_ports:
            fits = hand & port.match
            if fits:
                moves += PLAYS_AT[port][fits]
        return moves or self._other_moves(hand, PLAYS_AT)

    def _moves_with_choice(self, hand: int) -> tuple[Move, ...]:
        """The moves while a double may be laid crosswise or lengthwise."""
        moves: tuple[Move, ...] = ()
        for port in self.open_ports:
            moves += PLAYS_AT_WITH_CHOICE[port][hand & port.match]
        return moves or self._other_moves(hand, PLAYS_AT_WITH_CHOICE)

    def _other_moves(self, hand: int, plays_at: dict[Port | None, PlayTable]) -> tuple[Move, ...]:
        """The moves of who has no port to play at: leads on an empty table, else one draw or a pass."""
        if not self.placements:
            must_lead = self.dealt.must_lead
            return plays_at[None][hand if must_lead is None else must_lead.bit]
        return _DRAW_ALONE[self.boneyard[self.drawn]] if self.drawn < self.drawable else _PASS_ALONE

    def make(self, move: Move) -> None:
        """Makes a move of the seat on turn; IllegalMove with the reason, and nothing changed, when refused."""
        seat = self.turn
        if seat is None:
            raise IllegalMove(Reason.ROUND_OVER, move)
        if not isinstance(move, Play):
            self._make_other(seat, move)
            return
        hands = self.hand_bits
        if move.is_special or self.must_play is not None or not hands[seat] & move.bit:
            self._refuse_play(seat, move)
        first = move if self.first_double is None and move.is_double else self.first_double
        try:
            self.count += join(self.open_ports, move, self.rules, first)
        except ValueError:
            raise IllegalMove(Reason.PORT_CLOSED, move) from None
        self.first_double = first
        self.placements.append(move)
        hands[seat] ^= move.bit
        self.last_player = seat
        self.must_play = None
        if not hands[seat]:
            self.turn, self.end = None, "domino"
        elif self.drawn >= self.drawable and self._is_stuck():
            self.turn, self.end = None, "blocked"
        else:
            self.turn = self.next_seats[seat]

    def _refuse_play(self, seat: int, play: Play) -> None:
        """Raises if a play is not allowed; what makes most plays legal has been looked at before."""
        must_lead = self.dealt.must_lead
        if not self.hand_bits[seat] & play.bit:
            raise IllegalMove(Reason.NOT_YOUR_TILE, play)
        if self.must_play is not None and play.tile is not self.must_play:
            raise IllegalMove(Reason.MUST_PLAY_DRAWN, play)
        if not self.placements and play.port is None and must_lead is not None and play.tile is not must_lead:
            raise IllegalMove(Reason.MUST_LEAD, play)
        reason = refusal(self.open_ports, play, choice=self.rules.lengthwise and self.first_double is None)
        if reason is not None:
            raise IllegalMove(reason, play)

    def _make_other(self, seat: int, move: Draw | Pass) -> None:
        """A draw or a pass: only who cannot play may, and who may draw must."""
        if self.must_play is not None:
            raise IllegalMove(Reason.MUST_PLAY_DRAWN, move)
        if not self.placements or self._fits(self.hand_bits[seat]):
            raise IllegalMove(Reason.CAN_PLAY, move)
        if isinstance(move, Draw):
            self._draw(seat, move)
        elif self.drawn < self.drawable:
            raise IllegalMove(Reason.CAN_DRAW, move)
        else:
            self.turn = self.next_seats[seat]

    def _draw(self, seat: int, draw: Draw) -> None:
        if self.drawn >= self.drawable:
            raise IllegalMove(Reason.NOTHING_TO_DRAW, draw)
        tile = self.boneyard[self.drawn]
        if draw.tile is not tile:
            raise IllegalMove(Reason.WRONG_TILE_DRAWN, draw)
        self.drawn += 1
        self.hand_bits[seat] |= tile.bit
        if self._fits(tile.bit):
            self.must_play = tile
        elif self.drawn >= self.drawable and self._is_stuck():
            self.turn, self.end = None, "blocked"

    def _fits(self, tiles: int) -> bool:
        """Whether one of these tiles, as bits, has the number of an open port."""
        for port in self.open_ports:  # noqa: SIM110  # a generator takes three times as long
            if tiles & port.match:
                return True
        return False

    def _is_stuck(self) -> bool:
        """Whether no hand holds a tile that fits: blocked, if nothing may be drawn either."""
        held = 0
        for hand in self.hand_bits:
            held |= hand
        return not self._fits(held)
