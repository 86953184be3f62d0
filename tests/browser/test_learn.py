"""Learning to count, by keyboard on a phone's screen and by mouse on a desk's; any position, laid and sent."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.keys import Keys
from tests.browser.measure import sideways
from tests.browser.people import DESKTOP, PHONE

LAST_STEP = 8


def settled(page: Page) -> None:
    """What has just come answers from now on."""
    page.wait_for_function("!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def in_a_row(page: Page) -> str:
    return page.locator(".standing b").inner_text()


# --- what is the count ---


def test_a_count_by_keyboard_on_a_phone(people: People) -> None:
    page = people("Eve", size=PHONE, touch=False).visit("/learn/count/?rules=pagat")
    keys = Keys(page)
    assert keys.focused.startswith("The count")
    assert page.locator(".coin").count() == 0
    for number in range(1, 4):
        page.keyboard.type("99")
        keys.press("Enter")
        expect(page.locator(".answer.wrong")).to_be_visible()
        expect(page.locator("#told")).to_have_text(re.compile(r"^Not 99: .*(Scores|No points)"))
        assert page.locator(".coin:visible").count() >= 1
        assert f"0 of {number} right" in page.locator(".standing").inner_text()
        # what was told before may match too: the focus comes with what is told now
        expect(page.locator("[data-next]")).to_be_focused()
        assert keys.focused == "Next question"
        keys.press("n")
        expect(page.locator("#count-field")).to_be_focused()
        assert sideways(page) == 0


def test_a_count_by_mouse_on_a_desk(people: People) -> None:
    page = people("Eve", size=DESKTOP).visit("/learn/count/?rules=five_up")
    page.locator("[data-digit='1']").click()
    page.locator("[data-digit='2']").click()
    page.locator("[data-digit='back']").click()
    assert page.locator("#count-field").input_value() == "1"
    page.get_by_role("button", name="Answer").first.click()
    expect(page.locator(".answer")).to_be_visible()
    assert len(page.locator(".ends-list li").all()) >= 1
    page.get_by_role("link", name="Next question").click()
    expect(page.locator("#count-field")).to_be_visible()
    settled(page)
    page.locator("#book").select_option("sniff")
    expect(page.locator(".ask-head")).to_contain_text("Sniff")


def test_right_answers_make_a_row(people: People) -> None:
    """The answer is found as a person finds it, from the words of the table; a reload counts nothing."""
    page = people("Eve").visit("/learn/count/?rules=muggins")
    answers = 0
    while answers < 3:
        words = page.locator(".stage .board:visible").get_attribute("aria-label") or ""
        page.locator("#count-field").fill(str(sum_of(words)))
        page.keyboard.press("Enter")
        expect(page.locator(".answer.right")).to_be_visible()
        answers += 1
        assert in_a_row(page).startswith(f"{answers} right")
        page.reload()
        assert in_a_row(page).startswith(f"{answers} right")


def sum_of(words: str) -> int:
    """The count of a straight line, from its words: what its two ends give."""
    numbers = ["blank", "one", "two", "three", "four", "five", "six"]
    tiles = words.removeprefix("Line from left to right: ").rstrip(".").split(", ")

    def end(tile: str, outer: int) -> int:
        if tile.startswith("double "):
            return 2 * numbers.index(tile.removeprefix("double "))
        return numbers.index(tile.split("-")[outer])

    return end(tiles[0], 0) + end(tiles[-1], -1)


# --- which play scores most ---


def test_a_play_by_keyboard_on_a_phone(people: People) -> None:
    page = people("Eve", size=PHONE, touch=False).visit("/learn/plays/?rules=pagat")
    keys = Keys(page)
    page.locator(".hand-tile.can").first.focus()
    keys.press("Enter")
    places = page.locator(".acts .btn:visible")
    assert places.count() >= 1
    name = places.first.get_attribute("aria-label") or ""
    assert not re.search(r"\d", name)
    keys.to(re.escape(name), key="Shift+Tab")
    keys.press("Enter")
    expect(page.locator(".answer")).to_be_visible()
    expect(page.locator("#told")).not_to_be_empty()
    assert page.locator(".outcomes tbody tr").count() >= 2
    assert page.locator(".outcomes .tag").count() == 1
    assert page.locator(".outcomes .best").count() >= 1
    expect(page.locator("[data-next]")).to_be_focused()  # the tile has told something already
    assert keys.focused == "Next question"
    keys.press("N")
    expect(page.locator(".learn-hand")).to_be_visible()


def test_a_play_by_mouse_on_a_desk(people: People) -> None:
    page = people("Eve", size=DESKTOP).visit("/learn/plays/?rules=sniff")
    page.locator(".hand-tile.can").last.click()
    ghost = page.locator(".ghost:visible").first
    assert ghost.locator(".tag-t").text_content() == "?"
    ghost.locator(".tag").click()
    expect(page.locator(".answer")).to_be_visible()
    assert page.locator(".coin:visible").count() >= 1


def test_a_tile_that_fits_nowhere_says_why(people: People) -> None:
    page = people("Eve").visit("/learn/plays/?rules=pagat")
    for _each in range(12):
        idle = page.locator(".hand-tile:not(.can)")
        if idle.count():
            break
        page.locator(".hand-tile.can").first.click()
        page.locator(".acts .btn:visible").first.click()
        page.locator("[data-next]").click()
        page.locator(".learn-hand").wait_for()
    idle.first.click()
    expect(page.locator("[data-why]")).to_contain_text("fits nowhere: the ")
    assert page.locator(".acts .btn:visible").count() == 0


# --- the first round ---


def test_the_first_round_by_keyboard_on_a_phone(people: People) -> None:
    page = people("Eve", size=PHONE, touch=False).visit("/learn/round/")
    keys = Keys(page)
    for number in range(1, LAST_STEP):
        expect(page.locator(".ask-head")).to_contain_text(f"Step {number} of {LAST_STEP}")
        if page.locator(".acts [data-move]:visible").count() == 0:
            wanted = asked_tile(page)
            page.locator(f"[data-take='{wanted}']").focus()
            keys.press("Enter")
        page.locator(f".acts a[href='?step={number + 1}']:visible").focus()
        keys.press("Enter")
        expect(page.locator(".ask-head")).to_contain_text(f"Step {number + 1} of {LAST_STEP}")
        expect(page.locator(":focus")).to_have_count(1)
        assert sideways(page) == 0
    expect(page.locator("#told")).to_contain_text("8 pips are 10 to the nearest five.")
    assert keys.focused == "Play now"
    keys.press("Enter")
    page.wait_for_url("**/t/*/")


def test_the_first_round_by_mouse_on_a_desk(people: People) -> None:
    page = people("Eve", size=DESKTOP).visit("/learn/round/")
    for number in range(1, LAST_STEP):
        if page.locator(".acts [data-move]:visible").count() == 0:
            page.locator(f"[data-take='{asked_tile(page)}']").click()
        onward = page.locator(f".acts a[href='?step={number + 1}']:visible")
        move = onward.get_attribute("data-move")
        ghost = page.locator(f".ghost[data-move='{move}']:visible")
        (ghost if ghost.count() else onward).first.click()
        expect(page.locator(".ask-head")).to_contain_text(f"Step {number + 1} of {LAST_STEP}")
    assert page.url.endswith(f"?step={LAST_STEP}")
    page.go_back()
    expect(page.locator(".ask-head")).to_contain_text(f"Step {LAST_STEP - 1} of {LAST_STEP}")


def asked_tile(page: Page) -> str:
    """The tile of the way onward, which is hidden until its tile is chosen."""
    onward = page.locator(".acts a[hx-push-url]").first
    return onward.get_attribute("data-tile") or ""


# --- any position ---


def test_a_position_is_laid_and_sent(people: People) -> None:
    eve = people("Eve", permissions=["clipboard-read", "clipboard-write"])
    page = eve.visit("/explain/")
    with page.expect_response(lambda answer: "rules=sniff" in answer.url):
        page.locator("#book").select_option("sniff")
    settled(page)
    page.locator("#tile-55").click()
    page.locator(".ghost[data-move='55*']:visible .tag").click()
    expect(page.locator(".verdict")).to_have_text("Scores 10.")
    page.locator("#tile-50").click()
    expect(page.locator(".count .sum")).to_have_text(re.compile(r"0 \+ 5 = 5"))
    assert page.url.endswith("/explain/?rules=sniff&moves=55*,50%3E55.S1")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    eve.visit(page.url)
    expect(page.locator(".verdict")).to_have_text("Scores 5.")
    page.go_back()


def test_a_position_is_laid_by_keys(people: People) -> None:
    page = people("Eve", size=PHONE, touch=False).visit("/explain/")
    keys = Keys(page)
    page.keyboard.type("66")  # nothing has the focus: such keys are the browser's own
    assert page.url.endswith("/explain/")
    keys.to("^Double six$")
    for digits, moves in (("55", "55"), ("05", "55,50%3E55.L1"), ("53", "55,50%3E55.L1,53%3E55.L2")):
        page.keyboard.type(digits)
        page.wait_for_url(f"**/explain/?rules=pagat&moves={moves}")
        expect(page.locator("#explain :focus")).to_have_count(1)
    expect(page.locator("#told")).to_have_text("0 + 3 = 3. No points: 3 is no multiple of five.")
    page.keyboard.type("30")
    page.wait_for_url("**&tile=30")
    expect(page.locator(".acts a:focus")).to_have_count(1)
    assert keys.focused.startswith("Play three-blank on the left")
    keys.press("Enter")
    page.wait_for_url("**,30%3E50.0")
    expect(page.locator(".verdict")).to_have_text("No points: 6 is no multiple of five.")
    expect(page.locator("#explain :focus")).to_have_count(1)
    keys.press("Backspace")
    page.wait_for_url("**,53%3E55.L2")
    assert sideways(page) == 0


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_all_of_it_without_script(people: People, size: tuple[int, int]) -> None:
    eve = people("Eve", size=size, script=False, touch=False)
    page = eve.visit("/explain/")
    page.locator("#tile-55").click()
    page.locator("#tile-50").click()
    assert page.locator(".verdict").inner_text() == "Scores 10."
    page.locator("#undo").click()
    assert page.url.endswith("?rules=pagat&moves=55")
    eve.visit("/learn/count/")
    page.locator("#count-field").fill("4")
    page.get_by_role("button", name="Answer").first.click()
    assert page.locator(".answer h2").inner_text()
    eve.visit("/learn/plays/")
    page.locator(".hand-tile.can").first.click()
    page.locator(".acts .btn:visible").first.click()
    assert page.locator(".outcomes tbody tr").count() >= 2
    page.locator("[data-next]").click()
    assert page.locator(".learn-hand").is_visible()
