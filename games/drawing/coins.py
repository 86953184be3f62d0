"""Where the circled numbers stand that say what each counting end gives.

A coin stands beside its end, never on the line of play, and touches no tile, no place where a tile may be laid, no
mark and no other coin. Places around the end are tried from the most natural to the farthest, then smaller coins; as a
last resort the coin stands on the nearest free ground and its stem may run under other tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.drawing.shapes import Line, Rect

RADIUS = 7.3
"""Of a coin whose figure is of the usual size."""
SMALL_RADII = (6.4, 5.6, 4.9)
STEM = 11.0
"""From the tile's edge to the middle of a coin, where there is room."""
GAP_TO_OWN, GAP_TO_TILE, GAP_TO_COIN, GAP_TO_STEM = 1.9, 1.2, 1.6, 0.9
REACH = 44.0
GRID = 2.0
AROUND = 0.8  # what a unit of distance from the natural place along the tile costs; a unit of stem costs 1
AHEAD = 14.0  # what it costs to stand before the end, where the line would go on
GROWTH = 0.35  # what a unit costs by which the picture grows
SMALLER = 16.0  # what each smaller radius costs


class EndSpot(NamedTuple):
    """A counting end on the table: its tile, the natural places of a coin, and the direction in which the line goes."""

    tile: Rect
    roots: tuple[tuple[float, float], ...]
    """Points on the tile's border beside the end, of which the nearest counts."""
    dx: int
    dy: int


class Disc(NamedTuple):
    """A coin's place; the stem runs from the tile's border to the circle."""

    x: float
    y: float
    r: float
    stem: Line


class Ground(NamedTuple):
    """What coins must keep clear of, and how far they may reach."""

    obstacles: tuple[Rect, ...]
    """Tiles first, then places of next tiles and marks."""
    frame: Rect
    limit_width: float
    limit_height: float
    lines: tuple[Line, ...] = ()
    """Lines to tiles that lie apart from their ports."""


class _Place(NamedTuple):
    """A place for a coin of the usual radius: its price, the foot of its stem, the stem's direction and length."""

    price: float
    x: float
    y: float
    ux: float
    uy: float
    length: float


@lru_cache(maxsize=64)
def _places(
    width: float, height: float, roots: tuple[tuple[float, float], ...], dx: int, dy: int
) -> tuple[_Place, ...]:
    """Candidate places around a tile whose middle is (0, 0), cheapest first; `roots` as in EndSpot."""
    tile = Rect(-width / 2, -height / 2, width / 2, height / 2)
    found = []
    for x, y in _grid(tile, roots):
        stem = tile.distance(x, y)
        if not RADIUS + GAP_TO_OWN <= stem <= REACH:
            continue
        fx, fy = tile.nearest(x, y)
        away = min(abs(fx - rx) + abs(fy - ry) for rx, ry in roots)
        ahead = tile.right < x * dx + y * dy if dx else tile.bottom < x * dx + y * dy
        beside = abs(y) < 12 if dx else abs(x) < 12
        price = abs(stem - STEM) + AROUND * away + AHEAD * (ahead and beside)
        found.append(_Place(price, fx, fy, (x - fx) / stem, (y - fy) / stem, stem - RADIUS))
    return tuple(sorted(found))


