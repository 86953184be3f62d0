"""The lists of the desk ask as often for many rows as for few, and tell people by their names, not by seats from 0."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, Sanction, User
from games.models import (  # fmt: skip
    Call,
    FixedDeal,
    Flag,
    Match,
    Move,
    Prescribed,
    Prescription,
    Puzzle,
    Report,
    Round,
    Seat,
    StudyRecord,
)
from games.rules.ruleset import preset
from games.services import puzzle_store
from tests.cast import Cast
from tests.tables import make_move, open_table, rules

pytestmark = pytest.mark.django_db
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
FEW, MANY = 3, 30


def world(first: int, last: int, one_puzzle: dict[str, Any] | None) -> None:
    """Matches of a deal with a code, numbers `first` to `last`: each with two people and all that may be about it."""
    now, book = timezone.now(), preset("pagat", 2).to_dict()
    for n in range(first, last):
        one, two = (User.objects.create(username=f"{name} {n}") for name in ("One", "Two"))
        match = Match.objects.create(
            ruleset=book, state="abandoned", private=True, prescribed=Prescribed.CODE, created_by=one
        )
        Seat.objects.bulk_create([Seat(match=match, index=at, user=who) for at, who in enumerate((one, two))])
        deal = FixedDeal.objects.create(ruleset=book, seat=0, robots=["", "random"], tiles="", leader=0, created_at=now)
        Prescription.objects.create(match=match, owner=one, seat=0, secret="s", deal=deal, created_at=now)
        round_ = Round.objects.create(
            match=match, number=1, version=2, tiles="", leader=0, leader_by="lot", end="domino"
        )
        about = {"match": match, "round": round_, "number": 1, "seat": 0, "text": "55", "version": 3}
        move = Move.objects.create(**about, by="person", user=one, key="k", at=now)
        Call.objects.create(match=match, move=move, seat=1, user=two, points=5, right=True, key="k", version=4, at=now)
        Report.objects.create(match=match, reporter=one, reported=two, kind="abuse", created_at=now)
        flag = Flag.objects.create(kind="leaving", user=two, figures={"left": n, "behind": n, "chance": 0.1,
                                   "share": 0.2, "compared": 3}, since=now, at=now)  # fmt: skip
        flag.matches.add(match)
        StudyRecord.objects.create(owner=one, record={})
        AuditEntry.objects.create(actor=one, act="mute", user=two, reason="So.", subject=f"match {match.code}", at=now)
        until = now + timedelta(days=1)
        Sanction.objects.create(user=two, kind="mute", reason="So.", by=one, since=now, until=until)
        if one_puzzle is not None:
            Puzzle.objects.create(**{**one_puzzle, "key": f"key {n}", "match_id": match.pk})


def asked(desk: Client, address: str) -> tuple[int, int]:
    """How often the database is asked for this list, and how many rows it shows."""
    with CaptureQueriesContext(connection) as queries:
        answer = desk.get(address)
    assert answer.status_code == 200
    return len(queries), answer.content.decode().count("<tr") - 1


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.model_name)
def test_a_list_asks_as_often_for_thirty_rows_as_for_three(model: type[Model], desk: Client) -> None:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    address = reverse(name) + ("?state__exact=open" if model is Report else "?did=all" if model is AuditEntry else "")
    one = None
    if model is Puzzle:
        puzzle_store.store(rows=puzzle_store.shipped()[:1])
        one = Puzzle.objects.values().get()
        del one["id"]
    world(0, FEW, one)
    asked(desk, address)  # notes the look, once an hour
    few, _rows = asked(desk, address)
    world(FEW, MANY, one)
    many, rows = asked(desk, address)
    assert rows >= MANY
    assert many == few


def test_people_stand_in_the_lists_by_name(desk: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=20))
    make_move(match)
    first = match.moves.order_by("version")[0]
    leader = (cast.alice, cast.bob)[first.seat]
    pages = {
        "moves": reverse("admin:games_move_changelist"),
        "a move": reverse("admin:games_move_change", args=[first.pk]),
        "rounds": reverse("admin:games_round_changelist"),
        "a round": reverse("admin:games_round_change", args=[match.rounds.get().pk]),
    }
    for name, address in pages.items():
        text = desk.get(address).content.decode()
        assert re.search(rf"field-(mover|leads)[^>]*>(<[^>]*>|\s|[\w ]+:)*{leader}<", text), name


def test_seats_are_counted_from_one(desk: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=20))
    page = desk.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    assert re.findall(r'field-number">\s*<p>(\d)</p>', page) == ["1", "2"]
    page = desk.get(reverse("admin:games_match_review", args=[match.pk])).content.decode()
    seats = page.split('id="seats-title"')[1].split("</table>")[0]
    assert re.findall(r"<tr><td>(\d)</td>", seats) == ["1", "2"]
    match.seats.filter(index=1).update(user=None)
    match.moves.all().delete()
    match.rounds.update(leader=1)
    assert "seat 2" in desk.get(reverse("admin:games_round_changelist")).content.decode().lower()
