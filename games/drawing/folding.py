"""A board is a fold over the placements: one more move costs one lay, and the same moves always give the same board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.drawing.berths import lead_berth
from games.drawing.board import Board
from games.drawing.planes import halo
from games.drawing.planner import plan
from games.drawing.relay import Budget, Relay
from games.drawing.sizes import floor_step, steps
from games.drawing.values import Box, Laying, Style, read

NODES_A_DRAW = 1000
NODES_A_TRY = 200
"""Measured at 0.2 ms a node: a draw that lays everything anew in vain ends after a quarter of a second."""


def fold(moves: Sequence[str], style: Style, box: Box) -> Board:
    """The board after these placements (`55`, `50>55.L1`, `55*`), which the rules must have accepted."""
    return _fold(tuple(read(text) for text in moves), style, box)


@lru_cache(maxsize=512)
def _fold(layings: tuple[Laying, ...], style: Style, box: Box) -> Board:
    if not layings:
        return Board(box, style)
    return _settle(_laid(_fold(layings[:-1], style, box), layings[-1]))


def _laid(before: Board, laying: Laying) -> Board:
    """The board with one tile more, laid into the berth that was claimed for it; all earlier tiles stay."""
    board = before.copy()
    board.relaid = False
    berth = lead_berth(laying.tile, laying.lengthwise)
    if laying.host:
        claimed = getattr(board.claims.pop((laying.host, laying.port)), laying.kind)
        assert claimed is not None, f"nothing was claimed for {laying}"
        berth = claimed
    edges = board.put(laying, berth)
    board.drop_dead_claims()
    rim = halo(berth)
    edges += [board.claims.pop(key).edge for key, kept in list(board.claims.items()) if kept.cells & rim]
    board.measure()
    for edge in edges:
        if board.alive(edge) and edge.key not in board.claims:
            plan(board, edge)
    return board


def _settle(board: Board) -> Board:
    """The board itself, or one laid anew where a port has no place of its own or the tiles get too small."""
    tight = board.tight()
    if not (tight - board.known_tight or board.step > board.worst):
        return board
    other = _relay(board)
    settled = other or board
    settled.relaid = other is not None
    settled.worst, settled.known_tight = max(board.worst, settled.step), settled.tight()
    return settled


def _relay(board: Board) -> Board | None:
    """The same tiles laid anew, as large as the tries allow."""
    ladder, floor, stuck = steps(board.box), floor_step(board.box), bool(board.tight())
    last = min(floor + 6, len(ladder) - 1) if stuck else board.step - 1
    budget = Budget(NODES_A_DRAW)
    for k in range(floor, last + 1, 2 if stuck else 1):
        for whim in range(3):
            for share in (False, True) if stuck else (False,):
                part = budget.share(NODES_A_TRY)
                other = Relay(board, ladder[k].width, ladder[k].height, whim + k - floor, share, part).run()
                if other is not None:
                    return other
                budget.give_back(part)
    return None
