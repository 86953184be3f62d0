"""Every position of a match again: it ends where the record ends, and the credits add up to the scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules.events import Dealt, Drew, Passed, Played
from games.rules.record import check
from games.rules.retrace import Position, Spot, credits_of, retrace
from games.rules.tiles import TILES

RECORDS = Path(__file__).parents[1] / "data" / "rules" / "good.jsonl"
LINES = [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]


def positions(record: object) -> tuple[Position, ...]:
    checked = check(record)
    return retrace(checked.match.ruleset, checked.rounds)


@pytest.mark.parametrize("line", range(len(LINES)))
def test_a_record_is_gone_through_to_its_end(line: int) -> None:
    record = LINES[line]
    checked = check(record)
    found = retrace(checked.match.ruleset, checked.rounds)
    assert found[-1].match == checked.match
    assert [at.spot for at in found] == [
        Spot(number, move)
        for number, played in enumerate(record["rounds"], start=1)
        for move in range(len(played["moves"]) + 1)
    ]
    totals = [0] * len(checked.match.scores)
    for credit in credits_of(found):
        totals[credit.side] += credit.points
    assert tuple(totals) == checked.match.scores


def test_each_position_stands_after_its_move() -> None:
    for at in positions(LINES[0]):
        state = at.match.round
        assert state is not None
        assert isinstance(at.move, Dealt if at.spot.move == 0 else Played | Drew | Passed)
        if isinstance(at.move, Played):
            assert state.layout.placements[-1] is at.move.play
        seen = [play.tile for play in state.layout.placements]
        seen += [tile for hand in state.hands for tile in hand]
        assert sorted([*seen, *state.boneyard], key=str) == sorted(TILES, key=str)


def test_a_position_knows_nothing_of_later_moves() -> None:
    whole = positions(LINES[0])
    cut = json.loads(json.dumps(LINES[0]))
    first = cut["rounds"][0]
    cut["rounds"] = [first]
    first["moves"] = first["moves"][:5]
    first |= {"end": "unfinished", "settlement": [0] * len(first["scores"])}
    scores = [0] * len(first["scores"])
    for credit in credits_of(whole[:6]):
        scores[credit.side] += credit.points
    cut |= {"winner": None, "end": "unfinished"}
    first["scores"] = scores
    assert positions(cut) == whole[:6]


def test_a_spot_is_spelt_with_a_point() -> None:
    assert str(Spot(3, 12)) == "3.12"
