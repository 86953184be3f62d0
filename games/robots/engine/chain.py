"""A chain of deals, each from the last by swapping tiles: for two or three hidden hands, where counting is too dear.

What is moved about are the unseen tiles and, where a hand has several groups, the tiles that were played out of it:
from which group they came decides how many are left in each. A swap is made when both tiles may lie where the other
lay, so in the long run every deal that the belief allows is as likely as any other.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from games.robots.engine.playing import bits_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.robots.engine.belief import Belief

T = TypeVar("T")

BURN_IN = 300
BETWEEN = 40
NOWHERE = -1


class Chain:
    """The places where tiles lie, and the tiles: a permutation that is changed swap by swap.

    A place is a slot of a group of another hand, or one in the boneyard. `may[tile]` has the numbers of the kinds
    of places where the tile may lie.
    """

    def __init__(self, belief: Belief, random: Random) -> None:
        self.belief, self.random = belief, random
        self.kinds: list[tuple[int, int]] = []
        self.places: list[int] = []
        self.tiles: list[int] = []
        self.may: dict[int, set[int]] = {}
        self.played: set[int] = set()
        self._set_up()
        self._begin()
        self._go(BURN_IN)

    def draw_sampled(self, make: Callable[[tuple[int, ...], float], T]) -> Callable[[], T]:
        """A function that goes on in the chain and returns the hands there with their weight."""

        def draw() -> T:
            self._go(BETWEEN)
            return make(*self._hands())

        return draw

    def _set_up(self) -> None:
        """Every kind of place, the places of each, and where each tile may lie."""
        unseen = bits_in(self.belief.unseen)
        self.may = {bit: {0} for bit in unseen}
        self.kinds.append((NOWHERE, 0))
        in_hands = 0
        for hand, hidden in enumerate(self.belief.others):
            numbers = []
            for group, each in enumerate(hidden.groups):
                number = len(self.kinds)
                numbers.append(number)
                self.kinds.append((hand, group))
                self.places += [number] * each.slots
                for bit in unseen:
                    if not each.forbidden & bit:
                        self.may[bit].add(number)
            for leaving in hidden.left:
                self.may[leaving.bit] = {numbers[group] for group in leaving.groups}
                self.played.add(leaving.bit)
            in_hands += self.belief.tiles_left[hidden.seat]
        self.places += [0] * (len(unseen) - in_hands)
        self.tiles = [*self.may]

    def _begin(self) -> None:
        """A first deal: the tiles with the fewest places first, and who is in the way moves on (Kuhn's matching)."""
        holder: dict[int, int] = {}
        for index in sorted(
            range(len(self.tiles)), key=lambda each: (len(self.may[self.tiles[each]]), self.random.random())
        ):
            self._settle(index, holder, set())
        free = [place for place in range(len(self.places)) if place not in holder]
        lost = [index for index in range(len(self.tiles)) if index not in holder.values()]
        holder.update(zip(free, lost, strict=False))
        self.tiles = [self.tiles[holder[place]] for place in range(len(self.places))]

    def _settle(self, index: int, holder: dict[int, int], seen: set[int]) -> bool:
        may = self.may[self.tiles[index]]
        order = [place for place, kind in enumerate(self.places) if kind in may and place not in seen]
        self.random.shuffle(order)
        for place in order:
            if place not in holder:
                holder[place] = index
                return True
        for place in order:
            seen.add(place)
            if self._settle(holder[place], holder, seen):
                holder[place] = index
                return True
        return False

    def _go(self, swaps: int) -> None:
        pick, tiles, places, may = self.random.random, self.tiles, self.places, self.may
        count = len(tiles)
        if count < 2:
            return
        for _ in range(swaps):
            one, two = int(pick() * count), int(pick() * count)
            here, there = places[one], places[two]
            if here != there and there in may[tiles[one]] and here in may[tiles[two]]:
                tiles[one], tiles[two] = tiles[two], tiles[one]
        if count > 2:
            self._turn_three()

    def _turn_three(self) -> None:
        """Three tiles go round: there are deals that no swap of two leads out of."""
        tiles, places, may = self.tiles, self.places, self.may
        one, two, three = self.random.sample(range(len(tiles)), 3)
        if places[two] in may[tiles[one]] and places[three] in may[tiles[two]] and places[one] in may[tiles[three]]:
            tiles[two], tiles[three], tiles[one] = tiles[one], tiles[two], tiles[three]

    def _hands(self) -> tuple[tuple[int, ...], float]:
        hands, weight = [0] * len(self.belief.others), 1.0
        for kind, bit in zip(self.places, self.tiles, strict=True):
            hand, group = self.kinds[kind]
            if hand != NOWHERE and bit not in self.played:
                hands[hand] |= bit
                weight *= self.belief.others[hand].doubts[group].get(bit, 1.0)
        return tuple(hands), weight
