"""Invitations: a link that seats, until it is withdrawn."""

from __future__ import annotations

import pytest

from games.models import Invite, Stage
from games.services import errors, invites, seating
from tests.cast import Cast
from tests.tables import fresh, open_table, rules, token_of


def test_a_token_has_192_bits_and_is_not_the_tables_code(cast: Cast) -> None:
    matches = [open_table(cast.alice) for _ in range(20)]
    tokens = {token_of(match) for match in matches}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {32}
    assert not any(match.code in token or token in match.code for match in matches for token in tokens)


def test_a_table_that_starts_at_once_has_no_invitation(cast: Cast) -> None:
    open_table(cast.alice, robots=["scorer"])
    assert not Invite.objects.exists()


def test_who_has_the_invitation_sits_down_at_a_private_table(cast: Cast) -> None:
    match = open_table(cast.alice, private=True)
    seating.take_seat(match_id=match.pk, user=cast.bob, token=token_of(match))
    assert fresh(match).state == Stage.RUNNING


@pytest.mark.parametrize("token", ["", "x" * 32, "\x00", "é" * 32])
def test_without_it_nobody_does(cast: Cast, token: str) -> None:
    match = open_table(cast.alice, private=True)
    other = open_table(cast.carol, private=True)
    for wrong in (token, token_of(other)):
        with pytest.raises(errors.NotInvited):
            seating.take_seat(match_id=match.pk, user=cast.bob, token=wrong)
    assert match.seats.get(index=1).is_free


def test_a_public_table_asks_for_none(cast: Cast) -> None:
    match = open_table(cast.alice)
    seating.take_seat(match_id=match.pk, user=cast.bob)
    assert fresh(match).state == Stage.RUNNING


def test_the_opener_sits_down_again_without_one(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, private=True, ruleset=rules(players=3))
    seating.leave(match_id=match.pk, user=cast.alice)
    seating.take_seat(match_id=match.pk, user=cast.alice)
    assert match.seats.get(index=0).user == cast.alice


def test_a_withdrawn_link_is_good_for_nothing_and_the_new_one_is(cast: Cast) -> None:
    match = open_table(cast.alice, private=True)
    old, version = token_of(match), fresh(match).version
    new = invites.renew(match_id=match.pk, user=cast.alice).token
    assert new != old
    assert token_of(match) == new
    assert fresh(match).version == version + 1
    with pytest.raises(errors.UnknownInvite):
        invites.invitation(old)
    with pytest.raises(errors.NotInvited):
        seating.take_seat(match_id=match.pk, user=cast.bob, token=old)
    seating.take_seat(match_id=match.pk, user=cast.bob, token=new)
    assert Invite.objects.filter(match=match).count() == 2


def test_only_the_opener_withdraws_it_or_who_inherited_the_table(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(players=3))
    for user, refused in ((cast.bob, errors.NotYourTable), (cast.eve, errors.NotSeated)):
        with pytest.raises(refused):
            invites.renew(match_id=match.pk, user=user)
    seating.leave(match_id=match.pk, user=cast.alice)
    assert invites.renew(match_id=match.pk, user=cast.bob).made_by == cast.bob


def test_after_the_start_there_is_nothing_to_withdraw(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.NotOpen):
        invites.renew(match_id=match.pk, user=cast.alice)


def test_an_old_table_without_an_invitation_gets_one(cast: Cast) -> None:
    match = open_table(cast.alice)
    Invite.objects.all().delete()
    invites.renew(match_id=match.pk, user=cast.alice)
    assert token_of(match)
