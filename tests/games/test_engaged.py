"""One rated match at a time: who is in one is told, and sits down nowhere else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Match, Seat, Stage
from games.services import engaged, errors, fixed_deals, seating
from tests.cast import Cast
from tests.tables import confirm_all, fresh, open_table, play_out_match, rules


def rated(cast: Cast, **settings: object) -> Match:
    """A rated match of Alice and Bob, under way."""
    match = open_table(cast.alice, cast.bob, rated=True, **settings)
    assert match.rated
    return match


def opens(cast: Cast) -> object:
    return seating.open_table(user=cast.alice, ruleset=rules())


def plays_with_robots(cast: Cast) -> object:
    return seating.open_table(user=cast.alice, ruleset=rules(), private=True, robots=["scorer"])


def joins(cast: Cast) -> object:
    return seating.take_seat(match_id=open_table(cast.carol).pk, user=cast.alice)


WAYS: list[Callable[[Cast], object]] = [opens, plays_with_robots, joins]


@pytest.mark.parametrize("way", WAYS)
def test_who_is_in_a_rated_match_sits_down_nowhere_else(cast: Cast, way: Callable[[Cast], object]) -> None:
    match = rated(cast)
    with pytest.raises(errors.InRatedMatch) as refused:
        way(cast)
    assert (refused.value.seat.match_id, refused.value.seat.index) == (match.pk, 0)
    assert Seat.objects.filter(user=cast.alice).count() == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_friendly_match_leaves_one_free(cast: Cast, way: Callable[[Cast], object]) -> None:
    open_table(cast.alice, cast.bob)
    way(cast)
    assert Seat.objects.filter(user=cast.alice).count() == 2


@pytest.mark.parametrize("way", WAYS)
def test_who_has_left_it_is_free(cast: Cast, way: Callable[[Cast], object]) -> None:
    seating.leave(match_id=rated(cast).pk, user=cast.alice)
    way(cast)
    assert Seat.objects.filter(user=cast.alice).count() == 2


def deals_anew(cast: Cast) -> object:
    return fixed_deals.play_deal(user=cast.alice, deal=fixed_deals.new_code(user=cast.alice, ruleset=rules()))


@pytest.mark.parametrize("way", [*WAYS, deals_anew])
def test_nobody_sits_at_more_tables_than_he_could_look_after(
    cast: Cast, way: Callable[[Cast], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engaged, "MOST_TABLES", 2)
    left, _here = open_table(cast.alice, cast.bob), open_table(cast.alice)
    with pytest.raises(errors.TooManyTables):
        way(cast)
    assert Seat.objects.filter(user=cast.alice).count() == 2
    seating.leave(match_id=left.pk, user=cast.alice)
    way(cast)


def test_at_too_many_tables_one_is_told_so_and_sent_home(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engaged, "MOST_TABLES", 1)
    open_table(cast.alice)
    client.force_login(cast.alice)
    table = {"preset": "pagat", "players": "2", "robots": "0", "robot": "scorer", "clock": "", "private": "open"}
    for address in ("/play-now/", f"/daily/{fixed_deals.today()}/classic/play/", "/tables/new/"):
        answer = client.post(address, table, follow=True)
        assert "that is the most" in answer.content.decode(), address
    assert Seat.objects.filter(user=cast.alice).count() == 1


def test_after_it_one_is_free(cast: Cast) -> None:
    match = play_out_match(rated(cast))
    assert match.is_over
    opens(cast)


def test_waiting_at_a_rated_table_binds_nobody(cast: Cast) -> None:
    open_table(cast.alice, rated=True)
    opens(cast)


def test_the_pause_of_a_rated_series_is_a_part_of_it(cast: Cast) -> None:
    match = play_out_match(rated(cast, best_of=3))
    assert match.state == Stage.FINISHED
    with pytest.raises(errors.InRatedMatch):
        opens(cast)
    confirm_all(match)
    assert fresh(match).rematch is not None


def test_whose_rated_match_began_elsewhere_loses_the_seat_where_he_waited(cast: Cast) -> None:
    waiting = open_table(cast.alice, rated=True)
    rated_now = open_table(cast.bob, rated=True)
    seating.take_seat(match_id=rated_now.pk, user=cast.alice)
    seating.take_seat(match_id=waiting.pk, user=cast.carol)
    assert fresh(waiting).state == Stage.OPEN
    assert [seat.user for seat in waiting.seats.order_by("index")] == [None, cast.carol]
    seating.take_seat(match_id=waiting.pk, user=cast.dave)
    assert fresh(waiting).state == Stage.RUNNING


def test_at_a_friendly_table_he_keeps_it(cast: Cast) -> None:
    waiting = open_table(cast.alice)
    rated(cast)
    seating.take_seat(match_id=waiting.pk, user=cast.carol)
    assert fresh(waiting).state == Stage.RUNNING
    assert [seat.user for seat in waiting.seats.order_by("index")] == [cast.alice, cast.carol]


def test_who_waits_there_cannot_start_it_with_a_robot(cast: Cast) -> None:
    waiting = open_table(cast.alice, rated=True)
    rated(cast)
    with pytest.raises(errors.InRatedMatch):
        seating.seat_robot(match_id=waiting.pk, user=cast.alice, seat=1, robot="scorer")
    assert fresh(waiting).state == Stage.OPEN


def test_who_left_one_and_plays_another_does_not_come_back_to_the_first(cast: Cast) -> None:
    first = rated(cast)
    seating.leave(match_id=first.pk, user=cast.alice)
    second = open_table(cast.carol, cast.alice, rated=True)
    with pytest.raises(errors.InRatedMatch):
        seating.come_back(match_id=first.pk, user=cast.alice)
    seating.leave(match_id=second.pk, user=cast.alice)
    seating.come_back(match_id=first.pk, user=cast.alice)
    assert not first.seats.get(index=0).left


def test_no_rematch_with_who_is_in_a_rated_match_by_now(cast: Cast) -> None:
    match = play_out_match(rated(cast))
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    open_table(cast.alice, cast.carol, rated=True)
    with pytest.raises(errors.Elsewhere):
        seating.ask_rematch(match_id=match.pk, user=cast.bob)
    with pytest.raises(errors.InRatedMatch):
        seating.ask_rematch(match_id=match.pk, user=cast.alice)
    assert fresh(match).rematch is None
