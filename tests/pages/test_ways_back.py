"""From the table to what was played: never into the round that is being played."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client

from accounts.models import User
from tests.cast import Cast
from tests.tables import confirm_all, make_move, open_table, play_out_match, play_out_round, rules

Browser = Callable[[User | None], Client]
HOUSE = re.compile(r'href="(/m/[^"]+/\?stroke=\d\.\d+)"')


def test_there_is_no_way_before_a_round_is_over(cast: Cast, browser: Browser) -> None:
    match = open_table(cast.alice, cast.bob)
    for _ in range(6):
        make_move(match)
    text = browser(cast.alice).get(f"/t/{match.code}/").content.decode()
    assert HOUSE.findall(text) == []


def test_the_end_of_a_round_leads_to_that_round(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    client = browser(cast.alice)
    assert f'href="/m/{match.code}/?move=1.0"' in client.get(f"/t/{match.code}/").content.decode()
    assert client.get(f"/m/{match.code}/?move=1.0").status_code == 200
    play_out_round(confirm_all(match))
    assert f'href="/m/{match.code}/?move=2.0"' in client.get(f"/t/{match.code}/").content.decode()


def test_the_end_of_a_match_leads_to_all_of_it(cast: Cast, browser: Browser) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=30)))
    assert f'href="/m/{match.code}/"' in browser(None).get(f"/t/{match.code}/").content.decode()


def test_the_houses_of_the_tally_lead_to_finished_rounds(cast: Cast, browser: Browser) -> None:
    match = play_out_round(open_table(cast.alice, cast.bob, ruleset=rules(target=1000)))
    confirm_all(match)
    for _ in range(8):
        make_move(match)
    client = browser(cast.alice)
    ways = HOUSE.findall(client.get(f"/t/{match.code}/").content.decode())
    assert ways
    for way in ways:
        assert "?move=1." in client.get(way)["Location"]
