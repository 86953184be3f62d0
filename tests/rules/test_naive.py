"""The naive engine answers for itself before it judges the other: all vectors, all records."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules import naive, naive_match

DATA = Path(__file__).parent.parent / "data" / "rules"


def vectors(name: str) -> list[Any]:
    return [pytest.param(vector, id=vector["id"]) for vector in json.loads((DATA / name).read_text())["vectors"]]


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def record_name(record: dict[str, Any]) -> str:
    return f"{record['ruleset']['name']}-{record['ruleset']['players']}"


@pytest.mark.parametrize("vector", vectors("counting.json"))
def test_naive_counts_every_placement_of_the_vectors(vector: dict[str, Any]) -> None:
    settings = {key: vector[key] for key in ("spinner", "lengthwise", "exposed_sides_count")}
    ruleset = {**naive.preset("pagat", 2), **settings}
    plays: list[str] = []
    for move, count, points in zip(vector["moves"], vector["counts"], vector["points"], strict=True):
        assert move in naive.plays_of(ruleset, plays, naive.tile_of(move))
        plays.append(move)
        assert (naive.count(ruleset, plays), naive.points_for(ruleset, count)) == (count, points)
    assert naive.open_ports(ruleset, plays) == vector["open_after"]


@pytest.mark.parametrize("vector", vectors("settling.json"))
def test_naive_settles_every_vector(vector: dict[str, Any]) -> None:
    ruleset = naive.preset(vector["ruleset"], vector["players"])
    assert naive_match.settle(ruleset, vector["hands"], vector["end"], vector["last"]) == vector["gains"]


@pytest.mark.parametrize("record", records("good.jsonl"), ids=record_name)
def test_naive_replays_every_good_record(record: dict[str, Any]) -> None:
    assert len(naive_match.check(record)) == len(record["rounds"])


def test_naive_refuses_every_spoilt_record() -> None:
    spoilt = records("spoilt.jsonl")
    assert len(spoilt) == 99
    for record in spoilt:
        with pytest.raises(naive_match.Fault):
            naive_match.check(record)
