"""Leaderboards and the pages of players: who stands where, who may see what, and how many questions it takes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Rating, Result
from games.models import Match
from tests.cast import Cast, make_cast
from tests.tables import open_table, play_out_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def played(cast: Cast, **settings: Any) -> Match:
    """A rated match between Alice and Bob, to its end."""
    return play_out_match(open_table(cast.alice, cast.bob, **{"rated": True, **settings}))


def page(address: str, viewer: Any = None) -> str:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_rated_match_stands_on_both_players_pages(cast: Cast) -> None:
    match = played(cast)
    for player, other in ((cast.alice, cast.bob), (cast.bob, cast.alice)):
        said = page(f"/players/{player.username}/")
        assert other.username in said
        assert f"/m/{match.code}/" in said
        assert str(round(1500 + 7 * (Rating.objects.get(player=player).mu - 25))) in said
    assert "Alice" in page("/leaderboards/?board=wins") or "Bob" in page("/leaderboards/?board=wins")
    assert Result.objects.filter(match=match.code).count() == 2
