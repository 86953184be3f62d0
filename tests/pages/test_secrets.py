"""The look for hidden tiles finds each of their traces, and takes nothing else for one."""

from __future__ import annotations

import pytest

from games.rules.tiles import TILES
from tests.pages.secrets import leaks

TRACES = (
    '<use href="#t64"/>',
    '<use href="#t46"/>',
    '<table data-hand="55 64 10">',
    '<table data-moves="55 55>64.S1">',
    '<table data-hand="55" data-hand="64">',
    '<button name="move" value="64>55.0">',
    '<button name="move" value="+64">',
    '<button name="tile" value="46">',
    '<g data-tile="64">',
    '<g data-move="64">',
    '<g data-last="+46">',
    "<li>64&gt;55.0</li>",
    "<li>55>64>61.2</li>",
    '{"move": "+64*x"}',
    "<span>six-four</span>",
    '<b aria-label="four-six, fits">',
)
NONE = (
    '<svg class="sprite"><symbol id="t64"/><use href="#t64"/></svg>',
    '<use href="#t640"/>',
    '<rect x="64" y="46"/>',
    '<table data-hand="55 640 x64">',
    '<g data-tile="55">',
    "<li>64 points</li>",
    "<li>164&gt;55</li>",
    "<span>six-fourteen</span>",
)


@pytest.mark.parametrize("text", TRACES)
def test_every_trace_of_a_tile_is_found(text: str) -> None:
    six_four = [tile for tile in TILES if str(tile) == "64"]
    assert leaks(text, six_four) != []
    assert {found[:2] for found in leaks(text, TILES)} >= {"64"}
    assert leaks(text, set(TILES) - set(six_four) - {t for t in TILES if str(t) in {"55", "10", "61"}}) == []


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_trace_of_it_is_not_taken_for_one(text: str) -> None:
    assert leaks(text, [tile for tile in TILES if str(tile) == "64"]) == []
