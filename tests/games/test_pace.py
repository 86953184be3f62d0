"""How long a robot takes says nothing of its hand: neither how many choices there were, nor how long it thought."""

from __future__ import annotations

from unittest import mock

import pytest

from games import robots
from games.models import Match, Move, MoveBy
from games.rules.moves import Move as AnyMove
from games.rules.sight import Sight
from games.services import keeper, minder, timing
from tests.cast import Cast
from tests.tables import Clock, dealing, fresh, make_move, open_table, sight

#: After Alice's double five the robot has a single tile that fits, 50, or six.
FORCED = "55 54 53 52 51 64 41 31 21 50 66 63 62 61 60 11 10 20"
FREE = "55 64 41 31 21 20 10 11 66 50 51 52 53 54 65 62 61 60"
DRAWS = 400


@pytest.fixture(autouse=True)
def no_robot_sits_on_the_bench() -> None:
    keeper._minder = minder.Minder()


def on_turn(cast: Cast, deal: str, kind: str) -> Match:
    """A robot of this kind is on turn after Alice's double five."""
    with dealing(deal):
        match = open_table(cast.alice, robots=[kind])
    make_move(match, cast.alice, "55")
    return fresh(match)


def waits(match: Match) -> list[float]:
    """Seconds from the beginning of the turn to the robot's move, drawn again and again."""
    seats = list(match.seats.all())
    found = []
    for _ in range(DRAWS):
        assert match.turn_at is not None
        timing.schedule(match, seats, match.turn_at)
        assert match.wake_at is not None
        found.append((match.wake_at - match.turn_at).total_seconds())
    return sorted(found)


def distance(one: list[float], other: list[float]) -> float:
    """Kolmogorov and Smirnov's: the most by which the two distributions differ."""
    points = sorted({*one, *other})
    return max(
        abs(sum(value <= point for value in one) - sum(value <= point for value in other)) / DRAWS for point in points
    )


def test_forced_and_free_moves_of_every_kind_come_after_times_of_one_distribution(cast: Cast, clock: Clock) -> None:
    forced, free = (on_turn(cast, deal, "scorer") for deal in (FORCED, FREE))
    assert [len(sight(match, 1).legal) for match in (forced, free)] == [2, 12]  # at either end of the double
    slow = on_turn(cast, FREE, "ebony")
    first, *others = (waits(match) for match in (forced, free, slow))
    for other in others:
        assert distance(first, other) < 2.2 * (2 / DRAWS) ** 0.5  # one of 8,000 honest runs is farther off
    assert 0.6 <= first[0] < first[-1] <= 1.2


def test_a_robot_that_thinks_long_has_thought_when_its_moment_comes(
    cast: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = on_turn(cast, FREE, "ebony")
    assert match.wake_at is not None
    plays = sight(match, 1).legal
    asked: list[str] = []

    def choose(kind: str, seen: Sight, seed: int) -> AnyMove:
        asked.append(kind)
        clock.pass_by(0.4)
        return seen.legal[-1]

    monkeypatch.setattr(robots, "choose", choose)
    assert keeper.soon() == {match.pk: match.turn_version}
    keeper.think_ahead(match.pk)
    assert fresh(match).version == match.version
    assert asked == ["ebony"]
    clock.pass_by((match.wake_at - clock.now).total_seconds())
    assert keeper.tick() == [match.pk]
    assert asked == ["ebony"]
    row = Move.objects.get(match=match, by=MoveBy.ROBOT)
    assert row.at == match.wake_at
    assert row.text == str(plays[-1])


def test_what_was_thought_of_another_position_is_not_played(cast: Cast, clock: Clock) -> None:
    match = on_turn(cast, FREE, "ebony")
    seen = sight(match, 1)
    mind = minder.Minder()
    with mock.patch.object(robots, "choose", return_value=seen.legal[0]):
        mind.think_ahead(match.pk, "ebony", seen)
    other = sight(on_turn(cast, FREE[:-3] + " 33", "ebony"), 1)
    with mock.patch.object(robots, "choose", return_value=other.legal[-1]):
        assert mind.choose(match.pk, "ebony", other) == other.legal[-1]


def test_only_who_thinks_long_begins_before_the_moment(cast: Cast, clock: Clock) -> None:
    quick, slow = on_turn(cast, FREE, "careful"), on_turn(cast, FREE, "brass")
    assert list(keeper.soon()) == [slow.pk]
    clock.pass_by(1.3)
    assert keeper.soon() == {}
    assert set(keeper.due()) == {quick.pk, slow.pk}
