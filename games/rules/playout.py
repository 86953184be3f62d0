"""The rules of a turn, on a round that its only owner plays on in place (RULES.md section 1).

Everything that is decided about a move is decided here, once. `rounds.apply_move` wraps it so that states are
values; simulations, which throw every position away, own a Playout and save the copies.
"""

from __future__ import annotations

from games.rules.errors import IllegalMove, Reason
from games.rules.layout import Layout, join, refusal
from games.rules.moves import PLAYS_WITH_CHOICE, Draw, Move, Pass, Play, leads
from games.rules.states import RoundState
from games.rules.tiles import TILES, Tile

_PASS_ALONE = (Pass(),)
_DRAW_ALONE = {tile: (Draw(tile),) for tile in TILES}


class Playout:
    """A round in the making; attributes as in RoundState, Layout and Deal, changed by `make`.

    `playable` has the bits of the tiles among which the seat on turn may choose: its hand, or the tile that it
    has just drawn; none when the round is over. `choice`: a double laid now may lie lengthwise.
    """

    __slots__ = (
        "boneyard",
        "choice",
        "count",
        "dealt",
        "drawable",
        "drawn",
        "end",
        "first_double",
        "hand_bits",
        "last_player",
        "must_play",
        "next_seats",
        "open_ports",
        "placements",
        "playable",
        "rules",
        "turn",
    )

    def __init__(self, state: RoundState) -> None:
        dealt, hands, layout, self.drawn, self.turn, self.must_play, self.end, self.last_player = state
        self.dealt = dealt
        self.boneyard = dealt.boneyard
        self.drawable = dealt.drawable - self.drawn
        self.next_seats = dealt.next_seats
        self.hand_bits = list(hands)
        self.rules, placements, open_ports, self.count, self.first_double = layout
        self.placements = list(placements)
        self.open_ports = list(open_ports)
        self.choice = self.first_double is None and self.rules.lengthwise
        tile = self.must_play if placements else dealt.must_lead
        if self.turn is None:
            self.playable = 0
        else:
            self.playable = hands[self.turn] if tile is None else tile.bit

    def state(self) -> RoundState:
        """The round as it stands, as a value."""
        layout = Layout(self.rules, tuple(self.placements), tuple(self.open_ports), self.count, self.first_double)
        return RoundState(
            self.dealt,
            tuple(self.hand_bits),
            layout,
            self.drawn,
            self.turn,
            self.must_play,
            self.end,
            self.last_player,
        )

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves of the seat on turn, as `rounds.legal_moves`."""
        if self.choice:
            return self._moves_with_choice()
        moves: tuple[Move, ...] = ()
        playable = self.playable
        for port in self.open_ports:
            fits = playable & port.match
            if fits:
                moves += port.plays[fits]
        return moves or self._other_moves()

    def _moves_with_choice(self) -> tuple[Move, ...]:
        """The moves while a double may be laid crosswise or lengthwise."""
        moves: tuple[Move, ...] = ()
        for port in self.open_ports:
            moves += PLAYS_WITH_CHOICE[port][self.playable & port.match]
        return moves or self._other_moves()

    def _other_moves(self) -> tuple[Move, ...]:
        """The moves of who has no port to play at: leads on an empty table, else one draw or a pass."""
        if self.placements:
            if self.turn is None:
                return ()
            return _DRAW_ALONE[self.boneyard[self.drawn]] if self.drawable else _PASS_ALONE
        return leads(self.playable, choice=self.choice)

    def make(self, move: Move) -> None:
        """Makes a move of the seat on turn; IllegalMove with the reason, and nothing changed, when refused."""
        seat = self.turn
        if seat is None:
            raise IllegalMove(Reason.ROUND_OVER, move)
        if not isinstance(move, Play):
            self._make_other(seat, move)
            return
        if move.is_special or not self.playable & move.bit:
            self._refuse_play(seat, move)
        ports = self.open_ports
        try:
            if move.is_plain and self.first_double is not None:  # as _lay does, without a call: two plays of three
                ports[ports.index(move.port)] = move.onward  # type: ignore[arg-type]  # a plain play has a port
                self.count += move.swing
            else:
                self._lay(move)
        except ValueError:
            raise IllegalMove(Reason.PORT_CLOSED, move) from None
        self.placements.append(move)
        hands = self.hand_bits
        hands[seat] ^= move.bit
        self.last_player = seat
        self.must_play = None
        if not hands[seat]:
            self._finish("domino")
        elif not self.drawable and self._is_stuck():
            self._finish("blocked")
        else:
            self.turn = seat = self.next_seats[seat]
            self.playable = hands[seat]

    def _lay(self, play: Play) -> None:
        """Joins a tile to the layout; ValueError, and nothing changed, when its port is not open."""
        first = play if self.first_double is None and play.is_double else self.first_double
        self.count += join(self.open_ports, play, self.rules, first)
        if first is not None:
            self.first_double = first
            self.choice = False

    def _finish(self, end: str) -> None:
        self.turn, self.end, self.playable = None, end, 0

    def _refuse_play(self, seat: int, play: Play) -> None:
        """Raises if a play is not allowed; what makes most plays legal has been looked at before."""
        must_lead = self.dealt.must_lead
        if not self.hand_bits[seat] & play.bit:
            raise IllegalMove(Reason.NOT_YOUR_TILE, play)
        if self.must_play is not None and play.tile is not self.must_play:
            raise IllegalMove(Reason.MUST_PLAY_DRAWN, play)
        if not self.placements and play.port is None and must_lead is not None and play.tile is not must_lead:
            raise IllegalMove(Reason.MUST_LEAD, play)
        reason = refusal(self.open_ports, play, choice=self.choice)
        if reason is not None:
            raise IllegalMove(reason, play)

    def _make_other(self, seat: int, move: Draw | Pass) -> None:
        """A draw or a pass: only who cannot play may, and who may draw must."""
        if self.must_play is not None:
            raise IllegalMove(Reason.MUST_PLAY_DRAWN, move)
        fits = self._fitting()
        if self.playable & fits or not self.placements:
            raise IllegalMove(Reason.CAN_PLAY, move)
        if isinstance(move, Draw):
            tile = self._draw(seat, move)
            if tile.bit & fits:
                self.must_play = tile
                self.playable = tile.bit
            elif not self.drawable and self._is_stuck():
                self._finish("blocked")
        elif self.drawable:
            raise IllegalMove(Reason.CAN_DRAW, move)
        else:
            self.turn = self.next_seats[seat]
            self.playable = self.hand_bits[self.turn]

    def _draw(self, seat: int, draw: Draw) -> Tile:
        """Takes the next tile of the boneyard, which must be this one."""
        if not self.drawable:
            raise IllegalMove(Reason.NOTHING_TO_DRAW, draw)
        tile = self.boneyard[self.drawn]
        if draw.tile is not tile:
            raise IllegalMove(Reason.WRONG_TILE_DRAWN, draw)
        self.drawn += 1
        self.drawable -= 1
        hands = self.hand_bits
        self.playable = hands[seat] = hands[seat] | tile.bit
        return tile

    def _fitting(self) -> int:
        """The bits of all tiles that have the number of an open port."""
        fits = 0
        for port in self.open_ports:
            fits |= port.match
        return fits

    def _is_stuck(self) -> bool:
        """Whether no hand holds a tile that fits: blocked, if nothing may be drawn either."""
        held = 0
        for hand in self.hand_bits:
            held |= hand
        return not held & self._fitting()
