"""A position in an address: read as far as it is legal, written in one spelling."""

from __future__ import annotations

import random

import pytest

from games.learning.address import moves_text, places_of, read_moves
from games.rules.errors import Reason
from games.rules.layout import empty_layout
from games.rules.moves import Play
from games.rules.ruleset import PRESETS, Ruleset, preset, preset_players
from games.rules.tiles import TILES, tile


def rules(name: str) -> Ruleset:
    return preset(name, preset_players(name)[0])


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_laid_is_read_again(name: str) -> None:
    chance = random.Random(name)
    layout = empty_layout(rules(name))
    while ways := [play for each in TILES for play in places_of(layout, each)]:
        layout = layout.lay(chance.choice(ways))
        position = read_moves(moves_text(layout.placements), rules(name))
        assert position.fault is None
        assert position.layout == layout
        assert len(position.layouts) == len(layout.placements) + 1
    assert len(layout.placements) > 10


def test_other_spellings_are_read_and_one_is_written() -> None:
    position = read_moves(" 55 , 05>55.L1", rules("pagat"))
    assert moves_text(position.layout.placements) == "55,50>55.L1"


@pytest.mark.parametrize(
    ("text", "laid", "number", "reason"),
    [
        ("xx", 0, 1, None),
        ("55,", 1, 2, None),
        ("55,+31", 1, 2, None),
        ("55,-", 1, 2, None),
        ("55,50", 1, 2, Reason.NEEDS_PORT),
        ("50>55.L1", 0, 1, Reason.LEAD_HAS_NO_PORT),
        ("55,64>55.L1", 1, 2, Reason.NO_MATCH),
        ("55,50>55.S1", 1, 2, Reason.PORT_CLOSED),
        ("55*", 0, 1, Reason.LENGTHWISE_NOT_ALLOWED),
        ("55,50>55.L1,50>55.L2", 2, 3, Reason.NOT_YOUR_TILE),
        ("55,50>55.L1,99", 2, 3, None),
        ("<script>alert(1)</script>", 0, 1, None),
        ("55," * 500, 1, 2, Reason.NOT_YOUR_TILE),
    ],
)
def test_the_first_fault_ends_the_reading(text: str, laid: int, number: int, reason: Reason | None) -> None:
    position = read_moves(text, rules("pagat"))
    assert position.fault is not None
    assert (len(position.layout.placements), position.fault.number, position.fault.reason) == (laid, number, reason)
    assert len(position.fault.text) <= 8


def test_sides_that_are_still_alike_are_one_place() -> None:
    led = read_moves("55", rules("sniff")).layout
    assert places_of(led, tile("50")) == (Play(tile("50"), led.open_ports[0]),)
    crossed = read_moves("55,50>55.L1,53>55.L2", rules("sniff")).layout
    assert list(map(str, places_of(crossed, tile("52")))) == ["52>55.S1"]


def test_a_first_double_lies_both_ways_in_sniff_alone() -> None:
    for name, ways in {"sniff": ["55>50.5", "55*>50.5"], "pagat": ["55>50.5"]}.items():
        layout = read_moves("50", rules(name)).layout
        assert list(map(str, places_of(layout, tile("55")))) == ways
