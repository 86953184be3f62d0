"""Records that do not hold, whatever is wrong with them: one clear sentence, which names the round and the move."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.rules.errors import RecordError
from games.rules.record import check

GOOD = (Path(__file__).parent.parent / "data" / "rules" / "good.jsonl").read_text().splitlines()
Record = dict[str, Any]
Spoil = Callable[[Record], object]
ODD_VALUES = [None, True, 7, -1, 2.5, "x", "", [], {}, [[]], "x" * 10**5, 10**50, "\ud800\n", {"a": []}]


@pytest.fixture
def record() -> Record:
    """A finished match of two."""
    return dict(json.loads(GOOD[0]))


def sentence(record: object) -> str:
    with pytest.raises(RecordError) as refusal:
        check(record)
    text = str(refusal.value)
    assert 0 < len(text) < 400
    assert text.isprintable(), "one line, and fit for any terminal"
    return text


def test_the_record_holds_before_it_is_spoilt(record: Record) -> None:
    checked = check(record)
    assert (checked.finished, checked.match.winner, len(checked.rounds)) == (True, 1, 11)


@pytest.mark.parametrize("odd", [None, 1, "text", [], [{}], {}])
def test_what_is_no_record_is_refused(odd: object) -> None:
    sentence(odd)


@pytest.mark.parametrize("key", ["format", "version", "ruleset", "seats", "rounds", "winner", "end"])
def test_a_missing_key_is_named(record: Record, key: str) -> None:
    del record[key]
    assert f"{key} is missing" in sentence(record)


@pytest.mark.parametrize("key", ["tiles", "leader", "leader_by", "moves", "end", "settlement", "scores"])
def test_a_missing_key_of_a_round_is_named_with_the_round(record: Record, key: str) -> None:
    del record["rounds"][2][key]
    assert sentence(record) == f"round 3: {key} is missing"


@pytest.mark.parametrize("key", ["seat", "move", "count", "points"])
def test_a_missing_key_of_a_move_is_named_with_the_move(record: Record, key: str) -> None:
    del record["rounds"][2]["moves"][0][key]
    assert sentence(record).startswith("round 3, move 1")
    assert f"{key} is missing" in sentence(record)


@pytest.mark.parametrize("odd", ODD_VALUES, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("key", ["format", "version", "ruleset", "seats", "rounds", "end"])
def test_an_odd_value_is_refused(record: Record, key: str, odd: object) -> None:
    record[key] = odd
    sentence(record)


@pytest.mark.parametrize("odd", ODD_VALUES, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("key", ["tiles", "leader", "leader_by", "moves", "end", "settlement", "scores"])
def test_an_odd_value_in_a_round_is_refused_and_the_round_named(record: Record, key: str, odd: object) -> None:
    record["rounds"][4][key] = odd
    assert sentence(record).startswith("round 5")


@pytest.mark.parametrize("odd", ODD_VALUES, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("key", ["seat", "move", "count", "points"])
def test_an_odd_value_in_a_move_is_refused_and_the_move_named(record: Record, key: str, odd: object) -> None:
    record["rounds"][0]["moves"][6][key] = odd
    assert sentence(record).startswith("round 1, move 7")


@pytest.mark.parametrize("odd", ODD_VALUES[1:], ids=lambda value: repr(value)[:12])
def test_an_odd_winner_is_refused(record: Record, odd: object) -> None:
    record["winner"] = odd
    sentence(record)


@pytest.mark.parametrize("odd", [None, 5, "5", ["55"], {}, "99", "x" * 10**5])
def test_an_odd_tile_in_a_deal_is_refused(record: Record, odd: object) -> None:
    record["rounds"][0]["tiles"][3] = odd
    assert sentence(record).startswith("round 1: tiles: ")


def change_rounds(change: Callable[[list[Any]], object]) -> Spoil:
    return lambda record: change(record["rounds"])


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (change_rounds(lambda rounds: rounds[0]["moves"].append({"seat": 0, "move": "-"})), "the round was over"),
        (change_rounds(lambda rounds: rounds[0]["moves"].pop()), "round 1: its end is unfinished, not domino"),
        (change_rounds(lambda rounds: rounds.append(copy.deepcopy(rounds[-1]))), "round 12: the match was over"),
        (change_rounds(lambda rounds: rounds.pop()), "no side has reached the target"),
        (change_rounds(lambda rounds: rounds[1].update(leader_by="lot")), "round 2: seat 1 must lead by went_out"),
        (change_rounds(lambda rounds: rounds[0].update(end="blocked")), "round 1: its end is domino, not blocked"),
        (lambda record: record.update(winner=0), "side 1 has won, not 0"),
        (lambda record: record.update(winner=None), "side 1 has won, not null"),
        (lambda record: record.update(winner=10**4000), "a number beyond all bounds"),
        (lambda record: record.update(end="unfinished"), "winner: must be null"),
        (lambda record: record.update(end="unfinished", winner=None), "an annulled match needs a why"),
        (lambda record: record["seats"].pop(), "seats: there are 1, not 2"),
        (lambda record: record["seats"][1].update(name=7), "seat 1: name must be a text"),
        (lambda record: record["seats"][1].pop("robot"), "seat 1: robot is missing"),
        (lambda record: record["ruleset"].update(spinner="second"), "ruleset: spinner: must be one of"),
        (lambda record: record["ruleset"].pop("target"), "ruleset: target is missing"),
        (lambda record: record.update(version=2), "version cannot be 2"),
        (lambda record: record.update(version=True), "version cannot be true"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(record: Record, spoil: Spoil, told: str) -> None:
    spoil(record)
    assert told in sentence(record)


def test_the_sentence_names_round_move_and_what_is_wrong(record: Record) -> None:
    move = record["rounds"][2]["moves"][3]
    move["move"] = "61>62.2"
    assert sentence(record) == "round 3, move 4 (61>62.2): 61 is not in the hand"


def test_a_draw_has_no_count(record: Record) -> None:
    (place,) = [index for index, move in enumerate(record["rounds"][0]["moves"]) if move["move"][0] == "+"]
    record["rounds"][0]["moves"][place]["points"] = 0
    assert "points stands on plays alone" in sentence(record)


def test_extra_keys_are_ignored_everywhere(record: Record) -> None:
    record |= {"deal": {"proof": [1.25]}, "time": 1.5}
    for place in (record["ruleset"], record["seats"][0], record["rounds"][0], record["rounds"][0]["moves"][0]):
        place |= {"at": 12.125, "stood_in": {"for": "Ana"}}
    assert check(record).finished


def test_an_annulled_match_holds_with_a_why(record: Record) -> None:
    record |= {"end": "unfinished", "winner": None, "why": "annulled"}
    assert check(record).why == "annulled"


def test_a_match_may_stop_in_the_middle_of_its_last_round(record: Record) -> None:
    last = record["rounds"][1]
    del record["rounds"][2:]
    del last["moves"][5:]
    last |= {"end": "unfinished", "settlement": [0, 0], "scores": [0, 35]}
    record |= {"end": "unfinished", "winner": None}
    assert check(record).match.is_playing
    last["settlement"] = [5, 0]
    assert sentence(record) == "round 2: the settlement must be [0, 0], not [5, 0]"


def test_tiles_may_be_spelt_with_the_lower_half_first(record: Record) -> None:
    record["rounds"][0]["tiles"] = [text[::-1] for text in record["rounds"][0]["tiles"]]
    record["rounds"][0]["moves"][0]["move"] = record["rounds"][0]["moves"][0]["move"][::-1]
    assert check(record).finished


def test_a_match_without_any_round_holds(record: Record) -> None:
    record |= {"rounds": [], "end": "unfinished", "winner": None}
    assert check(record).match.rounds_done == 0
