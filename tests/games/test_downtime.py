"""The time for which the server was down is given back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from games.models import KeeperBeat, Move, MoveBy
from games.services import keeper, pulse
from tests.cast import Cast
from tests.tables import (
    Clock,
    fresh,
    keep_here,
    make_move,
    open_table,
    play_out_round,
    standing_clock,
    texts,
    timed,
)


@pytest.fixture
def clock() -> Iterator[Clock]:
    with standing_clock(longest_gap=pulse.GAP) as clock:
        yield clock


def test_the_time_that_the_server_was_down_is_given_back(cast: Cast, clock: Clock) -> None:  # A26
    match = timed(cast)
    keeper.tick()
    clock.pass_by(2)
    keeper.tick()
    clock.pass_by(600)
    keeper.tick()
    after = fresh(match)
    assert match.deadline is not None
    assert after.deadline == match.deadline + timedelta(seconds=600)
    assert after.version > match.version
    assert texts(match) == []
    make_move(match, version=match.version)  # the page that stood open all the time is not stale
    assert not match.seats.filter(away=True).exists()


def test_robots_resume_at_once_after_downtime(cast: Cast, clock: Clock) -> None:  # A26
    match = open_table(cast.alice, robots=["scorer"])
    keeper.tick()
    if fresh(match).turn_seat == 0:
        make_move(match)
    before = len(texts(match))
    robots_turn = fresh(match).turn_seat == 1
    clock.pass_by(600)
    keeper.tick()
    assert len(texts(match)) > before or not robots_turn


def test_a_second_keeper_gives_nothing_back(cast: Cast, clock: Clock) -> None:  # A25
    match = timed(cast)
    for _ in range(10):
        clock.pass_by(1.5)
        keeper.tick("one")
    keeper.tick("two")
    assert fresh(match).deadline == match.deadline
    assert KeeperBeat.objects.count() == 2


def test_a_keeper_that_was_away_while_the_site_was_not_gives_nothing_back(cast: Cast, clock: Clock) -> None:  # A25
    match = timed(cast)
    keeper.tick("keeper")
    for _ in range(40):
        clock.pass_by(1.5)
        pulse.beat("site")
    keeper.tick("keeper")
    rows = Move.objects.filter(match=match, by=MoveBy.CLOCK)
    assert rows.count() == 1


def test_renewed_leases_show_that_the_site_is_alive(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    keeper.tick()
    clock.pass_by(60)
    keep_here(match)
    assert pulse.beat("site") == timedelta(0)


def test_the_round_end_panel_gets_the_lost_time_too(cast: Cast, clock: Clock) -> None:
    match = timed(cast)
    keeper.tick()
    play_out_round(match)
    clock.pass_by(300)
    keeper.tick()
    assert fresh(match).round_number == 1
    clock.pass_by(2)
    keeper.tick()
    assert fresh(match).round_number == 1
