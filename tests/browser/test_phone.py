"""On a phone, upright and small: everything in reach of a thumb, nothing beyond the edge."""

from __future__ import annotations

import pytest

from tests.browser.conftest import People
from tests.browser.measure import MAIN, PRESSABLE, covered_by_hand, out_of_view, sideways, too_small
from tests.browser.people import PHONE, SMALL_PHONE, Person
from tests.browser.play import Player, open_table

PAGES = (
    "/",
    "/tables/new/",
    "/rules/",
    "/rules/sniff/",
    "/explain/?rules=sniff&moves=55*,50>55.S1&tile=54",
    "/learn/",
    "/learn/count/?rules=five_up",
    "/learn/plays/",
    "/learn/round/?step=4&tile=50",
    "/puzzles/",
    "/daily/",
    "/deals/",
    "/puzzles/next/?level=hard",
    "/scoresheet/?preset=five_up&players=3",
    "/scoresheet/?players=4&name1=Alice",
    "/matches/",
    "/leaderboards/",
    f"/invite/{'A' * 32}/",
    "/fair/",
    "/robots/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/settings/",
    "/privacy/",
    "/terms/",
    "/imprint/",
)
NARROWEST = SMALL_PHONE[0]
SIZES = pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["390x844", "320x568"])


#: How much is said beside the hand that has no room there.
UNSAID = """
[...document.querySelectorAll("#play [data-choose]:not([hidden])")].filter((one) => !one.offsetHeight).length
"""


