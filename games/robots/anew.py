"""A round dealt anew behind the back of one seat: every tile that it cannot know may lie wherever it could lie."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from games.rules.errors import IllegalMove, NotationError
from games.rules.moves import Draw, Move, Play
from games.rules.playout import Playout
from games.rules.rounds import deal, legal_moves
from games.rules.tiles import DOUBLES, TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.rules.states import RoundState

#: So many pairs of tiles are offered to each other for each tile that may lie elsewhere.
OFFERS = 60
#: What the rules would have blocked earlier is dealt again, so often.
MOST_DEALS = 40
NEVER = 10_000


@dataclass(frozen=True)
class Moment:
    """A draw or a pass: when, whose, and the tiles that would have fitted, as bits: none was in that hand."""

    at: int
    seat: int
    fits: int


@dataclass
class _Round:
    """What everybody saw of a round so far; places are those of the 28 tiles in dealing order.

    `entered`: for each place from which a tile has come into a hand, whose and when (-1: dealt); `laid`: for each tile
    on the table, by whom and when; `fixed`: places of which everybody knows the tile.
    """

    start: RoundState
    moments: list[Moment]
    entered: dict[int, tuple[int, int]]
    laid: dict[Tile, tuple[int, int]]
    fixed: set[int]
    must_fit: tuple[int, int] | None = None


def deal_anew(start: RoundState, moves: Sequence[Move], seat: int, seed: int) -> tuple[Tile, ...]:
    """The 28 tiles in dealing order, so that `seat` has seen the same: its own tiles, all plays, draws and passes.

    Each deal that it could not tell from the true one is as likely as any other. `moves` are those of the round so far.
    """
    seen, random = _seen(start, moves), Random(seed)
    allowed = [_allowed(seen, place) for place in range(len(TILES))]
    free = [place for place in range(len(TILES)) if place not in seen.fixed and not _is_own(seen, place, seat)]
    tiles = list(start.tiles)
    for _deal in range(MOST_DEALS):
        _shuffle(tiles, free, allowed, random)
        if told_anew(start, moves, tiles) is not None:
            return tuple(tiles)
    return start.tiles


def told_anew(start: RoundState, moves: Sequence[Move], tiles: Sequence[Tile]) -> list[Move] | None:
    """The same moves with the tiles that are drawn now; None where the rules would not have allowed them."""
    told: list[Move] = []
    try:
        playout = Playout(deal(start.ruleset, tiles, start.leader, start.leader_by))
        for move in moves:
            told.append(Draw(playout.boneyard[playout.drawn]) if isinstance(move, Draw) else move)
            playout.make(told[-1])
    except (IllegalMove, NotationError, IndexError):
        return None
    return told if playout.turn is not None else None


def _is_own(seen: _Round, place: int, seat: int) -> bool:
    return seen.entered.get(place, (None, 0))[0] == seat


def _shuffle(tiles: list[Tile], free: Sequence[int], allowed: Sequence[int], random: Random) -> None:
    """Tiles change places by pairs where both may: after enough of it every deal is equally likely."""
    if len(free) < 2:
        return
    for _offer in range(OFFERS * len(free)):
        one, other = random.choice(free), random.choice(free)
        if tiles[one].bit & allowed[other] and tiles[other].bit & allowed[one]:
            tiles[one], tiles[other] = tiles[other], tiles[one]


def _seen(start: RoundState, moves: Sequence[Move]) -> _Round:
    """Goes through the round once."""
    playout = Playout(start)
    dealt = {
        place: (seat, -1)
        for seat, part in enumerate(start.ruleset.hand_slices)
        for place in range(part.start, part.stop)
    }
    seen = _Round(start, [], dealt, {}, set())
    first = len(dealt)
    if start.must_lead is not None:
        seen.fixed.add(start.tiles.index(start.must_lead))
    for at, move in enumerate(moves):
        assert playout.turn is not None, "a round that is over has no moves"
        if isinstance(move, Play):
            seen.laid[move.tile] = (playout.turn, at)
            if playout.must_play is not None:
                seen.fixed.add(first + playout.drawn - 1)  # whoever draws until a tile fits shows that one
        else:
            seen.moments.append(Moment(at, playout.turn, _fits(playout)))
            if isinstance(move, Draw):
                seen.entered[first + playout.drawn] = (playout.turn, at)
        playout.make(move)
    if playout.must_play is not None and moves:
        seen.must_fit = first + playout.drawn - 1, _fits(playout)
    return seen


def _fits(playout: Playout) -> int:
    fits = 0
    for port in playout.open_ports:
        fits |= port.match
    return fits


def _allowed(seen: _Round, place: int) -> int:
    """The tiles that may have lain at this place, as bits."""
    return sum(tile.bit for tile in TILES if _may_lie(seen, place, tile))


def _may_lie(seen: _Round, place: int, tile: Tile) -> bool:
    by, until = seen.laid.get(tile, (None, NEVER))
    if place not in seen.entered:
        return by is None  # still in the boneyard
    seat, since = seen.entered[place]
    if by is not None and (by != seat or until < since):
        return False
    if seen.must_fit is not None and seen.must_fit[0] == place and not tile.bit & seen.must_fit[1]:
        return False
    if since < 0 and not _may_be_dealt(seen.start, tile):
        return False
    return not any(tile.bit & moment.fits for moment in _moments(seen, seat, since, until))


def _moments(seen: _Round, seat: int, since: int, until: int) -> Iterator[Moment]:
    return (moment for moment in seen.moments if moment.seat == seat and since < moment.at < until)


def _may_be_dealt(start: RoundState, tile: Tile) -> bool:
    """Where the highest double leads, or without any the heaviest tile, nobody holds a higher one."""
    lead = start.dealt.must_lead
    if lead is None:
        return True
    if lead.is_double:
        return not (tile.is_double and tile.pips > lead.pips)
    return not tile.bit & DOUBLES and (tile.pips, tile.high) <= (lead.pips, lead.high)


def is_choice(state: RoundState) -> bool:
    """Whether the seat on turn has a play."""
    return state.turn is not None and isinstance(legal_moves(state)[0], Play)
