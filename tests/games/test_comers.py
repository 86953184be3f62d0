"""Who has been blocked does not come back to the table as a new guest; whoever else comes from there does. # B53"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import company
from accounts.models import Block, User
from games.models import Match, Origin
from tests.cast import Cast
from tests.tables import fresh, make_move, open_table, rules

pytestmark = pytest.mark.django_db
HOME, AWAY = "203.0.113.7", "198.51.100.20"
FOX, OWL = "Fox/9.1", "Owl/2"


def browser(address: str = HOME, name: str = FOX) -> Client:
    return Client(REMOTE_ADDR=address, headers={"User-Agent": name})


def sits(client: Client, match: Match) -> bool:
    """Whether this browser gets a seat, as a guest where it is nobody yet."""
    client.post(f"/t/{match.code}/sit/", {"seat": "", "guest": "1"})
    seated = client.session.get("_auth_user_id")
    return match.seats.filter(user=seated or 0).exists()


def table(cast: Cast) -> Match:
    return open_table(cast.alice, ruleset=rules(players=4))


def block(cast: Cast, client: Client) -> User:
    """Alice blocks who plays in this browser."""
    guest = User.objects.get(pk=client.session["_auth_user_id"])
    company.block(by=cast.alice, user=guest)
    return guest


@pytest.mark.parametrize("opened", ["open", "invited"])
def test_not_in_the_same_browser(cast: Cast, opened: str) -> None:
    client, match = browser(), table(cast)
    assert sits(client, match)
    guest = block(cast, client)
    client.post("/accounts/logout/")
    again = open_table(cast.alice, ruleset=rules(players=4), private=opened == "invited")
    if opened == "invited":
        token = again.invites.get().token
        said = client.post(f"/invite/{token}/sit/", {"seat": "", "guest": "1"}).content.decode()
        assert "has blocked" not in said
    else:
        assert not sits(client, again)
    assert again.seats.filter(user__isnull=False).count() == 1
    assert client.session["_auth_user_id"] != str(guest.pk)
    assert sits(client, open_table(cast.bob, ruleset=rules(players=4))), "nobody there has blocked him"


def test_nor_with_the_same_browser_from_the_same_address_for_a_day(cast: Cast) -> None:
    client, match = browser(), table(cast)
    assert sits(client, match)
    block(cast, client)
    assert not sits(browser(), table(cast)), "cookies are thrown away in a moment"
    assert sits(browser(name=OWL), table(cast))
    assert sits(browser(address=AWAY), table(cast))
    Origin.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert sits(browser(), table(cast))


def test_who_was_there_before_is_somebody_else(cast: Cast) -> None:
    neighbour = browser()
    neighbour.post("/accounts/guest/")
    client = browser()
    assert sits(client, table(cast))
    block(cast, client)
    assert sits(neighbour, table(cast))


def test_who_has_an_account_is_known_by_it(cast: Cast) -> None:
    client = browser()
    assert sits(client, table(cast))
    block(cast, client)
    client.force_login(cast.carol)
    assert sits(client, table(cast))


def test_whose_account_is_blocked_does_not_come_as_a_guest(cast: Cast) -> None:
    client = browser()
    client.force_login(cast.bob)
    client.get("/")
    company.block(by=cast.alice, user=cast.bob)
    client.post("/accounts/logout/")
    assert not sits(client, table(cast))


def test_a_match_under_way_goes_on(cast: Cast) -> None:
    client = browser()
    match = open_table(cast.alice, ruleset=rules(players=2))
    assert sits(client, match)
    block(cast, client)
    make_move(match)
    assert fresh(match).state == "running"
    assert Block.objects.count() == 1