@SIZES
def test_a_round_by_touch(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    alice.visit("/")
    alice.page.get_by_role("button", name="Play now").tap()
    player = Player(alice, touch=True)
    player.wait_for("turn")
    fits(alice)
    checked = 0
    while player.play_until("turn", "round-end") == "turn":
        hand = ".rack-tile" if checked else ".rack-tile, .turnline"
        assert out_of_view(alice.page, hand) == []
        assert alice.page.evaluate(UNSAID) == 0
        player.choose()
        assert out_of_view(alice.page, ".rack-tile, #play .btn") == []
        assert covered_by_hand(alice.page) == []
        fits(alice)
        before = player.version
        player.best_choice().tap()
        player.wait_for_version(before + 1)
        checked += 1
    fits(alice)
    assert out_of_view(alice.page, ".panel .btn.main") == []
    alice.page.get_by_role("button", name="See the board").tap()
    fits(alice)
    assert checked >= 3


#: The table that comes next, with so many tiles more in the hand, while the page stands at its very top.
GROW = """(more) => {
  const next = document.getElementById('table').cloneNode(true);
  const rack = next.querySelector('.rack');
  for (let tile = 0; tile < more; tile += 1) rack.append(rack.lastElementChild.cloneNode(true));
  next.querySelector('#why').hidden = false;
  next.dataset.version = String(Number(next.dataset.version) + 1);
  window.scrollTo(0, 0);
  return Muggins.show(next.outerHTML);
}"""


def test_a_hand_that_grows_moves_the_page_and_stays_in_view(people: People) -> None:
    alice = people("Alice", size=SMALL_PHONE)
    alice.visit("/")
    alice.page.get_by_role("button", name="Play now").tap()
    player = Player(alice, touch=True)
    player.wait_for("turn")
    before = alice.page.locator(".rack-tile").count()
    assert alice.page.evaluate(GROW, 9)
    assert alice.page.locator(".rack-tile").count() == before + 9
    assert out_of_view(alice.page, ".rack-tile") == []
    player.choose()
    assert out_of_view(alice.page, ".rack-tile, #play .btn") == []


@SIZES
@pytest.mark.parametrize("path", PAGES)
def test_pages_fit(people: People, size: tuple[int, int], path: str) -> None:
    alice = people("Alice", size=size)
    if path.startswith("/invite/"):
        alice.watch.expect("status of 404")
    alice.visit(path)
    fits(alice)
    for fold in alice.page.locator("main summary:visible").all():
        fold.tap()
    fits(alice)
    menu = alice.page.locator(".top summary:visible").first  # last: open, it lies over the page
    menu.tap()
    fits(alice)


UNFOLD = "document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"
#: What reaches beyond the window's right edge, the outermost first.
WIDEST = """[...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
  .slice(0, 5).map((one) => `${one.tagName} ${one.className} ${Math.round(one.getBoundingClientRect().right)}`)"""
TEXT_SIZE = "getComputedStyle(document.documentElement).fontSize"


def test_text_twice_as_large_moves_no_page_sideways(people: People) -> None:
    alice = people("Alice", size=SMALL_PHONE)
    alice.watch.expect("status of 404")
    alice.enlarge_text()
    for path in PAGES:
        page = alice.visit(path)
        assert page.evaluate(TEXT_SIZE) == "32px"
        page.evaluate(UNFOLD)
        assert sideways(page) == 0, path


def test_a_style_sheet_of_ones_own_moves_no_page_sideways(people: People) -> None:
    alice = people("Alice", size=SMALL_PHONE)
    alice.watch.expect("status of 404")
    wide = {}
    for path in PAGES:
        page = alice.visit(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.evaluate(UNFOLD)
        if sideways(page):
            wide[path] = page.evaluate(WIDEST)
    assert wide == {}


@SIZES
def test_the_waiting_room_and_whom_one_follows_fit(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    open_table(alice, players=4)
    fits(alice)
    for path in ("/following/", "/accounts/company/"):
        alice.visit(path)
        fits(alice)


@SIZES
def test_four_seats_fit_upright(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    alice.visit("/")
    alice.page.get_by_role("button", name="Four at the table").tap()
    player = Player(alice, touch=True)
    for _ in range(4):
        if player.wait_for("turn", "round-end", "over") != "turn":
            break
        player.choose()
        fits(alice)
        assert out_of_view(alice.page, ".rack-tile, #play .btn") == []
        player.play()


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (360, 640)], ids=["sideways", "small-sideways", "short"])
def test_hand_and_buttons_stay_in_view_on_odd_screens(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size, touch=True)
    alice.visit("/")
    alice.press("Play now")
    player = Player(alice, touch=True)
    while player.play_until("turn", "round-end") == "turn":
        player.choose()
        fits(alice)
        assert out_of_view(alice.page, ".rack-tile, #play .btn") == []
        assert "count" not in covered_by_hand(alice.page)
        player.play()


def test_the_answer_of_a_puzzle_fits_where_words_are_long(people: People) -> None:
    eve = people("Eve", size=SMALL_PHONE, locale="pt-BR")
    page = eve.visit("/puzzles/next/?level=hard")
    page.locator(".hand-tile.can").first.tap()
    page.locator("#answer .acts .btn").filter(visible=True).first.tap()
    page.locator(".answer .values").wait_for()
    fits(eve)


def fits(person: Person) -> None:
    """No sideways scroll, and every target large enough: on the narrowest screen a ghost's short side may be 42."""
    page = person.page
    assert sideways(page) == 0
    assert page.viewport_size is not None
    assert too_small(page, MAIN, 44 if page.viewport_size["width"] > NARROWEST else 42) == []
    assert too_small(page, PRESSABLE, 24) == []


def test_a_tablet_has_its_links_in_the_menu(people: People) -> None:
    page = people("Alice", size=(820, 1180)).visit("/")
    assert sideways(page) == 0
    page.locator(".top .menu > summary:visible").click()
    page.locator(".menu-panel").get_by_role("link", name="Puzzles").click()
    page.wait_for_url("**/puzzles/")


#: Whether the chevron of a fold and its first line of text have a height in common.
BESIDE = """summary => {
  const text = document.createRange();
  text.selectNodeContents(summary.lastChild);
  const [line, sign] = [text.getBoundingClientRect(), summary.querySelector(".icon").getBoundingClientRect()];
  return sign.top < line.bottom && sign.bottom > line.top && sign.right <= line.left;
}"""


def test_long_words_stand_whole_and_beside_their_signs(people: People) -> None:
    alice = people("Alice", size=PHONE, locale="pt-BR")
    assert alice.visit("/robots/").locator("details.fold > summary").first.evaluate(BESIDE)
    open_table(alice, players=3, robots=1, target=100)
    name = alice.page.locator("h1.facts")
    assert len(name.text_content() or "") > 80
    assert name.evaluate("name => name.scrollHeight <= name.clientHeight")
