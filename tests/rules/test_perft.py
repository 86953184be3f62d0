"""Scored perft: positions, points and settlements to depth n from fixed deals, the same in both engines."""

import json
from fractions import Fraction
from typing import Any

import pytest

from games.rules.events import Event, Played, RoundOver
from games.rules.matches import MatchState, new_match, play, start_round
from games.rules.notation import parse_move
from games.rules.rounds import legal_moves
from games.rules.ruleset import PRESETS, Ruleset, preset_players
from games.rules.tiles import tile
from tests.rules import make_perft

CASES = json.loads(make_perft.FILE.read_text())
Figures = tuple[Any, int, Any]


def case_name(case: dict[str, Any]) -> str:
    ruleset = case["ruleset"]
    return f"{ruleset['name']}-{ruleset['players']}-{'late' if case['from'] else 'deal'}"


def match_of(case: dict[str, Any]) -> MatchState:
    tiles = tuple(map(tile, case["tiles"]))
    match = new_match(Ruleset.from_dict(case["ruleset"]))
    match = start_round(match, tiles, case["leader"], case["leader_by"]).match
    for move in case["from"]:
        match = play(match, parse_move(move)).match
    return match


def figures(events: tuple[Event, ...]) -> Figures:
    """What the move earned, whether it ended the round, what was settled (each side weighed otherwise)."""
    points = sum(event.points for event in events if isinstance(event, Played))
    over = [event for event in events if isinstance(event, RoundOver)]
    settled = sum(
        (Fraction(weight * gain) for event in over for weight, gain in enumerate(event.settlement.gains, 1)),
        Fraction(0),
    )
    return points, len(over), settled


def going_on(match: MatchState) -> bool:
    return match.round is not None and match.round.end is None


def walk(match: MatchState, depth: int) -> list[list[Any]]:
    rows = []
    matches = [match]
    for _ in range(depth):
        steps = [
            play(one, move)
            for one in matches
            if one.round is not None and going_on(one)
            for move in legal_moves(one.round)
        ]
        found = [figures(step.events) for step in steps]
        rows.append([len(steps), *(sum(column) for column in zip(*found, strict=True))])
        matches = [step.match for step in steps]
    return rows


def test_every_preset_and_size_is_walked_from_the_deal_and_towards_the_end() -> None:
    walked = {(case["ruleset"]["name"], case["ruleset"]["players"], bool(case["from"])) for case in CASES}
    for name in PRESETS:
        for players in preset_players(name):
            assert {(name, players, False), (name, players, True)} <= walked
    assert any(row[2] for case in CASES for row in case["rows"]), "some line must reach the end of its round"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_naive_engine_walks_the_stored_figures(case: dict[str, Any]) -> None:
    assert make_perft.walk(make_perft.start_of(case), case["small"]) == case["rows"][: case["small"]]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_rules_walk_the_stored_figures(case: dict[str, Any]) -> None:
    assert walk(match_of(case), len(case["rows"])) == case["rows"]
