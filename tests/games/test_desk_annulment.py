"""A match is annulled: results, ratings, sums and pages follow; and taken back, all is to the bit as it was."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts import conduct
from accounts.models import AuditEntry, Career, Notice, PairTally, Rating, RatingEntry, Result, Tally, User
from games.models import Match, Stage
from games.services import desk, errors
from games.services.rebuild import rebuild
from games.verification import faults_of
from tests.cast import Cast, person
from tests.season import almost
from tests.tables import Clock, fresh, rules

TAG = '<span class="tag">annulled</span>'
BOOKS: tuple[Any, ...] = (Result, RatingEntry, Rating, Tally, PairTally, Career)


def books() -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is kept about results, row for row, without the rows' own keys."""
    found = {}
    for model in BOOKS:
        columns = [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
        found[model.__name__] = sorted(model.objects.values_list(*columns), key=repr)
    return found


def season(clock: Clock, count: int = 24) -> list[Match]:
    """Rated matches of six, in twos and as partners, over some weeks; one in five is unrated."""
    luck, played = random.Random(5), []
    people = [person(f"Player {word}") for word in ["Ada", "Ben", "Cid", "Dea", "Eli", "Fay"]]
    for number in range(count):
        clock.pass_by(30 * 3600)
        players = 4 if number % 3 == 0 else 2
        chosen = luck.sample(people, players)
        played.append(almost(chosen, rules(players=players), number, rated=number % 5 != 4).finish())
    return played


@pytest.fixture
def staff(cast: Cast) -> User:
    cast.eve.is_staff = True
    cast.eve.save()
    return cast.eve


def test_the_books_are_without_an_annulled_match_and_with_it_again_to_the_bit(staff: User, clock: Clock) -> None:
    played = season(clock)
    former = books()
    for number in (0, 3, 7, 9, 23):  # partners; partners; two; unrated; the newest
        match = desk.annul(actor=staff, match=played[number], reason="The tiles were seen.")
        assert match.annulled_at is not None
        without = books()
        assert without != former
        assert not Result.objects.filter(match=match.code).exists()
        assert not RatingEntry.objects.filter(match=match.code).exists()
        assert rebuild(write=False) == []
        assert faults_of(fresh(match)) == []
        desk.undo_annulment(actor=staff, match=match, reason="It was another table.")
        assert fresh(match).annulled_at is None
        assert books() == former
    assert rebuild(write=False) == []


def test_two_annulments_taken_back_in_the_other_order(staff: User, clock: Clock) -> None:
    played = season(clock, 12)
    former = books()
    for number in (2, 6):
        desk.annul(actor=staff, match=played[number], reason="Helped each other.")
    assert rebuild(write=False) == []
    for number in (2, 6):
        desk.undo_annulment(actor=staff, match=played[number], reason="They did not.")
    assert books() == former


def test_what_comes_after_is_rated_as_if_the_match_had_not_been(staff: User, clock: Clock) -> None:
    played = season(clock, 12)
    rated = next(match for match in played if match.rated)
    with_it = {row.player_id: row.mu for row in Rating.objects.filter(format=rated.format)}
    desk.annul(actor=staff, match=rated, reason="Helped each other.")
    without = {row.player_id: row.mu for row in Rating.objects.filter(format=rated.format)}
    sat = set(rated.seats.values_list("user", flat=True))
    assert all(with_it[player] != without.get(player) for player in sat)
    moved = [player for player in with_it if with_it[player] != without.get(player)]
    assert len(moved) > len(sat)  # whoever met them later, too


def test_rebuilding_and_verifying_hold_with_annulled_matches(staff: User, clock: Clock) -> None:
    played = season(clock, 6)
    desk.annul(actor=staff, match=played[1], reason="The score was wrong.")
    call_command("verify_matches")
    kept = books()
    Rating.objects.update(mu=1.0)
    Result.objects.all().delete()
    call_command("rebuild_ratings")
    assert books() == kept


def test_only_a_match_that_is_over_is_annulled_and_only_once(staff: User, cast: Cast) -> None:
    ready = almost([cast.alice, cast.bob], rules(), 1)
    with pytest.raises(errors.NotOver):
        desk.annul(actor=staff, match=ready.match, reason="Too early.")
    match = ready.finish()
    with pytest.raises(errors.NotAnnulled):
        desk.undo_annulment(actor=staff, match=match, reason="Nothing to undo.")
    desk.annul(actor=staff, match=match, reason="The score was wrong.")
    with pytest.raises(errors.AnnulledAlready):
        desk.annul(actor=staff, match=match, reason="Again.")
    assert [entry.act for entry in AuditEntry.objects.all()] == [desk.ANNUL]


def test_nothing_is_annulled_without_a_reason_or_by_a_player(staff: User, cast: Cast) -> None:
    match = almost([cast.alice, cast.bob], rules(), 1).finish()
    with pytest.raises(conduct.ReasonMissing):
        desk.annul(actor=staff, match=match, reason="  \n")
    with pytest.raises(conduct.NotStaff):
        desk.annul(actor=cast.alice, match=match, reason="I lost.")
    assert fresh(match).annulled_at is None
    assert Result.objects.filter(match=match.code).count() == 2
    assert not AuditEntry.objects.exists()
    assert not Notice.objects.exists()


def test_the_players_are_told_and_the_log_says_who_and_why(staff: User, cast: Cast) -> None:
    match = almost([cast.alice, cast.bob], rules(), 1).finish()
    version = match.version
    desk.annul(actor=staff, match=match, reason="The score was wrong.")
    assert fresh(match).version > version  # whoever has the page open is shown
    assert fresh(match).state == Stage.FINISHED
    told = Notice.objects.order_by("user")
    assert [(row.user, row.code, row.link) for row in told] == [
        (cast.alice, "annulled", f"/m/{match.code}/"),
        (cast.bob, "annulled", f"/m/{match.code}/"),
    ]
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.subject) == (staff, "annul", f"match {match.code}")
    assert entry.reason == "The score was wrong."


def test_pages_show_that_a_match_was_annulled(staff: User, cast: Cast) -> None:
    match = almost([cast.alice, cast.bob], rules(), 1).finish()
    client = Client()
    client.force_login(cast.alice)
    for page in ("/matches/", f"/m/{match.code}/"):
        assert TAG not in client.get(page).content.decode()
    desk.annul(actor=staff, match=match, reason="The score was wrong.")
    for page in ("/matches/", f"/m/{match.code}/"):
        assert TAG in client.get(page).content.decode(), page
