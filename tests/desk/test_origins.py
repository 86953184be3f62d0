"""From where a seat was taken is kept as digests for 90 days; the address itself stands nowhere. # C34, D45"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import serializers
from django.test import Client

from accounts.models import Block, User
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


def test_a_house_of_ipv6_is_one_place_and_the_next_another(cast: Cast) -> None:
    """Each window of a house, each day, has an address of its own there."""
    match = open_table(cast.alice, ruleset=rules(players=4))
    for user, address in (
        (cast.bob, "2001:db8:0:7:1111:2222:3333:4444"),
        (cast.carol, "2001:db8:0:7::9"),
        (cast.dave, "2001:db8:0:8::9"),
    ):
        assert browse(user, address, FOX).post(f"/t/{match.code}/sit/", {"seat": ""}).status_code == 302
    bob, carol, dave = (Origin.objects.get(user=user).address for user in (cast.bob, cast.carol, cast.dave))
    assert bob == carol != dave


def test_who_was_blocked_does_not_come_back_by_another_address_of_his_house(cast: Cast) -> None:
    first = open_table(cast.alice, ruleset=rules(players=4))
    browse(cast.bob, "2001:db8:0:7::1", FOX).post(f"/t/{first.code}/sit/", {"seat": ""})
    Block.objects.create(by=cast.alice, user=cast.bob)
    second = open_table(cast.alice, ruleset=rules(players=4))
    for address, answer in (("2001:db8:0:7:aaaa::2", 403), ("2001:db8:0:8::2", 302)):
        guest = User.objects.create(username=f"Guest {answer}", is_guest=True)
        assert browse(guest, address, FOX).post(f"/t/{second.code}/sit/", {"seat": ""}).status_code == answer


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
