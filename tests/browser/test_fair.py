"""Each player's own browser checks the deal and says so at the round's end."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import People
from tests.browser.people import DESKTOP, PHONE
from tests.browser.play import Player, open_table, rush, sit_down
from tests.browser.site import Site

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["390x844", "1280x800"])
HELD = re.compile("Your browser checked this deal: .* fixed before you sent your number")


def says(page: Page) -> str:
    """The one sentence that can be seen."""
    line = page.locator("#fair-says [data-verdict]").filter(visible=True)
    expect(line).to_have_count(1)
    return line.inner_text()


def two(people: People, **options: object) -> tuple[Player, Player]:
    alice, bob = people("Alice", **options), people("Bob", **options)
    path = open_table(alice, hand_size="4")
    return Player(alice), sit_down(bob, path)


@SIZES
def test_both_browsers_find_that_the_deal_holds(people: People, site: Site, size: tuple[int, int]) -> None:
    players = two(people, size=size)
    rush(players)
    for player in players:
        expect(player.page.locator("#fair-says [data-verdict=held]")).to_be_visible()
        assert HELD.search(says(player.page))
        assert player.page.locator("#fair-says [data-verdict=held] svg").is_visible()
    code = players[0].person.path.strip("/").split("/")[1]
    came = site.rows(
        "select count(*) from games_mixedin join games_deal on games_deal.id = deal_id"
        " join games_match on games_match.id = match_id where code = ? and number = 1",
        code,
    )
    assert came == [(2,)]


def test_the_browser_counts_without_webcrypto(people: People) -> None:
    """On plain http in a club's own network browsers lend no WebCrypto: the page's own lines find the same."""
    eve = people("Eve")
    alice, bob = people("Alice"), people("Bob")
    alice.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    players = [Player(alice)]
    players.append(sit_down(bob, open_table(alice, hand_size="4")))
    rush(players)
    assert HELD.search(says(alice.page))
    assert alice.page.evaluate("crypto.subtle === undefined")
    page = eve.visit(alice.path)
    assert page.evaluate("crypto.subtle !== undefined")
    same = """async () => {
      for (let length = 0; length < 200; length++) {
        const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
        if (String(await Sha256.sha256(bytes)) !== String(Sha256.plain(bytes))) return length;
      }
      return "same";
    }"""
    assert page.evaluate(same) == "same"


def test_a_proof_that_was_tampered_with_is_an_alarm(people: People) -> None:
    alice, bob = two(people)
    rush((alice, bob))
    expect(alice.page.locator("#fair-says [data-verdict=held]")).to_be_visible()

    alice.person.watch.expect_network_trouble()  # a page that came from elsewhere may open no socket here
    for field in ("secret", "commitment", "values"):
        alice.page.route("**/t/*/", partial(_tamper, field))
        alice.page.reload()
        expect(alice.page.locator("#fair-says [data-verdict=broken]")).to_be_visible()
        assert "does not hold" in says(alice.page)
        alice.page.unroute("**/t/*/")
        alice.page.reload()
        expect(alice.page.locator("#fair-says [data-verdict=held]")).to_be_visible()


def _tamper(field: str, route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=_spoilt(answer.text(), field))


def _spoilt(html: str, field: str) -> str:
    """The page with another secret, commitment or own number in its proof."""

    def change(found: re.Match[str]) -> str:
        proof = json.loads(found.group(1).replace("&quot;", '"'))
        proof[field] = ["ab" * 32] * 2 if field == "values" else "ab" * 32
        return f'data-proof="{json.dumps(proof)}"'.replace('"', "&quot;").replace("=&quot;", '="')[:-6] + '"'

    changed, times = re.subn(r'data-proof="([^"]*)"', change, html)
    assert times == 1
    return changed


def test_a_page_that_came_after_the_deal_says_so(people: People) -> None:
    alice, bob = two(people)
    alice.wait_for("turn", "wait")
    alice.page.evaluate("sessionStorage.clear()")
    alice.page.reload()
    rush((alice, bob))
    expect(alice.page.locator("#fair-says [data-verdict=late]")).to_be_visible()
    assert "after the deal" in says(alice.page)
    assert HELD.search(says(bob.page))


def test_a_spectator_checks_what_he_saw(people: People) -> None:
    alice, bob = two(people)
    eve = people("Eve")
    rush((alice, bob))
    eve.visit(alice.person.path)
    expect(eve.page.locator("#fair-says [data-verdict=late]")).to_be_visible()
    for player in (alice, bob):
        player.go_on()
    rush((alice, bob))
    expect(eve.page.locator("#fair-says [data-verdict=watched]")).to_be_visible()


def test_the_way_to_the_explanation(people: People) -> None:
    eve = people("Eve")
    page = eve.visit("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Fair deals").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deals that can be checked")
    with page.expect_download() as download:
        page.get_by_role("link", name="check_deal.py").click()
    assert "muggins-fair-1" in download.value.path().read_text(encoding="utf-8")
