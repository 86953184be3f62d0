"""Records: what was played comes back as it was; a record with one fault is refused where the fault is."""

import copy
import io
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.errors import RecordError
from games.rules.matches import MatchState, lead_for, new_match, play, start_round
from games.rules.reading import read_records
from games.rules.record import Checked, PlayedRound, SeatLabel, check, to_record
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset
from games.rules.tiles import TILES
from tests.rules import naive, naive_match
from tests.rules.mixes import rulesets
from tests.rules.test_naive import record_name, records

NAMES = ("Alice", "Bob", "Carol", "Dave")
Record = dict[str, Any]


def random_round(match: MatchState, random: Random, most_moves: int) -> tuple[MatchState, PlayedRound]:
    tiles = tuple(random.sample(TILES, 28))
    leader, leader_by = lead_for(match, tiles, random.randrange(match.ruleset.players))
    match = start_round(match, tiles, leader, leader_by).match
    events = []
    while match.round is not None and match.round.end is None and most_moves > 0:
        step = play(match, random.choice(legal_moves(match.round)))
        match, most_moves = step.match, most_moves - 1
        events += step.events
    return match, PlayedRound(tiles, leader, leader_by, tuple(events))


def random_record(ruleset: Ruleset, random: Random, rounds: int, cut: bool) -> Record:
    """Some rounds of a random match; when `cut`, the last one stops after at most nine moves."""
    match, played = new_match(ruleset), []
    for number in range(rounds):
        most = random.randrange(10) if cut and number == rounds - 1 else 999
        match, one = random_round(match, random, most)
        played.append(one)
        if match.winner is not None:
            break
    seats = [SeatLabel(name, None) for name in NAMES[: ruleset.players]]
    return to_record(match, seats, played)


def through_text(record: Record) -> Checked:
    """Written to a file, read and checked."""
    found = list(read_records(io.BytesIO(json.dumps(record).encode())))
    assert [one.error for one in found] == [None]
    return check(found[0].data)


def record_again(checked: Checked) -> Record:
    return to_record(checked.match, checked.seats, checked.rounds, checked.why)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rulesets(), st.integers(0, 2**32 - 1), st.integers(1, 4), st.booleans())
def test_a_random_match_comes_back_from_its_record(ruleset: Record, seed: int, rounds: int, cut: bool) -> None:
    record = random_record(Ruleset.from_dict(ruleset), Random(seed), rounds, cut)
    assert record_again(through_text(record)) == record
    assert len(naive_match.check(record)) == len(record["rounds"]), "the naive engine must agree"


@pytest.mark.parametrize("record", records("good.jsonl"), ids=record_name)
def test_a_good_record_is_written_again_as_it_was(record: Record) -> None:
    again = record_again(through_text(record))
    for key in ("ruleset", "rounds", "winner", "end"):
        assert again[key] == record[key]


def spoilt_name(record: Record) -> str:
    return f"{record_name(record)}-{record['spoilt'].replace(' ', '-')}"


@pytest.mark.parametrize("record", records("spoilt.jsonl"), ids=spoilt_name)
def test_a_spoilt_record_is_refused_where_the_naive_engine_refuses_it(record: Record) -> None:
    with pytest.raises(naive_match.Fault) as fault:
        naive_match.check(record)
    with pytest.raises(RecordError) as refusal:
        check(record)
    assert str(refusal.value).startswith(f"round {fault.value.round_no}")
    if fault.value.move_no is not None:
        move = record["rounds"][fault.value.round_no - 1]["moves"][fault.value.move_no - 1]["move"]
        assert str(refusal.value).startswith(f"round {fault.value.round_no}, move {fault.value.move_no} ({move}): ")


def change_points(move: Record, _: Random) -> None:
    move["points"] = move["points"] + 5


def change_count(move: Record, random: Random) -> None:
    move["count"] += random.choice((-1, 1, 5))


def change_seat(move: Record, random: Random) -> None:
    move["seat"] += random.choice((-1, 1))


def change_move(move: Record, random: Random) -> None:
    """Another move as it might be written, which is not legal there."""
    tiles = [str(tile) for tile in TILES if str(tile) not in move["move"]]
    move["move"] = random.choice(["-", f"+{random.choice(tiles)}", f"{random.choice(tiles)}>66.S1", "66*", "77"])


@pytest.mark.parametrize("spoil", [change_points, change_count, change_seat, change_move])
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=rulesets(), seed=st.integers(0, 2**32 - 1))
def test_any_move_that_is_spoilt_is_named(spoil: Callable[[Record, Random], None], ruleset: Record, seed: int) -> None:
    random = Random(seed)
    record = random_record(Ruleset.from_dict(ruleset), random, 2, cut=False)
    moves = random.choice(record["rounds"])["moves"]
    whole = copy.deepcopy(record)
    spoil(random.choice([move for move in moves if naive.is_play(move["move"])]), random)
    fault = fault_of(record)
    if fault is None or fault.move_no is None:
        return  # the change made another record that holds so far
    with pytest.raises(RecordError, match=rf"^round {fault.round_no}, move {fault.move_no} \("):
        check(record)
    assert check(whole)


def fault_of(record: Record) -> naive_match.Fault | None:
    """Where the naive engine finds the first fault."""
    try:
        naive_match.check(record)
    except naive_match.Fault as fault:
        return fault
    return None
