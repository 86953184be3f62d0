"""Whole matches through the services, every preset and size: persons, robots, and both."""

from __future__ import annotations

import pytest

from games import verification
from games.models import Match, Move, MoveBy, Stage
from games.rules.ruleset import PRESETS, preset_players
from games.services import records, seating
from tests.cast import Cast
from tests.games.test_records import verify_record
from tests.tables import Clock, fresh, let_keeper_act, open_table, play_out_match, rules

SIZES = [(name, players) for name in PRESETS for players in preset_players(name)]
# Weak play under own_hand can sink for ever: such a match is played to a target that good luck reaches.
TARGETS = {"five_up": 7, "thoughtco": 10, "muggins": 10}


def short(name: str) -> int:
    return TARGETS.get(name, 35)


def check(match: Match) -> None:
    assert match.state == Stage.FINISHED
    assert verification.faults_of(match) == []
    assert verify_record(records.export_record(match)) == "1 of 1 records hold"


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_persons_play_a_match_to_its_end(cast: Cast, name: str, players: int) -> None:
    ruleset = rules(name, players, target=short(name))
    check(play_out_match(open_table(*cast.seated(players), ruleset=ruleset)))


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_robots_play_a_match_to_its_end(cast: Cast, clock: Clock, name: str, players: int) -> None:
    """A stand-in plays for Alice, who only looks on and confirms nothing."""
    ruleset = rules(name, players, target=short(name))
    robots = ["scorer", "careful", "beginner"][: players - 1]
    match = open_table(cast.alice, ruleset=ruleset, robots=robots)
    seat = match.seats.get(index=0)
    while not fresh(match).is_over:
        seating.heartbeat(match_id=match.pk, user=cast.alice)
        match.seats.filter(pk=seat.pk).update(stand_in="careful")
        let_keeper_act(clock, step=20.1 if fresh(match).between_rounds else 1.3)
        if fresh(match).turn_seat == 0:
            Match.objects.filter(pk=match.pk).update(wake_at=clock.now)
    match = fresh(match)
    check(match)
    assert not Move.objects.filter(match=match, by__in=[MoveBy.PERSON, MoveBy.CLOCK]).exists()
