"""How long the review of a whole match takes: every choice by 400 deals, 1,600 where it seems to matter."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

from games.judging.verdicts import GOOD, WORTH_A_LOOK, Measured, mean, measured, verdict
from games.robots import choose
from games.robots.opinion import PIECE, merged, open_piece, piece
from games.rules import matches
from games.rules.matches import MatchState
from games.rules.moves import Draw, Play
from games.rules.rounds import legal_moves
from games.rules.ruleset import preset
from games.rules.sight import Sight, sight_of
from games.rules.tiles import TILES

DEALS, MORE, OPEN = 400, 1_600, 50


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
    known = merged([piece(sight, PIECE, seed + number) for number in range(DEALS // PIECE)])
    if measured(known.of(move).lost, near=known.near).size > WORTH_A_LOOK:
        known = merged([piece(sight, PIECE, seed + number) for number in range(MORE // PIECE)])
    assert match.round is not None
    open_piece(match.round, match.scores, OPEN, seed)
    return measured(known.of(move).lost, near=known.near)


def main(matches_: int, kinds: list[str]) -> None:
    for kind in kinds:
        for seed in range(matches_):
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


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2:] or ["scorer", "careful"])
