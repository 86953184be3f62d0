"""From a board in cells and a layout of the rules to a picture: the only room that knows both."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.drawing.berths import SIDEWAYS, edges_of, exit_of
from games.drawing.board import Board
from games.drawing.coins import RADIUS, Disc, EndSpot, Ground, place_coins
from games.drawing.folding import fold
from games.drawing.picture import ANGLES, Coin, LaidTile, Link, Mark, Picture, Pose, Slot
from games.drawing.planes import cells, grown, halo
from games.drawing.shapes import UNIT, Line, Rect, rect_of, rect_of_frame
from games.drawing.sizes import Step, steps
from games.drawing.values import Berth, Box, Claim, Edge, Key, Style
from games.drawing.viewbox import limits, view_box
from games.rules.layout import End, Layout
from games.rules.ports import Port

MARK_DEPTH = (2.0, 8.0)
"""Where a mark begins and ends, from its edge outwards."""
READABLE = 176.0
"""Radius times pixels of the short side at which a coin's figure is 11 px high."""


@lru_cache(maxsize=256)
def paint(layout: Layout, style: Style, box: Box) -> Picture:
    """The picture of a layout in a box."""
    board = fold([str(play) for play in layout.placements], style, box)
    edges = {edge.key: edge for edge in _edges(board)}
    claimed = {port: board.claims[_key(port)] for port in layout.open_ports if _key(port) in board.claims}
    slots = {port: _slot(board, layout, port) for port in claimed}
    marks = tuple(_mark(port, edges[_key(port)]) for port in claimed if _counts_nothing(layout, port))
    links = _links(board, layout, edges)
    discs = _discs(board, layout, edges, marks, links)
    coins = [Rect(d.x, d.y, d.x, d.y).padded(d.r + 0.5) for d in discs]
    view, size = view_box(box, _shown(board, claimed.values()), coins)
    return Picture(
        tiles=_tiles(board, layout),
        slots=slots,
        coins=tuple(Coin(end, d.x, d.y, d.r, d.stem) for end, d in zip(layout.ends, discs, strict=True)),
        open_marks=marks,
        links=links,
        view_box=view,
        size=size,
        relaid=board.relaid,
    )


def _shown(board: Board, claims: Iterable[Claim]) -> Rect:
    """The rectangle around all tiles and the places that may be used now; the lead lies in its middle or nearby."""
    return rect_of_frame(grown((0, 0, 0, 0), *board.berths.values(), *(b for kept in claims for b in kept.berths)))


def _key(port: Port) -> Key:
    return str(port.host), port.name


def _edges(board: Board) -> list[Edge]:
    """The edges of all laid tiles, in the order in which the tiles were laid."""
    found: list[Edge] = []
    for laying in board.layings:
        tile = laying.tile
        found += edges_of(tile, board.berths[tile], board.joined[tile], laying.lengthwise, True, not laying.host)
    return found


# -- tiles and slots ---------------------------------------------------------------------------------------------------


def _tiles(board: Board, layout: Layout) -> tuple[LaidTile, ...]:
    found = []
    for play, laying in zip(layout.placements, board.layings, strict=True):
        berth = board.berths[laying.tile]
        if laying.double and not laying.lengthwise:
            angle = _standing(berth)
        else:
            ahead = 1 if board.joined[laying.tile] != laying.tile[0] or laying.double else -1
            angle = ANGLES[ahead * berth.dx, ahead * berth.dy]
        branches = play.tile.is_double and (board.style.spinner == "every" or play.tile is layout.spinner)
        last = play is layout.placements[-1]
        found.append(LaidTile(play.tile, berth.x * UNIT, berth.y * UNIT, angle, branches, last))
    return tuple(found)


def _standing(berth: Berth) -> int:
    return 0 if berth.h > berth.w else 90


def _pose(berth: Berth | None, crosswise: bool) -> Pose | None:
    if berth is None:
        return None
    angle = _standing(berth) if crosswise else ANGLES[berth.dx, berth.dy]
    return Pose(berth.x * UNIT, berth.y * UNIT, angle)


