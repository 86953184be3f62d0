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
    losses: dict[Option, list[float]] = {}
    while playouts > 0 and len(rows) > 1 and perf_counter() < until:
        drawn = worlds(belief, BATCH, random)
        for option, row in rows.items():
            row += table.row(option, drawn, random)
        playouts -= BATCH * len(rows)
        losses = _by_chance(rows) if table.near else _by_points(rows)
        rows = _left_in(rows, losses)
    return min(rows, key=lambda option: sum(losses[option])) if losses else next(iter(rows))


def _by_points(rows: Rows) -> dict[Option, list[float]]:
    """What each option loses against the best one, deal by deal, in points."""
    points = {option: [value[0] for value in row] for option, row in rows.items()}
    best = max(points.values(), key=sum)
    return {option: [most - own for own, most in zip(row, best, strict=True)] for option, row in points.items()}


def _by_chance(rows: Rows) -> dict[Option, list[float]]:
    """The same in chances of winning the match.

    In few deals a chance says less than points: won or lost is a coin. So a loss is taken as what the points lost
    are usually worth, and as much of what is beyond that as it can be told from luck (docs/decisions/0201); unless the
    best one wins in every deal.
    """
    best = max(rows.values(), key=lambda row: sum([chance for _, chance in row]))
    behind = {
        option: [(most[0] - own[0], most[1] - own[1]) for own, most in zip(row, best, strict=True)]
        for option, row in rows.items()
    }
    if all(chance == 1.0 for _, chance in best):
        return {option: [chance for _, chance in row] for option, row in behind.items()}
    worth = _slope(behind.values())
    losses = {}
    for option, row in behind.items():
        beyond = [chance - worth * points for points, chance in row]
        _, error = mean_and_error(beyond)
        told = BEYOND * BEYOND / (BEYOND * BEYOND + error * error)
        losses[option] = [worth * points + told * more for (points, _), more in zip(row, beyond, strict=True)]
    return losses


def _slope(rows: Iterable[list[tuple[float, float]]]) -> float:
    """What a point is worth in chances: from how both differ from deal to deal."""
    squares = products = 0.0
    for row in rows:
        points, chance = (sum(column) / len(row) for column in zip(*row, strict=True))
        squares += sum([(own - points) ** 2 for own, _ in row])
        products += sum([(own - points) * (odds - chance) for own, odds in row])
    return products / squares if squares else 0.0


def _left_in(rows: Rows, losses: dict[Option, list[float]]) -> Rows:
    """Those that may still be the best."""
    least = min([sum(loss) / len(loss) for loss in losses.values()])
    kept = {}
    for option, row in rows.items():
        mean, error = mean_and_error(losses[option])
        if mean - least <= BEHIND * error or mean == least:
            kept[option] = row
    return kept
