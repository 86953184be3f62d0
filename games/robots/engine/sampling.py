"""Deals drawn at random from all that a belief allows: exactly for one other hand, by a chain of swaps for more.

One other hand: its slots are filled group by group, the oldest first; as the allowed sets are nested, each way of
filling is equally likely. From which groups the tiles came that were played since is drawn first, by the number of
deals behind each answer. Several hands: a chain that swaps two tiles at random wherever both may lie where the other
lay. What a tile's holder passed over is taken in by drawing more deals than are wanted, and choosing among them.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import perm, prod
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from games.robots.engine.chain import Chain
from games.robots.engine.playing import World, bits_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.robots.engine.belief import Belief, Hidden

#: So many deals are drawn for each that is wanted, where there are doubts.
SPARE = 3

Filled = tuple[tuple[int, ...], float]


class Sampled(NamedTuple):
    """The other hands as bits, by the order of `Belief.others`, and how well they fit what their holders did."""

    hands: tuple[int, ...]
    weight: float


def worlds(belief: Belief, count: int, random: Random) -> list[World]:
    """So many deals that may be true, drawn with replacement."""
    draw = _sampler(belief, random)
    if not any(any(doubts) for hidden in belief.others for doubts in hidden.doubts):
        return [_world(belief, draw().hands, random) for _ in range(count)]
    many = [draw() for _ in range(SPARE * count)]
    return [_world(belief, sampled.hands, random) for sampled in _chosen(many, count, random)]


def _chosen(many: list[Sampled], count: int, random: Random) -> list[Sampled]:
    """So many of them, each as often as its weight says: one lot, then even steps."""
    marks = list(accumulate(sampled.weight for sampled in many))
    step = marks[-1] / count
    at, index, chosen = random.random() * step, 0, []
    for _ in range(count):
        while marks[index] < at:
            index += 1
        chosen.append(many[index])
        at += step
    random.shuffle(chosen)
    return chosen


def _world(belief: Belief, hands: tuple[int, ...], random: Random) -> World:
    """The deal with these hands: what nobody holds lies in the boneyard in any order, the reserve undermost."""
    all_hands, rest = [0] * len(belief.tiles_left), belief.unseen
    all_hands[belief.seat] = belief.own
    for hidden, hand in zip(belief.others, hands, strict=True):
        all_hands[hidden.seat] = hand
        rest &= ~hand
    boneyard = bits_in(rest)
    random.shuffle(boneyard)
    return World(tuple(all_hands), tuple(boneyard[: belief.drawable]))


def _sampler(belief: Belief, random: Random) -> Callable[[], Sampled]:
    if len(belief.others) > 1:
        return Chain(belief, random).draw_sampled(Sampled)
    return _One(belief, random).draw


class _One:
    """Draws the hand of the one other seat."""

    def __init__(self, belief: Belief, random: Random) -> None:
        (self.hidden,) = belief.others
        self.unseen = belief.unseen
        self.random = random
        self.allowed = [bits_in(belief.unseen & ~group.forbidden) for group in self.hidden.groups]
        self.ways = list(_leavings(self.hidden, [len(each) for each in self.allowed]))
        self.marks = list(accumulate(weight for _, weight in self.ways))

    def draw(self) -> Sampled:
        """A hand, each that the belief allows as likely as the other."""
        kept = self.ways[0][0] if len(self.ways) == 1 else self._a_leaving()
        pick, hand, weight = self.random.random, 0, 1.0
        for number, slots in enumerate(kept):
            allowed, doubts = self.allowed[number], self.hidden.doubts[number]
            for _ in range(slots):
                bit = allowed[int(pick() * len(allowed))]
                while hand & bit:
                    bit = allowed[int(pick() * len(allowed))]
                hand |= bit
                if bit in doubts:
                    weight *= doubts[bit]
        return Sampled((hand,), weight)

    def _a_leaving(self) -> tuple[int, ...]:
        at = self.random.random() * self.marks[-1]
        return next(kept for (kept, _), mark in zip(self.ways, self.marks, strict=True) if mark >= at)


def _leavings(hidden: Hidden, allowed: list[int]) -> Iterator[tuple[tuple[int, ...], float]]:
    """How many slots of each group are still filled, and in how many deals that is so, for each answer there is."""
    slots = [group.slots for group in hidden.groups]
    answers: dict[tuple[int, ...], float] = {tuple([0] * len(slots)): 1.0}
    for leaving in hidden.left:
        further: dict[tuple[int, ...], float] = {}
        for gone, ways in answers.items():
            for number in leaving.groups:
                free = slots[number] - gone[number]
                if free > 0:
                    after = (*gone[:number], gone[number] + 1, *gone[number + 1 :])
                    further[after] = further.get(after, 0.0) + ways * free
        answers = further
    for gone, ways in answers.items():
        kept = tuple(slot - left for slot, left in zip(slots, gone, strict=True))
        fillings = _fillings(kept, tuple(allowed))
        if fillings:
            yield kept, ways * fillings


@cache
def _fillings(kept: tuple[int, ...], allowed: tuple[int, ...]) -> float:
    """In how many ways nested sets of so many tiles fill so many slots each, the smallest set first."""
    taken, found = 0, []
    for slots, tiles in zip(kept, allowed, strict=True):
        found.append(perm(max(0, tiles - taken), slots))
        taken += slots
    return float(prod(found))
