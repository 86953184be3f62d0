"""The deals of the day and deal codes, over HTTP; above all what is not told before one has played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import FixedDeal, Match, Prescription
from games.services import fixed_deals
from tests.cast import Cast
from tests.games.test_what_if import play_out, played_match
from tests.pages.secrets import hidden_from, leaks
from tests.tables import Clock, sight

Browser = Callable[[User | None], Client]


@pytest.fixture
def deal(clock: Clock, db: None) -> FixedDeal:
    return fixed_deals.deals_of(fixed_deals.today())[0]


def at_midnight(clock: Clock) -> None:
    clock.now = datetime.combine(clock.now.date() + timedelta(days=1), datetime.min.time(), UTC) + timedelta(minutes=1)


def address(deal: FixedDeal) -> str:
    return f"/daily/{deal.day}/{deal.game}/play/" if deal.day else f"/deals/{deal.code}/play/"


def begun(client: Client, deal: FixedDeal, **form: str) -> Match:
    answer = client.post(address(deal), form)
    assert answer.status_code == 302
    return Match.objects.get(code=answer["Location"].split("/")[2])


def tried(client: Client, deal: FixedDeal, clock: Clock) -> Match:
    return play_out(begun(client, deal), clock)


def hidden_of(deal: FixedDeal) -> set[str]:
    """Whatever would tell the deal: its secret, its tiles in order."""
    return {deal.secret, deal.tiles, fixed_deals.robots_secret(deal)}


def test_the_front_page_leads_there(alice: Client) -> None:
    assert 'href="/daily/"' in alice.get("/").content.decode()


def test_one_presses_and_plays(deal: FixedDeal, newcomer: Client, clock: Clock) -> None:
    page = newcomer.get("/daily/").content.decode()
    assert page.count("Play it</button>") == 2
    match = begun(newcomer, deal, **{"as": "first"})
    table = newcomer.get(f"/t/{match.code}/").content.decode()
    assert "This deal was fixed in advance: on 1 March 2026 everybody plays these tiles" in table
    assert "Your first try counts" in table
    assert "Go on playing" in newcomer.get("/daily/").content.decode()


def test_two_presses_and_two_tabs_are_one_try(deal: FixedDeal, alice: Client) -> None:
    assert begun(alice, deal).code == begun(alice, deal).code
    assert Prescription.objects.count() == 1


def test_before_one_has_played_nothing_tells_the_deal_or_how_others_did(
    deal: FixedDeal, cast: Cast, clock: Clock, browser: Browser
) -> None:
    over = tried(browser(cast.alice), deal, clock)
    margin = over.prescription.margin
    assert margin is not None
    code = over.code
    sealed = ["/", "/daily/", "/deals/", f"/daily/{deal.day}/", "/matches/?whose=all", "/players/Alice/", "/fair/"]
    inside = ["", "1.0.svg", "play-on/", "compared/"]
    known = [f"/t/{code}/", f"/t/{code}/state/", f"/t/{code}/record/", *[f"/m/{code}/{part}" for part in inside]]
    known += [f"/scoresheet/?match={code}", f"/deals/{deal.code}/"]
    for user in (cast.bob, None):
        for path in sealed + known:
            answer = browser(user).get(path, follow=True)
            text = answer.content.decode()
            assert not [secret for secret in hidden_of(deal) if secret in text], path
            assert path in sealed or answer.status_code == 404, path
            assert code not in text or path in known, path
    page = browser(cast.bob).get("/daily/").content.decode()
    assert "1 person has finished it." in page
    assert "Alice" not in page


def test_while_one_plays_it_the_table_tells_no_more_than_any_table(
    deal: FixedDeal, cast: Cast, clock: Clock, browser: Browser
) -> None:
    match = begun(browser(cast.bob), deal)
    text = browser(cast.bob).get(f"/t/{match.code}/").content.decode()
    assert leaks(text, hidden_from(sight(match, deal.seat))) == []
    assert browser(cast.alice).get(f"/t/{match.code}/").status_code == 404


def test_ones_own_result_stands_at_once_and_the_table_the_next_day(
    deal: FixedDeal, cast: Cast, clock: Clock, browser: Browser
) -> None:
    for user in (cast.alice, cast.bob):
        over = tried(browser(user), deal, clock)
    page = browser(cast.bob).get("/daily/").content.decode()
    assert "You gained" in page
    assert "Alice" not in page
    assert "1 day in a row." in page
    assert "Again, for practice" in page
    at_midnight(clock)
    page = browser(cast.eve).get("/daily/").content.decode()
    assert "Alice" in page
    assert f"/m/{over.code}/" in page
    assert deal.secret in page, "now everybody can check it"
    old = browser(cast.bob).get(f"/daily/{deal.day}/").content.decode()
    assert '<tr class="mine">' in old


def test_a_page_from_before_midnight_begins_nothing(deal: FixedDeal, alice: Client, clock: Clock) -> None:
    at_midnight(clock)
    answer = alice.post(address(deal), {"as": "first"}, follow=True)
    assert "That day is over" in answer.content.decode()
    assert not Prescription.objects.exists()
    assert not begun(alice, deal).prescription.counted


@pytest.mark.parametrize("path", ["/daily/2026-02-30/", "/daily/2025-12-31/", "/daily/2026-02-01/"])
def test_no_such_day(deal: FixedDeal, alice: Client, path: str) -> None:
    assert alice.get(path).status_code == 404


def test_of_a_day_to_come_only_the_promise_is_told(deal: FixedDeal, alice: Client, clock: Clock) -> None:
    tomorrow = fixed_deals.deals_of(fixed_deals.today() + timedelta(days=1))[0]
    text = alice.get("/daily/").content.decode()
    assert tomorrow.commitment in text
    assert not [secret for secret in hidden_of(tomorrow) if secret in text]
    assert alice.post(address(tomorrow)).status_code == 404
    assert alice.get(f"/daily/{tomorrow.day}/").status_code == 302


# ——— deal codes ———


def test_a_code_is_made_from_a_replay_and_played_by_a_friend(cast: Cast, clock: Clock, browser: Browser) -> None:
    match = played_match(cast)
    made = browser(cast.alice).post(f"/m/{match.code}/share/", {"round": "1", "seat": "0"})
    path = made["Location"]
    deal = FixedDeal.objects.get()
    assert path == f"/deals/{deal.code}/"
    assert "where the deal is from" in browser(cast.alice).get(path).content.decode()
    for user in (cast.alice, cast.bob):  # they know the tiles
        assert "Play it for practice" in browser(user).get(path).content.decode()
    before = browser(cast.eve).get(path).content.decode()
    assert "where the deal is from" not in before
    assert match.code not in before
    assert not [secret for secret in hidden_of(deal) if secret in before]
    tried(browser(cast.eve), deal, clock)
    after = browser(cast.eve).get(path).content.decode()
    assert "where the deal is from" in after
    assert '<tr class="mine">' in after


@pytest.mark.parametrize("typed", ["{code}", " {low} ", "{half} {rest}", "{half}-{rest}"])
def test_a_code_is_read_as_it_is_said(deal: FixedDeal, cast: Cast, alice: Client, typed: str) -> None:
    code = fixed_deals.new_code(user=cast.bob, ruleset=fixed_deals.rules_of(fixed_deals.today(), "classic")).code
    text = typed.format(code=code, low=code.lower(), half=code[:4], rest=code[4:])
    assert alice.get("/deals/", {"code": text})["Location"] == f"/deals/{code}/"


@pytest.mark.parametrize("typed", ["", "22222222", "OIL0", "é" * 8, "2" * 50])
def test_no_such_code(deal: FixedDeal, alice: Client, typed: str) -> None:
    answer = alice.get("/deals/", {"code": typed})
    assert answer.status_code == 400
    assert b'id="code-error"' in answer.content


def test_the_deal_of_the_day_has_no_code(deal: FixedDeal, cast: Cast, clock: Clock, browser: Browser) -> None:
    over = tried(browser(cast.alice), deal, clock)
    browser(cast.alice).post(f"/m/{over.code}/share/", {"round": "1", "seat": "0"})
    assert not FixedDeal.objects.filter(day__isnull=True).exists()
    assert browser(cast.alice).get(f"/deals/{deal.code}/").status_code == 404


def test_a_new_deal_is_drawn_for_a_number_that_plays_it(alice: Client, db: None) -> None:
    assert alice.post("/deals/", {"rules": "latino", "players": "4"})["Location"].startswith("/deals/")
    assert FixedDeal.objects.get().ruleset["name"] == "latino"
    alice.post("/deals/", {"rules": "latino", "players": "3"})
    assert FixedDeal.objects.count() == 1
