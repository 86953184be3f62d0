"""Canary scan: in 50 whole matches no viewer is ever sent a tile that he may not know. # C14, B19"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.presenters.table import present
from games.rules.ruleset import change, preset
from games.views.rendering import table_html
from tests.cast import Cast
from tests.pages.scenes import Position, random_match
from tests.pages.secrets import hidden_from, leaks
from tests.tables import make_move, open_table, rules, sight

MATCHES = 50
KINDS = [
    ("pagat", 2), ("pagat", 3), ("pagat", 4), ("five_up", 3),
    ("sniff", 2), ("latino", 4), ("muggins", 2), ("thoughtco", 4),
]  # fmt: skip
#: Drawing a page takes a while: of each match so many moments are drawn, for a viewer each, all kinds in turn.
MOMENTS = 6


def scan(position: Position, seat: int | None) -> list[str]:
    facts = position.facts(seat)
    assert facts.sight is not None
    return leaks(table_html(present(facts)), hidden_from(facts.sight))


@pytest.mark.parametrize("number", range(MATCHES))
def test_no_hidden_tile_in_any_byte(number: int) -> None:
    name, players = KINDS[number % len(KINDS)]
    dice = random.Random(number)
    target = 61 if name == "five_up" else 60
    positions = list(random_match(change(preset(name, players), target=target), dice))
    moments = [*dice.sample(positions[:-1], min(MOMENTS, len(positions) - 1)), positions[-1]]
    for turn, position in enumerate(moments):
        seat = (None, *range(players))[(number + turn) % (players + 1)]
        assert scan(position, seat) == []


def addresses_at_the_desk(match: Match) -> Iterator[str]:
    """Every list of the admin, every row of them that has to do with this match, and each move of the review."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for row in model._default_manager.all()[:40]:
            yield reverse(f"{name}_change", args=[row.pk])
    review = reverse("admin:games_match_review", args=[match.pk])
    yield review
    for move in match.moves.select_related("round"):
        yield f"{review}?move={move.round.number}.{move.number}&seat=0"


def at_the_desk(staff: User, match: Match) -> Iterator[str]:
    """What a member of staff is sent of the running round that he may not know: tiles, the deal, its secret."""
    client = Client()
    client.force_login(staff)
    hidden = hidden_from(sight(match, None))
    secrets = [*match.rounds.values_list("tiles", flat=True), *match.deals.values_list("secret", flat=True)]
    for address in addresses_at_the_desk(match):
        answer = client.get(address)
        if answer.status_code == 200:
            text = answer.content.decode()
            yield from (f"{address} {leak}" for leak in leaks(text, hidden))
            yield from (f"{address} {secret}" for secret in secrets if secret and secret in text)


@pytest.mark.parametrize(("name", "players"), [("pagat", 2), ("five_up", 3), ("latino", 4)])
def test_no_page_of_the_desk_shows_a_hand_that_is_played(cast: Cast, name: str, players: int) -> None:
    """Not to staff, and not to staff who sit there, though they ask; to others after a reason. # C34"""
    match = open_table(*cast.seated(players), ruleset=rules(name, players=players))
    for _ in range(3):
        make_move(match)
    match.refresh_from_db()
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    olga, alice = User.objects.create_superuser("Olga"), User.objects.get(pk=cast.alice.pk)
    ask = reverse("admin:games_match_act", args=[match.pk, "hands"])
    for staff in (olga, alice):
        assert list(at_the_desk(staff, match)) == []
    client = Client()
    client.force_login(alice)
    client.post(ask, {"reason": "I am curious."})
    assert list(at_the_desk(alice, match)) == []
    client.force_login(olga)
    client.post(ask, {"reason": "They say that it hangs."})
    assert any(at_the_desk(olga, match))


def test_the_scan_would_find_a_tile() -> None:
    """The scan itself is tried: a page with one tile too many does not pass."""
    position = list(random_match(preset("pagat", 2), random.Random(1)))[5]
    facts = position.facts(0)
    assert facts.sight is not None
    hidden = sorted(hidden_from(facts.sight), key=str)[0]
    page = table_html(present(facts))
    low, high = sorted(str(hidden))
    for planted in (f'<use href="#t{hidden}"/>', f'<button value="{high}{low}&gt;55.L1">', f'data-tile="{hidden}"'):
        assert leaks(page + planted.replace("&gt;", ">"), [hidden])
