"""The desk ends a match in the very instant of a move, or of another act: one after the other, once each. # A42"""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import AuditEntry, Notice, RatingEntry
from games.models import Stage, Why
from games.services import desk, errors, play
from games.services.play import Played
from games.services.rebuild import rebuild
from games.verification import faults_of
from tests.cast import make_cast
from tests.races import racers
from tests.season import almost
from tests.tables import fresh, new_key, on_turn, open_table, options, play_out_match, rules

pytestmark = pytest.mark.django_db(transaction=True)
RACES = 12


def test_a_move_is_stored_before_the_end_or_refused_after_it() -> None:
    cast = make_cast()
    cast.eve.is_staff = True
    cast.eve.save()
    with racers(2) as pair:
        for _ in range(RACES):
            match = open_table(cast.alice, cast.bob)
            user, move = on_turn(match), options(match)[0]
            moved, ended = pair.race(
                partial(play.play_move, match_id=match.pk, user=user, move=move, version=match.version, key=new_key()),
                partial(desk.end_match, actor=cast.eve, match=match, reason="Race."),
            )
            assert ended.why == Why.STAFF
            assert isinstance(moved, Played | errors.MatchOver)
            assert match.moves.filter(user=user).count() == isinstance(moved, Played)
            assert faults_of(fresh(match)) == []
    assert AuditEntry.objects.count() == RACES
    assert Notice.objects.count() == 2 * RACES


def test_the_last_move_and_the_end_leave_one_result_and_one_rating() -> None:
    cast = make_cast()
    cast.eve.is_staff = True
    cast.eve.save()
    with racers(2) as pair:
        for seed in range(RACES):
            ready = almost([cast.alice, cast.bob], rules(), seed, rated=True)
            _moved, ended = pair.race(
                ready.finish, partial(desk.end_match, actor=cast.eve, match=ready.match, reason="Race.")
            )
            match = fresh(ready.match)
            won = match.state == Stage.FINISHED
            assert isinstance(ended, errors.MatchOver) == won
            assert RatingEntry.objects.filter(match=match.code).count() == (2 if won else 0)
            # Ended before its last play, the match has still the scores that the fixture never wrote.
            assert faults_of(match) == [] or not won
    assert rebuild(write=False) == []


def test_two_annulments_at_once_are_one() -> None:
    cast = make_cast()
    cast.eve.is_staff = True
    cast.eve.save()
    match = play_out_match(open_table(cast.alice, cast.bob, rated=True))
    with racers(2) as pair:
        act = partial(desk.annul, actor=cast.eve, match=match, reason="Race.")
        assert sorted(type(answer).__name__ for answer in pair.race(act, act)) == ["AnnulledAlready", "Match"]
    assert AuditEntry.objects.count() == 1
    assert rebuild(write=False) == []
