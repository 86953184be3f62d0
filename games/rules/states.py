"""The values of a round: what was dealt, and how it stands between two moves."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.layout import Layout
from games.rules.ruleset import Ruleset
from games.rules.tiles import Tile, tiles_of

LEADER_BY = ("lot", "went_out", "rotate", "highest_double")


class Deal(NamedTuple):
    """What is settled before the first move and stays so: the shuffled tiles, and who leads with what.

    `boneyard` are the tiles that were not dealt, the next to be drawn first; `drawable` how many of them may
    be drawn; `next_seats` says for each seat who follows; `must_lead` is the lead of who leads by highest double.
    """

    ruleset: Ruleset
    tiles: tuple[Tile, ...]
    leader: int
    leader_by: str
    boneyard: tuple[Tile, ...]
    drawable: int
    next_seats: tuple[int, ...]
    must_lead: Tile | None


class RoundState(NamedTuple):
    """A round between two moves.

    `turn` is the seat to move, None when the round is over; `must_play` the tile that it has just drawn and
    must lay; `end` None, ``domino``, ``blocked`` or ``target``; `last_player` who laid last; `drawn` how many
    tiles have left the boneyard. `hand_bits` are the hands as in tiles.py.
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
