"""Puzzles at the desk: looked at, taken out of use with a reason, put back. For staff alone."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
from games.models import Puzzle, PuzzleDay
from games.services import puzzle_store, puzzles
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

LIST = "/admin/games/puzzle/"


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    """One of four; three of eight people have solved it."""
    puzzle_store.stock()
    four = list(Puzzle.objects.order_by("key")[:4])
    Puzzle.objects.exclude(pk__in=[row.pk for row in four]).delete()
    Puzzle.objects.filter(pk=four[0].pk).update(tries=8, solved=3)
    return four[0]


def act(puzzle: Puzzle, name: str) -> str:
    return reverse("admin:games_puzzle_act", args=[puzzle.pk, name])


def test_the_list_says_what_each_is_about_and_how_people_did(desk: Client, puzzle: Puzzle, cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    Puzzle.objects.filter(pk=puzzle.pk).update(match=match)
    text = desk.get(LIST).content.decode()
    assert "3 of 8 (38 %)" in text
    assert f"/admin/games/match/{match.pk}/review/" in text
    assert "Difficulty" in text
    assert text.count('class="field-theme"') == 4
    assert puzzle.key in desk.get(f"{LIST}?q={match.code}").content.decode()


def test_its_page_draws_the_position_and_has_the_plays(desk: Client, puzzle: Puzzle) -> None:
    text = desk.get(f"{LIST}{puzzle.pk}/change/").content.decode()
    assert '<div class="desk-board"><svg ' in text
    assert "<ol><li>" in text
    assert act(puzzle, "retire") in text
    assert "_save" not in text


def test_taken_out_of_use_and_put_back_with_reasons(desk: Client, olga: User, puzzle: Puzzle) -> None:
    PuzzleDay.objects.create(day=puzzles.today(), puzzle=puzzle)
    assert desk.post(act(puzzle, "retire"), {"reason": " "}).status_code == 200, "asked again"
    assert not AuditEntry.objects.exists()
    for _twice in range(2):
        desk.post(act(puzzle, "retire"), {"reason": "Two plays are equally good."})
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.subject) == (olga, "retire_puzzle", f"puzzle {puzzle.key}")
    assert entry.reason == "Two plays are equally good."
    assert desk.get(f"/puzzles/{puzzle.key}/").status_code == 404
    of_day = puzzles.daily(day=puzzles.today())
    assert of_day not in (None, puzzle)
    desk.post(act(puzzle, "restore"), {"reason": "They are not."})
    assert AuditEntry.objects.filter(act="restore_puzzle").count() == 1
    assert desk.get(f"/puzzles/{puzzle.key}/").status_code == 200
    assert puzzles.daily(day=puzzles.today()) == of_day


def test_nobody_but_staff(client: Client, cast: Cast, puzzle: Puzzle) -> None:
    for user in (None, cast.alice):
        if user is not None:
            client.force_login(user)
        for path in (LIST, f"{LIST}{puzzle.pk}/change/", act(puzzle, "retire")):
            assert client.get(path).status_code == 302, path
        assert client.post(act(puzzle, "retire"), {"reason": "Mine."}).status_code == 302
    assert Puzzle.objects.in_use().filter(pk=puzzle.pk).exists()
