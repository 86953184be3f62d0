"""Measure the chances in `games/robots/engine/prospects.py`: rounds of quick players, put together to matches.

    python -m bench.outlook [ROUNDS] > build/prospects.py     (which then takes the other's place)

Rounds are played by the players of the playouts, with every score in its order. From each pair of needs each round is
gone through: who is there first has won; else it ends at two smaller needs, whose chances are looked up in the same
table, until it stands still.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from typing import NamedTuple

from games.robots.engine.outlook import Outlook
from games.robots.engine.playing import ALL, ERRS, any_way, best_way, course_of
from games.robots.engine.prospects import NEEDS
from games.robots.engine.tables import table_for
from games.rules.ruleset import Ruleset, preset
from games.rules.tiles import TILES

#: So often the table is put into itself; it stands still before that.
SWEEPS = 12
BITS = [tile.bit for tile in TILES]
MEASURED: dict[str, Ruleset] = {
    "nine": preset("pagat", 2),
    "seven": preset("playelephant", 2),
    "five": preset("five_up", 2),
    "exact": replace(preset("pagat", 2), name="custom", target_rule="exact"),
    "nine own hand": preset("thoughtco", 2),
    "seven own hand": preset("muggins", 2),
    "three": preset("pagat", 3),
    "three own hand": preset("muggins", 3),
    "partners": preset("pagat", 4),
    "partners seven": preset("latino", 4),
    "partners own hand": preset("thoughtco", 4),
}

Scores = list[tuple[int, float]]
#: How a round leaves two sides: what they need, and whether the one that led leads again (None: not known).
Left = tuple[float, float, bool | None]


class Past(NamedTuple):
    """A round: the sides that scored, and what, in order; the settlement by sides; the side that went out."""

    scores: Scores
    settled: tuple[float, ...]
    out: int | None


def played(ruleset: Ruleset, random: Random) -> Past:
    """One round of quick players; side 0 leads."""
    course = course_of(ruleset, (-1e9,) * len(ruleset.sides))
    bits, size = random.sample(BITS, 28), ruleset.hand_size
    hands = [sum(bits[seat * size : (seat + 1) * size]) for seat in range(ruleset.players)]
    boneyard = bits[ruleset.players * size : 28 - ruleset.reserve]
    state, laid, turn, passes, scores = table_for(ruleset.layout_rules).empty, 0, 0, 0, Scores()
    while passes < ruleset.players:
        fits = hands[turn] & state.match
        while boneyard and not fits:
            hands[turn] |= boneyard[-1]
            fits = boneyard.pop() & state.match
        after, passes = course.next_seats[turn], 0 if fits else passes + 1
        if fits:
            if random.random() < ERRS:
                bit, way = any_way(state, fits, random.random)
            else:
                unseen = ALL & ~(laid | hands[turn])
                bit, way = best_way(state, fits, hands[turn], unseen, hands[after].bit_count(), course.fear)
            hands[turn], laid, state = hands[turn] & ~bit, laid | bit, way[1]
            scores += [(course.side_of[turn], way[0])] if way[0] else []
            if not hands[turn]:
                return Past(scores, course.ending.settled(hands, turn), course.side_of[turn])
        turn = after
    return Past(scores, course.ending.settled(hands, None), None)


def left(past: Past, needs: tuple[float, float], pair: tuple[int, int], *, exact: bool) -> Left | float:
    """How the round leaves two of the sides that begin it with these needs; 1 or 0: who has won the match."""
    rest = dict(zip(pair, needs, strict=True))
    for side, points in past.scores:
        if side in rest and not (exact and points > rest[side]):
            rest[side] -= points
            if rest[side] <= 0:
                return float(side == pair[0])
    for side in pair:
        rest[side] -= 0 if exact and past.settled[side] > rest[side] else past.settled[side]
    mine, theirs = rest.values()
    if min(mine, theirs) <= 0 and mine != theirs:
        return float(mine < theirs)
    return mine, theirs, past.out == pair[0] if past.out in pair else None


def prospects(ruleset: Ruleset, rounds: int) -> tuple[tuple[int, ...], ...]:
    """The table of one game."""
    random, exact = Random(ruleset.fingerprint), ruleset.target_rule == "exact"
    pasts = [played(ruleset, random) for _ in range(rounds)]
    pairs = [(0, other) for other in range(1, len(ruleset.sides))]
    ends = {
        needs: Counter(left(past, needs, pair, exact=exact) for past in pasts for pair in pairs)
        for needs in product(NEEDS, NEEDS)
    }
    rows = [[1000.0 * theirs**2 / (mine**2 + theirs**2) for theirs in NEEDS] for mine in NEEDS]
    for _ in range(SWEEPS):
        known = Outlook(rows)
        rows = [[1000 * _mean(known, ends[mine, theirs]) for theirs in NEEDS] for mine in NEEDS]
    return tuple(tuple(map(round, row)) for row in rows)


def _mean(known: Outlook, ends: Counter[Left | float]) -> float:
    total = 0.0
    for end, count in ends.items():
        total += count * (end if isinstance(end, float) else _from(known, end))
    return total / ends.total()


def _from(known: Outlook, end: Left) -> float:
    mine, theirs, leads = end
    if mine <= 0:
        return 0.5
    return known.before(mine, theirs, leads)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    print('"""Chances of being at the target first, as `bench/outlook.py` measured and wrote them: see there."""\n')
    print(f"NEEDS = {NEEDS}\n")
    print(
        "#: By game: the chance in thousandths of who leads the next round, by what he needs and what the other needs."
    )
    print("PROSPECTS: dict[str, tuple[tuple[int, ...], ...]] = {")
    for kind, ruleset in MEASURED.items():
        print(f'    "{kind}": (')
        for row in prospects(ruleset, rounds):
            print(f"        {row},")
        print("    ),", flush=True)
    print("}")


if __name__ == "__main__":
    main()
