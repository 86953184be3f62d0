"""Moves of persons: what is stored, what is refused, and in which words."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.models import Move, MoveBy, Why
from games.rules.errors import Reason
from games.services import errors, seating
from games.services.errors import Refused
from games.services.play import play_move
from games.services.tables import lock
from tests.cast import Cast
from tests.tables import (
    dealing,
    fresh,
    make_move,
    new_key,
    on_turn,
    open_table,
    options,
    play_out_match,
    play_out_round,
    rules,
    seat_of,
    state_of,
    texts,
    waiting,
)

# Alice holds 55 50 64 41 31 21 20 10 11, Bob 66 65 63 62 61 60 54 53 52, the boneyard begins with 00.
DEAL = "55 50 64 41 31 21 20 10 11 66 65 63 62 61 60 54 53 52"


def test_a_play_is_stored_with_count_and_points(cast: Cast) -> None:
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    played = make_move(match, cast.alice, "55", key="a-key")
    row = Move.objects.get(match=match)
    assert (row.text, row.count, row.points, row.seat, row.by) == ("55", 10, 10, 0, MoveBy.PERSON)
    assert (row.user, row.key, row.number, row.version) == (cast.alice, "a-key", 1, played.version)
    match = fresh(match)
    assert match.scores == ["10", "0"]
    assert (match.turn_seat, match.version, match.turn_version) == (1, played.version, played.version)


def test_forced_draws_are_stored_right_after_the_move_that_caused_them(cast: Cast) -> None:
    # Bob has neither a 1 nor a 0 and draws 00, then 30, …: the first that fits is 00.
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "10")
    rows = list(Move.objects.filter(match=match).order_by("version"))
    assert [(row.text, row.seat, row.by) for row in rows] == [("10", 0, "person"), ("+00", 1, "forced")]
    assert rows[1].version == rows[0].version + 1 == fresh(match).version
    assert on_turn(match) == cast.bob
    assert [str(play) for play in options(match)] == ["00>10.0"]


def test_a_forced_pass_gives_the_turn_back(cast: Cast) -> None:
    # Nothing may be drawn: Bob, without a 1 or a 0, passes.
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, cast.bob, ruleset=rules(reserve=10))
    make_move(match, cast.alice, "10")
    assert texts(match) == ["10", "-"]
    assert on_turn(match) == cast.alice


def test_the_same_key_twice_is_one_move(cast: Cast) -> None:  # A17 A22
    match = open_table(cast.alice, cast.bob)
    user, move, version = on_turn(match), options(match)[0], match.version
    first = make_move(match, user, move, version, "once")
    again = make_move(match, user, move, version, "once")
    assert (again.version, again.repeated, first.repeated) == (first.version, True, False)
    assert Move.objects.filter(match=match, by=MoveBy.PERSON).count() == 1


def test_a_known_key_is_answered_after_the_match_too(cast: Cast) -> None:  # A17
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=20))
    user, move = on_turn(match), str(options(match)[0])
    first = make_move(match, user, move, key="once")
    assert play_out_match(match).is_over
    assert make_move(match, user, move, 1, "once").version == first.version


def test_a_known_key_with_another_tile_is_refused(cast: Cast) -> None:  # B12
    match = open_table(cast.alice, cast.bob)
    user, version = on_turn(match), match.version
    first, second = options(match)[:2]
    make_move(match, user, first, version, "once")
    for other in (second, str(second), "no move at all"):
        with pytest.raises(errors.KeyReused):
            make_move(match, user, other, version, "once")


def test_keys_are_each_persons_own(cast: Cast) -> None:  # B12
    match = open_table(cast.alice, cast.bob)
    make_move(match, key="same")
    make_move(match, key="same")
    assert Move.objects.filter(match=match, key="same").count() == 2


@pytest.mark.parametrize("key", ["", " ", "a b", "nul\x00", "x" * 65, "x" * 10_000, "é", "line\n"])
def test_a_key_that_is_none(cast: Cast, key: str) -> None:  # B12
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.BadKey):
        play_move(match_id=match.pk, user=cast.alice, move="55", version=match.version, key=key)


def test_a_move_made_on_an_old_page_is_stale(cast: Cast) -> None:  # B11
    match = open_table(cast.alice, cast.bob)
    old = match.version
    user = on_turn(match)
    make_move(match)
    make_move(match)
    assert on_turn(match) == user or texts(match)[-1].startswith(("+", "-"))
    with pytest.raises(errors.Stale):
        make_move(match, version=old)


@pytest.mark.parametrize("version", [-1, 10**6, 10**30])
def test_a_version_that_the_match_never_had(cast: Cast, version: int) -> None:  # B11
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.BadVersion):
        make_move(match, version=version)


def test_a_change_that_leaves_the_turn_alone_makes_no_move_stale(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, cast.carol)
    shown = match.version
    absent = waiting(match)
    seating.leave(match_id=match.pk, user=absent)
    seating.come_back(match_id=match.pk, user=absent)
    assert fresh(match).version > shown
    make_move(match, version=shown)
    assert Move.objects.filter(match=match, by=MoveBy.PERSON).count() == 1


def test_spectators_and_seats_of_other_tables_do_not_play(cast: Cast) -> None:  # B4
    match = open_table(cast.alice, cast.bob)
    open_table(cast.eve, cast.dave)
    for stranger in (cast.eve, cast.carol):
        with pytest.raises(errors.NotSeated) as refused:
            make_move(match, stranger)
        assert refused.value.status == 403


def test_who_left_does_not_play_until_he_is_back(cast: Cast) -> None:  # B4
    match = open_table(cast.alice, cast.bob)
    user = on_turn(match)
    seating.leave(match_id=match.pk, user=user)
    with pytest.raises(errors.StandInPlays) as refused:
        make_move(match, user)
    assert refused.value.status == 409
    seating.come_back(match_id=match.pk, user=user)
    make_move(match, user)


def test_nobody_plays_out_of_turn(cast: Cast) -> None:  # B5
    match = open_table(cast.alice, cast.bob)
    other = waiting(match)
    held = state_of(match).hand(seat_of(match, other).index)[0]
    with pytest.raises(errors.NotYourTurn):
        make_move(match, other, str(held))


def test_nobody_plays_before_the_deal(cast: Cast) -> None:  # B5
    match = open_table(cast.alice, ruleset=rules(players=2))
    with pytest.raises(errors.NotRunning):
        make_move(match, cast.alice, "55")


def test_nobody_plays_between_rounds(cast: Cast) -> None:  # B5
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    assert match.between_rounds
    with pytest.raises(errors.NotRunning):
        make_move(match, cast.alice, "55")


def test_nobody_plays_after_the_match(cast: Cast) -> None:  # B5
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    with pytest.raises(errors.MatchOver):
        make_move(match, cast.alice, "55")


def test_nobody_plays_at_a_table_that_was_given_up(cast: Cast) -> None:  # B5
    match = open_table(cast.alice, cast.bob, ruleset=rules(players=3))
    seating.leave(match_id=match.pk, user=cast.bob)
    seating.leave(match_id=match.pk, user=cast.alice)
    with pytest.raises(errors.NotSeated):
        make_move(match, cast.alice, "55")
    running = open_table(cast.alice, cast.bob)
    with transaction.atomic():
        table = lock(running.pk)
        seating.close(table, Why.NOBODY_CAME)
        table.save()
    with pytest.raises(errors.MatchOver):
        make_move(running, cast.alice, "55")


def refusal(match_id: int, user: object, move: str, version: int) -> tuple[type[Refused], str, int, object]:
    with pytest.raises(Refused) as refused:
        play_move(match_id=match_id, user=user, move=move, version=version, key=new_key())  # type: ignore[arg-type]
    error = refused.value
    return type(error), str(error), error.status, getattr(error, "reason", None)


def test_a_tile_that_is_not_held_is_refused_in_one_way_wherever_it_is(cast: Cast) -> None:  # B6
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "55")
    make_move(match, cast.bob, "65>55.L1")
    version = fresh(match).version
    elsewhere = {
        "in Bob's hand": "66>65.6",
        "in the boneyard": "00>65.6",
        "in the boneyard, without the number": "30>55.L2",
        "on the table": "65>55.L2",
        "no tile at all": "77>65.6",
        "no tile, as a lead": "99",
        "in Bob's hand, on a port that is not open": "54>55.S1",
    }
    answers = {where: refusal(match.pk, cast.alice, move, version) for where, move in elsewhere.items()}
    assert set(answers.values()) == {(errors.IllegalPlay, Reason.NOT_YOUR_TILE.value, 409, Reason.NOT_YOUR_TILE)}
    assert texts(match) == ["55", "65>55.L1"]


@pytest.mark.parametrize(
    "text",
    ["", "5", "555", "7-0", "-1-3", "6-6-6", "55>", "55>55", "50>55.X1", "50>55.l1", " 55", "55 ", "５５", "55\x00",
     "55>55.L1" * 1000, "²²", "٣٣"],
)  # fmt: skip
def test_a_text_that_is_no_move(cast: Cast, text: str) -> None:  # B7 B9
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.BadMove) as refused:
        make_move(match, cast.alice, text)
    assert refused.value.status == 400


def test_either_digit_order_is_the_same_tile(cast: Cast) -> None:
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "05", key="once")
    assert texts(match)[0] == "50"
    assert make_move(match, cast.alice, "50", key="once").repeated


def test_a_port_that_does_not_fit_or_is_not_open(cast: Cast) -> None:  # B9
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "55")
    make_move(match, cast.bob, "65>55.L1")
    for move, reason in {
        "64>55.L2": Reason.NO_MATCH,
        "50>55.L1": Reason.PORT_CLOSED,
        "50>55.S1": Reason.PORT_CLOSED,
        "50": Reason.NEEDS_PORT,
    }.items():
        with pytest.raises(errors.IllegalPlay) as refused:
            make_move(match, cast.alice, move)
        assert refused.value.reason == reason, move


def test_a_lead_has_no_port(cast: Cast) -> None:  # B10
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.IllegalPlay) as refused:
        make_move(match, cast.alice, "50>55.L1")
    assert refused.value.reason in (Reason.LEAD_HAS_NO_PORT, Reason.PORT_CLOSED)


def test_a_lead_that_the_house_rule_forbids(cast: Cast) -> None:  # B10
    # The highest double leads: Bob's 66 is on his own seat, so he leads and only with it.
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob, ruleset=rules(first_lead="highest_double"))
    assert on_turn(match) == cast.bob
    with pytest.raises(errors.IllegalPlay) as refused:
        make_move(match, cast.bob, "65")
    assert refused.value.reason == Reason.MUST_LEAD
    make_move(match, cast.bob, "66")


@pytest.mark.parametrize("move", ["+00", "+55", "-"])
def test_nobody_asks_for_a_draw_or_a_pass(cast: Cast, move: str) -> None:  # B14 B15
    """They are stored by themselves; whoever is on turn can play. The answer does not tell which tile is next."""
    with dealing(DEAL):
        match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.IllegalPlay) as refused:
        make_move(match, cast.alice, move)
    assert refused.value.reason == Reason.CAN_PLAY
    assert texts(match) == []


def test_a_round_that_ends_is_settled_at_once(cast: Cast) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    row = match.rounds.get()
    assert row.end in ("domino", "blocked")
    assert row.scores == match.scores
    assert len(row.settlement) == 2
    assert match.turn_seat is None
    assert match.deadline is not None


def test_the_last_play_ends_the_match(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    assert (match.state, match.end, match.turn_seat, match.wake_at) == ("finished", "target", None, None)
    assert match.winner_side in (0, 1)
    assert int(match.scores[match.winner_side]) >= 20
    assert match.finished_at is not None
