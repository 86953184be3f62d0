"""How long the review of a whole match takes, and how often it blames wrongly.

    python -m bench.reviews [MATCHES] [KIND …] [--alarms CHOICES]

Every choice is judged by 400 deals, by 1,600 where it seems to matter. `--alarms`: choices of Bone's matches, every
other one made by Ebony instead; what is blamed is judged again by 6,400 other deals, and was blamed wrongly if it loses
no more than two points (near the target: hundredths) by them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import chain, count, islice
from random import Random

from games.judging.verdicts import GOOD, SMALL, WORTH_A_LOOK, Measured, mean, measured, verdict
from games.robots import choose, levels
from games.robots.opinion import PIECE, merged, open_piece, piece
from games.rules import matches
from games.rules.matches import MatchState
from games.rules.moves import Draw, Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import preset
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES

DEALS, MORE, OPEN = 400, 1_600, 50
#: The deals by which blame is judged: others than those of the review, and many more.
TRUTH, ELSEWHERE = 6_400, 1_000
#: Of good plays so many hundredths were blamed by the best that is known (ANCHORS, section 3).
BAR = 0.7
#: One in so many choices is looked at: neighbours in a match are too much alike.
EVERY = 4


def choices(kind: str, seed: int) -> Iterator[tuple[MatchState, Sight, Play]]:
    """Every real choice of a match that two robots of a kind play: the position, the sight of the mover, his play."""
    random, match = Random(seed), matches.new_match(preset("pagat", 2))
    while not match.is_over:
        tiles = random.sample(TILES, len(TILES))
        step = matches.start_round(match, tiles, *matches.lead_for(match, tiles, random.randrange(2)))
        match, events = step.match, list(step.events)
        while match.round is not None and match.round.turn is not None:
            options = legal_moves(match.round)
            sight = sight_of(match, events, match.round.turn)
            move = options[0] if isinstance(options[0], Draw) else choose(kind, sight, random.getrandbits(32))
            if isinstance(move, Play) and len(options) > 1:
                yield match, sight, move
            match, told = matches.play(match, move)
            events += told


def judged(match: MatchState, sight: Sight, move: Play, seed: int) -> Measured:
    """As `games.services.reviews` does it, in one process."""
    known = looked_at(sight, move, DEALS, seed)
    if known.size > WORTH_A_LOOK:
        known = looked_at(sight, move, MORE, seed)
    assert match.round is not None
    open_piece(match.round, match.scores, OPEN, seed)
    return known


def looked_at(sight: Sight, move: Play, deals: int, seed: int) -> Measured:
    """What the play loses, by so many deals."""
    known = merged([piece(sight, PIECE, seed + number) for number in range(deals // PIECE)])
    return measured(known.of(move).lost, near=known.near)


def alarms(number: int) -> None:
    """How many plays are blamed, and how many of them wrongly."""
    levels.SECONDS, blamed, wrong = 60.0, 0, 0
    every = chain.from_iterable(choices("careful", seed) for seed in count())
    for seed, (match, sight, move) in enumerate(islice(every, 0, EVERY * number, EVERY)):
        if seed % 2:
            made = choose("ebony", sight, seed)
            assert isinstance(made, Play)
            move = made
        lots = seed * 2 * ELSEWHERE
        if verdict(judged(match, sight, move, lots)) != GOOD:
            blamed += 1
            wrong += looked_at(sight, move, TRUTH, lots + ELSEWHERE).size <= SMALL
    share = 100 * wrong / number
    print(f"of {number} plays {blamed} were blamed, {wrong} of them wrongly: {share:.1f} % (bar {BAR} %)")


def times(kinds: list[str], number: int) -> None:
    """What the review of whole matches takes, and what it finds."""
    for kind in kinds:
        for seed in range(number):
            start = time.perf_counter()
            found = [judged(*choice, seed) for choice in choices(kind, seed)]
            seconds = time.perf_counter() - start
            figures = mean(found)
            named = sum(verdict(loss) != GOOD for loss in found)
            print(
                f"{kind}: {seconds:.1f} s a match of {len(found)} choices, {1000 * seconds / len(found):.0f} ms each; "
                f"{figures.lost:.2f} ± {figures.error:.2f} points lost a choice, accuracy {figures.accuracy:.0f}, "
                f"{named} named"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", type=int, nargs="?", default=1)
    parser.add_argument("kinds", nargs="*", default=["scorer", "careful"])
    parser.add_argument("--alarms", type=int, default=0, metavar="CHOICES")
    options = parser.parse_args()
    if options.alarms:
        alarms(options.alarms)
    else:
        times(options.kinds, options.matches)


if __name__ == "__main__":
    main()
