"""The invariants of the drawing over 2,000 boards of all kinds of rulesets, random and adversarial, in both boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from games.drawing import BOXES, Box, draw, folding, mirrored, painter, pose_for
from games.drawing.folding import fold
from games.drawing.values import read
from games.rules.layout import empty_layout
from games.rules.ruleset import preset
from tests.drawing.boards import STYLES, board_of
from tests.drawing.checks import check_all, check_always, laid_where_promised, stems_clear
from tests.drawing.plays import layouts, play_of

BOARDS = 2000
CHUNK = 100
RULESETS = {
    "first": preset("pagat", 2),
    "none": preset("muggins", 2),
    "sniff": preset("sniff", 2),
    "every": preset("five_up", 2),
}


def forget() -> None:
    """Empties the caches of the drawing."""
    folding._fold.cache_clear()
    painter.paint.cache_clear()


def box_of(number: int) -> str:
    """Groups of boards that share their first tiles share the box, too; styles are spread over both."""
    return "portrait" if number // 24 % 2 else "landscape"


def laid_in_need(name: str, moves: Sequence[str], box: Box) -> bool:
    """Whether a tile of the board had to be laid into a place that touches a stranger or lies apart."""
    for i, text in enumerate(moves):
        move = read(text)
        before = fold(moves[:i], STYLES[name], box)
        if move.host and before.claims[move.host, move.port].tight:
            return True
    return False


@pytest.mark.parametrize("start", range(0, BOARDS, CHUNK))
def test_final_boards_hold_all_invariants(start: int) -> None:
    in_need = 0
    for number in range(start, start + CHUNK):
        name, moves = board_of(number)
        box = BOXES[box_of(number)]
        *_, layout = layouts(RULESETS[name], moves)
        picture = draw(layout, RULESETS[name], box)
        if laid_in_need(name, moves, box):
            in_need += 1
            assert name == "every", f"board {number}: only Five Up may need it"
            check_always(picture, layout, box)
        else:
            assert not any(link.tile for link in picture.links)
            check_all(picture, layout, box)
        if number % 10 == 0 and not in_need:
            check_all(mirrored(picture), layout, box)
            assert mirrored(mirrored(picture)) == picture
        if name != "every":
            assert picture.size >= box.floor - 0.001, f"board {number} is drawn too small"
            assert stems_clear(picture), f"board {number}: a stem runs under a tile"
    assert in_need <= CHUNK // 20


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES.keys())
@pytest.mark.parametrize("start", range(0, 240, 24))
def test_every_prefix_holds_and_tiles_lie_where_their_slot_was(start: int, box: Box) -> None:
    for number in range(start, start + 24, 4):
        name, moves = board_of(number)
        before, layout = draw((), RULESETS[name], box), empty_layout(RULESETS[name])
        for i, text in enumerate(moves):
            play = play_of(text)
            promised = pose_for(before, play)
            layout = layout.lay(play)
            picture = draw(layout, RULESETS[name], box)
            (check_always if laid_in_need(name, moves[: i + 1], box) else check_all)(picture, layout, box)
            assert picture.relaid or laid_where_promised(before, picture, promised, play), f"{play} is not in its slot"
            assert [s.direction for s in picture.slots.values()] == [layout.place(p).direction for p in picture.slots]
            assert name == "every" or picture.size >= box.floor - 0.001
            before = picture


def test_only_few_boards_are_laid_anew() -> None:
    """Tiles that lie stay where they are, in nine of ten lines of the classic game and nearly all of the plain line."""
    anew: Counter[str] = Counter()
    boards: Counter[str] = Counter()
    for number in range(0, 480, 4):
        name, moves = board_of(number)
        boards[name] += 1
        anew[name] += any(fold(moves[: i + 1], STYLES[name], BOXES["portrait"]).relaid for i in range(len(moves)))
    assert anew["first"] <= boards["first"] / 10
    assert anew["none"] <= boards["none"] / 20


@pytest.mark.parametrize("number", range(0, 96, 4))
def test_the_same_moves_give_the_same_picture(number: int) -> None:
    """A board is a pure function of the moves: drawn at once, move by move, or from plays, it is the same."""
    name, moves = board_of(number)
    ruleset, box = RULESETS[name], BOXES["portrait"]
    shown = [draw(layout, ruleset, box) for layout in layouts(ruleset, moves)]
    forget()
    assert draw([play_of(text) for text in moves], ruleset, "portrait") == shown[-1]
    forget()
    half = len(moves) // 2
    assert draw([play_of(text) for text in moves[:half]], ruleset, box) == shown[half - 1]


@pytest.mark.parametrize(
    "box", [Box(200, 200, 40, 27, 20, 54), Box(300, 120, 40, 27, 20, 54), Box(2400, 1300, 80, 60, 34, 90)]
)
def test_no_move_is_refused_in_any_box(box: Box) -> None:
    """Rooms that are far too small or very large change sizes, never legality."""
    for number in range(4, 200, 24):
        name, moves = board_of(number)
        *_, layout = layouts(RULESETS[name], moves)
        check_always(draw(layout, RULESETS[name], box), layout, box)
