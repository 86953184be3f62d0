"""The rooms of the drawing one by one: planes, berths, sizes, view box, search, reading."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games.drawing import BOXES, reading
from games.drawing.berths import edges_of, exit_of, lead_berth, offers, spot_of
from games.drawing.folding import NODES_A_DRAW, fold
from games.drawing.planes import FIELD, WALL, area, cells, cross, halo, rect, spread
from games.drawing.planner import _nearest_free
from games.drawing.relay import Budget, Relay
from games.drawing.shapes import Rect
from games.drawing.sizes import floor_step, step_for, steps
from games.drawing.values import Berth, Box, Style, read
from games.drawing.viewbox import view_box
from games.rules.layout import empty_layout
from games.rules.ruleset import preset
from tests.drawing.boards import STYLES, random_board
from tests.drawing.plays import layouts

BOTH = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES.keys())


def test_a_tile_has_eight_cells_a_rim_and_four_corners() -> None:
    berth = Berth(3, -2, 4, 2, 1, 0)
    assert cells(berth).bit_count() == 8
    assert halo(berth).bit_count() == 24
    assert cross(berth).bit_count() == 20
    assert halo(berth) & cells(berth) == cells(berth)


def test_the_field_is_walled_in_on_all_sides() -> None:
    left, top, right, bottom = FIELD
    assert not WALL & area(-1000, -1000, 1000, 1000)
    for x, y in ((left - 1, 0), (right, 0), (0, top - 1), (0, bottom)):
        assert WALL & rect(x, y, 1, 1)


def test_spread_counts_what_can_be_reached() -> None:
    room = rect(0, 0, 5, 5) | rect(7, 0, 5, 5)
    assert spread(room, 0, 0, 60) == 25
    assert spread(room, 0, 0, 10) == 10
    assert spread(room, 6, 0, 60) == 0


@pytest.mark.parametrize("kind", ["plain", "double", "lying"])
def test_all_berths_of_an_edge_touch_its_tile_and_differ(kind: str) -> None:
    lead = lead_berth("64", False)
    for edge in edges_of("64", lead, "6", False, False, lead=True):
        found = [berth for berth, _ in offers(edge, kind)]
        assert len(found) == len(set(found)) >= 3
        for berth in found:
            assert not cells(berth) & cells(lead)
            assert halo(berth) & cells(lead)


def test_the_line_leaves_a_tile_at_its_far_end() -> None:
    assert exit_of(Berth(0, 0, 4, 2, 1, 0)) == (2, 0, 1, 0)
    assert exit_of(Berth(0, 0, 4, 2, 0, -1)) == (0, -1, 0, -1)


@BOTH
def test_sizes_fall_by_steps_from_the_cap_through_the_floor(box: Box) -> None:
    ladder = steps(box)
    assert ladder[0].size <= box.cap < ladder[0].size * 1.06
    assert ladder[floor_step(box)].size == pytest.approx(box.floor)
    assert all(one.size == pytest.approx(other.size * 1.06) for one, other in pairwise(ladder))
    assert step_for(box, (0, 0, 4, 2)) == 0
    assert step_for(box, (0, 0, 9999, 2)) == len(ladder) - 1


@BOTH
def test_the_view_is_centred_on_the_tiles_unless_a_coin_hangs_out(box: Box) -> None:
    frame = Rect(-300, -50, 300, 50)
    (x, y, w, h), _ = view_box(box, frame, [])
    assert (x + w / 2, y + h / 2) == pytest.approx((0, 0), abs=0.02)
    (x, _, w, _), _ = view_box(box, frame, [Rect(380, 0, 395, 15)])
    assert x <= -300
    assert x + w >= 395 - 0.01
    assert x + w / 2 > 0


@BOTH
def test_a_frame_that_fills_the_box_at_the_floor_is_drawn_at_the_floor(box: Box) -> None:
    """There the margin yields."""
    frame = Rect(0, 0, 20 * box.width / box.floor, 20 * box.height / box.floor)
    assert view_box(box, frame, [])[1] == pytest.approx(box.floor)


def test_a_search_without_a_budget_gives_up_at_once() -> None:
    board = fold(["55", "50>55.L1"], Style("every"), BOXES["portrait"])
    assert Relay(board, 36, 33, 0, False, Budget(0)).run() is None
    assert Relay(board, 36, 33, 0, False, Budget(60)).run() is not None
    assert Relay(board, 6, 6, 0, False, Budget(60)).run() is None


def test_no_draw_visits_more_nodes_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bushy Five Up in a room that is far too small lays anew, in vain, at move after move."""
    visited: list[int] = []
    search = Relay._search

    def counted(self: Relay, *args: object) -> object:
        visited[-1] += 1
        return search(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Relay, "_search", counted)
    moves = random_board(random.Random(3), STYLES["every"], "bushy")
    for i in range(len(moves)):
        visited.append(0)
        fold(moves[: i + 1], Style("every"), Box(170, 160, 40, 27, 20, 54))
    tries = 30  # a try counts the node at which it stops
    assert NODES_A_DRAW / 2 < max(visited) <= NODES_A_DRAW + tries


