"""Races for the points of a play: calls, the next player's act, the clock and a going-out play in the same instant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.utils import timezone

from games import verification
from games.models import Match, Move
from games.rules.events import Called, WindowClosed
from games.rules.record import check
from games.services import calling, errors, keeper, records, seating, timing
from games.services.calling import Answer
from games.services.play import Played, play_move
from tests.cast import Cast, make_cast
from tests.muggins import called, calls_of, last_play, view
from tests.races import Racers, racers, times
from tests.tables import close_window, dealing, fresh, make_move, new_key, open_table

pytestmark = pytest.mark.django_db(transaction=True)

#: Two tiles each and one to draw. Alice leads 55 (10); Bob joins 54, Carol 51; Alice must draw 50 and play it (5);
#: Bob goes out with 00 (5).
DEAL = "55 66 54 00 51 33 50"
RULES = {"hand_size": 2, "reserve": 21, "target": 1000}
MATCHES = times(67)
#: What Alice claims for her lead and for the tile that she draws: nothing, too much, the truth.
CLAIMS = ((None, None), (20, 20), (10, 5))


class Call(NamedTuple):
    """One that does not change its mind: an amount upon the play that made this version."""

    match: Match
    user: Any
    points: int

    def __call__(self) -> Answer:
        return calling.call_muggins(
            match_id=self.match.pk, user=self.user, points=self.points, version=self.match.turn_version, key=new_key()
        )


def play(match: Match, user: Any, move: str) -> Played:
    return play_move(match_id=match.pk, user=user, move=move, version=match.version, key=new_key())


def time_is_up(match: Match) -> None:
    late = timezone.now() - timedelta(seconds=2 * timing.GRACE_SECONDS)
    Match.objects.filter(pk=match.pk).update(window_until=late, wake_at=late)


def race_for(match: Match, four: Racers, cast: Cast, *acts: Callable[[], Any]) -> tuple[Match, list[Any]]:
    """All at once, with the keeper, whose time has come; and whatever came of it is one thing, the same for all."""
    row = last_play(match)
    time_is_up(match)
    results = four.race(*acts, partial(keeper.attend, match.pk))
    row.refresh_from_db()
    right = [call for call in calls_of(match) if call.move_id == row.pk and call.right]
    assert row.closed_version is not None
    assert len(right) == (row.taken_by is not None) <= 1
    assert sum(isinstance(result, Answer) and result.right for result in results) == len(right)
    assert all(result.code == "window_closed" for result in results if isinstance(result, errors.Refused))
    assert row.points == 0 or not right
    check_screens(match, cast, row)
    assert verification.faults_of(fresh(match)) == []
    return fresh(match), results


def check_screens(match: Match, cast: Cast, row: Move) -> None:
    """Every viewer is told the same of this play, and shown the same scores."""
    told = set()
    for user in (cast.alice, cast.bob, cast.carol, cast.eve, None):
        data = view(match, user)
        assert data.sight is not None
        events = zip(data.versions, data.sight.events, strict=True)
        told.add((*[pair for pair in events if isinstance(pair[1], Called | WindowClosed)], data.sight.scores))
        closed = [event for at, event in zip(data.versions, data.sight.events, strict=True)
                  if isinstance(event, WindowClosed) and at == row.closed_version]  # fmt: skip
        assert [(event.count, event.credited, event.taken_by) for event in closed] == [
            (row.count, row.points, row.taken_by)
        ]
    assert len(told) == 1


def outcome(row: Move) -> str:
    return "credited" if row.points else "nobody" if row.taken_by is None else f"seat {row.taken_by}"


def test_races_for_the_points_of_a_play_have_one_outcome() -> None:  # A24
    """Races: a lead against the next play; a play against one that goes out; the play that went out itself."""
    cast = make_cast()
    outcomes: Counter[str] = Counter()
    with racers(4) as four:
        for number in range(MATCHES):
            outcomes.update(race_through_a_round(four, cast, CLAIMS[number % 3]))
    assert outcomes.total() == 3 * MATCHES
    assert outcomes["credited"] == 2 * (MATCHES // 3)
    assert set(outcomes) <= {"credited", "nobody", "seat 0", "seat 1", "seat 2"}
    assert len(outcomes) > 2


def race_through_a_round(four: Racers, cast: Cast, claims: tuple[int | None, int | None]) -> list[str]:
    """The outcomes of the three races of a round."""
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob, cast.carol, ruleset=called(players=3, **RULES))
    found = []
    make_move(match, cast.alice, "55", claim=claims[0])
    match = fresh(match)
    lead = last_play(match)
    match, results = race_for(
        match,
        four,
        cast,
        Call(match, cast.bob, 10),
        Call(match, cast.carol, 10),
        partial(play, match, cast.bob, "54>55.L1"),
    )
    assert isinstance(results[2], Played)
    lead.refresh_from_db()
    found.append(outcome(lead))
    make_move(match, cast.carol, "51>55.L2")
    match = close_window(match)
    make_move(match, cast.alice, "50>55.S1", claim=claims[1])
    match = fresh(match)
    drawn = last_play(match)
    match, results = race_for(
        match,
        four,
        cast,
        Call(match, cast.bob, 5),
        Call(match, cast.carol, 5),
        partial(play, match, cast.bob, "00>50.0"),
    )
    assert isinstance(results[2], Played)
    drawn.refresh_from_db()
    found.append(outcome(drawn))
    return [*found, race_upon_going_out(match, four, cast)]


def race_upon_going_out(match: Match, four: Racers, cast: Cast) -> str:
    """Bob has gone out, claiming nothing: what his play made is called, while Alice would like to go on."""
    out = last_play(match)
    assert (match.turn_seat, match.window_open, out.text) == (None, True, "00>50.0")
    match, _ = race_for(
        match, four, cast, Call(match, cast.alice, 5), Call(match, cast.carol, 5),
        partial(seating.confirm_round, match_id=match.pk, user=cast.alice),
    )  # fmt: skip
    assert (match.between_rounds, match.round_number) == (True, 1)
    record = records.export_record(match)
    assert [move["muggins"] for move in record["rounds"][0]["moves"] if "muggins" in move] == [
        None if row.taken_by is None else {"seat": row.taken_by, "points": row.taken}
        for row in Move.objects.filter(match=match, count__isnull=False).order_by("version")
    ]
    assert not check(record).finished
    out.refresh_from_db()
    return outcome(out)


def test_races_of_a_double_click_call_once() -> None:  # A22
    cast = make_cast()
    with racers(2) as two, dealing(DEAL):
        for _ in range(30):
            match = open_table(cast.alice, cast.bob, cast.carol, ruleset=called(players=3, **RULES))
            make_move(match, cast.alice, "55")
            version, key = fresh(match).version, new_key()
            click = partial(calling.call_muggins, match_id=match.pk, user=cast.bob, points=5, version=version, key=key)
            first, second = two.race(click, click)
            assert (first.version, first.right) == (second.version, second.right)
            assert {first.repeated, second.repeated} == {True, False}
            assert len(calls_of(match)) == 1


def test_races_of_two_keepers_close_a_window_once() -> None:  # A25
    cast = make_cast()
    with racers(2) as two, dealing(DEAL):
        for _ in range(30):
            match = open_table(cast.alice, cast.bob, cast.carol, ruleset=called(players=3, **RULES))
            make_move(match, cast.alice, "55", claim=10)
            match = fresh(match)
            time_is_up(match)
            two.race(*[partial(keeper.attend, match.pk)] * 2)
            after = fresh(match)
            assert (after.version, after.scores) == (match.version + 1, ["10", "0", "0"])
