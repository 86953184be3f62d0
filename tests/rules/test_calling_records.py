"""Records of matches in which points are called: they come back as they were, and one fault is refused where it is."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.calling import callers
from games.rules.errors import RecordError
from games.rules.events import Event
from games.rules.matches import MatchState, Step, call, close_window, lead_for, new_match, play, start_round
from games.rules.moves import Play
from games.rules.record import PlayedRound, SeatLabel, check, to_record
from games.rules.rounds import legal_moves
from games.rules.ruleset import Ruleset, change, preset
from games.rules.tiles import TILES
from tests.rules import naive_match
from tests.rules.mixes import calling_rulesets
from tests.rules.table import acted, match_at, stacked
from tests.rules.test_records import NAMES, Record, record_again, through_text

PAIRS = change(preset("pagat", 4), calling="muggins")
HANDS = ["55 31", "50 60", "64 21", "63 22"]
Spoil = Callable[[Record], object]


def random_step(match: MatchState, random: Random) -> Step:
    """Any move with any claim, or any call, or the end of the window."""
    window = match.window
    if window is not None:
        seats = callers(match.ruleset, window)
        points = random.choice([window.points, window.points, 5])
        return call(match, random.choice(seats), points) if random.random() < 0.6 else close_window(match)
    assert match.round is not None
    move = random.choice(legal_moves(match.round))
    if not isinstance(move, Play):
        return play(match, move)
    truth = play(match, move).match.window
    assert truth is not None
    return play(match, move, random.choice([int(truth.points), 0, 5]))


def random_record(ruleset: Ruleset, random: Random, rounds: int, most_steps: int) -> Record:
    """Some rounds of a random match; the last one stops after so many steps, its window maybe open."""
    match, told = new_match(ruleset), []
    for number in range(rounds):
        tiles = tuple(random.sample(TILES, 28))
        leader, leader_by = lead_for(match, tiles, random.randrange(ruleset.players))
        match = start_round(match, tiles, leader, leader_by).match
        events: list[Event] = []
        steps = most_steps if number == rounds - 1 else 999
        while match.is_playing and steps > 0:
            step = random_step(match, random)
            match, steps = step.match, steps - 1
            events += step.events
        told.append(PlayedRound(tiles, leader, leader_by, tuple(events)))
        if match.is_over:
            break
    return to_record(match, [SeatLabel(name, None) for name in NAMES[: ruleset.players]], told)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calling_rulesets(), st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from([4, 9, 999]))
def test_a_random_match_comes_back_from_its_record(data: Record, seed: int, rounds: int, most_steps: int) -> None:
    record = random_record(Ruleset.from_dict(data), Random(seed), rounds, most_steps)
    assert record_again(through_text(record)) == record
    assert len(naive_match.check(record)) == len(record["rounds"]), "the naive engine must agree"


def recorded(acts: str, ruleset: Ruleset = PAIRS) -> Record:
    """The record of one round that is not over."""
    match, events = acted(match_at((0, 0), HANDS, ruleset), acts)
    seats = [SeatLabel(name, None) for name in NAMES]
    return to_record(match, seats, [PlayedRound(stacked(HANDS), 0, "lot", tuple(events))])


def moves(record: Record) -> list[Record]:
    return list(record["rounds"][0]["moves"])


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        ("55=10 .", {"points": 10, "claim": 10, "muggins": None}),
        ("55 .", {"points": 0, "claim": None, "muggins": None}),
        ("55=5 .", {"points": 0, "claim": 5, "muggins": None}),
        ("55 1:5 3:10", {"points": 0, "claim": None, "muggins": {"seat": 3, "points": 10}}),
        ("55=5 1:10", {"points": 0, "claim": 5, "muggins": {"seat": 1, "points": 10}}),
    ],
)
def test_a_play_is_written_with_its_claim_and_who_took_the_points(acts: str, told: Record) -> None:
    record = recorded(acts)
    assert moves(record) == [{"seat": 0, "move": "55", "count": 10, **told}]
    assert record_again(check(record)) == record


def test_the_scores_of_a_round_that_is_not_over_have_what_was_taken() -> None:
    assert recorded("55 1:10")["rounds"][0]["scores"] == [0, 10]


@pytest.mark.parametrize("acts", ["55=10 . 50>55.L1=10", "55=10 . 50>55.L1 0:5"])
def test_a_play_whose_points_have_not_been_told_is_left_out(acts: str) -> None:
    record = recorded(acts)
    assert [move["move"] for move in moves(record)] == ["55"]
    assert record["rounds"][0]["scores"] == [10, 0]
    assert check(record).match.scores == (10, 0)


def test_at_an_exact_target_the_record_has_what_was_credited() -> None:
    """Ten points pass the target of five: nobody is credited any."""
    strict = change(PAIRS, target=5, target_rule="exact")
    assert moves(recorded("55=10 .", strict))[0]["points"] == 0
    stolen = recorded("55 1:10", strict)
    assert moves(stolen)[0]["muggins"] == {"seat": 1, "points": 0}
    assert check(stolen).match.scores == (0, 0)


def test_a_record_of_automatic_rules_has_no_new_keys() -> None:
    record = recorded("55", change(PAIRS, calling="automatic"))
    assert moves(record) == [{"seat": 0, "move": "55", "count": 10, "points": 10}]
    assert not {"muggins_seconds", "overcall_penalty"} & record["ruleset"].keys()


def test_the_settings_of_calling_may_be_missing() -> None:
    record = recorded("55 1:10")
    del record["ruleset"]["muggins_seconds"], record["ruleset"]["overcall_penalty"]
    assert check(record).match.ruleset == change(PAIRS, hand_size=2)


def test_wrong_calls_may_stand_in_an_extra_key() -> None:
    record = recorded("55 1:5 3:10")
    moves(record)[0]["calls"] = [{"seat": 1, "points": 5}]
    assert check(record).match.scores == (0, 10)


def test_a_claim_of_nothing_is_none() -> None:
    record = recorded("55 1:10")
    moves(record)[0]["claim"] = 0
    assert check(record).match.scores == (0, 10)


# --- one fault each --------------------------------------------------------------------------------------------------

#: Alice's 55 makes ten and is claimed; Bob's 50 makes ten, and nobody said so.
GOOD = recorded("55=10 . 50>55.L1 .")


def spoil(number: int, **changes: Any) -> Spoil:
    return lambda record: moves(record)[number].update(changes)


def took(number: int, seat: Any, points: Any) -> Spoil:
    return spoil(number, muggins={"seat": seat, "points": points})


def automatic(record: Record) -> None:
    """The table has counted by itself."""
    record["ruleset"].update(calling="automatic")
    del record["ruleset"]["muggins_seconds"], record["ruleset"]["overcall_penalty"]
    moves(record)[1].update(points=10)
    record["rounds"][0]["scores"] = [10, 10]


def without_claims(record: Record) -> None:
    automatic(record)
    for move in moves(record):
        move["claim"] = None


def test_the_record_holds_before_it_is_spoilt() -> None:
    assert check(GOOD).match.scores == (10, 0)
    unclaimed = copy.deepcopy(GOOD)
    without_claims(unclaimed)
    assert check(unclaimed).match.scores == (10, 10)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (took(1, 3, 10), "move 2 (50>55.L1): one cannot take the points of one's own side"),  # the partner
        (took(1, 1, 10), "move 2 (50>55.L1): one cannot take the points of one's own side"),  # the mover
        (took(1, 4, 10), "move 2 (50>55.L1): muggins: there is no seat 4"),
        (took(1, -1, 10), "move 2 (50>55.L1): muggins: there is no seat -1"),
        (took(1, 0, 5), "move 2 (50>55.L1): muggins: seat 0 took 10 points, not 5"),
        (took(1, 0, 0), "move 2 (50>55.L1): muggins: seat 0 took 10 points, not 0"),
        (took(0, 1, 10), "move 1 (55): muggins: the claim is right, so that nobody can take the points"),
        (took(1, None, 10), "muggins: seat must be a whole number, not null"),
        (took(1, 0, "10"), "muggins: points has '10', neither a whole number nor a half"),
        (spoil(1, muggins=10), "muggins: must be an object, not 10"),
        (spoil(1, muggins={"seat": 0}), "muggins: points is missing"),
        (spoil(1, muggins={"points": 10}), "muggins: seat is missing"),
        (spoil(0, claim=5), "move 1 (55): it earns 0 points, not 10"),
        (spoil(0, claim=None), "move 1 (55): it earns 0 points, not 10"),
        (spoil(1, claim=10), "move 2 (50>55.L1): it earns 10 points, not 0"),
        (spoil(1, points=10), "move 2 (50>55.L1): it earns 0 points, not 10"),
        (spoil(1, count=5), "move 2 (50>55.L1): the count is 10, not 5"),
        (spoil(1, claim=169), "move 2 (50>55.L1): no play can make so many points"),
        (spoil(1, claim=-5), "move 2 (50>55.L1): no play can make so many points"),
        (spoil(1, claim="5"), "claim must be a whole number, not '5'"),
        (spoil(1, claim=2.5), "claim must be a whole number, not 2.5"),
        (spoil(1, claim=True), "claim must be a whole number, not true"),
        (lambda record: moves(record)[0].pop("claim"), "move 1 (55): claim is missing"),
        (lambda record: moves(record)[0].pop("muggins"), "move 1 (55): muggins is missing"),
        (automatic, "move 1 (55): claim stands only on plays whose points are called"),
        (lambda record: record["ruleset"].update(muggins_seconds=2), "ruleset: muggins_seconds: must be between 3"),
        (lambda record: record["ruleset"].update(overcall_penalty=None), "overcall_penalty: must be true or false"),
    ],
)
def test_a_record_with_one_fault_is_refused(fault: Spoil, told: str) -> None:
    record = copy.deepcopy(GOOD)
    fault(record)
    with pytest.raises(RecordError) as refusal:
        check(record)
    assert told in str(refusal.value)


def test_points_that_were_taken_on_an_automatic_table_are_refused() -> None:
    record = copy.deepcopy(GOOD)
    without_claims(record)
    moves(record)[1]["muggins"] = {"seat": 0, "points": 10}
    with pytest.raises(RecordError, match="muggins stands only on plays whose points are called"):
        check(record)


def test_nobody_takes_the_points_of_a_play_that_makes_none() -> None:
    record = recorded("31 .")
    for points in (0, 5):
        moves(record)[0]["muggins"] = {"seat": 1, "points": points}
        with pytest.raises(RecordError, match=r"move 1 \(31\): muggins: the play is worth nothing"):
            check(record)


def test_draws_and_passes_have_no_claim() -> None:
    record = recorded("31 .")
    drawn = record["rounds"][0]["tiles"][8]
    record["rounds"][0]["moves"].append({"seat": 1, "move": f"+{drawn}", "claim": 5})
    with pytest.raises(RecordError, match="claim stands only on plays whose points are called"):
        check(record)
    record["rounds"][0]["moves"][-1].update(claim=None, muggins=None)
    assert len(check(record).rounds[0].events) == 3


def test_a_penalty_is_worked_out_by_the_checker() -> None:
    record = recorded("55=5 .", change(PAIRS, overcall_penalty=True))
    assert record["rounds"][0]["scores"] == [0, 5]
    assert check(record).match.scores == (0, 5)
    record["ruleset"]["overcall_penalty"] = False
    with pytest.raises(RecordError, match=r"the scores must be \[0, 0\], not \[0, 5\]"):
        check(record)
