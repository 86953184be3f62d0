"""A prescribed match that is not told to somebody is, to him, no match: at every address of one. # C14, C19"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import User
from games import urls
from games.models import Match
from games.services import fixed_deals
from tests.cast import Cast
from tests.games.test_what_if import play_out
from tests.tables import Clock, rules

Browser = Callable[[User | None], Client]
FORM = {
    "move": "1.1", "round": "1", "seat": "0", "robot": "careful", "tiles": "same", "phrase": "hello", "name": "Alice",
    "act": "mute", "save_as": "Mine", "version": "1", "key": "k", "value": "ab" * 32, "kind": "score", "who": "0",
}  # fmt: skip


def addresses() -> Iterator[str]:
    for pattern in urls.urlpatterns:
        route = str(pattern.pattern)
        if "<code:code>" in route and not route.startswith("puzzles/"):  # those are of one's own mistakes alone
            yield "/" + route.replace("<spot:spot>", "1.0").replace("<picture:kind>", "svg")


ADDRESSES = sorted({*addresses(), "/m/<code:code>/?move=1.0&seat=all", "/scoresheet/?match=<code:code>"})


@pytest.fixture(params=["a code that is played", "a code that was played", "the day's deal, played"])
def hidden(request: pytest.FixtureRequest, cast: Cast, clock: Clock) -> Match:
    """A try of Alice's at a deal that others are still to play."""
    if "code" in request.param:
        deal = fixed_deals.new_code(user=cast.alice, ruleset=rules())
    else:
        deal = fixed_deals.deals_of(fixed_deals.today())[0]
    match = fixed_deals.play_deal(user=cast.alice, deal=deal)
    return match if request.param.endswith("is played") else play_out(match, clock)


def asked(client: Client, address: str, method: str, code: str) -> tuple[int, str]:
    """What an address answers: the status, and where it leads."""
    there = address.replace("<code:code>", code)
    answer = client.get(there) if method == "get" else client.post(there, FORM)
    return answer.status_code, answer.headers.get("Location", "")


def test_nobody_else_learns_that_there_is_one(hidden: Match, browser: Browser, cast: Cast) -> None:
    """It is not found, or not asked for that way; or one is to sign in first, whatever is there."""
    assert len(ADDRESSES) > 25
    for user in (cast.eve, None):
        client = browser(user)
        for address in ADDRESSES:
            for method in ("get", "post"):
                status, leads = asked(client, address, method, hidden.code)
                signs_in = user is None and status == 302 and leads.startswith("/accounts/login/")
                assert status in (404, 405) or signs_in, f"{method} {address}: {status} {leads}"


def test_its_owner_finds_it_at_the_same_addresses(hidden: Match, browser: Browser, cast: Cast) -> None:
    client = browser(cast.alice)
    found = {address for address in ADDRESSES if asked(client, address, "get", hidden.code)[0] == 200}
    assert {"/t/<code:code>/", "/t/<code:code>/rules/", "/t/<code:code>/record/"} <= found
