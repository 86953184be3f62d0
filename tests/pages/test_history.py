"""The list of matches that are over: whose, which, in pages, with the same few queries. # B17, B18, D43"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from accounts.models import User
from games.history import PAGE_SIZE, Wanted, history
from games.models import Match, Result, Seat
from games.rules.record import check
from games.rules.ruleset import Ruleset
from tests.cast import Cast
from tests.tables import open_table, play_out_match, rules

Browser = Callable[[User | None], Client]
DAY = datetime(2026, 3, 1, 20, tzinfo=UTC)


def ended(
    *persons: User, ruleset: Ruleset | None = None, day: int = 0, winner: int | None = 0, private: bool = False
) -> Match:
    """A match that is over, as the rows say it: nobody looks at its moves here."""
    ruleset = ruleset or rules(players=len(persons))
    at = DAY + timedelta(days=day)
    match = Match.objects.create(
        ruleset=ruleset.to_dict(),
        fingerprint=ruleset.fingerprint,
        format="partners" if ruleset.partners else {2: "two", 3: "three", 4: "four"}[ruleset.players],
        state="finished" if winner is not None else "abandoned",
        end="target" if winner is not None else "unfinished",
        why="" if winner is not None else "everybody_left",
        winner_side=winner,
        private=private,
        scores=["250", "145", "90"][: len(ruleset.sides)],
        round_number=7,
        finished_at=at,
    )
    for index, user in enumerate(persons):
        won = winner is not None and ruleset.side_of(index) == winner
        result = Result.WON if won else Result.LOST if winner is not None else Result.UNFINISHED
        Seat.objects.create(match=match, index=index, user=user, over_at=at, result=result)
    return match


def codes(user: User | None = None, **wanted: Any) -> list[str]:
    return [match.code for match in history(Wanted(**wanted), user).matches]


def test_mine_are_mine_and_the_newest_is_first(cast: Cast) -> None:
    old, new = ended(cast.alice, cast.bob), ended(cast.bob, cast.alice, day=1)
    ended(cast.bob, cast.carol, day=2)
    assert codes(cast.alice, mine=True) == [new.code, old.code]


def test_private_matches_are_listed_to_their_players_alone(cast: Cast) -> None:
    hidden, seen = ended(cast.alice, cast.bob, private=True), ended(cast.alice, cast.bob, day=1)
    assert codes(cast.alice, mine=True) == [seen.code, hidden.code]
    assert codes(cast.eve) == codes(None) == codes(cast.alice) == [seen.code]
    assert codes(cast.eve, player="Alice") == [seen.code]


def test_who_hides_his_history_is_in_nobodys_list_but_his_companions(cast: Cast) -> None:
    hidden, seen = ended(cast.alice, cast.bob), ended(cast.bob, cast.carol, day=1)
    User.objects.filter(pk=cast.alice.pk).update(hide_history=True)
    assert codes(cast.eve) == codes(player="bob") == [seen.code]
    assert codes(player="alice") == []
    assert codes(cast.alice, mine=True) == codes(cast.bob, mine=True, player="alice") == [hidden.code]


def test_what_is_not_over_is_not_listed(cast: Cast) -> None:
    open_table(cast.alice, cast.bob)
    assert codes(cast.alice, mine=True) == codes() == []


def test_rules_are_found_by_preset_by_their_own_and_by_fingerprint(cast: Cast) -> None:
    classic, three = ended(cast.alice, cast.bob), ended(cast.alice, cast.bob, cast.carol, day=1)
    five, own = (
        ended(cast.alice, cast.bob, ruleset=rules("five_up"), day=2),
        ended(cast.alice, cast.bob, ruleset=rules(target=100), day=3),
    )
    for mine in (True, False):
        assert codes(cast.alice, mine=mine, rules="pagat") == [three.code, classic.code]
        assert codes(cast.alice, mine=mine, rules="five_up") == [five.code]
        assert codes(cast.alice, mine=mine, rules="custom") == [own.code]
        assert codes(cast.alice, mine=mine, rules=own.fingerprint) == [own.code]


def test_formats_are_told_apart(cast: Cast) -> None:
    found = {
        "two": ended(cast.alice, cast.bob),
        "three": ended(cast.alice, cast.bob, cast.carol),
        "partners": ended(*cast.seated(4)),
    }
    for mine in (True, False):
        assert {name: codes(cast.alice, mine=mine, format=name) for name in found} == {
            name: [match.code] for name, match in found.items()
        }


def test_an_opponent_is_found_by_a_part_of_the_name(cast: Cast) -> None:
    with_bob, with_carol = ended(cast.alice, cast.bob), ended(cast.alice, cast.carol, day=1)
    others = ended(cast.bob, cast.carol, day=2)
    assert codes(cast.alice, mine=True, player="bo") == [with_bob.code]
    assert codes(cast.alice, mine=True, player="CARO") == [with_carol.code]
    assert codes(cast.alice, mine=True, player="Alice") == []
    assert codes(player="bob") == [others.code, with_bob.code]
    assert codes(player="nobody") == codes(player="%") == codes(player="b") == []


def test_results_are_ones_own(cast: Cast) -> None:
    won, lost = ended(cast.alice, cast.bob, winner=0), ended(cast.alice, cast.bob, winner=1, day=1)
    left = ended(cast.alice, cast.bob, winner=None, day=2)
    assert codes(cast.alice, mine=True, result="won") == codes(cast.bob, mine=True, result="lost") == [won.code]
    assert codes(cast.alice, mine=True, result="lost") == [lost.code]
    assert codes(cast.alice, mine=True, result="unfinished") == codes(result="unfinished") == [left.code]
    assert codes(cast.alice, mine=True, result="finished") == codes(result="finished") == [lost.code, won.code]


def test_days_are_whole_days(cast: Cast) -> None:
    days = [ended(cast.alice, cast.bob, day=day) for day in range(4)]
    middle = [days[2].code, days[1].code]
    since, until = (DAY + timedelta(days=1)).date(), (DAY + timedelta(days=2)).date()
    assert codes(since=since, until=until) == codes(cast.alice, mine=True, since=since, until=until) == middle


@pytest.mark.parametrize("mine", [True, False])
def test_pages_follow_one_another_both_ways(cast: Cast, mine: bool) -> None:
    made = [ended(cast.alice, cast.bob, day=number // 4).code for number in range(2 * PAGE_SIZE + 3)]
    first = history(Wanted(mine=mine), cast.alice)
    second = history(Wanted(mine=mine, older=first.older), cast.alice)
    third = history(Wanted(mine=mine, older=second.older), cast.alice)
    assert [match.code for page in (first, second, third) for match in page.matches] == made[::-1]
    assert (first.newer, third.older) == ("", "")
    again = history(Wanted(mine=mine, newer=third.newer), cast.alice)
    assert again.matches == second.matches
    back = history(Wanted(mine=mine, newer=again.newer), cast.alice)
    assert (back.matches, back.newer, back.older) == (first.matches, "", first.older)


NONSENSE = [
    "before=x", "before=" + "A" * 22, "after=%20", "since=0", "until=2026-13-40", "until=9999-12-31",
    "since=0001-01-01",
    "rules=%27", "format=six", "result=drawn", "player=" + "x" * 500, "whose=9",
]  # fmt: skip


@pytest.mark.parametrize("asked", NONSENSE)
def test_nonsense_is_the_first_page(cast: Cast, browser: Browser, asked: str) -> None:
    match = ended(cast.alice, cast.bob)
    answer = browser(cast.alice).get(f"/matches/?{asked}")
    assert answer.status_code == 200
    assert match.code in answer.content.decode()


def test_the_number_of_queries_does_not_grow(cast: Cast, browser: Browser) -> None:
    client = browser(cast.alice)

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(address).status_code == 200
        return len(caught)

    addresses = ("/matches/", "/matches/?whose=all", "/matches/?player=bob&format=two&result=won")
    ended(cast.alice, cast.bob)
    few = [queries(address) for address in addresses]
    for day in range(PAGE_SIZE):
        ended(*[cast.alice, cast.bob, cast.carol][: 2 + day % 2], day=day)
    assert [queries(address) for address in addresses] == few
    assert max(few) <= 8


def test_lists_walk_along_their_indexes(cast: Cast) -> None:
    """As the notes beside the indexes say. PostgreSQL reads a table as small as this one from end to end."""
    ended(cast.alice, cast.bob)
    plans = {}
    for name, wanted, user in (
        ("match_history", Wanted(), None),
        ("match_format", Wanted(format="two"), None),
        ("seat_history", Wanted(mine=True), cast.alice),
        ("seat_results", Wanted(mine=True, result="won"), cast.alice),
    ):
        with CaptureQueriesContext(connection) as caught:
            history(wanted, user)
        sql = next(query["sql"] for query in caught if f"LIMIT {PAGE_SIZE + 1}" in query["sql"])
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql}")
            plans[name] = str(cursor.fetchall())
    if connection.vendor == "sqlite":
        assert [plan for name, plan in plans.items() if not re.search(rf"INDEX {name}\b", plan)] == []
    assert len(plans) == 4


def test_the_page_shows_mine_to_who_is_signed_in_and_everybodys_to_others(cast: Cast, browser: Browser) -> None:
    mine, other = ended(cast.alice, cast.bob, private=True), ended(cast.bob, cast.carol, day=1)
    own, strange = (browser(user).get("/matches/").content.decode() for user in (cast.alice, None))
    assert (mine.code in own, other.code in own) == (True, False)
    assert (mine.code in strange, other.code in strange) == (False, True)
    assert "You and Bob" in strip_tags(own)
    assert "250 : 145" in own
    assert "Bob and Carol" in strip_tags(strange)


def test_names_lead_to_players_and_the_score_to_the_match(cast: Cast, browser: Browser) -> None:
    """Guests have no page, and robots have none."""
    heron = User.objects.create_user(username="Guest Heron 7", is_guest=True)
    match = ended(cast.alice, heron, cast.carol)
    Seat.objects.filter(match=match, index=2).update(user=None, robot="careful")
    text = browser(cast.alice).get("/matches/").content.decode()
    assert '<a href="/players/Alice/">You</a>, Guest Heron 7 and Bone' in text
    assert f'<a class="standing" href="/m/{match.code}/">' in text


def test_the_mark_of_the_rules_leads_to_all_matches_by_them(cast: Cast, browser: Browser) -> None:
    own = ended(cast.alice, cast.bob, ruleset=rules(target=100))
    ended(cast.alice, cast.bob, day=1)
    client = browser(cast.alice)
    address = f"?whose=all&amp;rules={own.fingerprint}"
    assert f'href="{address}">Rules {own.fingerprint}</a>' in client.get("/matches/").content.decode()
    found = client.get(f"/matches/{unescape(address)}").content.decode()
    assert re.findall('class="standing" href="([^"]+)"', found) == [f"/m/{own.code}/"]
    assert f'<option value="{own.fingerprint}" selected>Rules {own.fingerprint}</option>' in found


def test_filters_bring_the_list_alone(cast: Cast, browser: Browser) -> None:
    ended(cast.alice, cast.bob)
    part = browser(cast.alice).get("/matches/?format=three", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "No match is like that." in part


def test_filters_stay_from_page_to_page(cast: Cast, browser: Browser) -> None:
    for day in range(PAGE_SIZE + 1):
        ended(cast.alice, cast.bob, day=day)
    text = browser(cast.alice).get("/matches/?whose=all&format=two&player=").content.decode()
    assert 'href="?whose=all&amp;format=two&amp;before=' in text


def test_an_empty_history_says_what_to_do(cast: Cast, browser: Browser) -> None:
    assert "You have not finished a match yet." in browser(cast.eve).get("/matches/").content.decode()
    assert "Nothing was played in public yet." in browser(None).get("/matches/").content.decode()


def test_a_spoilt_row_leaves_the_others(cast: Cast, browser: Browser) -> None:
    spoilt, good = ended(cast.alice, cast.bob), ended(cast.alice, cast.bob, day=1)
    Match.objects.filter(pk=spoilt.pk).update(ruleset={"name": "?"})
    text = browser(cast.alice).get("/matches/").content.decode()
    assert (good.code in text, spoilt.code in text) == (True, False)


def test_all_of_mine_is_a_file_of_records_that_hold(cast: Cast, browser: Browser) -> None:
    for _ in range(2):
        play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    play_out_match(open_table(cast.bob, cast.carol, ruleset=rules(target=20)))
    answer = browser(cast.alice).get("/matches/mine.jsonl")
    assert answer["X-Matches"] == "2"
    assert answer["Content-Disposition"].startswith('attachment; filename="muggins-')

    async def received() -> bytes:
        return b"".join([part async for part in answer.streaming_content])  # type: ignore[attr-defined]

    lines = async_to_sync(received)().decode().splitlines()
    assert [check(json.loads(line)).finished for line in lines] == [True, True]
    assert {seat["name"] for line in lines for seat in json.loads(line)["seats"]} == {"Alice", "Bob"}


def test_the_file_is_for_who_is_signed_in(browser: Browser, db: None) -> None:
    answer = browser(None).get("/matches/mine.jsonl")
    assert answer.status_code == 302
