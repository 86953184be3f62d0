"""Deals that a seat cannot tell from the true one, drawn the honest slow way: at random, and thrown away if refused.

python -m tests.robots.rejection [samples]     compares the engine's sampler with it on hard histories
"""

from __future__ import annotations

import sys
from random import Random

from games.robots.engine.belief import Belief, belief_of
from games.robots.engine.sampling import worlds
from games.rules.events import Drew, Played
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import Tile
from tests.robots.play import deal, next_move, robot, sight
from tests.rules.hidden import Told, go_on, hidden_places, retold

HARD = [
    ("two", preset("pagat", 2)),
    ("two, seven tiles", preset("playelephant", 2)),
    ("three", preset("pagat", 3)),
    ("partners", preset("pagat", 4)),
    ("partners, nothing to draw", preset("latino", 4)),
    ("two, five up", preset("five_up", 2)),
    ("two, highest double leads, reserve", change(preset("pagat", 2), first_lead="highest_double", reserve=2)),
]


#: With fewer deals nothing can be compared.
FEW = 50


def hard_history(ruleset: Ruleset, seed: int, surprises: int) -> Told | None:
    """The first position of a round, with a choice, before which the others drew and passed so often; None if none."""
    told = deal(ruleset, Random(seed))
    while told.round.end is None:
        if len(legal_moves(told.round)) > 1 and _surprises(told) >= surprises and _hidden_enough(told):
            return told
        told = go_on(told, next_move(told, dict.fromkeys(range(ruleset.players), robot("careful")), len(told.moves)))
    return None


def _surprises(told: Told) -> int:
    return sum(not isinstance(event, Played) and getattr(event, "seat", None) not in (None, told.round.turn)
               for event in told.events)  # fmt: skip


def _hidden_enough(told: Told) -> bool:
    turn = told.round.turn
    return all(left > 1 for seat, left in enumerate(told.round.tiles_left) if seat != turn)


def random_deals(told: Told, tries: int, random: Random) -> list[Told]:
    """Of so many deals, drawn with every tile at its player's place, those in which all happened as it did."""
    viewer = told.round.turn
    homes = _homes(told)
    hidden = hidden_places(told, viewer)
    found = []
    for _ in range(tries):
        tiles = _arranged(told, homes, hidden, random)
        other = retold(told, tiles)
        if other is not None:
            found.append(other)
    return found


def _homes(told: Told) -> dict[int, list[int]]:
    """For each seat the places of the deal whose tiles it got."""
    size = told.match.ruleset.hand_size
    homes = {seat: list(range(seat * size, seat * size + size)) for seat in range(told.match.ruleset.players)}
    first = told.match.ruleset.players * size
    for number, seat in enumerate(event.seat for event in told.events if isinstance(event, Drew)):
        homes[seat].append(first + number)
    return homes


def _arranged(told: Told, homes: dict[int, list[int]], hidden: list[int], random: Random) -> tuple[Tile, ...]:
    tiles = list(told.tiles)
    free = set(hidden)
    loose = [tiles[place] for place in hidden]
    for event in told.events:
        if isinstance(event, Played) and event.seat != told.round.turn:
            place = random.choice([place for place in homes[event.seat] if place in free])
            tiles[place] = event.play.tile
            free.discard(place)
            loose.remove(event.play.tile)
    random.shuffle(loose)
    for place, tile in zip(sorted(free), loose, strict=True):
        tiles[place] = tile
    return tuple(tiles)


def shares(belief: Belief, hands: list[tuple[int, ...]]) -> dict[tuple[int, int], float]:
    """For each other seat and each unseen tile, in which part of these deals it has the tile."""
    return {
        (hidden.seat, bit): sum(bool(each[hidden.seat] & bit) for each in hands) / len(hands)
        for hidden in belief.others
        for bit in (1 << index for index in range(28))
        if bit & belief.unseen
    }


def undoubting(told: Told) -> Belief:
    """The belief of the seat on turn by what cannot be otherwise alone, as rejection knows nothing of habits."""
    belief = belief_of(sight(told))
    for hidden in belief.others:
        hidden.doubts = [{} for _ in hidden.groups]
    return belief


def farthest(told: Told, tries: int, samples: int, random: Random) -> tuple[int, float, float]:
    """How many deals were not thrown away; the greatest difference of a share, and of a share in its own errors."""
    true = [other.round.hand_bits for other in random_deals(told, tries, random)]
    if len(true) < FEW:
        return len(true), 0.0, 0.0
    belief = undoubting(told)
    expected = shares(belief, true)
    got = shares(belief, [world.hands for world in worlds(belief, samples, random)])
    apart = errors = 0.0
    for key, share in expected.items():
        difference = abs(share - got[key])
        middle = (share + got[key]) / 2
        error = (middle * (1 - middle) * (1 / len(true) + 1 / samples)) ** 0.5
        apart = max(apart, difference)
        errors = max(errors, difference / error if error else (difference and 99.0))
    return len(true), apart, errors


def main() -> None:
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    for name, ruleset in HARD:
        random, compared = Random(5), 0
        for seed in range(400):
            told = hard_history(ruleset, seed, 3)
            if told is None or compared == 3:
                continue
            kept, apart, errors = farthest(told, samples, samples, random)
            if kept < FEW:
                continue
            compared += 1
            print(
                f"{name:36} seed {seed:3}: {kept:6} deals held, shares apart {apart:.3f} at most, {errors:.1f} errors"
            )


if __name__ == "__main__":
    main()
