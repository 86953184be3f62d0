"""The administrator looks at rows, changes none, and sees no hand that is being played."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Call, Match, Move, Round
from tests.cast import Cast
from tests.muggins import call, last_play, led
from tests.tables import dealing, make_move, open_table, play_out_match, rules


@pytest.fixture
def boss(client: Client, cast: Cast) -> Client:
    client.force_login(User.objects.create_superuser("Olga", password="a long enough one"))
    return client


def page(boss: Client, row: Match | Round | Move | Call, what: str = "change") -> str:
    answer = boss.get(reverse(f"admin:games_{row._meta.model_name}_{what}", args=[row.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def listing(boss: Client, model: type[Match | Round | Move]) -> str:
    answer = boss.get(reverse(f"admin:games_{model._meta.model_name}_changelist"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_nothing_can_be_changed(boss: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    make_move(match)
    for row in (match, match.rounds.get(), match.moves.first()):
        assert 'type="submit"' not in page(boss, row).split('id="content"')[1]  # type: ignore[arg-type]
        name = row._meta.model_name  # type: ignore[union-attr]
        assert boss.get(reverse(f"admin:games_{name}_add")).status_code == 403
        assert boss.post(reverse(f"admin:games_{name}_delete", args=[row.pk])).status_code == 403  # type: ignore[union-attr]


def test_the_tiles_of_a_running_round_are_not_shown(boss: Client, cast: Cast) -> None:
    with dealing("10 55 50 64 41 31 21 20 11 66 65 63 62 54 53 52 43 42"):
        match = open_table(cast.alice, cast.bob)
    make_move(match, cast.alice, "10")  # Bob draws 00
    row = match.rounds.get()
    drawn = match.moves.get(text="+00")
    seen = [
        page(boss, match),
        page(boss, row),
        page(boss, drawn),
        *(listing(boss, model) for model in (Match, Round, Move)),
    ]
    for text in seen:
        assert row.tiles not in text
        assert not re.search(r"\+00(?!%3A)", text)  # a time zone in an address of a filter is no tile
        assert "66 65" not in text
    assert "10" in seen[-1]


def test_what_is_called_is_shown_and_what_a_play_is_worth_is_not(boss: Client, cast: Cast) -> None:
    match = led(cast, 3, claim=15)
    call(match, cast.bob, 35)
    row, stored = last_play(match), match.calls.get()
    told = page(boss, row)
    assert "15" in told
    assert '<div class="readonly">10</div>' not in told
    assert "35" in page(boss, stored)
    assert boss.get(reverse("admin:games_call_add")).status_code == 403
    assert 'type="submit"' not in page(boss, stored).split('id="content"')[1]
    call(match, cast.carol, 10)
    assert '<div class="readonly">10</div>' in page(boss, row)


def test_the_tiles_of_a_finished_match_are_shown(boss: Client, cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    row = match.rounds.first()
    assert row is not None
    assert row.tiles in page(boss, row)


def test_a_faulty_match_is_found(boss: Client, cast: Cast) -> None:  # A38
    match = open_table(cast.alice, cast.bob)
    sound = open_table(cast.alice, cast.bob)
    Match.objects.filter(pk=match.pk).update(fault="ReplayError: round 1", faults=1)
    text = boss.get(reverse("admin:games_match_changelist"), {"faulty": "1"}).content.decode()
    assert match.code in text
    assert sound.code not in text
