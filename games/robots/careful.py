"""What careful players weigh: what a play scores, less what the others may be expected to score upon it.

One ply ahead, from the sight alone. The tiles that the seat does not see are taken to lie anywhere among the
others' hands and the boneyard with equal chance. Figures to compare with: docs/decisions/0020-robots.md.
"""

from __future__ import annotations

from games.robots.simple import credit
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.sight import Sight
from games.rules.tiles import TILES, Tile

#: How much a reply counts by its distance in turns: the farther, the likelier that the table has changed by then.
REPLY = (1.0, 0.3, 0.1)
#: Worth of a pip laid down, in raw points: it will not be counted against us at the end of the round.
PIP = 0.1
#: Worth of each tile left in the hand that fits the new ends.
MOBILITY = 1.0
#: Worth of a play that wins the match at once: more than anything else.
VICTORY = 1000.0


def unseen_tiles(sight: Sight) -> tuple[Tile, ...]:
    """The tiles neither in the own hand nor on the table."""
    seen = {play.tile for play in sight.layout.placements} | set(sight.hand or ())
    return tuple(tile for tile in TILES if tile not in seen)


def worth_of(sight: Sight, play: Play, unseen: tuple[Tile, ...]) -> float:
    """What the play is worth to the seat's side, in raw points."""
    ruleset, seat = sight.ruleset, sight.seat
    assert seat is not None
    assert sight.hand is not None
    side = ruleset.side_of(seat)
    after = sight.layout.with_tile(play)
    points = credit(sight, side, after)
    if sight.scores[side] + points >= ruleset.target and points:
        return VICTORY + points
    unit = 5 / ruleset.points_per_five
    rest = [tile for tile in sight.hand if tile is not play.tile]
    if not rest:
        return points * unit
    own = PIP * play.tile.pips + MOBILITY * mobility(after, rest)
    return points * unit + own + unit * replies(sight, after, unseen)


def mobility(layout: Layout, tiles: list[Tile]) -> int:
    """How many of the tiles fit somewhere."""
    open_pips = {port.pip for port in layout.open_ports}
    return sum(tile.high in open_pips or tile.low in open_pips for tile in tiles)


def replies(sight: Sight, layout: Layout, unseen: tuple[Tile, ...]) -> float:
    """What the others may be expected to score upon this layout: a partner for us, an opponent against us.

    Against several sides a point for one of them costs us only its share.
    """
    ruleset = sight.ruleset
    share = -1 / (len(ruleset.sides) - 1)
    assert sight.seat is not None
    ours = ruleset.side_of(sight.seat)
    total, seat = 0.0, sight.seat
    found: dict[int, list[int]] = {}
    for weight in REPLY[: ruleset.players - 1]:
        seat = ruleset.next_seat(seat)
        side = ruleset.side_of(seat)
        if side not in found:
            found[side] = best_points(sight, side, layout, unseen)
        total += (1 if side == ours else share) * weight * expected_best(found[side], sight.tiles_left[seat])
    return total


def best_points(sight: Sight, side: int, layout: Layout, unseen: tuple[Tile, ...]) -> list[int]:
    """For each unseen tile the most that the side would be credited for it on this layout; highest first."""
    best = dict.fromkeys(unseen, 0)
    for play in every_play(layout, unseen):
        points = credit(sight, side, layout.with_tile(play))
        best[play.tile] = max(best[play.tile], points)
    return sorted(best.values(), reverse=True)


def every_play(layout: Layout, tiles: tuple[Tile, ...]) -> list[Play]:
    """All the ways in which any of the tiles could be joined."""
    ways = (False, True) if layout.lengthwise_choice else (False,)
    return [
        Play(tile, port, lengthwise)
        for port in layout.open_ports
        for tile in tiles
        if tile.has(port.pip)
        for lengthwise in (ways if tile.is_double else (False,))
    ]


def expected_best(points: list[int], held: int) -> float:
    """The mean of the best of `held` figures taken blindly out of `points`, which stand highest first.

    >>> expected_best([10, 0], 1), round(expected_best([10, 5, 0], 2), 3)
    (5.0, 8.333)
    """
    total, none_yet, left = 0.0, 1.0, len(points)
    for figure in points:
        if not figure or held > left:
            break
        chance = none_yet * held / left
        total += chance * figure
        none_yet -= chance
        left -= 1
    return total
