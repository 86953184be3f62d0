"""What if: a match that is over is left before one of its moves, and its round played on against robots."""

from __future__ import annotations

import pytest
from django.db import transaction

from games import verification
from games.models import Match, MoveBy, Prescribed, Round, Stage, Why
from games.replay import load
from games.rules.record import check
from games.services import errors, prescribed, seating, tables, what_if
from games.services.records import export_record
from tests.cast import Cast
from tests.tables import (
    Clock,
    confirm_all,
    fresh,
    let_keeper_act,
    make_move,
    open_table,
    play_out_round,
    rules,
    sight,
    state_of,
    texts,
)


def played_match(cast: Cast, players: int = 2, name: str = "pagat", *, rounds: int = 1, **settings: object) -> Match:
    """A match that nobody came back to after so many rounds."""
    match = open_table(*cast.seated(players), ruleset=rules(name, players, **settings))
    for _round in range(rounds):
        play_out_round(confirm_all(match))
    with transaction.atomic():
        table = tables.lock(match.pk)
        seating.close(table, Why.NOBODY_CAME)
        table.raise_version()
        table.save()
    return fresh(match)


def leave_at(match: Match, cast: Cast, *, number: int = 1, move: int = 5, seat: int = 0, anew: bool = False) -> Match:
    return fresh(
        what_if.play_on(
            match=match, user=cast.eve, round_number=number, move=move, seat=seat, robot="careful", anew=anew
        )
    )


def play_out(match: Match, clock: Clock) -> Match:
    """Eve and the robots to the end."""
    for _turn in range(200):
        now = fresh(match)
        if now.is_over:
            return now
        seat = now.seats.get(index=now.turn_seat) if now.turn_seat is not None else None
        if seat is not None and seat.user_id and not now.window_open:
            make_move(match)
        else:
            let_keeper_act(clock)
    raise AssertionError("the round does not end")


def test_the_round_stands_as_it_stood_before_the_move(cast: Cast) -> None:
    match = played_match(cast, rounds=2)
    branch = leave_at(match, cast, number=2, move=7, seat=0)
    fork = what_if.fork_of(match, 2, 7)
    now = state_of(branch)
    before = texts(match)[: match.rounds.get(number=1).moves.count() + fork.move - 1]
    assert texts(branch)[: len(before)] == before
    assert now.turn == fork.seat
    first = Round.objects.get(match=match, number=1)
    assert load(branch).match.scores[0] >= 0
    assert branch.rounds.get(number=1).scores == first.scores
    assert set(branch.moves.values_list("by", "user", "key")) <= {(MoveBy.PAST, None, ""), (MoveBy.FORCED, None, "")}


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    ("name", "players", "settings"),
    [("pagat", 2, {}), ("latino", 4, {}), ("pagat", 3, {}), ("muggins", 2, {"calling": "muggins"})],
)
def test_it_ends_with_its_round_and_its_rows_hold(
    cast: Cast, clock: Clock, name: str, players: int, settings: dict[str, object], anew: bool
) -> None:
    match = played_match(cast, players, name, **settings)
    branch = leave_at(match, cast, move=4, seat=players - 1, anew=anew)
    assert verification.faults_of(branch) == []
    over = play_out(branch, clock)
    assert (over.state, over.prescribed, over.round_number) == (Stage.FINISHED, Prescribed.WHAT_IF, 1)
    assert verification.faults_of(over) == []
    check(export_record(over))
    told = over.prescription
    assert told.gained is not None
    assert told.over_at == over.finished_at


def test_dealt_anew_the_seat_knows_what_it_knew(cast: Cast) -> None:
    match = played_match(cast)
    seat = what_if.fork_of(match, 1, 6).seat
    as_it_was = leave_at(match, cast, move=6, seat=seat)
    boneyards = set()
    for _deal in range(6):
        branch = leave_at(match, cast, move=6, seat=seat, anew=True)
        assert sight(branch, seat) == sight(as_it_was, seat)
        boneyards.add(state_of(branch).boneyard)
    assert len(boneyards) > 1


def test_from_a_forced_move_one_gets_to_the_next_choice(cast: Cast) -> None:
    match = played_match(cast)
    for row in match.rounds.all():
        for move in row.moves.filter(text__startswith="+"):
            fork = what_if.fork_of(match, row.number, move.number)
            assert fork.move > move.number
            assert row.moves.get(number=fork.move).text[0].isdigit()


def test_before_the_deal_means_before_the_lead(cast: Cast) -> None:
    assert what_if.fork_of(played_match(cast), 1, 0).move == 1


def test_a_match_that_is_played_cannot_be_left(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.NoSuchMove):
        leave_at(match, cast)
    match = played_match(cast)
    with pytest.raises(errors.NoSuchMove):
        leave_at(match, cast, number=999)
    with pytest.raises(errors.NoSuchSeat):
        leave_at(match, cast, seat=2)


def test_no_rematch_and_no_promise(cast: Cast, clock: Clock) -> None:
    over = play_out(leave_at(played_match(cast), cast), clock)
    assert not over.deals.exists()
    with pytest.raises(errors.NoRematch):
        seating.ask_rematch(match_id=over.pk, user=cast.eve)


def test_the_same_what_if_again(cast: Cast, clock: Clock) -> None:
    match = played_match(cast)
    branch = leave_at(match, cast, move=6, seat=1, anew=True)
    other = fresh(what_if.again(match=branch, user=cast.eve))
    assert other.code != branch.code
    assert (other.prescription.move_number, other.prescription.seat, other.prescription.anew) == (
        branch.prescription.move_number,
        1,
        True,
    )


def test_robots_answer_equal_play_equally_only_from_the_same_secret(cast: Cast) -> None:
    match = played_match(cast)
    one, two = leave_at(match, cast), leave_at(match, cast)
    assert prescribed.seed_of(one, 1) != prescribed.seed_of(two, 1)
    assert prescribed.seed_of(one, 1) == prescribed.seed_of(one, 1)
    assert prescribed.seed_of(open_table(cast.alice, cast.bob), 1) is None
