"""Races, on a real database file (or on PostgreSQL when DATABASE_URL is set): threads that act in the same instant."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, Move, MoveBy, Seat
from games.rules.moves import Play
from games.services import errors, keeper, seating
from games.services.play import Played, play_move
from tests.cast import make_cast, person
from tests.races import racers, times
from tests.tables import confirm_all, dealing, fresh, make_move, new_key, on_turn, open_table, options, rules, seat_of

pytestmark = pytest.mark.django_db(transaction=True)

LONG = {"target": 10_000}


def table_of_two() -> Match:
    cast = make_cast()
    return open_table(cast.alice, cast.bob, ruleset=rules(**LONG))


def next_turn(match: Match) -> Match:
    """The match with somebody on turn: a round that is over is confirmed away."""
    return confirm_all(match) if fresh(match).between_rounds else fresh(match)


def click(match: Match, user: User, move: Play, key: str) -> Played:
    return play_move(match_id=match.pk, user=user, move=move, version=match.version, key=key)


def stored(match: Match) -> int:
    return Move.objects.filter(match=match).exclude(by=MoveBy.FORCED).count()


def kinds(results: list[object]) -> list[str]:
    """What came of it: "stored", "repeated", or the code of the refusal."""
    return sorted(
        ("repeated" if result.repeated else "stored") if isinstance(result, Played) else result.code  # type: ignore[attr-defined]
        for result in results
    )


def test_races_of_a_double_click_store_one_move() -> None:  # A22
    match = table_of_two()
    with racers(2) as two:
        for count in range(1, times(100) + 1):
            match = next_turn(match)
            user, move, key = on_turn(match), options(match)[0], new_key()
            results = two.race(*[partial(click, match, user, move, key)] * 2)
            assert kinds(results) == ["repeated", "stored"]
            assert results[0].version == results[1].version
            assert stored(match) == count


def test_races_of_two_tabs_store_one_move() -> None:  # A22
    """Each tab has its own key; the slower one's page is stale (or it is no longer that person's turn)."""
    match = table_of_two()
    with racers(2) as two:
        for count in range(1, times(100) + 1):
            match = next_turn(match)
            user, move = on_turn(match), options(match)[0]
            results = two.race(*[partial(click, match, user, move, new_key()) for _ in range(2)])
            refused = [kind for kind in kinds(results) if kind != "stored"]
            assert len(refused) == 1
            assert refused[0] in ("stale", "not_running")
            assert stored(match) == count


def test_races_of_two_ways_to_lay_one_tile_store_one_move() -> None:  # A23
    """Alice taps both ends of her choice: the first double may lie crosswise or lengthwise."""
    cast = make_cast()
    with racers(2) as two, dealing("55 50 64 41 31 21 20 66 65 63 62 61 60 54"):
        for _ in range(times(100)):
            match = open_table(cast.alice, cast.bob, ruleset=rules("sniff"))
            ways = [move for move in options(match) if str(move) in ("55", "55*")]
            results = two.race(*[partial(click, match, cast.alice, way, new_key()) for way in ways])
            assert kinds(results) == ["stale", "stored"]
            assert stored(match) == 1


def test_races_of_one_key_with_two_tiles_apply_one() -> None:  # B59
    match = table_of_two()
    raced = 0
    with racers(2) as two:
        while raced < times(50):
            match = next_turn(match)
            user, moves, key = on_turn(match), options(match), new_key()
            if len(moves) < 2:
                click(match, user, moves[0], new_key())
                continue
            raced += 1
            results = two.race(*[partial(click, match, user, move, key) for move in moves[:2]])
            assert kinds(results) == ["key_reused", "stored"]


def test_races_for_the_last_seat_have_one_winner() -> None:  # A23 B20
    cast = make_cast()
    guests = [person(f"Guest {number}") for number in range(4)]
    with racers(4) as four:
        for _ in range(times(100)):
            match = open_table(cast.alice)
            results = four.race(
                *[partial(seating.take_seat, match_id=match.pk, user=guest, seat=1) for guest in guests]
            )
            refused = [result for result in results if isinstance(result, errors.Refused)]
            assert [result.status for result in refused] == [409] * 3
            assert fresh(match).round_number == 1
            assert fresh(match).rounds.count() == 1


def test_races_of_one_person_for_two_seats_give_one() -> None:  # A23 B20
    cast = make_cast()
    with racers(2) as two:
        for _ in range(times(100)):
            match = open_table(cast.alice, ruleset=rules(players=3))
            results = two.race(
                *[partial(seating.take_seat, match_id=match.pk, user=cast.bob, seat=seat) for seat in (1, 2)]
            )
            assert sum(isinstance(result, errors.AlreadySeated) for result in results) == 1
            assert Seat.objects.filter(match=match, user=cast.bob).count() == 1


def test_races_of_a_person_and_a_robot_for_the_last_seat() -> None:  # A23
    cast = make_cast()
    with racers(2) as two:
        for _ in range(times(50)):
            match = open_table(cast.alice)
            two.race(
                partial(seating.take_seat, match_id=match.pk, user=cast.bob, seat=1),
                partial(seating.seat_robot, match_id=match.pk, user=cast.alice, seat=1, robot="scorer"),
            )
            seat = match.seats.get(index=1)
            assert bool(seat.user_id) != bool(seat.robot)
            assert fresh(match).rounds.count() == 1


def finished() -> Match:
    match = table_of_two()
    Match.objects.filter(pk=match.pk).update(
        state="finished", end="target", winner_side=0, turn_seat=None, wake_at=None, deadline=None
    )
    return match


def test_races_for_a_rematch_open_one_table() -> None:  # A23 B62
    cast = make_cast()
    with racers(4) as four:
        for _ in range(times(100)):
            match = finished()
            results = four.race(
                *[
                    partial(seating.ask_rematch, match_id=match.pk, user=user)
                    for user in (cast.alice, cast.bob, cast.alice, cast.bob)
                ]
            )
            news = {result.pk for result in results if result is not None}
            assert len(news) == 1
            assert Match.objects.filter(rematch_of=match).count() == 1
        assert Match.objects.count() == 2 * times(100)


def test_races_to_go_on_in_a_series_open_one_match() -> None:
    """Both confirm while the pause runs out."""
    cast = make_cast()
    with racers(3) as three:
        for _ in range(times(50)):
            match = open_table(cast.alice, cast.bob, best_of=3)
            late = timezone.now() - timedelta(seconds=1)
            Match.objects.filter(pk=match.pk).update(
                state="finished", end="target", winner_side=0, turn_seat=None, wake_at=late, deadline=late
            )
            three.race(
                partial(seating.confirm_round, match_id=match.pk, user=cast.alice),
                partial(seating.confirm_round, match_id=match.pk, user=cast.bob),
                partial(keeper.attend, match.pk),
            )
            assert Match.objects.filter(series=match.series).count() == 2
            assert Match.objects.get(series=match.series, series_number=2).round_number == 1


def test_races_to_confirm_deal_one_round() -> None:  # A23
    """One tile in each hand and nothing to draw: the lead ends the round."""
    cast = make_cast()
    match = open_table(cast.alice, cast.bob, ruleset=rules(hand_size=1, reserve=26, **LONG))
    with racers(3) as three:
        for number in range(2, times(100) + 2):
            make_move(match)
            Match.objects.filter(pk=match.pk).update(wake_at=timezone.now() - timedelta(seconds=1))
            three.race(
                partial(seating.confirm_round, match_id=match.pk, user=cast.alice),
                partial(seating.confirm_round, match_id=match.pk, user=cast.bob),
                partial(keeper.attend, match.pk),
            )
            assert fresh(match).round_number == number
            assert fresh(match).rounds.count() == number


def test_races_of_a_play_against_the_clock_have_one_winner() -> None:  # A24
    match = table_of_two()
    outcomes: Counter[str] = Counter()
    with racers(2) as two:
        for _ in range(times(200)):
            match = next_turn(match)
            user, move = on_turn(match), options(match)[-1]
            Match.objects.filter(pk=match.pk).update(wake_at=timezone.now() - timedelta(seconds=1))
            answer, _none = two.race(partial(click, match, user, move, new_key()), partial(keeper.attend, match.pk))
            row = Move.objects.get(match=match, version=match.version + 1)
            if isinstance(answer, Played):
                assert (row.by, row.text, answer.version) == (MoveBy.PERSON, str(move), row.version)
            else:
                assert answer.code in ("stale", "not_running", "stand_in_plays")
                assert row.by == MoveBy.CLOCK
            outcomes[row.by] += 1
            seating.come_back(match_id=match.pk, user=user)
    assert outcomes.total() == stored(match) == times(200)


def test_races_of_two_keepers_move_each_robot_once() -> None:  # A25 A29
    cast = make_cast()
    match = open_table(cast.alice, ruleset=rules(**LONG), robots=["scorer"])
    raced = 0
    with racers(2) as two:
        while raced < times(50):
            match = next_turn(match)
            if match.turn_seat == 0:
                click(match, cast.alice, options(match)[0], new_key())
                continue
            raced += 1
            Match.objects.filter(pk=match.pk).update(wake_at=timezone.now())
            two.race(*[partial(keeper.attend, match.pk)] * 2)
            assert Move.objects.filter(match=match, by=MoveBy.ROBOT).count() == raced


def test_races_of_leaving_and_playing_keep_the_turn_in_one_hand() -> None:
    match = table_of_two()
    with racers(3) as three:
        for _ in range(times(50)):
            match = next_turn(match)
            user, move = on_turn(match), options(match)[0]
            before = stored(match)
            answer, *_ = three.race(
                partial(click, match, user, move, new_key()),
                partial(seating.leave, match_id=match.pk, user=user),
                partial(keeper.attend, match.pk),
            )
            by_person = isinstance(answer, Played)
            assert stored(match) - before in ((1, 2) if by_person else (0, 1))
            seating.come_back(match_id=match.pk, user=user)
            assert seat_of(match, user).stand_in == ""
