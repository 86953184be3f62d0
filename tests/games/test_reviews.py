"""Reviews: begun by themselves or asked for, made choice by choice by one process at a time, whatever befalls it."""

from __future__ import annotations

import logging
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db.models import F

from accounts.models import User
from games.judging.verdicts import accuracy
from games.models import Choice, Grade, Match, Review, ReviewState
from games.services import reviewing, reviews
from games.services.errors import UnknownTable
from games.services.thinking import Busy
from muggins_site import errands
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules, standing_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: Cast) -> Match:
    """Alice and Bob have played a short match to its end."""
    return play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=25)))


def review_of(match: Match) -> Review:
    return Review.objects.get(match=match)


def make(match: Match, holder: str = "one") -> Review:
    """All of it, step by step."""
    while not review_of(match).is_over:
        assert reviews.work_once(holder=holder)
    return review_of(match)


def moves_of(match: Match) -> list[tuple[int, int]]:
    return list(Choice.objects.filter(match=match).values_list("round_no", "move_no"))


def test_a_match_in_which_an_account_played_is_reviewed_by_itself(played: Match) -> None:
    assert review_of(played).state == ReviewState.WAITING
    done = make(played)
    assert done.state == ReviewState.DONE
    assert done.choices == done.place == Choice.objects.filter(match=played).count() > 0
    assert done.finished_at
    assert not done.skipped


def test_a_match_among_guests_is_reviewed_when_somebody_asks(db: None) -> None:
    guests = [User.objects.create_user(username=f"Guest-{n}", is_guest=True) for n in (1, 2)]
    match = play_out_match(open_table(*guests, ruleset=rules(target=25)))
    assert not Review.objects.exists()
    reviewing.ask(match=match, by=None)
    assert make(match).state == ReviewState.DONE


def test_who_asks_twice_gets_the_one_review(played: Match, cast: Cast) -> None:
    first = review_of(played)
    make(played)
    again = reviewing.ask(match=played, by=cast.eve)
    assert again.pk == first.pk
    assert again.state == ReviewState.DONE
    assert again.asked_by is None


