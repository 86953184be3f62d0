"""What a template is given: options, ghosts, previews, tallies, logs."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from games.presenters.facts import ClockFacts, SeatFacts
from games.presenters.hand import hand, options, ordered
from games.presenters.line import line_in_words
from games.presenters.robots import rating_line, robot_tag
from games.presenters.stage import stage
from games.presenters.table import present
from games.presenters.tally import tally
from games.robots import AT_TABLES
from games.rules import matches
from games.rules.events import Played
from games.rules.layout import lay_all
from games.rules.moves import Play
from games.rules.notation import parse_move
from games.rules.ruleset import change, preset
from games.rules.tiles import tile
from tests.pages.scenes import MOVES, Position, random_match

PAGAT = preset("pagat", 2)


def layout(text: str, ruleset: object = PAGAT) -> object:
    return lay_all(ruleset, [parse_move(move) for move in text.split()])  # type: ignore[arg-type,misc]


@pytest.mark.parametrize("name", ["pagat", "five_up", "sniff", "muggins", "latino"])
def test_a_preview_is_what_the_server_then_scores(name: str) -> None:  # D24
    dice = random.Random(name)
    seen = 0
    for _ in range(6):
        for position in random_match(change(preset(name, 2), target=61), dice):
            state = position.match.round
            if state is None or state.turn is None:
                continue
            sight = position.facts(state.turn).sight
            assert sight is not None
            for option in options(sight):
                step = matches.play(position.match, option.play)
                played = next(event for event in step.events if isinstance(event, Played))
                assert (option.points, option.count) == (played.points, played.count)
                assert sum(option.gives) == played.count
                seen += 1
    assert seen > 300


@pytest.mark.parametrize(
    ("lead", "both", "lengthwise"),
    [
        ("65", "55>65.5 55*>65.5", "translate(5.5 0)"),
        ("65", "66>65.6 66*>65.6", "translate(-5.5 0)"),
        ("", "55 55*", "translate(20 0)"),  # a lead lies around the same middle both ways
    ],
)
def test_where_a_double_may_lie_both_ways_neither_figure_hides_the_other(lead: str, both: str, lengthwise: str) -> None:
    sniff = preset("sniff", 2)
    shown = stage(sniff, layout(lead, sniff), [parse_move(move) for move in both.split()])  # type: ignore[arg-type,misc]
    for board in shown.boards:
        below, above = board.ghosts
        assert (below.option.play.lengthwise, below.over, below.tag) == (True, False, lengthwise)
        assert (above.option.play.lengthwise, above.over, above.tag) == (False, True, "translate(0 -16)")


def test_a_preview_heeds_a_target_that_must_be_hit_exactly() -> None:
    dice = random.Random(5)
    refused = 0
    for _ in range(20):
        for position in random_match(change(PAGAT, target=50, target_rule="exact"), dice):
            state = position.match.round
            if state is None or state.turn is None:
                continue
            sight = position.facts(state.turn).sight
            assert sight is not None
            for option in options(sight):
                step = matches.play(position.match, option.play)
                played = next(event for event in step.events if isinstance(event, Played))
                assert option.points == played.points
                refused += option.count % 5 == 0 and option.count > 0 and not option.points
    assert refused


@pytest.mark.parametrize(
    ("moves", "hand_tile", "offered"),
    [
        ("55", "51", ["51>55.L1"]),  # a lone double looks the same from both sides
        ("55 53>55.L1 65>55.L2", "54", ["54>55.S1"]),  # and so do the cross sides of a spinner, both free
        ("55 53>55.L1 65>55.L2 54>55.S1", "51", ["51>55.S2"]),
        ("64", "61", ["61>64.6"]),
        ("53 33>53.3 63>33.L2 65>63.6", "50", ["50>53.5", "50>65.5"]),  # two ends with one number are two moves
    ],
)
def test_sides_that_are_alike_are_offered_once(moves: str, hand_tile: str, offered: list[str]) -> None:
    from games.presenters.hand import _is_twin

    laid = layout(moves)
    plays = [Play(tile(hand_tile), port) for port in laid.open_ports if tile(hand_tile).has(port.pip)]  # type: ignore[attr-defined]
    kept = [str(move) for move in plays if not _is_twin(move.port, laid.open_ports)]  # type: ignore[attr-defined]
    assert sorted(kept) == offered


def test_a_hand_is_sorted_by_number_or_by_weight() -> None:
    tiles = [tile(text) for text in ("30", "66", "61", "55", "43")]
    assert [str(one) for one in ordered(tiles, "number")] == ["66", "61", "55", "43", "30"]
    assert [str(one) for one in ordered(tiles, "weight")] == ["66", "55", "61", "43", "30"]


def test_the_line_is_read_from_left_to_right_and_then_its_arms() -> None:
    assert line_in_words(layout(" ".join(MOVES))) == (  # type: ignore[arg-type]
        "Line from left to right: one-three, three-five, double five, five-six, double six; "
        "up from the double five: five-four, four-two. Ends: 1, 12, 2. Count 15."
    )


@pytest.mark.parametrize(
    ("score", "houses", "full", "empty"), [(0, 5, 0, 5), (145, 5, 2, 2), (250, 5, 5, 0), (265, 6, 5, 0), (50, 5, 1, 4)]
)
def test_a_tally_has_room_to_the_target(score: int, houses: int, full: int, empty: int) -> None:
    drawn = tally(score, PAGAT)
    assert drawn is not None
    assert len(drawn.houses) == houses
    assert sum(house.full for house in drawn.houses) == full
    assert sum(house.empty for house in drawn.houses) == empty
    assert sum(len(house.strokes) for house in drawn.houses) == score // 5


def test_dotted_strokes_go_on_where_the_tally_stops() -> None:
    drawn = tally(145, PAGAT, dotted=20)
    assert drawn is not None
    assert [stroke.number for house in drawn.houses for stroke in house.dotted] == [29, 30, 31, 32]


@pytest.mark.parametrize("score", [-5, 7 / 2])
def test_figures_do_where_strokes_cannot(score: float) -> None:
    from fractions import Fraction

    assert tally(Fraction(score), PAGAT) is None
    assert tally(10, preset("five_up", 2)) is None


def random_position(seed: int = 1, players: int = 2, number: int = 8) -> Position:
    return list(random_match(preset("pagat", players), random.Random(seed)))[number]


def test_two_drawings_of_the_same_table_have_one_digest_whatever_the_clock_says() -> None:
    position = random_position()
    one = present(position.facts(0, clock=ClockFacts(24.0, 45.0)))
    other = present(position.facts(0, clock=ClockFacts(3.5, 45.0)))
    assert one.digest == other.digest
    assert one.digest != present(position.facts(1)).digest


def test_the_tab_says_whose_turn_it_is_first() -> None:
    position = random_position()
    assert position.match.round is not None
    turn = position.match.round.turn
    mine, theirs = present(position.facts(turn)), present(position.facts(1 - (turn or 0)))
    assert mine.tab_title.startswith("● Your turn – ")
    assert theirs.tab_title.startswith(f"{'Alice' if turn == 0 else 'Bob'} is playing – ")


def test_partners_sit_north_and_opponents_west_and_east() -> None:
    page = present(random_position(players=4).facts(0))
    assert [(plate.name, plate.position, plate.partner) for plate in page.plates] == [
        ("Carol", "west", False), ("Bob", "north", True), ("Dave", "east", False),
    ]  # fmt: skip
    assert page.direction == "Play goes clockwise: you, Carol, Bob, Dave."


def test_a_stand_in_is_named_and_said_aloud() -> None:
    position = random_position(players=4)
    facts = position.facts(0)
    seats = list(facts.seats)
    seats[3] = replace(seats[3], stand_in="careful", left=True)
    page = present(replace(facts, seats=tuple(seats)))
    dave = page.plates[2]
    assert (dave.name, dave.stands_in) == ("Bone", "plays on for Dave, who left")
    assert (dave.robot_tag, dave.rating) == (robot_tag("careful"), rating_line("careful", facts.ruleset))
    assert dave.rating
    assert page.status == "Bone, a robot, plays on for Dave, who left."


def test_who_lost_his_seat_is_told_and_may_take_it_back() -> None:
    facts = random_position().facts(0)
    seats = (replace(facts.seats[0], stand_in="careful"), facts.seats[1])
    page = present(replace(facts, seats=seats))
    assert [(note.text, note.back) for note in page.notes] == [("Time ran out, so Bone, a robot, plays for you.", True)]


def test_news_sums_up_what_was_missed() -> None:
    page = present(random_position(number=6).facts(0))
    assert page.news[0].text.startswith("Round 1. ")
    assert page.news[1].since == f"{len(page.log)} moves while you were away."
    versions = [item.version for item in page.news]
    assert versions == sorted(versions)


def test_before_the_match_the_seats_and_the_rules_are_shown() -> None:
    seats = (SeatFacts(0, "Alice", person=True), SeatFacts(1))
    facts = replace(random_position().facts(0), state="open", sight=None, seats=seats, moves=())
    page = present(facts)
    assert page.waiting is not None
    assert page.waiting.heading == "Waiting for 1 player"
    assert page.waiting.settings[0].text == "All Fives (classic), two players."
    assert [choice.kind for choice in page.waiting.robots] == list(AT_TABLES)
    assert [choice.label.startswith("Bone, level 3") for choice in page.waiting.robots if choice.chosen] == [True]


def test_a_rack_tile_says_where_it_fits() -> None:
    found = False
    for position in random_match(PAGAT, random.Random(3)):
        if position.match.round is None or position.match.round.turn != 0:
            continue
        own = hand(position.facts(0))
        assert own is not None
        if not own.playing:
            continue  # he must draw
        for one in own.tiles:
            assert one.can == any(option.tile == one.id for option in own.options)
            assert bool(one.why) != one.can
            found = found or ", fits nowhere" in one.spoken
    assert found


def test_when_nobody_is_to_play_no_tile_of_the_hand_is_marked() -> None:
    held = 0
    for position in random_match(PAGAT, random.Random(3)):
        own = hand(position.facts(0))
        if own is None or position.match.round is None or position.match.round.turn is not None:
            continue
        held += len(own.tiles)
        assert all(one.idle and not one.can and one.spoken == one.name for one in own.tiles)
    assert held


def test_a_still_picture_holds_all_that_lies_there_and_no_more() -> None:
    page = present(random_position(players=4).facts(0))
    for board in page.boards:
        left, top, width, height = map(float, board.still_box.split())
        middles = [tuple(map(float, re.findall(r"-?[\d.]+", tile.transform)[:2])) for tile in board.tiles]
        assert middles
        assert all(left + 10 <= x <= left + width - 10 and top + 10 <= y <= top + height - 10 for x, y in middles)
        assert height <= max(y for _x, y in middles) - min(y for _x, y in middles) + 2 * (20 + 10 + 20)


def test_an_arm_that_leaves_its_double_another_way_in_the_tall_picture_has_an_arrow_that_way() -> None:
    """On a wide screen nothing has turned; on a tall one the spinner lies in a turn, and its top arm goes right."""
    moves = "52 51>52.5 62>52.2 64>62.6 43>64.4 41>51.1 31>43.3 11>31.1 54>41.4 50>54.5 10>11.L2"
    plays = [parse_move("61>11.S1"), parse_move("60>10.0")]
    shown = stage(PAGAT, lay_all(PAGAT, [parse_move(text) for text in moves.split()]), plays)
    assert [option.arrow for option in shown.options] == ["up", "right"]
    assert [(board.shape, board.turned) for board in shown.boards] == [
        ("landscape", ()),
        ("portrait", (("61>11.S1", "right"),)),
    ]
