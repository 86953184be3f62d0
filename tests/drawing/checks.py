"""What must hold for every picture, checked by rectangles and circles of their own, not by the drawing's planes.

Lengths are sprite units: a tile is 20 x 40.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import NamedTuple

from games.drawing import Box, LaidTile, Picture, Pose
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.tiles import Tile

HIGH_HALF = {0: (0, -10), 90: (10, 0), 180: (0, 10), 270: (-10, 0)}


class R(NamedTuple):
    """Left, top, right, bottom."""

    x0: float
    y0: float
    x1: float
    y1: float


def around(x: float, y: float, w: float, h: float) -> R:
    return R(x - w / 2, y - h / 2, x + w / 2, y + h / 2)


def rect(pose: Pose | LaidTile) -> R:
    return around(pose.x, pose.y, *((20, 40) if pose.angle % 180 == 0 else (40, 20)))


def rects(picture: Picture) -> list[tuple[Tile, R]]:
    return [(laid.tile, rect(laid)) for laid in picture.tiles]


def halves(laid: LaidTile) -> list[tuple[int, R]]:
    """(number, square) of both halves, the high one first."""
    dx, dy = HIGH_HALF[laid.angle]
    return [
        (laid.tile.high, around(laid.x + dx, laid.y + dy, 20, 20)),
        (laid.tile.low, around(laid.x - dx, laid.y - dy, 20, 20)),
    ]


def gaps(a: R, b: R) -> tuple[float, float]:
    """How far apart two rectangles are, sideways and up and down; negative where they overlap."""
    return max(a.x0 - b.x1, b.x0 - a.x1), max(a.y0 - b.y1, b.y0 - a.y1)


def overlap(a: R, b: R) -> bool:
    return max(gaps(a, b)) < 0


def joined(a: R, b: R) -> bool:
    """Whether they share a piece of border, more than a corner."""
    dx, dy = gaps(a, b)
    return max(dx, dy) == 0 and min(dx, dy) < 0


def inside(part: R, whole: R) -> bool:
    slack = 0.02
    return (
        part.x0 >= whole.x0 - slack
        and part.y0 >= whole.y0 - slack
        and part.x1 <= whole.x1 + slack
        and part.y1 <= whole.y1 + slack
    )


def tiles_by_name(picture: Picture) -> dict[Tile, LaidTile]:
    return {laid.tile: laid for laid in picture.tiles}


def hosts(layout: Layout) -> dict[Tile, Tile]:
    return {play.tile: play.port.host for play in layout.placements if play.port}


# -- the invariants ----------------------------------------------------------------------------------------------------


def check_no_overlap(picture: Picture) -> None:
    for (a, one), (b, other) in combinations(rects(picture), 2):
        assert not overlap(one, other), f"{a} lies over {b}"


def check_strangers_keep_apart(picture: Picture, layout: Layout) -> None:
    """Tiles that are not joined do not touch; only a corner of the host's host may."""
    host = hosts(layout)
    for (a, one), (b, other) in combinations(rects(picture), 2):
        dx, dy = gaps(one, other)
        if max(dx, dy) >= 10 or host.get(a) is b or host.get(b) is a:
            continue
        kin = host.get(host.get(a, a)) is b or host.get(host.get(b, b)) is a
        assert kin, f"{a} touches {b}"
        assert min(dx, dy) >= 0, f"{a} touches {b} by more than a corner"


def contact_side(host: R, guest: R) -> str:
    if guest.x1 == host.x0:
        return "left"
    if guest.x0 == host.x1:
        return "right"
    return "up" if guest.y1 == host.y0 else "down"


def check_joins(picture: Picture, layout: Layout) -> None:
    """Joined tiles touch with equal numbers, at the side that the port names, doubles the way they lie."""
    tiles = tiles_by_name(picture)
    used: dict[tuple[Tile, str], str] = {}
    lying = {play.tile for play in layout.placements if play.lengthwise}
    for play in layout.placements:
        if play.port is None:
            continue
        guest, host, pip = tiles[play.tile], tiles[play.port.host], play.port.pip
        assert any(joined(mine, theirs) for m, mine in halves(guest) for t, theirs in halves(host) if m == t == pip), (
            f"{play} is not joined"
        )
        for number, square in halves(guest):
            if number != pip:
                assert not joined(square, rect(host)), f"{play}: the wrong half touches"
        side = contact_side(rect(host), rect(guest))
        assert used.setdefault((host.tile, side), play.port.name) == play.port.name, f"{play}: the side is taken"
        if host.tile.is_double:
            assert (side in long_sides(host)) == (play.port.name[0] == "L"), f"{play}: the wrong side"
        if guest.tile.is_double:
            way_in = contact_side(rect(guest), rect(host))
            assert (way_in in long_sides(guest)) == (guest.tile not in lying), f"{play} lies the wrong way"


def long_sides(laid: LaidTile) -> tuple[str, str]:
    return ("left", "right") if laid.angle % 180 == 0 else ("up", "down")


def numbers_left(layout: Layout) -> list[int]:
    laid = [play.tile for play in layout.placements]
    return [7 - sum(tile.has(pip) for tile in laid) for pip in range(7)]