def _grid(tile: Rect, roots: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    """A grid around the tile, and the natural places themselves."""
    for rx, ry in roots:
        ox = (abs(rx) == tile.right) * (1 if rx > 0 else -1)
        oy = (abs(ry) == tile.bottom) * (1 if ry > 0 else -1)
        for stem in (STEM, RADIUS + GAP_TO_OWN + 0.01):
            yield rx + ox * stem, ry + oy * stem
    columns, rows = int((tile.right + REACH) // GRID), int((tile.bottom + REACH) // GRID)
    for i in range(-columns, columns + 1):
        for j in range(-rows, rows + 1):
            yield i * GRID, j * GRID


def _disc(foot_x: float, foot_y: float, ux: float, uy: float, length: float, r: float) -> Disc:
    stem = Line(foot_x, foot_y, foot_x + ux * length, foot_y + uy * length)
    return Disc(foot_x + ux * (length + r), foot_y + uy * (length + r), r, stem)


def _clear(disc: Disc, spot: EndSpot, obstacles: Sequence[Rect], lines: Sequence[Line], others: Sequence[Disc]) -> bool:
    """Whether circle and stem keep off everything."""
    x, y, r, stem = disc
    wide = (r + GAP_TO_TILE) ** 2
    for left, top, right, bottom in obstacles:
        dx = left - x if x < left else x - right if x > right else 0.0
        dy = top - y if y < top else y - bottom if y > bottom else 0.0
        if dx * dx + dy * dy < wide:
            return False
    if any(line.distance(x, y) < r + GAP_TO_STEM for line in lines):
        return False
    if any(stem.crosses(rect) for rect in obstacles if rect != spot.tile):
        return False
    return _clear_of_coins(disc, others)


def _clear_of_coins(disc: Disc, others: Sequence[Disc]) -> bool:
    x, y, r, stem = disc
    for other in others:
        if ((x - other.x) ** 2 + (y - other.y) ** 2) ** 0.5 < r + other.r + GAP_TO_COIN:
            return False
        if stem.distance(other.x, other.y) < other.r + GAP_TO_STEM or other.stem.distance(x, y) < r + GAP_TO_STEM:
            return False
        if stem.meets(other.stem):
            return False
    return True


def _around(disc: Disc) -> Rect:
    return Rect(disc.x, disc.y, disc.x, disc.y).padded(disc.r + 0.5)


class _Growth:
    """What it costs that a coin makes the picture larger; None where the picture may not become so large."""

    def __init__(self, ground: Ground) -> None:
        self.frame, self.width, self.height = ground.frame, ground.limit_width, ground.limit_height

    def price(self, disc: Disc) -> float | None:
        left, top, right, bottom = self.frame
        r = disc.r + 0.5
        out = max(left - disc.x + r, 0.0) + max(disc.x + r - right, 0.0)
        down = max(top - disc.y + r, 0.0) + max(disc.y + r - bottom, 0.0)
        if right - left + out > self.width or bottom - top + down > self.height:
            return None
        return GROWTH * (out + down)

    def take(self, disc: Disc) -> None:
        self.frame = self.frame.joined(_around(disc))


def _best(
    spot: EndSpot, ground: Ground, growth: _Growth, others: Sequence[Disc], radii: Sequence[float]
) -> tuple[float, Disc] | None:
    """The cheapest clear place around an end, and its price."""
    reach = spot.tile.padded(REACH + RADIUS)
    close = [
        o
        for o in ground.obstacles
        if o.left < reach.right and o.right > reach.left and o.top < reach.bottom and o.bottom > reach.top
    ]
    cx, cy = (spot.tile.left + spot.tile.right) / 2, (spot.tile.top + spot.tile.bottom) / 2
    roots = tuple((x - cx, y - cy) for x, y in spot.roots)
    lowest, found = float("inf"), None
    for size, r in enumerate(radii):
        for base, x, y, ux, uy, length in _places(spot.tile.width, spot.tile.height, roots, spot.dx, spot.dy):
            if base + SMALLER * size >= lowest:
                break
            disc = _disc(cx + x, cy + y, ux, uy, length, r)
            more = growth.price(disc)
            price = base + SMALLER * size + (more or 0.0)
            if more is not None and price < lowest and _clear(disc, spot, close, ground.lines, others):
                lowest, found = price, disc
    return (lowest, found) if found else None


def _anywhere(spot: EndSpot, ground: Ground, others: Sequence[Disc], r: float) -> Disc:
    """The free ground nearest to an end; the stem may run under tiles, the picture may grow."""
    cx, cy = spot.roots[0]
    for ring in range(1, 400):
        around = [(i, j) for i in range(-ring, ring + 1) for j in (-ring, ring)]
        around += [(i, j) for j in range(1 - ring, ring) for i in (-ring, ring)]
        for i, j in sorted(around, key=lambda at: (abs(at[0]) + abs(at[1]), at)):
            x, y = cx + i * GRID * 2, cy + j * GRID * 2
            if all(o.distance(x, y) >= r + GAP_TO_TILE for o in ground.obstacles):
                fx, fy = spot.tile.nearest(x, y)
                away = spot.tile.distance(x, y)
                disc = _disc(fx, fy, (x - fx) / away, (y - fy) / away, away - r, r)
                if _clear_of_coins(disc, others):
                    return disc
    raise AssertionError("the plane is endless")


def place_coins(spots: Sequence[EndSpot], ground: Ground, radius: float) -> list[Disc]:
    """A place for every end, in the same order. `radius` is the wanted one, at least RADIUS."""
    best: list[Disc] = []
    lowest = float("inf")
    orders = [list(range(len(spots)))]
    tried = 0
    while orders and tried < 4:
        order = orders.pop()
        tried += 1
        total, discs, worst = _in_order(spots, ground, radius, order)
        if total < lowest:
            lowest, best = total, discs
        if worst is not None and order[0] != worst:  # somebody was squeezed: let him choose first
            orders.append([worst, *(i for i in order if i != worst)])
    return best


def _in_order(
    spots: Sequence[EndSpot], ground: Ground, radius: float, order: Sequence[int]
) -> tuple[float, list[Disc], int | None]:
    """The sum of the prices, the discs, and who had to take a small coin, if anybody."""
    growth, total, worst = _Growth(ground), 0.0, None
    placed: dict[int, Disc] = {}
    radii = (*((radius,) if radius > RADIUS else ()), RADIUS, *SMALL_RADII)
    for i in order:
        others = list(placed.values())
        found = _best(spots[i], ground, growth, others, radii)
        price, disc = found or (500.0, _anywhere(spots[i], ground, others, RADIUS))
        if disc.r < RADIUS and worst is None:
            worst = i
        growth.take(disc)
        placed[i] = disc
        total += price
    return total, [placed[i] for i in range(len(spots))], worst
