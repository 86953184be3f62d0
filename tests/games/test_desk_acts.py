"""The desk ends matches, gives seats to robots and looks at hands: logged, told, or refused. # A42, C34"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import conduct
from accounts.models import AuditEntry, Notice, Rating, Result, User
from games.models import MatchEnd, ReportKind, Stage, Why
from games.services import desk, errors, keeper, peeking, reports, seating
from games.services.rebuild import rebuild
from games.verification import faults_of
from tests.cast import Cast
from tests.muggins import led
from tests.tables import (
    Clock,
    confirm_all,
    fresh,
    make_move,
    open_table,
    play_out_match,
    play_out_round,
    rules,
    seat_of,
)


@pytest.fixture
def staff(cast: Cast) -> User:
    cast.eve.is_staff = True
    cast.eve.save()
    return cast.eve


def test_a_running_match_is_ended_without_a_winner_and_changes_no_rating(staff: User, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=250), rated=True)
    confirm_all(play_out_round(match))
    make_move(match)
    seating.leave(match_id=match.pk, user=cast.bob)  # even who had left loses nothing
    ended = desk.end_match(actor=staff, match=match, reason="The site goes down.")
    assert (ended.state, ended.end, ended.why) == (Stage.ABANDONED, MatchEnd.UNFINISHED, Why.STAFF)
    assert (ended.winner_side, ended.turn_seat, ended.wake_at) == (None, None, None)
    assert not Rating.objects.exists()
    assert [(row.outcome, row.rated) for row in Result.objects.filter(match=match.code)] == [("none", False)] * 2
    assert faults_of(fresh(match)) == []
    assert rebuild(write=False) == []
    with pytest.raises(errors.MatchOver):
        make_move(match, cast.alice, "55")
    with pytest.raises(errors.MatchOver):
        desk.end_match(actor=staff, match=match, reason="Again.")
    assert {(row.user, row.code) for row in Notice.objects.all()} == {
        (cast.alice, "match_ended"),
        (cast.bob, "match_ended"),
    }
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.subject, entry.reason) == ("end_match", f"match {match.code}", "The site goes down.")


def test_an_open_table_is_closed(staff: User, cast: Cast) -> None:
    match = open_table(cast.alice)
    ended = desk.end_match(actor=staff, match=match, reason="An abusive title.")
    assert ended.state == Stage.ABANDONED
    with pytest.raises(errors.NotOpen):
        seating.take_seat(match_id=match.pk, user=cast.bob)


def test_claimed_points_are_credited_before_the_end(staff: User, cast: Cast) -> None:
    match = led(cast, claim=10)
    ended = desk.end_match(actor=staff, match=match, reason="The site goes down.")
    assert ended.window_until is None
    assert ended.scores == ["10", "0"]
    assert faults_of(fresh(match)) == []


def test_a_robot_takes_the_seat_and_the_person_may_come_back(staff: User, cast: Cast, clock: Clock) -> None:
    match = open_table(cast.alice, cast.bob)
    desk.give_seat_to_robot(actor=staff, match=match, seat=1, reason="He stalls.")
    seat = seat_of(match, cast.bob)
    assert seat.left
    assert seat.stand_in
    assert Notice.objects.get().user == cast.bob
    entry = AuditEntry.objects.get()
    assert (entry.user, entry.details["seat"]) == (cast.bob, 2)  # as people count
    with pytest.raises(errors.NoPersonThere):
        desk.give_seat_to_robot(actor=staff, match=match, seat=1, reason="Again.")
    with pytest.raises(errors.NoSuchSeat):
        desk.give_seat_to_robot(actor=staff, match=match, seat=2, reason="Nobody.")
    if fresh(match).turn_seat == 0:
        make_move(match, cast.alice)
    clock.pass_by(2)
    keeper.tick()
    assert match.moves.filter(seat=1).exists() or fresh(match).turn_seat == 0
    seating.come_back(match_id=match.pk, user=cast.bob)
    assert not seat_of(match, cast.bob).stand_in


def test_without_a_reason_nothing_happens(staff: User, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    before = fresh(match)
    for act in (desk.end_match, peeking.open_hands):
        with pytest.raises(conduct.ReasonMissing):
            act(actor=staff, match=match, reason="\t ")
    with pytest.raises(conduct.ReasonMissing):
        desk.give_seat_to_robot(actor=staff, match=match, seat=0, reason="")
    with pytest.raises(conduct.NotStaff):
        desk.end_match(actor=cast.alice, match=match, reason="I lose.")
    now = fresh(match)
    assert (now.state, now.version) == (Stage.RUNNING, before.version)
    assert not seat_of(match, cast.alice).left
    assert not AuditEntry.objects.exists()


def test_staff_sees_the_hands_of_one_round_after_asking(staff: User, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    assert not peeking.may_see_hands(staff, match)
    entry = peeking.open_hands(actor=staff, match=match, reason="Bob says that a tile is there twice.")
    assert entry.details["round"] == 1
    assert peeking.may_see_hands(staff, fresh(match))
    assert not peeking.may_see_hands(cast.dave, fresh(match))
    confirm_all(play_out_round(match))
    assert fresh(match).round_number == 2
    assert not peeking.may_see_hands(staff, fresh(match))


def test_who_sits_there_sees_no_other_hand_on_staff_or_not(staff: User, cast: Cast) -> None:
    match = open_table(cast.alice, staff)
    with pytest.raises(errors.SitsThere):
        peeking.open_hands(actor=staff, match=match, reason="I am curious.")
    elsewhere = open_table(cast.alice, cast.bob)
    with pytest.raises(errors.SitsThere):
        peeking.open_hands(actor=staff, match=elsewhere, reason="I am curious.", guises=[cast.bob.pk])
    peeking.open_hands(actor=staff, match=elsewhere, reason="Reported.")
    assert not peeking.may_see_hands(staff, fresh(elsewhere), guises=[cast.bob.pk])
    assert not peeking.may_see_hands(cast.alice, fresh(elsewhere))


@pytest.mark.parametrize("owns", [False, True])
def test_who_sits_there_has_another_member_of_staff_act(staff: User, cast: Cast, owns: bool) -> None:
    staff.is_superuser = owns
    staff.save()
    match = open_table(cast.alice, staff, ruleset=rules(target=50))
    notice = reports.report(match=match, reporter=cast.alice, reported=staff, kind=ReportKind.LEFT)
    for act in (reports.dismiss, reports.close):
        with pytest.raises(errors.OwnMatch):
            act(actor=staff, report=notice, reason="I did not.")
    with pytest.raises(errors.OwnMatch):
        desk.end_match(actor=staff, match=match, reason="I lose.")
    with pytest.raises(errors.OwnMatch):
        desk.give_seat_to_robot(actor=staff, match=match, seat=0, reason="She wins.")
    play_out_match(match)
    with pytest.raises(errors.OwnMatch):
        desk.annul(actor=staff, match=match, reason="I lost.")
    assert not AuditEntry.objects.exists()
    cast.dave.is_staff = True
    cast.dave.save()
    desk.annul(actor=cast.dave, match=match, reason="The site was slow.")
    with pytest.raises(errors.OwnMatch):
        desk.undo_annulment(actor=staff, match=match, reason="I won.")
    assert fresh(match).annulled_at is not None


def test_who_sat_there_as_a_guest_has_another_act_too(staff: User, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    conduct.same_person(staff=staff, guest=cast.bob)
    with pytest.raises(errors.OwnMatch):
        desk.end_match(actor=staff, match=match, reason="I lose.")
    assert fresh(match).state == Stage.RUNNING


@pytest.mark.parametrize("leaves", [False, True])
def test_nobody_takes_a_seat_away_by_barring_whom_he_plays_with(staff: User, cast: Cast, leaves: bool) -> None:
    match = open_table(cast.alice, staff)
    conduct.mute(actor=staff, user=cast.alice, reason="She swears.")
    if leaves:
        seating.leave(match_id=match.pk, user=staff)
    with pytest.raises(conduct.AtOneTable):
        conduct.ban(actor=staff, user=cast.alice, reason="She wins.")
    with pytest.raises(conduct.AtOneTable):
        conduct.suspend(actor=staff, user=cast.alice, reason="She wins.", until=timezone.now() + timedelta(days=1))
    assert conduct.is_barred(cast.alice) is None
    cast.dave.is_staff = True
    cast.dave.save()
    desk.end_match(actor=cast.dave, match=match, reason="They asked.")
    conduct.ban(actor=staff, user=cast.alice, reason="She swears still.")
    assert conduct.is_barred(cast.alice) is not None


def test_nobody_bars_whom_he_plays_with_as_a_guest(staff: User, cast: Cast) -> None:
    open_table(cast.alice, cast.bob)
    conduct.same_person(staff=staff, guest=cast.bob)
    with pytest.raises(conduct.AtOneTable):
        conduct.ban(actor=staff, user=cast.alice, reason="She wins.")
