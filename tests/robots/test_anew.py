"""A round dealt anew behind the back of a seat: it cannot tell, and nothing that it cannot know stays as it was."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.robots import choose
from games.robots.anew import deal_anew, told_anew
from games.rules.events import Event
from games.rules.matches import MatchState, lead_for, new_match, start_round
from games.rules.matches import play as played
from games.rules.moves import Draw, Move, Play
from games.rules.rounds import RoundState, apply_move, legal_moves
from games.rules.ruleset import Ruleset, preset
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES, Tile

DEALS = 150
TABLES = [("pagat", 2), ("pagat", 3), ("five_up", 2), ("latino", 4), ("latino", 2), ("sniff", 2), ("playelephant", 4)]


def a_round(ruleset: Ruleset, seed: int, length: int) -> tuple[MatchState, list[Move]]:
    """The start of a round, and so many moves of it as robots make them, up to a choice."""
    random = Random(seed)
    tiles = random.sample(TILES, len(TILES))
    match = new_match(ruleset)
    match = start_round(match, tiles, *lead_for(match, tiles, random.randrange(ruleset.players))).match
    start, moves = match, list[Move]()
    while match.is_playing and (len(moves) < length or not is_choice(match)):
        moves.append(_next(match, random))
        match = played(match, moves[-1]).match
    return (start, moves) if match.is_playing else a_round(ruleset, seed + 1000, length)


def is_choice(match: MatchState) -> bool:
    assert match.round is not None
    return match.round.turn is not None and isinstance(legal_moves(match.round)[0], Play)


def _next(match: MatchState, random: Random) -> Move:
    assert match.round is not None
    options = legal_moves(match.round)
    if not isinstance(options[0], Play):
        return options[0]
    return choose("scorer", seen(match, [], match.round.turn or 0), random.randrange(99))


def seen(start: MatchState, moves: list[Move], seat: int) -> Sight:
    """What the seat knows after these moves, with all that it was told on the way."""
    events: tuple[Event, ...] = ()
    match = start
    for move in moves:
        step = played(match, move)
        match, events = step.match, (*events, *step.events)
    return sight_of(match, events, seat)


def round_of(match: MatchState) -> RoundState:
    assert match.round is not None
    return match.round


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_the_seat_sees_the_same(name: str, players: int, seed: int) -> None:
    start, moves = a_round(preset(name, players), seed, 12)
    seat = seed % players
    tiles = deal_anew(round_of(start), moves, seat, seed)
    told = told_anew(round_of(start), moves, tiles)
    assert told is not None
    again = start_round(new_match(start.ruleset), tiles, round_of(start).leader, round_of(start).leader_by).match
    before, after = seen(start, moves, seat), seen(again, told, seat)
    if before.turn == seat:
        assert after == before
    else:  # who is on turn may have other tiles now: only that is not the seat's to know
        assert (after.hand, after.layout, after.events, after.turn) == (
            before.hand,
            before.layout,
            before.events,
            before.turn,
        )


def test_the_tiles_of_the_others_and_the_boneyard_are_others() -> None:
    start, moves = a_round(preset("pagat", 2), 5, 6)
    deals = {deal_anew(round_of(start), moves, 0, seed) for seed in range(20)}
    assert len(deals) > 15
    assert all(deal[:9] == round_of(start).tiles[:9] for deal in deals)
    boneyards = {deal[18:] for deal in deals}
    assert len(boneyards) > 15


def small_round() -> tuple[MatchState, list[Move]]:
    """A short round of two in which the second player had to draw."""
    found = (a_round(preset("muggins", 2), seed, 5) for seed in range(500))
    return next((start, moves) for start, moves in found if _drew_two(start, moves))


def _drew_two(start: MatchState, moves: list[Move]) -> bool:
    """Whether only seat 1 has drawn, two tiles, of which it holds one."""
    draws = [at for at, move in enumerate(moves) if isinstance(move, Draw)]
    return len(draws) == 2 and len(moves) <= 8 and round_of(seen_match(start, moves[: draws[0]])).turn == 1


def seen_match(start: MatchState, moves: list[Move]) -> MatchState:
    for move in moves:
        start = played(start, move).match
    return start


def test_what_may_lie_where_is_found_as_often_as_by_trying_all_deals() -> None:
    """Against rejection: unseen tiles are laid anywhere, and what the rules would not have allowed is thrown away."""
    start, moves = small_round()
    unseen = _unknown_places(round_of(start), moves)
    laid = {move.tile for move in moves if isinstance(move, Play)} - set(round_of(start).tiles[:7])
    random, wanted, found = Random(3), Counter[Tile](), 0
    while found < DEALS:
        tiles = list(round_of(start).tiles)
        loose = [tiles[place] for place in unseen]
        random.shuffle(loose)
        for place, tile in zip(unseen, loose, strict=True):
            tiles[place] = tile
        if laid <= set(tiles[:16]) and told_anew(round_of(start), moves, tiles) is not None:
            found += 1
            wanted.update(_hand(start, moves, tiles))
    got: Counter[Tile] = Counter()
    for seed in range(DEALS):
        got.update(_hand(start, moves, list(deal_anew(round_of(start), moves, 0, seed))))
    for tile in set(wanted) | set(got):
        assert abs(wanted[tile] - got[tile]) < 45, (str(tile), wanted[tile], got[tile])  # five standard errors


def _unknown_places(start: RoundState, moves: list[Move]) -> list[int]:
    """Places from which seat 0 has got no tile."""
    size = start.ruleset.hand_size
    own, match = set(range(size)), start
    for move in moves:
        turn = match.turn or 0
        if isinstance(move, Draw) and turn == 0:
            own.add(2 * size + match.drawn)
        match = apply_move(match, move).state
    return [place for place in range(28) if place not in own]


def _hand(start: MatchState, moves: list[Move], tiles: list[Tile]) -> tuple[Tile, ...]:
    """What the other holds in the end."""
    told = told_anew(round_of(start), moves, tiles)
    assert told is not None
    again = start_round(new_match(start.ruleset), tiles, round_of(start).leader, round_of(start).leader_by).match
    return round_of(seen_match(again, told)).hand(1)