def _slot(board: Board, layout: Layout, port: Port) -> Slot:
    kept = board.claims[_key(port)]
    return Slot(
        _pose(kept.plain, False), _pose(kept.double, True), _pose(kept.lying, False), layout.place(port).direction
    )


def _links(board: Board, layout: Layout, edges: dict[Key, Edge]) -> tuple[Link, ...]:
    """Lines to what lies apart from its port."""
    found = []
    for play in layout.placements:
        if play.port is not None:
            line = _line_to(board, edges[_key(play.port)], board.berths[str(play.tile)])
            found += [Link(play.port, play.tile, line)] if line else []
    for port in layout.open_ports:
        kept = board.claims.get(_key(port))
        if kept is not None and kept.tight:
            lines = (_line_to(board, kept.edge, berth) for berth in kept.berths)
            found += [Link(port, None, line) for line in lines if line]
    return tuple(found)


def _line_to(board: Board, edge: Edge, berth: Berth) -> Line | None:
    if halo(berth) & cells(board.berths[edge.tile]):
        return None
    x, y, _, _ = exit_of(berth._replace(dx=-berth.dx, dy=-berth.dy))
    return Line(edge.x * UNIT, edge.y * UNIT, x * UNIT, y * UNIT)


# -- what is written beside the tiles ----------------------------------------------------------------------------------


def _counts_nothing(layout: Layout, port: Port) -> bool:
    """Whether a port may be joined though it gives nothing: a free cross side of a spinner."""
    return port.host.is_double and all(port.host is not end.tile for end in layout.ends)


def _mark(port: Port, edge: Edge) -> Mark:
    angle = (ANGLES[edge.dx, edge.dy] + 180) % 360
    return Mark(port, edge.x * UNIT, edge.y * UNIT, angle)


def _mark_rect(mark: Mark) -> Rect:
    near, far = MARK_DEPTH
    dx, dy = {180: (0, -1), 270: (1, 0), 0: (0, 1), 90: (-1, 0)}[mark.angle]
    middle = (near + far) / 2
    w, h = ((far - near) / 2, 8.0) if dx else (8.0, (far - near) / 2)
    x, y = mark.x + dx * middle, mark.y + dy * middle
    return Rect(x - w, y - h, x + w, y + h)


def _discs(
    board: Board, layout: Layout, edges: dict[Key, Edge], marks: tuple[Mark, ...], links: tuple[Link, ...]
) -> list[Disc]:
    frame = rect_of_frame(board.frame)
    obstacles = [rect_of(berth) for berth in board.berths.values()]
    for port in layout.open_ports:
        kept = board.claims.get(_key(port))
        obstacles += [rect_of(berth) for berth in kept.berths] if kept else []
    obstacles += [_mark_rect(mark) for mark in marks]
    ground = Ground(tuple(obstacles), frame, *limits(board.box, frame), tuple(link.line for link in links))
    size: Step = steps(board.box)[board.step]
    radius = min(max(RADIUS, READABLE / size.size), 9.0)
    return place_coins([_end_spot(board, edges, end) for end in layout.ends], ground, radius)


def _end_spot(board: Board, edges: dict[Key, Edge], end: End) -> EndSpot:
    """The end's tile, and the middles of the two borders beside the free half (beside the whole of a double)."""
    berth = board.berths[str(end.tile)]
    if end.port is None or end.double:
        dx, dy, x, y = berth.dx, berth.dy, berth.x * UNIT, berth.y * UNIT
        depth = 2 * UNIT
    else:
        edge = edges[_key(end.port)]
        dx, dy, depth = edge.dx, edge.dy, UNIT if not edge.wide else 2 * UNIT
        x, y = (edge.x - dx) * UNIT, (edge.y - dy) * UNIT
    sx, sy = SIDEWAYS[dx, dy]
    return EndSpot(rect_of(berth), ((x + depth * sx, y + depth * sy), (x - depth * sx, y - depth * sy)), dx, dy)
