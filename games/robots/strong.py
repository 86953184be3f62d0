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
    from collections.abc import Iterable

    from games.robots.engine.belief import Belief
    from games.robots.engine.playing import Option
    from games.rules.moves import Play
    from games.rules.sight import Sight

    #: Of each option points and chance, deal by deal.
    Rows = dict[Option, list[tuple[float, float]]]

#: Strength is counted in playouts: more than so many for one choice gain little (docs/decisions/0200-the-engine.md).
PLAYOUTS = 1300
#: Whatever the machine does, nobody waits longer; where it is quick enough, the same seed gives the same play.
SECONDS = 0.3
#: Playouts of each play between two looks at who has fallen behind, and by how many errors that must be.
BATCH = 24
BEHIND = 3.0
#: How far chances usually are from what the points are worth.
BEYOND = 0.03
#: Scores that say nothing of the end of a match.
FAR_AWAY = -1_000_000_000


def best_play(
    sight: Sight, random: Random, *, playouts: int = PLAYOUTS, seconds: float = SECONDS, aware: bool = True
) -> Play:
    """The play that comes out best: by points of the round, near the target by the chance of winning the match.

    Not `aware`: as if the target were far away, to measure what awareness is worth.
    """
    moves = plays(sight)
    found = options_of(sight.ruleset, sight.layout, moves)
    options = list(dict.fromkeys(found.values()))
    if len(options) == 1:
        return moves[0]
    belief = belief_of(sight)
    scores = sight.scores if aware else (FAR_AWAY,) * len(sight.scores)
    table = Table(sight.ruleset, scores, belief.seat, belief.laid)
    best = _solved(table, belief, options, random)
    if best is None:
        best = _raced(table, belief, options, random, playouts, perf_counter() + seconds)
    return next(play for play in moves if found[play] == best)


def _solved(table: Table, belief: Belief, options: list[Option], random: Random) -> Option | None:
    """The best one where two players know all tiles, and it is not too much to look through."""
    if not table.is_open(belief.drawable):
        return None
    solved = solve(table.course, worlds(belief, 1, random)[0], belief.seat, options)
    if solved is None:
        return None
    measure = 1 if table.near else 0
    return options[max(range(len(options)), key=lambda number: (solved[number][measure], solved[number][0]))]


def _raced(table: Table, belief: Belief, options: list[Option], random: Random, playouts: int, until: float) -> Option:
    """The best one by playouts; what falls behind for certain gets no more of them."""
    rows: Rows = {option: [] for option in options}
    measure = 1 if table.near else 0
    while playouts > 0 and len(rows) > 1 and perf_counter() < until:
        drawn = worlds(belief, BATCH, random)
        for option, row in rows.items():
            row += table.row(option, drawn, random)
        playouts -= BATCH * len(rows)
        rows = _left_in(rows, measure)
    if table.near:
        rows = _weighed(rows)
    return max(rows, key=lambda option: sum([value[measure] for value in rows[option]]))


def _left_in(rows: Rows, measure: int) -> Rows:
    """Those that may still be the best."""
    values = {option: [value[measure] for value in row] for option, row in rows.items()}
    best = max(values.values(), key=sum)
    kept = {}
    for option, own in values.items():
        mean, error = mean_and_error([most - each for each, most in zip(own, best, strict=True)])
        if own is best or mean <= BEHIND * error:
            kept[option] = rows[option]
    return kept


def _weighed(rows: Rows) -> Rows:
    """The same with chances against those of the best one in which luck counts less.

    In few deals a chance says less than points: won or lost is a coin. So it is taken as what the points are usually
    worth, and as much of what is beyond that as can be told from luck (docs/decisions/0201); unless the best one wins
    in every deal.
    """
    best = max(rows.values(), key=lambda row: sum([chance for _, chance in row]))
    if all(chance == 1.0 for _, chance in best):
        return rows
    ahead = {
        option: [(own[0] - most[0], own[1] - most[1]) for own, most in zip(row, best, strict=True)]
        for option, row in rows.items()
    }
    worth = _slope(ahead.values())
    weighed = {}
    for option, row in ahead.items():
        beyond = [chance - worth * points for points, chance in row]
        _, error = mean_and_error(beyond)
        told = BEYOND * BEYOND / (BEYOND * BEYOND + error * error)
        weighed[option] = [
            (points, worth * points + told * more) for (points, _), more in zip(row, beyond, strict=True)
        ]
    return weighed


def _slope(rows: Iterable[list[tuple[float, float]]]) -> float:
    """What a point is worth in chances: from how both differ from deal to deal."""
    squares = products = 0.0
    for row in rows:
        points, chance = (sum(column) / len(row) for column in zip(*row, strict=True))
        squares += sum([(own - points) ** 2 for own, _ in row])
        products += sum([(own - points) * (odds - chance) for own, odds in row])
    return products / squares if squares else 0.0
