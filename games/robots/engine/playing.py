"""Rounds played out in the head, quickly: hands as bits, tables as states, one-ply players that sometimes err.

Figures for what the players weigh: docs/decisions/0200-the-engine.md.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from games.robots.engine.ending import Ending, ending_for
from games.robots.engine.outlook import Outlook, is_near, outlook_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.robots.engine.tables import State, Way
    from games.rules.ruleset import Ruleset

ALL = (1 << 28) - 1
#: How often a player in a playout lays any tile: playouts between players who never err see too few lines.
ERRS = 0.1
#: Worth of going out, of each tile left that fits, beside points; pips are in `Way.light`.
OUT = 10.0
#: What a score that loses the match costs, in points.
FATAL = 45


def bits_in(bits: int) -> list[int]:
    """The single bits of a set of tiles."""
    found = []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return found


class World(NamedTuple):
    """One deal that may be true: hands as bits, the tiles to draw as bits, the next one last."""

    hands: tuple[int, ...]
    boneyard: tuple[int, ...]


class Option(NamedTuple):
    """A tile and the state that it leaves; plays that lead to the same are one."""

    bit: int
    way: Way


class Course(NamedTuple):
    """What does not change while a round is played out in many ways.

    `limits`: raw points that each side still needs to win the match; `fear`: how much a point that the next player
    may make costs the one before.
    """

    ending: Ending
    next_seats: tuple[int, ...]
    side_of: tuple[int, ...]
    limits: tuple[float, ...]
    exact: bool
    fear: float
    outlook: Outlook
    leads: bool
    near: bool


def course_of(ruleset: Ruleset, scores: tuple[float, ...]) -> Course:
    """The course of a round that begins at these scores (in the match's own points)."""
    unit = 5 / ruleset.points_per_five
    limits = tuple([(ruleset.target - score) * unit for score in scores])
    fear = _FEAR[ruleset.players, ruleset.partners]
    exact, leads = ruleset.target_rule == "exact", ruleset.next_lead == "went_out"
    ending, outlook = ending_for(ruleset), outlook_for(ruleset)
    near = is_near(ruleset, scores)
    return Course(ending, ruleset.next_seats, ruleset.side_numbers, limits, exact, fear, outlook, leads, near)


# The next player's best reply counts against us, the ones after it less: together about so much of the first.
_FEAR = {(2, False): 1.0, (3, False): 0.65, (4, False): 0.47, (4, True): 0.8}


class Outcome(NamedTuple):
    """Raw points that each side made to the end of the round, and who has won the match by a play, if somebody."""

    gains: list[float]
    winner: int | None
    leader: int | None = None


def play_out(
    course: Course, world: World, laid: int, turn: int, bit: int, way: Way, random: Random, errs: float = ERRS
) -> Outcome:
    """The seat on turn lays this tile in this way; then all play on until the round is over.

    `laid` are the tiles on the table before; `errs` how often a player lays any tile.
    """
    if len(world.hands) == 2:
        return _play_out_two(course, world, laid, turn, bit, way, random.random, errs)
    hands, boneyard = list(world.hands), list(world.boneyard)
    pick = random.random
    next_seats, side_of, limits, exact, fear = course[1:6]
    gains = [0.0] * len(limits)
    passes = 0
    while True:
        hand = hands[turn] = hands[turn] & ~bit
        laid |= bit
        points, state = way[0], way[1]
        if points:
            side = side_of[turn]
            total = gains[side] + points
            if total <= limits[side] or not exact:
                gains[side] = total
                if total >= limits[side]:
                    return Outcome(gains, side)
        if not hand:
            return _settled(course, hands, turn, gains)
        passes = 0
        turn = next_seats[turn]
        fits = hands[turn] & state.match
        while not fits:
            if boneyard:
                bit = boneyard.pop()
                hands[turn] |= bit
                fits = bit & state.match
                continue
            passes += 1
            if passes == len(hands):
                return _settled(course, hands, None, gains)
            turn = next_seats[turn]
            fits = hands[turn] & state.match
        hand = hands[turn]
        if pick() < errs:
            bit, way = any_way(state, fits, pick)
        elif fits & (fits - 1) == 0 and len(state.ways_of(fits)) == 1:
            bit, way = fits, state.ways[fits][0]
        else:
            after = next_seats[turn]
            unseen, held = ALL & ~(laid | hand), hands[after].bit_count()
            if course.near:
                side, other = side_of[turn], side_of[after]
                need, theirs = limits[side] - gains[side], limits[other] - gains[other]
                bit, way = near_way(state, fits, hand, unseen, held, fear, need, theirs, exact)
            else:
                bit, way = best_way(state, fits, hand, unseen, held, fear)


def _play_out_two(
    course: Course, world: World, laid: int, seat: int, bit: int, way: Way, pick: Callable[[], float], errs: float
) -> Outcome:
    """As `play_out`, for two: the hand on turn and the other change places, without lists."""
    mine, theirs, boneyard = world.hands[seat] & ~bit, world.hands[1 - seat], list(world.boneyard)
    lying = ALL & ~(laid | mine | theirs | bit)  # in the boneyard, what is never drawn included
    limits, exact, fear = course.limits, course.exact, course.fear
    gains = [0.0, 0.0]
    turn = seat
    while True:
        points, state, _ = way
        if points:
            total = gains[turn] + points
            if total <= limits[turn] or not exact:
                gains[turn] = total
                if total >= limits[turn]:
                    return Outcome(gains, turn)
        if not mine:
            return _settled(course, [mine, theirs] if turn == 0 else [theirs, mine], turn, gains)
        match = state.match
        mine, theirs, turn = theirs, mine, 1 - turn
        fits = mine & match
        if not fits:
            while boneyard and not fits:
                fits = boneyard.pop()
                lying ^= fits
                mine |= fits
                fits &= match
            if not fits:
                mine, theirs, turn = theirs, mine, 1 - turn
                fits = mine & match
                if not fits:
                    return _settled(course, [mine, theirs] if turn == 0 else [theirs, mine], None, gains)
        if pick() < errs:
            if fits & (fits - 1):  # as any_way does, without a call
                for _ in range(int(pick() * fits.bit_count())):
                    fits &= fits - 1
                fits &= -fits
            try:
                ways = state.ways[fits]
            except KeyError:
                ways = state.ways_of(fits)
            way = ways[0] if len(ways) == 1 else ways[int(pick() * len(ways))]
            mine ^= fits
            continue
        if fits & (fits - 1) == 0 and len(state.ways_of(fits)) == 1:
            bit, way = fits, state.ways[fits][0]
        elif course.near:
            need, against = limits[turn] - gains[turn], limits[1 - turn] - gains[1 - turn]
            unseen, held = lying | theirs, theirs.bit_count()
            bit, way = near_way(state, fits, mine, unseen, held, fear, need, against, exact)
        else:
            bit, way = best_way(state, fits, mine, lying | theirs, theirs.bit_count(), fear)
        mine ^= bit


def any_way(state: State, fits: int, pick: Callable[[], float]) -> tuple[int, Way]:
    """Any tile that fits, in any way."""
    for _ in range(int(pick() * fits.bit_count())):
        fits &= fits - 1
    bit = fits & -fits
    ways = state.ways_of(bit)
    return bit, ways[int(pick() * len(ways))]


def best_way(state: State, fits: int, hand: int, unseen: int, held: int, fear: float) -> tuple[int, Way]:
    """The play that a one-ply player likes best: points, less the best reply to be expected, mobility, pips.

    `unseen`: the tiles that it does not see, of which the next player holds `held`.
    """
    best, chosen = -1e9, None
    kept = state.ways
    unknown = unseen.bit_count()
    while fits:
        bit = fits & -fits
        fits ^= bit
        rest = hand ^ bit
        for way in kept.get(bit) or state.ways_of(bit):
            points, after, light = way
            value = points + light
            if rest:
                value += (rest & after.match).bit_count()
                none_yet, left = fear, unknown
                for threat, tile in after._threats or after.threats:
                    if unseen & tile:
                        chance = none_yet * held / left if held < left else none_yet
                        value -= chance * threat
                        none_yet -= chance
                        if none_yet < 0.08:
                            break
                        left -= 1
            else:
                value += OUT
            if value > best:
                best, chosen = value, (bit, way)
    assert chosen is not None
    return chosen


def near_way(
    state: State, fits: int, hand: int, unseen: int, held: int, fear: float, need: float, theirs: float, exact: bool
) -> tuple[int, Way]:
    """As `best_way`, where the match may end: what wins it is laid at once, and what may lose it is feared most.

    `need`, `theirs`: raw points that this side, and that of the next player, need to win the match. The loop stands
    here a second time, for one with both in it would ask at every play of every playout whether the target is near.
    """
    best, chosen = -1e9, None
    kept = state.ways
    unknown = unseen.bit_count()
    while fits:
        bit = fits & -fits
        fits ^= bit
        rest = hand ^ bit
        for way in kept.get(bit) or state.ways_of(bit):
            points, after, light = way
            if points >= need:
                if points == need or not exact:
                    return bit, way
                points = 0
            value = points + light
            if rest:
                value += (rest & after.match).bit_count()
                none_yet, left = fear, unknown
                for threat, tile in after._threats or after.threats:
                    if unseen & tile:
                        chance = none_yet * held / left if held < left else none_yet
                        if threat >= theirs:
                            threat = FATAL if threat == theirs or not exact else 0
                        value -= chance * threat
                        none_yet -= chance
                        if none_yet < 0.08:
                            break
                        left -= 1
            else:
                value += OUT
            if value > best:
                best, chosen = value, (bit, way)
    assert chosen is not None
    return chosen


def _settled(course: Course, hands: list[int], out: int | None, gains: list[float]) -> Outcome:
    for side, more in enumerate(course.ending.settled(hands, out)):
        if more:
            total = gains[side] + more
            gains[side] = total if not course.exact or total <= course.limits[side] else gains[side]
    return Outcome(gains, None, course.side_of[out] if course.leads and out is not None else None)
