"""Tables are opened, filled and started."""

from __future__ import annotations

import pytest

from games.models import Match, Stage, Why
from games.services import errors, seating
from tests.cast import Cast
from tests.tables import fresh, open_table, options, rules, seat_of


def test_alice_opens_a_table_and_sits_first(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3), title="Friday")
    assert match.state == Stage.OPEN
    assert [seat.user for seat in match.seats.all()] == [cast.alice, None, None]
    assert match.ruleset == rules(players=3).to_dict()


def test_an_address_has_22_characters_and_no_two_are_the_same(cast: Cast) -> None:
    codes = {open_table(cast.alice).code for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {22}


def test_the_last_to_sit_down_starts_the_match(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    seating.take_seat(match_id=match.pk, user=cast.bob, seat=2)
    assert fresh(match).state == Stage.OPEN
    match = seating.take_seat(match_id=match.pk, user=cast.carol)
    assert match.state == Stage.RUNNING
    assert match.round_number == 1
    assert match.turn_seat is not None
    assert options(match)
    assert [seat.user for seat in match.seats.all()] == [cast.alice, cast.carol, cast.bob]


def test_robots_fill_from_the_last_seat_backwards(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=4), robots=["careful", "scorer"])
    assert [seat.robot for seat in match.seats.all()] == ["", "", "scorer", "careful"]
    assert match.state == Stage.OPEN


def test_robots_on_named_seats(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3), robots={1: "beginner"})
    assert [seat.robot for seat in match.seats.all()] == ["", "beginner", ""]


def test_a_table_full_of_robots_starts_at_once(cast: Cast) -> None:
    match = open_table(cast.alice, robots=["beginner"])
    assert match.state == Stage.RUNNING


@pytest.mark.parametrize("robots", [["genius"], {1: ""}, {1: "x" * 300}])
def test_unknown_robots_are_refused(cast: Cast, robots: list[str] | dict[int, str]) -> None:
    with pytest.raises(errors.NoSuchRobot):
        seating.open_table(user=cast.alice, ruleset=rules(), robots=robots)
    assert not Match.objects.exists()


@pytest.mark.parametrize("robots", [["scorer"] * 2, {0: "scorer"}, {2: "scorer"}, {-1: "scorer"}])
def test_robots_do_not_take_the_openers_seat_nor_one_that_is_not_there(
    cast: Cast, robots: list[str] | dict[int, str]
) -> None:
    with pytest.raises(errors.NoSuchSeat):
        seating.open_table(user=cast.alice, ruleset=rules(), robots=robots)


@pytest.mark.parametrize("seconds", [0, -1, 1, 19, 91, 10**9])
def test_a_clock_that_the_house_does_not_have_is_refused(cast: Cast, seconds: int) -> None:
    with pytest.raises(errors.BadSetting):
        seating.open_table(user=cast.alice, ruleset=rules(), turn_seconds=seconds)


def test_nobody_sits_twice_or_on_a_taken_seat(cast: Cast) -> None:  # B20
    match = open_table(cast.alice, ruleset=rules(players=3))
    for seat in (None, 0, 1):
        with pytest.raises(errors.AlreadySeated):
            seating.take_seat(match_id=match.pk, user=cast.alice, seat=seat)
    with pytest.raises(errors.SeatTaken):
        seating.take_seat(match_id=match.pk, user=cast.bob, seat=0)
    for seat in (-1, 3, 10**20):
        with pytest.raises(errors.NoSuchSeat):
            seating.take_seat(match_id=match.pk, user=cast.bob, seat=seat)
    assert [seat.user for seat in match.seats.all()] == [cast.alice, None, None]


def test_a_full_table_refuses_eve(cast: Cast) -> None:  # B20
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.TableFull):
        seating.take_seat(match_id=match.pk, user=cast.eve)


def test_a_table_that_is_not_there(cast: Cast) -> None:
    with pytest.raises(errors.UnknownTable):
        seating.take_seat(match_id=999_999, user=cast.alice)


def test_only_who_sits_at_the_table_seats_robots(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    with pytest.raises(errors.NotSeated):
        seating.seat_robot(match_id=match.pk, user=cast.eve, seat=1, robot="scorer")
    seating.seat_robot(match_id=match.pk, user=cast.alice, seat=None, robot="scorer")
    with pytest.raises(errors.SeatTaken):
        seating.seat_robot(match_id=match.pk, user=cast.alice, seat=1, robot="scorer")
    seating.seat_robot(match_id=match.pk, user=cast.alice, seat=2, robot="beginner")
    assert fresh(match).state == Stage.RUNNING


def test_no_unknown_robot_sits_down_later(cast: Cast) -> None:
    match = open_table(cast.alice)
    for robot in ("genius", ""):
        with pytest.raises(errors.NoSuchRobot):
            seating.seat_robot(match_id=match.pk, user=cast.alice, seat=1, robot=robot)
    assert match.seats.get(index=1).is_free


def test_no_robot_goes_once_the_match_has_begun(cast: Cast) -> None:
    match = open_table(cast.alice, robots=["scorer"])
    with pytest.raises(errors.TableFull):
        seating.remove_robot(match_id=match.pk, user=cast.alice, seat=1)
    assert match.seats.get(index=1).robot == "scorer"


def test_a_robot_makes_room_again(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3), robots=["scorer"])
    with pytest.raises(errors.SeatTaken):
        seating.remove_robot(match_id=match.pk, user=cast.alice, seat=0)
    seating.remove_robot(match_id=match.pk, user=cast.alice, seat=2)
    assert all(not seat.robot for seat in match.seats.all())


def test_who_leaves_an_open_table_frees_the_seat(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(players=3))
    seating.leave(match_id=match.pk, user=cast.alice)
    assert [seat.user for seat in match.seats.all()] == [None, cast.bob, None]
    assert fresh(match).state == Stage.OPEN


def test_the_last_to_leave_an_open_table_closes_it(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3), robots=["scorer"])
    seating.leave(match_id=match.pk, user=cast.alice)
    match = fresh(match)
    assert (match.state, match.why, match.end) == (Stage.ABANDONED, Why.EVERYBODY_LEFT, "unfinished")
    with pytest.raises(errors.NotOpen):
        seating.take_seat(match_id=match.pk, user=cast.bob)


def test_every_change_raises_the_version(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=3))
    seen = [match.version]
    for change in (
        lambda: seating.take_seat(match_id=match.pk, user=cast.bob),
        lambda: seating.leave(match_id=match.pk, user=cast.bob),
        lambda: seating.seat_robot(match_id=match.pk, user=cast.alice, seat=1, robot="scorer"),
        lambda: seating.remove_robot(match_id=match.pk, user=cast.alice, seat=1),
    ):
        change()
        seen.append(fresh(match).version)
    assert seen == sorted(set(seen))


def test_a_refusal_changes_nothing(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    before = fresh(match).version
    with pytest.raises(errors.TableFull):
        seating.take_seat(match_id=match.pk, user=cast.eve)
    with pytest.raises(errors.NotSeated):
        seating.leave(match_id=match.pk, user=cast.eve)
    assert fresh(match).version == before
    assert seat_of(match, cast.alice).index == 0