def test_a_budget_is_shared_and_given_back() -> None:
    budget = Budget(100)
    part = budget.share(60)
    part.nodes -= 10
    budget.give_back(part)
    assert (budget.nodes, budget.share(200).nodes, budget.nodes) == (90, 90, 0)


def test_moves_are_read_with_either_half_first() -> None:
    assert read("05>55.L1") == read("50>55.L1")
    assert (read("55*").kind, read("55").kind, read("54>55.L1").kind) == ("lying", "double", "plain")


def said(moves: str, name: str = "pagat") -> tuple[str, list[str]]:
    *_, layout = layouts(preset(name, 2), moves.split())
    read_aloud = reading(layout)
    arms = [
        f"{arm.direction} from {arm.host}: " + " ".join(f"{t.first}-{t.second}" for t in arm.tiles)
        for arm in read_aloud.arms
    ]
    return " ".join(f"{t.first}-{t.second}" for t in read_aloud.line), arms


def test_a_layout_is_read_from_left_to_right_and_then_arm_by_arm() -> None:
    moves = "55 53>55.L1 65>55.L2 54>55.S1 31>53.3 42>54.4 66>65.6 51>55.S2"
    assert said(moves) == ("1-3 3-5 5-5 5-6 6-6", ["up from 55: 5-4 4-2", "down from 55: 5-1"])


def test_the_arms_of_five_up_are_read_from_their_own_doubles() -> None:
    moves = "64 66>64.6 61>66.L2 62>66.S1 22>62.2 32>22.L2 20>22.S1 30>20.0"
    line, arms = said(moves, "five_up")
    assert line == "1-6 6-6 6-4"
    assert arms == ["down from 66: 6-2 2-2 2-3", "right from 22: 2-0 0-3"]


def test_before_the_lead_there_is_nothing_to_read() -> None:
    assert reading(empty_layout(preset("pagat", 2))) == ((), ())


def test_a_place_apart_lies_before_its_edge_and_clear_of_all_tiles() -> None:
    """Where nothing fits at an edge, the next tile lies farther out and a line is drawn to it."""
    board = fold(["55", "50>55.L1", "51>55.L2", "54>55.S1"], Style("every"), BOXES["portrait"])
    edge = board.claims["54", "4"].edge
    straight = Berth(edge.x, edge.y - 2, 2, 4, 0, -1)
    walled = board.copy()
    walled.occupied |= area(edge.x - 8, edge.y - 8, edge.x + 8, edge.y)
    found = _nearest_free(walled, spot_of(edge), straight)
    assert not halo(found) & walled.occupied
    assert found.y < edge.y
    assert abs(found.x - edge.x) < 14
    assert (found.w, found.h, found.dx, found.dy) == (2, 4, 0, -1)
