"""The strong robots: every play is tried upon the same deals, and what falls behind for certain is tried no further."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from games.robots.appraisal import Table, mean_and_error, options_of
from games.robots.engine.belief import belief_of
from games.robots.engine.exact import solve
from games.robots.engine.sampling import worlds
from games.robots.simple import plays

if TYPE_CHECKING:
    from games.robots.engine.playing import Option
    from games.rules.moves import Play
    from games.rules.sight import Sight

#: Strength is counted in playouts: more than so many for one choice gain little (docs/decisions/0200-the-engine.md).
PLAYOUTS = 1300
#: Whatever the machine does, nobody waits longer; where it is quick enough, the same seed gives the same play.
SECONDS = 0.3
#: Playouts of each play between two looks at who has fallen behind, and by how many errors that must be.
BATCH = 24
BEHIND = 3.0


def best_play(
    sight: Sight, random: Random, *, playouts: int = PLAYOUTS, seconds: float = SECONDS, aware: bool = True
) -> Play:
    """The play that comes out best: by points of the round, near the target by the chance of winning the match.

    Not `aware`: by points of the round whatever the score is, to measure what awareness is worth.
    """
    moves = plays(sight)
    found = options_of(sight.ruleset, sight.layout, moves)
    options = list(dict.fromkeys(found.values()))
    best = (
        options[0] if len(options) == 1 else _raced(sight, options, random, playouts, perf_counter() + seconds, aware)
    )
    return next(play for play in moves if found[play] == best)


def _raced(sight: Sight, options: list[Option], random: Random, playouts: int, until: float, aware: bool) -> Option:
    belief = belief_of(sight)
    table = Table(sight.ruleset, sight.scores, belief.seat, belief.laid)
    measure = 1 if table.near and aware else 0
    if table.is_open(belief.drawable):
        solved = solve(table.course, worlds(belief, 1, random)[0], belief.seat, options)
        if solved is not None:
            return options[max(range(len(options)), key=lambda number: (solved[number][measure], solved[number][0]))]
    rows: dict[Option, list[float]] = {option: [] for option in options}
    while playouts > 0 and len(rows) > 1 and perf_counter() < until:
        drawn = worlds(belief, BATCH, random)
        for option, row in rows.items():
            row += [value[measure] for value in table.row(option, drawn, random)]
        playouts -= BATCH * len(rows)
        rows = _left_in(rows)
    return max(rows, key=lambda option: sum(rows[option]))


def _left_in(rows: dict[Option, list[float]]) -> dict[Option, list[float]]:
    """Those that may still be the best."""
    best = max(rows.values(), key=sum)
    kept = {}
    for option, row in rows.items():
        mean, error = mean_and_error([most - own for own, most in zip(row, best, strict=True)])
        if row is best or mean <= BEHIND * error:
            kept[option] = row
    return kept
