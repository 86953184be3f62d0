"""Canary scan: in 50 whole matches no viewer is ever sent a tile that he may not know. # C14, B19"""

from __future__ import annotations

import random

import pytest

from games.presenters.table import present
from games.rules.ruleset import change, preset
from games.views.rendering import table_html
from tests.pages.scenes import Position, random_match
from tests.pages.secrets import hidden_from, leaks

MATCHES = 50
KINDS = [
    ("pagat", 2), ("pagat", 3), ("pagat", 4), ("five_up", 3),
    ("sniff", 2), ("latino", 4), ("muggins", 2), ("thoughtco", 4),
]  # fmt: skip
#: Drawing a page takes a while: of each match so many moments are drawn, for a viewer each, all kinds in turn.
MOMENTS = 6


def scan(position: Position, seat: int | None) -> list[str]:
    facts = position.facts(seat)
    assert facts.sight is not None
    return leaks(table_html(present(facts)), hidden_from(facts.sight))


@pytest.mark.parametrize("number", range(MATCHES))
def test_no_hidden_tile_in_any_byte(number: int) -> None:
    name, players = KINDS[number % len(KINDS)]
    dice = random.Random(number)
    target = 61 if name == "five_up" else 60
    positions = list(random_match(change(preset(name, players), target=target), dice))
    moments = [*dice.sample(positions[:-1], min(MOMENTS, len(positions) - 1)), positions[-1]]
    for turn, position in enumerate(moments):
        seat = (None, *range(players))[(number + turn) % (players + 1)]
        assert scan(position, seat) == []


def test_the_scan_would_find_a_tile() -> None:
    """The scan itself is tried: a page with one tile too many does not pass."""
    position = list(random_match(preset("pagat", 2), random.Random(1)))[5]
    facts = position.facts(0)
    assert facts.sight is not None
    hidden = sorted(hidden_from(facts.sight), key=str)[0]
    page = table_html(present(facts))
    low, high = sorted(str(hidden))
    for planted in (f'<use href="#t{hidden}"/>', f'<button value="{high}{low}&gt;55.L1">', f'data-tile="{hidden}"'):
        assert leaks(page + planted.replace("&gt;", ">"), [hidden])
