"""Real positions: rounds that robots play from a seed, under any ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from games.robots import choose
from games.rules.layout import Layout
from games.rules.matches import MatchState, lead_for, new_match, play, start_round
from games.rules.moves import Draw, Move, Play
from games.rules.ruleset import Ruleset, change
from games.rules.sight import sight_of
from games.rules.tiles import TILES, Tile

#: Who plays the rounds: robots that lay tiles as people do, some well and some anyhow.
COMPANY = ("scorer", "random", "scorer", "random")


@dataclass(frozen=True)
class Turn:
    """Somebody on turn who may play: his hand, what he may do (never empty), the table, and what he did."""

    layout: Layout
    hand: tuple[Tile, ...]
    plays: tuple[Play, ...]
    chosen: Play

    @property
    def after(self) -> Layout:
        """The table when he has played."""
        return self.layout.with_tile(self.chosen)


@lru_cache(maxsize=256)
def robots_round(ruleset: Ruleset, seed: int) -> tuple[Turn, ...]:
    """The turns of a round in which a tile was laid, in their order; the same for the same ruleset and seed."""
    random = Random(seed)
    plain = change(ruleset, calling="automatic")
    match = _dealt(plain, random)
    turns: list[Turn] = []
    while match.is_playing:
        move, turn = _next(match, random)
        turns += [turn] if turn is not None else []
        match = play(match, move).match
    return tuple(turns)


def _dealt(ruleset: Ruleset, random: Random) -> MatchState:
    tiles = list(TILES)
    random.shuffle(tiles)
    match = new_match(ruleset)
    leader, leader_by = lead_for(match, tiles, random.randrange(ruleset.players))
    return start_round(match, tiles, leader, leader_by).match


def _next(match: MatchState, random: Random) -> tuple[Move, Turn | None]:
    """What who is on turn does, and the turn if a tile is laid."""
    state = match.round
    assert state is not None and state.turn is not None
    sight = sight_of(match, (), state.turn)
    if sight.must_draw:
        return Draw(state.boneyard[0]), None
    move = choose(COMPANY[state.turn], sight, random.getrandbits(32))
    if not isinstance(move, Play):
        return move, None
    plays = tuple(each for each in sight.legal if isinstance(each, Play))
    return move, Turn(state.layout, state.hand(state.turn), plays, move)
