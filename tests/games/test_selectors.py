"""What leaves for a viewer: tables to join, one's own matches, and a table as that viewer may see it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from games import replay, selectors
from games.models import Match, Move, MoveBy, Round
from games.rules.events import Drew
from games.services import errors
from tests.cast import Cast
from tests.tables import (
    confirm_all,
    dealing,
    fresh,
    make_move,
    on_turn,
    open_table,
    play_out_match,
    play_out_round,
    rules,
)


def test_the_lobby_shows_open_tables_newest_first(cast: Cast) -> None:
    old = open_table(cast.alice)
    open_table(cast.bob, private=True)
    open_table(cast.carol, cast.dave)
    new = open_table(cast.bob)
    assert selectors.open_tables() == [new, old]


def test_nobody_fills_the_lobby_alone(cast: Cast) -> None:
    """Whoever opens table after table does not push those of others off the list."""
    first = open_table(cast.bob)
    own = [open_table(cast.alice) for _ in range(selectors.OPENERS_SHARE + 3)]
    shown = selectors.open_tables(limit=selectors.OPENERS_SHARE + 1)
    assert shown == [*reversed(own[-selectors.OPENERS_SHARE :]), first]


def test_the_lobby_takes_three_queries(cast: Cast, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for user in (cast.alice, cast.bob, cast.carol):
        open_table(user)
    with django_assert_num_queries(2):
        tables = selectors.open_tables()
        assert [seat.user.username for match in tables for seat in match.seats.all() if seat.user] == [
            "Carol",
            "Bob",
            "Alice",
        ]


def test_my_matches_begin_with_those_that_wait_for_me(cast: Cast) -> None:
    one, two = open_table(cast.alice, cast.bob), open_table(cast.alice, cast.bob)
    for match in (one, two):
        if on_turn(match) != cast.alice:
            make_move(match)
    while on_turn(two) == cast.alice:
        make_move(two)
    open_table(cast.carol, cast.dave)
    finished = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    assert finished.is_over
    assert selectors.my_matches(cast.alice) == [one, two]
    assert selectors.my_matches(cast.eve) == []


@pytest.mark.parametrize("code", ["", "x", "a" * 22, "a" * 23, "é" * 22, "\x00" * 22, "../../../../etc/passwd"])
def test_a_code_that_is_none(cast: Cast, code: str) -> None:  # B16 B18
    open_table(cast.alice)
    with pytest.raises(errors.UnknownTable):
        selectors.table_view(code, cast.alice)


def test_an_open_table_has_no_sight_yet(cast: Cast) -> None:
    data = selectors.table_view(open_table(cast.alice).code, cast.alice)
    assert (data.sight, data.seat, data.versions, data.by) == (None, 0, (), ())


def test_each_viewer_gets_his_own_hand_and_no_other(cast: Cast) -> None:
    match = open_table(*cast.seated(4), ruleset=rules(players=4))
    state = replay.load(match).match.round
    assert state is not None
    for seat, user in enumerate(cast.seated(4)):
        data = selectors.table_view(match.code, user)
        assert data.seat == seat
        assert data.sight is not None
        assert data.sight.hand == state.hand(seat)
        assert data.sight.legal == () or match.turn_seat == seat
    for viewer in (cast.eve, AnonymousUser(), None):
        data = selectors.table_view(match.code, viewer)
        assert data.seat is None
        assert data.sight is not None
        assert (data.sight.hand, data.sight.legal) == (None, ())


def test_a_drawn_tile_is_told_to_its_drawer_alone(cast: Cast) -> None:
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "10")

    def drawn(viewer: object) -> list[str]:
        sight = selectors.table_view(match.code, viewer).sight  # type: ignore[arg-type]
        assert sight is not None
        return [str(event.tile) for event in sight.events if isinstance(event, Drew)]

    assert drawn(cast.bob) == ["00"]
    assert drawn(cast.alice) == drawn(cast.eve) == drawn(None) == ["None"]


def test_what_a_viewer_gets_holds_no_tile_that_he_may_not_know(cast: Cast) -> None:
    """Two deals that differ only in what Alice cannot see look the same to her."""
    seen = []
    for rest in ("66 65 63 62 61 60 54 53 52 00", "00 65 63 62 61 60 54 53 52 66"):
        with dealing(f"55 50 64 41 31 21 20 10 11 {rest}"):
            match = open_table(cast.alice, cast.bob)
        sight = selectors.table_view(match.code, cast.alice).sight
        seen.append(pickle.dumps(sight))
    assert seen[0] == seen[1]


def test_versions_and_movers_stand_beside_the_events(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    make_move(match)
    data = selectors.table_view(match.code, cast.eve)
    assert data.sight is not None
    assert len(data.versions) == len(data.by) == len(data.sight.events)
    assert data.by[:2] == ("deal", "person")
    assert list(data.versions) == sorted(data.versions)
    assert data.versions[-1] == fresh(match).version


def test_at_a_rounds_end_the_hands_are_shown_and_with_the_next_deal_hidden(cast: Cast) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    sight = selectors.table_view(match.code, cast.eve).sight
    assert sight is not None
    assert sight.revealed is not None
    confirm_all(match)
    sight = selectors.table_view(match.code, cast.eve).sight
    assert sight is not None
    assert sight.revealed is None
    assert sight.round_no == 2


def test_a_view_is_of_one_version_even_while_moves_are_stored(cast: Cast) -> None:
    """Rows made after the match was read are left out."""
    match = open_table(cast.alice, cast.bob)
    old = fresh(match)
    make_move(match)
    folded = replay.load(old)
    assert folded.version == old.version
    assert folded.match.round is not None
    assert folded.match.round.layout.is_empty


def test_a_long_match_is_not_folded_from_its_first_round_each_time(
    cast: Cast,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=1000))
    for _ in range(2):
        play_out_round(match)
        match = confirm_all(match)
    selectors.table_view(match.code, cast.bob)
    with django_assert_num_queries(5):
        warm = selectors.table_view(match.code, cast.alice)
    monkeypatch.setattr(replay, "_begun", replay._Memo(10))
    monkeypatch.setattr(replay, "_folded", replay._Memo(10))
    cold = selectors.table_view(match.code, cast.alice)
    assert warm.sight == cold.sight


def test_a_round_is_folded_on_from_where_it_was_folded_last(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    first = fresh(match)
    make_move(first)
    second = fresh(match)
    known = replay.load(first)
    played: list[str] = []
    play = replay.matches.play

    def counted(value: Any, move: Any, claim: Any) -> Any:
        played.append(str(move))
        return play(value, move, claim)

    monkeypatch.setattr(replay.matches, "play", counted)
    on = replay.load(second)
    assert len(played) == on.moves - known.moves
    assert replay.load(second) == on
    assert len(played) == on.moves - known.moves
    monkeypatch.setattr(replay, "_folded", replay._Memo(10))
    assert replay.load(second) == on
    assert len(played) == 2 * on.moves - known.moves


@pytest.mark.parametrize("change", [{"text": "nonsense"}, {"seat": 2}, {"by": MoveBy.CLOCK, "user": None, "key": ""}])
def test_a_changed_row_of_the_round_is_seen(cast: Cast, change: dict[str, Any]) -> None:
    """What was folded before is taken only as long as each row is what it was."""
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    match = fresh(match)
    known = replay.load(match)
    Move.objects.filter(match=match, number=1).update(**change)
    if "by" in change:
        assert [one.by for one in replay.load(match).happenings][1] == MoveBy.CLOCK
        assert replay.load(match).match == known.match
    else:
        with pytest.raises(replay.ReplayError):
            replay.load(match)


def test_other_tiles_in_the_round_are_seen(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    match = fresh(match)
    replay.load(match)
    row = Round.objects.get(match=match)
    tiles = row.tiles.split()
    Round.objects.filter(pk=row.pk).update(tiles=" ".join([*tiles[7:], *tiles[:7]]))
    with pytest.raises(replay.ReplayError):
        replay.load(match)


def test_a_corrupt_match_says_so_and_spoils_no_list(cast: Cast) -> None:  # A38
    match = open_table(cast.alice, cast.bob)
    Round.objects.filter(match=match).update(tiles="nonsense")
    with pytest.raises(errors.CorruptMatch):
        selectors.table_view(match.code, cast.alice)
    with pytest.raises(errors.CorruptMatch):
        make_move(match, on_turn(match), "55")
    assert selectors.my_matches(cast.alice) == [match]
    assert Match.objects.get(pk=match.pk).fault