def check_slots(picture: Picture, layout: Layout) -> None:
    """Every open port for which a tile is left has a place for each kind of tile; none lies over a tile."""
    left, laid, tiles = numbers_left(layout), {play.tile for play in layout.placements}, rects(picture)
    assert set(picture.slots) == {port for port in layout.open_ports if left[port.pip]}
    for port, slot in picture.slots.items():
        double_out = Tile(port.pip, port.pip) not in laid
        assert slot.plain is not None
        assert (slot.double is not None) == double_out
        assert (slot.lying is not None) == (double_out and layout.lengthwise_choice)
        assert slot.direction in ("left", "right", "up", "down")
        for pose in slot_poses(picture, port):
            assert not any(overlap(rect(pose), other) for _, other in tiles), f"{port} has a place over a tile"


def slot_poses(picture: Picture, port: object) -> list[Pose]:
    slot = picture.slots[port]  # type: ignore[index]
    return [pose for pose in (slot.plain, slot.double, slot.lying) if pose is not None]


def check_frame(picture: Picture, box: Box) -> None:
    """The view box holds everything and fits the box at the stated size."""
    x, y, w, h = picture.view_box
    view = R(x, y, x + w, y + h)
    for laid in picture.tiles:
        assert inside(rect(laid), view)
    for port in picture.slots:
        assert all(inside(rect(pose), view) for pose in slot_poses(picture, port))
    for coin in picture.coins:
        assert inside(around(coin.x, coin.y, 2 * coin.r, 2 * coin.r), view), f"the coin of {coin.end} is cut off"
    assert abs(20 * min(box.width / w, box.height / h) - picture.size) < 0.02


def distance(area: R, x: float, y: float) -> float:
    return hypot(max(area.x0 - x, x - area.x1, 0), max(area.y0 - y, y - area.y1, 0))


def points(line: tuple[float, float, float, float]) -> Iterator[tuple[float, float]]:
    x1, y1, x2, y2 = line
    n = max(int(hypot(x2 - x1, y2 - y1)), 1)
    for i in range(1, n + 1):
        yield x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n


def check_coins(picture: Picture, layout: Layout) -> None:
    """A coin for each end, which touches no tile, place, mark or other coin; its stem comes from its own tile."""
    assert [coin.end for coin in picture.coins] == list(layout.ends)
    tiles = tiles_by_name(picture)
    taken = [rect(laid) for laid in picture.tiles]
    taken += [rect(pose) for port in picture.slots for pose in slot_poses(picture, port)]
    taken += [mark_rect(mark.x, mark.y, mark.angle) for mark in picture.open_marks]
    for coin in picture.coins:
        own = rect(tiles[coin.end.tile])
        assert min(distance(area, coin.x, coin.y) for area in taken) > coin.r + 1, f"the coin of {coin.end} collides"
        assert distance(own, coin.stem.x1, coin.stem.y1) < 0.01
        assert abs(hypot(coin.stem.x2 - coin.x, coin.stem.y2 - coin.y) - coin.r) < 0.01
    for one, other in combinations(picture.coins, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.r + other.r + 1, "two coins collide"


def mark_rect(x: float, y: float, angle: int) -> R:
    dx, dy = {0: (0, 5), 90: (-5, 0), 180: (0, -5), 270: (5, 0)}[angle]
    return around(x + dx, y + dy, *((14, 4) if dy else (4, 14)))


def stems_clear(picture: Picture) -> bool:
    """Whether no stem runs under a tile other than its own, or through another coin."""
    for coin in picture.coins:
        others = [rect(laid) for laid in picture.tiles if laid.tile is not coin.end.tile]
        for x, y in points(coin.stem):
            if any(distance(area, x, y) == 0 for area in others):
                return False
            if any(hypot(x - c.x, y - c.y) < c.r for c in picture.coins if c is not coin):
                return False
    return True


def check_all(picture: Picture, layout: Layout, box: Box) -> None:
    """All that must hold for every picture whose tiles found places of their own."""
    check_always(picture, layout, box)
    check_strangers_keep_apart(picture, layout)
    check_joins(picture, layout)


def check_always(picture: Picture, layout: Layout, box: Box) -> None:
    """All that must hold even where a tile had to be laid apart."""
    assert [laid.tile for laid in picture.tiles] == [play.tile for play in layout.placements]
    assert [laid.tile for laid in picture.tiles if laid.is_last] == [play.tile for play in layout.placements[-1:]]
    check_no_overlap(picture)
    check_slots(picture, layout)
    check_frame(picture, box)
    check_coins(picture, layout)


def laid_where_promised(before: Picture, after: Picture, promised: Pose, play: Play) -> bool:
    """Whether the tile lies where its slot was, and all others where they were."""
    laid = tiles_by_name(after)[play.tile]
    return after.tiles[:-1] == tuple(
        LaidTile(t.tile, t.x, t.y, t.angle, t.is_spinner, False) for t in before.tiles
    ) and (laid.x, laid.y, laid.angle) == (promised.x, promised.y, promised.angle)
