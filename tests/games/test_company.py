"""Blocked people do not sit down together; a match under way goes on; nobody hears who wished it."""

from __future__ import annotations

import pytest

from accounts import company
from accounts.models import Block, Mute, User
from games.services import errors, seating
from games.words.refusals import refusal
from tests.cast import Cast
from tests.tables import fresh, make_move, on_turn, open_table, play_out_match, play_out_round, rules, seat_of, token_of


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_neither_sits_down_where_the_other_sits(cast: Cast, blocker: str) -> None:
    by, user = (cast.alice, cast.bob) if blocker == "alice" else (cast.bob, cast.alice)
    company.block(by=by, user=user)
    said = []
    for host, comer in ((cast.alice, cast.bob), (cast.bob, cast.alice)):
        match = seating.open_table(user=host, ruleset=rules())
        with pytest.raises(errors.CannotSit) as refused:
            seating.take_seat(match_id=match.pk, user=comer, token=token_of(match))
        said.append(refusal(refused.value))
    assert said[0] == said[1]
    assert "block" not in said[0]


def test_not_at_a_table_that_the_other_opened_and_left(cast: Cast) -> None:
    match = open_table(cast.alice, cast.carol, ruleset=rules(players=3))
    seating.leave(match_id=match.pk, user=cast.alice)
    company.block(by=cast.alice, user=cast.bob)
    with pytest.raises(errors.CannotSit):
        seating.take_seat(match_id=match.pk, user=cast.bob)
    seating.take_seat(match_id=match.pk, user=cast.dave)


def test_not_by_an_invitation_either(cast: Cast) -> None:
    match = seating.open_table(user=cast.alice, ruleset=rules(), private=True)
    company.block(by=cast.bob, user=cast.alice)
    with pytest.raises(errors.CannotSit):
        seating.take_seat(match_id=match.pk, user=cast.bob, token=token_of(match))


def test_a_match_under_way_goes_on_as_it_is(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, rated=True)
    version = match.version
    company.block(by=cast.alice, user=cast.bob)
    assert fresh(match).version == version
    make_move(match)
    seating.leave(match_id=match.pk, user=cast.bob)
    seating.come_back(match_id=match.pk, user=cast.bob)
    assert not seat_of(match, cast.bob).left
    match = play_out_round(match)
    assert (match.state, match.rated, match.round_number) == ("running", True, 1)


def test_a_rematch_waits_for_who_has_blocked(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=10)))
    company.block(by=cast.alice, user=cast.bob)
    assert seating.ask_rematch(match_id=match.pk, user=cast.bob) is None  # and he hears nothing
    with pytest.raises(errors.CannotSit):
        seating.ask_rematch(match_id=match.pk, user=cast.alice)
    company.unblock(by=cast.alice, user=cast.bob)
    assert seating.ask_rematch(match_id=match.pk, user=cast.alice) is not None


def test_who_agreed_and_blocked_then_has_not_agreed(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=10)))
    seating.ask_rematch(match_id=match.pk, user=cast.alice)
    company.block(by=cast.alice, user=cast.bob)
    assert seating.ask_rematch(match_id=match.pk, user=cast.bob) is None
    assert not seat_of(match, cast.alice).wants_rematch
    assert seat_of(match, cast.bob).wants_rematch


def test_a_mute_keeps_nobody_from_a_seat(cast: Cast) -> None:
    company.mute(by=cast.alice, user=cast.bob)
    assert on_turn(open_table(cast.alice, cast.bob)) in (cast.alice, cast.bob)


def test_twice_is_once_and_it_can_be_taken_back(cast: Cast) -> None:
    for _ in range(2):
        company.mute(by=cast.alice, user=cast.bob)
        company.block(by=cast.alice, user=cast.bob)
    assert (Mute.objects.count(), Block.objects.count()) == (1, 1)
    assert [(row.user, row.muted, row.blocked) for row in company.list_of(cast.alice)] == [(cast.bob, True, True)]
    assert company.list_of(cast.bob) == []
    company.unmute(by=cast.alice, user=cast.bob)
    company.unblock(by=cast.alice, user=cast.bob)
    company.unblock(by=cast.alice, user=cast.bob)
    assert company.list_of(cast.alice) == []


@pytest.mark.parametrize("act", ["mute", "block"])
def test_not_oneself_and_not_without_end(cast: Cast, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    with pytest.raises(company.ValidationError, match="yourself"):
        company.decide(by=cast.alice, user=cast.alice, act=company.Act(act))
    monkeypatch.setattr(company, "MOST", 1)
    company.decide(by=cast.alice, user=cast.bob, act=company.Act(act))
    with pytest.raises(company.ValidationError, match="full"):
        company.decide(by=cast.alice, user=cast.carol, act=company.Act(act))


def test_a_guest_is_found_by_his_name(cast: Cast) -> None:
    User.objects.filter(pk=cast.eve.pk).update(is_guest=True)
    assert company.person_called("Eve") == cast.eve
    assert company.person_called("Nobody here") is None
    assert company.person_called("E\x00") is None
