"""From where a seat was taken is kept as digests for 90 days; the address itself stands nowhere. # C34, D45"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import serializers
from django.test import Client

from games.models import Match, Origin
from games.services import origins, seating
from tests.cast import Cast
from tests.tables import fresh, open_table, play_out_match, rules, standing_clock, token_of

pytestmark = pytest.mark.django_db

HOME, AWAY = "203.0.113.7", "198.51.100.9"
FOX, OWL = "Fox/1.0", "Owl/2.0"


def browse(user: object, address: str, browser: str) -> Client:
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=browser)
    client.force_login(user)  # type: ignore[arg-type]
    return client


def table_of_two(cast: Cast) -> Match:
    """Alice's table for two, with nobody across from her."""
    return open_table(cast.alice, ruleset=rules(players=2), private=True)


def test_who_comes_from_one_place_has_one_digest(cast: Cast) -> None:
    match = table_of_two(cast)
    origins.note(match=match, user=cast.alice, address=HOME, browser=FOX)
    answer = browse(cast.bob, HOME, OWL).post(f"/invite/{token_of(match)}/sit/", {"seat": ""})
    assert answer.status_code == 302
    alice, bob = Origin.objects.get(user=cast.alice), Origin.objects.get(user=cast.bob)
    assert (alice.address == bob.address, alice.browser == bob.browser) == (True, False)
    stored = serializers.serialize("json", Origin.objects.all())
    assert not any(text in stored for text in (HOME, AWAY, FOX, OWL))


@pytest.mark.parametrize("opened", ["/play-now/", "/tables/new/"])
def test_every_way_to_a_seat_is_noted(cast: Cast, opened: str) -> None:
    form = {"preset": "pagat", "players": "2", "opponents": "1", "robots": "0", "robot": "scorer", "private": "open"}
    browse(cast.alice, AWAY, FOX).post(opened, form)
    assert Origin.objects.get().address == origins.digest("address", AWAY)


def test_a_seat_at_an_open_table_is_noted(cast: Cast) -> None:
    match = open_table(cast.alice, ruleset=rules(players=2))
    browse(cast.bob, AWAY, FOX).post(f"/t/{match.code}/sit/", {"seat": ""})
    assert Origin.objects.get(match=match).user == cast.bob


def test_a_rematch_has_the_origins_of_the_match_before(cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    origins.note(match=match, user=cast.alice, address=HOME, browser=FOX)
    origins.note(match=match, user=cast.bob, address=AWAY, browser=OWL)
    for user in (cast.alice, cast.bob):
        seating.ask_rematch(match_id=match.pk, user=user)
    again = fresh(match).rematch
    assert again is not None
    kept = [Origin.objects.filter(match=one).order_by("user").values("user", "address", "browser", "at")
            for one in (match, again)]  # fmt: skip
    assert list(kept[0]) == list(kept[1])
    assert len(kept[1]) == 2


def test_a_digest_needs_the_key(settings: object) -> None:
    before = origins.digest("address", HOME)
    settings.SECRET_KEY = "another key"  # type: ignore[attr-defined]
    assert origins.digest("address", HOME) != before
    assert origins.digest("address", "") == ""


def test_after_ninety_days_it_is_forgotten(cast: Cast) -> None:
    with standing_clock() as clock:
        match = table_of_two(cast)
        origins.note(match=match, user=cast.alice, address=HOME, browser=FOX)
        clock.pass_by(timedelta(days=89).total_seconds())
        assert origins.forget() == 0
        origins.note(match=match, user=cast.bob, address=AWAY, browser=OWL)
        clock.pass_by(timedelta(days=2).total_seconds())
        assert origins.forget() == 1
        assert Origin.objects.get().user == cast.bob
