"""The two robots that do not look ahead, and what all robots ask of a sight."""

from __future__ import annotations

from random import Random

from games.rules.layout import Layout
from games.rules.moves import Move, Play
from games.rules.scoring import points_for
from games.rules.sight import Sight


def plays(sight: Sight) -> tuple[Play, ...]:
    """The tiles that the seat may lay now, with their ports; empty when it can only draw or pass."""
    return tuple(move for move in sight.legal if isinstance(move, Play))


def forced(sight: Sight) -> Move:
    """The pass of who cannot play; ValueError when not even that is left: not on turn, or a tile must be drawn."""
    if not sight.legal:
        raise ValueError("this seat has no move to choose")
    return sight.legal[0]


def credit(sight: Sight, side: int, layout: Layout) -> int:
    """Points that the side would be credited for a placement that leaves this layout (RULES.md section 3: exact)."""
    ruleset = sight.ruleset
    points = points_for(layout.count, ruleset)
    score = sight.scores[side]
    passes_target = ruleset.target_rule == "exact" and score < ruleset.target < score + points
    return 0 if passes_target else points


def any_play(sight: Sight, random: Random) -> Play:
    """Any legal tile, each as likely as the other, then any of its ports."""
    tiles = sorted({play.tile for play in plays(sight)})
    tile = random.choice(tiles)
    return random.choice([play for play in plays(sight) if play.tile is tile])


def most_points(sight: Sight, random: Random) -> Play:
    """Most points now, then the heaviest tile; among equals any."""
    assert sight.seat is not None
    side = sight.ruleset.side_of(sight.seat)
    worth = {play: (credit(sight, side, sight.layout.with_tile(play)), play.tile.pips) for play in plays(sight)}
    best = max(worth.values())
    return random.choice([play for play, value in worth.items() if value == best])
