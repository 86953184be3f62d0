"""Rounds played out in the head, quickly: hands as bits, tables as states, one-ply players that sometimes err.

Figures for what the players weigh: docs/decisions/0200-the-engine.md.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from games.robots.engine.ending import settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.robots.engine.tables import State, Way
    from games.rules.ruleset import Ruleset

ALL = (1 << 28) - 1
#: How often a player in a playout lays any tile: playouts between players who never err see too few lines.
ERRS = 0.1
#: Worth of going out, of each tile left that fits, beside points; pips are in `Way.light`.
OUT = 10.0


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

    ruleset: Ruleset
    next_seats: tuple[int, ...]
    side_of: tuple[int, ...]
    limits: tuple[float, ...]
    exact: bool
    fear: float


def course_of(ruleset: Ruleset, scores: tuple[float, ...]) -> Course:
    """The course of a round that begins at these scores (in the match's own points)."""
    unit = 5 / ruleset.points_per_five
    limits = tuple([(ruleset.target - score) * unit for score in scores])
    fear = _FEAR[ruleset.players, ruleset.partners]
    exact = ruleset.target_rule == "exact"
    return Course(ruleset, ruleset.next_seats, ruleset.side_numbers, limits, exact, fear)


# The next player's best reply counts against us, the ones after it less: together about so much of the first.
_FEAR = {(2, False): 1.0, (3, False): 0.65, (4, False): 0.47, (4, True): 0.8}


class Outcome(NamedTuple):
    """Raw points that each side made to the end of the round, and who has won the match by a play, if somebody."""

    gains: list[float]
    winner: int | None


def play_out(course: Course, world: World, laid: int, turn: int, bit: int, way: Way, random: Random) -> Outcome:
    """The seat on turn lays this tile in this way; then all play on until the round is over.

    `laid` are the tiles on the table before.
    """
    hands, boneyard = list(world.hands), list(world.boneyard)
    pick = random.random
    next_seats, side_of, limits, exact, fear = course[1:]
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
        if pick() < ERRS:
            bit, way = any_way(state, fits, pick)
        elif fits & (fits - 1) == 0 and len(state.ways_of(fits)) == 1:
            bit, way = fits, state.ways[fits][0]
        else:
            held = hands[next_seats[turn]].bit_count()
            bit, way = best_way(state, fits, hand, ALL & ~(laid | hand), held, fear)


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


def _settled(course: Course, hands: list[int], out: int | None, gains: list[float]) -> Outcome:
    for side, more in enumerate(settled(course.ruleset, hands, out)):
        if more:
            total = gains[side] + more
            gains[side] = total if not course.exact or total <= course.limits[side] else gains[side]
    return Outcome(gains, None)