def test_a_running_match_has_no_review(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    with pytest.raises(UnknownTable):
        reviewing.ask(match=match, by=cast.alice)
    assert not Review.objects.exists()


def test_only_real_choices_are_judged_each_with_all_that_was_possible(played: Match) -> None:
    make(played)
    for row in Choice.objects.filter(match=played):
        plays = [value["play"] for value in row.values]
        assert len(plays) > 1
        assert row.text in plays
        assert plays[0] == row.best
        assert row.by == "person"
        assert row.user_id in (1, 2) or row.user is not None
        assert row.lost >= 0
        assert row.open_lost is not None


def test_the_same_review_comes_out_again(played: Match) -> None:
    make(played)
    columns = ("round_no", "move_no", "verdict", "lost", "error", "open_lost", "values")
    before = list(Choice.objects.values(*columns))
    Review.objects.all().delete()
    reviewing.ask(match=played, by=None)
    make(played)
    assert list(Choice.objects.values(*columns)) == before


def test_a_restart_goes_on_at_the_choice_where_it_stopped(played: Match) -> None:
    with standing_clock() as clock:
        reviews.work_once(holder="killed")
        reviews.work_once(holder="killed")
        assert review_of(played).place == 2
        clock.pass_by(reviews.LEASE.total_seconds() + 1)
        done = make(played, holder="restarted")
    assert done.state == ReviewState.DONE
    assert len(moves_of(played)) == len(set(moves_of(played))) == done.choices


def test_a_killed_process_keeps_a_review_for_fifteen_seconds(played: Match) -> None:
    with standing_clock() as clock:
        reviews.work_once(holder="killed")
        clock.pass_by(14)
        assert not reviews.work_once(holder="other")
        clock.pass_by(2)
        assert reviews.work_once(holder="other")
    assert review_of(played).place == 2


def test_who_thinks_long_about_a_choice_keeps_its_review(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds a thought: many times a lease, and each time nobody else gets it."""
    taken: list[bool] = []

    def slow(function: Any, *args: Any, **options: Any) -> Any:
        clock.pass_by(10)
        taken.append(reviews._take("other") is not None)
        return function(*args)

    monkeypatch.setattr(reviews, "think", slow)
    monkeypatch.setattr(reviews, "BEAT_SECONDS", 0.0)
    Review.objects.update(lots=400)
    with standing_clock() as clock:
        assert reviews.work_once(holder="one")
    assert len(taken) >= 5
    assert not any(taken)
    assert review_of(played).place == 1


def test_while_one_process_works_on_it_another_leaves_it_alone(played: Match) -> None:
    assert reviews.work_once(holder="one")
    assert not reviews.work_once(holder="two")
    assert review_of(played).place == 1


def test_what_a_process_finds_after_it_has_lost_its_lease_is_dropped(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overtaken(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(reviews, "think", lambda function, *rest, **more: function(*rest))
        clock.pass_by(reviews.LEASE.total_seconds() + 1)
        assert reviews.work_once(holder="two")
        return args[0](*args[1:])

    with standing_clock() as clock:
        monkeypatch.setattr(reviews, "think", overtaken)
        reviews.work_once(holder="one")
    assert review_of(played).place == 1
    assert len(moves_of(played)) == 1


def test_a_choice_that_cannot_be_judged_is_skipped_and_logged_once(
    played: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails_once(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(reviews, "think", lambda function, *rest, **more: function(*rest))
        raise TimeoutError("it hung")

    monkeypatch.setattr(reviews, "think", fails_once)
    with caplog.at_level(logging.ERROR):
        done = make(played)
    assert done.state == ReviewState.DONE
    assert done.skipped == 1
    assert Choice.objects.count() == done.choices - 1
    assert len([one for one in caplog.records if "could not be judged" in one.message]) == 1


def test_a_choice_that_ends_process_after_process_is_skipped(played: Match) -> None:
    with standing_clock() as clock:
        for number in range(reviews.MOST_TRIES):
            reviews._take(f"killed {number}")
            clock.pass_by(reviews.LEASE.total_seconds() + 1)
        assert reviews.work_once(holder="alive")
    assert (review_of(played).place, review_of(played).skipped) == (1, 1)


def test_nothing_is_lost_when_no_thinker_is_free(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*args: Any, **options: Any) -> Any:
        raise Busy("all thinkers are busy")

    with monkeypatch.context() as patched:
        patched.setattr(reviews, "think", busy)
        assert not reviews.work_once(holder="one")
    assert review_of(played).place == 0
    assert make(played).skipped == 0


def test_tables_come_first(played: Match, cast: Cast) -> None:
    other = open_table(cast.carol, cast.dave)
    with standing_clock() as clock:
        Match.objects.filter(pk=other.pk).update(wake_at=clock.now + timedelta(milliseconds=100))
        assert reviews.work(5, holder="one") == 0
        Match.objects.filter(pk=other.pk).update(wake_at=clock.now + timedelta(minutes=1))
        assert reviews.work(5, holder="one") > 1
    assert review_of(played).is_over


def test_the_site_reviews_by_itself(played: Match) -> None:
    errands.review_turn()
    while not review_of(played).is_over:
        errands.review_turn()
    assert review_of(played).state == ReviewState.DONE


def test_an_errand_that_fails_is_logged_and_tried_again(
    played: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise RuntimeError("no")

    with monkeypatch.context() as patched:
        patched.setattr(reviews, "work_once", broken)
        errands.review_turn()
    assert "An errand failed." in caplog.text
    assert review_of(played).state == ReviewState.WAITING


def test_a_match_whose_rows_do_not_fold_fails_and_can_be_tried_again(played: Match, cast: Cast) -> None:
    row = played.rounds.first()
    assert row is not None
    tiles = row.tiles
    played.rounds.filter(pk=row.pk).update(tiles="00 " * 27 + "00")
    Match.objects.filter(pk=played.pk).update(code="a" * 22)  # no trace of it is in memory
    assert make(played).state == ReviewState.FAILED
    played.rounds.filter(pk=row.pk).update(tiles=tiles)
    assert reviewing.ask(match=Match.objects.get(pk=played.pk), by=cast.bob).state == ReviewState.WAITING
    assert make(played).state == ReviewState.DONE


def test_very_long_matches_are_reviewed_in_their_first_rounds(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_ROUNDS", 1)
    done = make(played)
    assert done.rounds == 1
    assert {round_no for round_no, _move in moves_of(played)} == {1}


def test_every_player_gets_a_grade(played: Match, cast: Cast) -> None:
    make(played)
    grades = Grade.objects.order_by("seat")
    assert [grade.user for grade in grades] == [cast.alice, cast.bob]
    assert sum(grade.choices for grade in grades) == Choice.objects.count()
    assert all(0 <= grade.accuracy <= 100 for grade in grades)
    # Whoever always made the best play has lost nothing, and of nothing there is no error.
    assert all(grade.error > 0 for grade in grades if grade.mean > 0)
    # What chance gave to the one it took from the other.
    assert sum(grade.luck for grade in grades) == pytest.approx(0)


def test_an_account_that_goes_leaves_verdicts_that_name_nobody(played: Match, cast: Cast) -> None:
    from games.services.farewell import say_farewell

    make(played)
    Review.objects.update(asked_by=cast.alice)
    say_farewell(user=cast.alice)
    assert not Choice.objects.filter(user=cast.alice).exists()
    assert not Grade.objects.filter(user=cast.alice).exists()
    assert not Review.objects.filter(asked_by=cast.alice).exists()
    assert Grade.objects.filter(user=cast.bob).exists()


def test_ones_own_verdicts_are_among_ones_data(played: Match, cast: Cast) -> None:
    from games import my_data

    make(played)
    told = dict(my_data.about(cast.alice))
    assert len(told["verdicts"]) == Choice.objects.filter(user=cast.alice).count() > 0
    assert told["grades"][0]["match"] == played.code


def test_reviews_that_one_asked_for_are_among_ones_data(played: Match, cast: Cast) -> None:
    from games import my_data

    Review.objects.all().delete()
    reviewing.ask(match=played, by=cast.eve)
    asked = dict(my_data.about(cast.eve))["reviews asked for"]
    assert [(row["match__code"], row["state"]) for row in asked] == [(played.code, "waiting")]
    assert dict(my_data.about(cast.alice))["reviews asked for"] == []


def test_grades_by_an_older_scale_come_to_the_one_there_is(played: Match) -> None:
    make(played)
    Grade.objects.update(accuracy=50, mean=F("seat") + 0.5)
    migration = import_module("games.migrations.0016_accuracies_by_another_scale")
    migration.anew(migration.AFTER)(apps, None)
    grades = Grade.objects.all()
    assert grades
    assert [grade.accuracy for grade in grades] == pytest.approx([accuracy(grade.mean) for grade in grades])
