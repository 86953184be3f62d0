"""Counts, ends and open ports of layouts: all vectors, and the sentences of the rule book's section 2."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.layout import Layout, Place, empty_layout
from games.rules.moves import Play
from games.rules.notation import parse_move, parse_port
from games.rules.ruleset import Ruleset, change, preset
from games.rules.scoring import points_for
from tests.rules.table import laid, tiles

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "rules" / "counting.json").read_text())["vectors"]
SNIFF = preset("sniff", 2)
FIVE_UP = preset("five_up", 2)
NO_SPINNER = preset("muggins", 2)
EXPOSED = change(SNIFF, exposed_sides_count=True)


def play_of(text: str) -> Play:
    move = parse_move(text)
    assert isinstance(move, Play)
    return move


def gives(layout: Layout) -> list[tuple[str, int]]:
    return [(str(end.tile), end.gives) for end in layout.ends]


def ports(layout: Layout) -> list[str]:
    return sorted(map(str, layout.open_ports))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_a_vector_counts_as_it_should_after_every_placement(vector: dict[str, Any]) -> None:
    settings = {key: vector[key] for key in ("spinner", "lengthwise", "exposed_sides_count")}
    ruleset = change(preset("pagat", 2), **settings)
    layout = empty_layout(ruleset)
    for text, count, points in zip(vector["moves"], vector["counts"], vector["points"], strict=True):
        layout = layout.lay(play_of(text))
        assert layout.count == sum(end.gives for end in layout.ends) == count
        assert points_for(count, ruleset) == points
    assert ports(layout) == vector["open_after"]


def test_five_leads_score() -> None:
    ruleset = preset("pagat", 2)
    leads = {str(tile): points_for(laid(str(tile)).count, ruleset) for tile in tiles("50 41 32 64 55 00 66 31")}
    assert leads == {"50": 5, "41": 5, "32": 5, "64": 10, "55": 10, "00": 0, "66": 0, "31": 0}


def test_exactly_five_of_all_28_leads_score() -> None:
    ruleset = preset("pagat", 2)
    every = [f"{high}{low}" for high in range(7) for low in range(high + 1)]
    assert [lead for lead in every if points_for(laid(lead).count, ruleset)] == ["32", "41", "50", "55", "64"]


def test_each_end_says_what_it_gives() -> None:
    layout = laid("55 50>55.L1 53>55.L2 33>53.3")
    assert gives(layout) == [("50", 0), ("33", 6)]
    assert [(end.double, str(end.port)) for end in layout.ends] == [(False, "50.0"), (True, "33.L2")]


def test_a_lone_tile_counts_both_halves() -> None:
    assert gives(laid("64")) == [("64", 6), ("64", 4)]
    (end,) = laid("55").ends
    assert (end.gives, end.double, end.port) == (10, True, None)


def test_ends_are_told_in_the_order_in_which_the_tiles_were_laid() -> None:
    assert gives(laid("55 50>55.L1")) == [("55", 10), ("50", 0)]


def test_short_sides_open_only_when_both_long_sides_are_used_and_then_in_any_order() -> None:
    assert ports(laid("55 50>55.L2")) == ["50.0", "55.L1"]
    assert ports(laid("55 50>55.L2 53>55.L1")) == ["50.0", "53.3", "55.S1", "55.S2"]
    assert ports(laid("55 50>55.L2 53>55.L1 51>55.S2")) == ["50.0", "51.1", "53.3", "55.S1"]


def test_the_first_double_is_the_spinner_though_it_is_joined_later() -> None:
    layout = laid("31 11>31.1 33>31.3")
    assert str(layout.spinner) == "11"
    assert ports(laid("31 11>31.1 21>11.L2")) == ["11.S1", "11.S2", "21.2", "31.3"]
    assert ports(laid("31 11>31.1 33>31.3 32>33.L2")) == ["11.L2", "32.2"], "the second double never branches"


def test_without_a_spinner_the_line_has_two_ends_for_ever() -> None:
    layout = laid("55 50>55.L1 53>55.L2", NO_SPINNER)
    assert (ports(layout), layout.spinner) == (["50.0", "53.3"], None)


def test_with_every_double_a_spinner_the_second_branches_too() -> None:
    assert ports(laid("44 64>44.L1 66>64.6 65>66.L2", FIVE_UP)) == ["44.L2", "65.5", "66.S1", "66.S2"]


def test_a_lengthwise_double_goes_on_at_its_short_sides_and_opens_its_long_ones_when_both_are_used() -> None:
    assert ports(laid("55*", SNIFF)) == ["55.S1", "55.S2"]
    assert ports(laid("51 55*>51.5", SNIFF)) == ["51.1", "55.S2"]
    assert ports(laid("51 55*>51.5 50>55.S2", SNIFF)) == ["50.0", "51.1", "55.L1", "55.L2"]


def test_joining_a_double_lengthwise_never_changes_the_count() -> None:
    for lead, double in (("51", "55"), ("60", "00"), ("42", "44")):
        assert laid(f"{lead} {double}*>{lead}.{double[0]}", SNIFF).count == laid(lead, SNIFF).count


def test_only_the_first_double_may_lie_lengthwise_and_only_under_sniff() -> None:
    assert laid("51 55>51.5 53>55.L2", SNIFF).can_lay(play_of("33*>53.3")) is Reason.LENGTHWISE_NOT_ALLOWED
    assert laid("51").can_lay(play_of("55*>51.5")) is Reason.LENGTHWISE_NOT_ALLOWED
    assert empty_layout(SNIFF).can_lay(play_of("55*")) is None
    assert empty_layout(preset("pagat", 2)).can_lay(play_of("55*")) is Reason.LENGTHWISE_NOT_ALLOWED


def test_exposed_sides_count_once_for_each_that_is_free() -> None:
    moves = ("44 64>44.L1", " 41>44.L2", " 43>44.S1", " 42>44.S2")
    counts = [laid("".join(moves[:number]), EXPOSED).count for number in range(1, 5)]
    assert counts == [14, 15, 14, 12]


def test_exposed_sides_of_a_lengthwise_spinner_are_its_long_ones() -> None:
    layout = laid("55* 50>55.S1 53>55.S2", EXPOSED)
    assert (layout.count, gives(layout)) == (13, [("55", 5), ("55", 5), ("50", 0), ("53", 3)])


@pytest.mark.parametrize(
    ("moves", "play", "reason"),
    [
        ("55", "50", Reason.NEEDS_PORT),
        ("", "50>55.L1", Reason.LEAD_HAS_NO_PORT),
        ("55 50>55.L1", "51>55.S1", Reason.PORT_CLOSED),
        ("55 50>55.L1", "51>55.L1", Reason.PORT_CLOSED),
        ("55", "51>50.0", Reason.PORT_CLOSED),
        ("55", "60>55.L1", Reason.NO_MATCH),
    ],
)
def test_a_play_that_the_table_does_not_allow_is_refused_with_the_reason(moves: str, play: str, reason: Reason) -> None:
    layout = laid(moves)
    assert layout.can_lay(play_of(play)) is reason
    with pytest.raises(IllegalMove) as refusal:
        layout.lay(play_of(play))
    assert refusal.value.reason is reason


def test_a_tile_cannot_be_laid_twice() -> None:
    with pytest.raises(IllegalMove, match="50 lies on the table already"):
        laid("55 50>55.L1 50>55.L2")


def test_a_double_cannot_be_joined_to_itself() -> None:
    with pytest.raises(IllegalMove):
        laid("55 55>55.L1")


def place(moves: str, port: str, ruleset: Ruleset | None = None) -> tuple[str, str | None]:
    found: Place = laid(moves, ruleset).place(parse_port(port))
    return found.direction, found.host and str(found.host)


def test_arms_are_named_as_they_are_drawn_when_nothing_turns() -> None:
    cross = "55 50>55.L1 53>55.L2 52>55.S1 65>55.S2"
    assert [place(cross, port)[0] for port in ("50.0", "53.3", "52.2", "65.6")] == ["left", "right", "up", "down"]


def test_a_plain_lead_has_its_high_half_on_the_left() -> None:
    assert (place("64", "64.6"), place("64", "64.4")) == (("left", None), ("right", None))


def test_the_sides_of_a_spinner_are_seen_along_the_walk_from_the_lead() -> None:
    # Reached while walking left, S1 is on the walker's left, which is below.
    assert place("51 55>51.5 53>55.L2", "55.S1") == ("down", None)
    assert place("61 11>61.1 21>11.L2", "11.S1") == ("up", None)


def test_a_lengthwise_lead_has_its_long_sides_up_and_down() -> None:
    line = "55* 50>55.S1 53>55.S2"
    assert [place(line, port, SNIFF)[0] for port in ("55.L1", "55.L2", "50.0")] == ["up", "down", "left"]


def test_arms_that_go_the_same_way_are_told_apart_by_the_double_where_they_begin() -> None:
    two = "55 51>55.L1 54>55.L2 44>54.4 41>44.L2"
    assert place(two, "55.S1", FIVE_UP) == ("up", "55")
    assert place(two, "44.S1", FIVE_UP) == ("up", "44")
    assert place(two, "51.1", FIVE_UP) == ("left", None)


def test_a_closed_port_has_no_place() -> None:
    with pytest.raises(NotationError):
        laid("55 50>55.L1").place(parse_port("55.L1"))
