"""The rules by hand: figures stepped through, words explained, and the rules of a table beside it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import People
from tests.browser.keys import Keys
from tests.browser.measure import sideways, too_small
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE
from tests.browser.play import Player, open_table, rush, sit_down
from tests.browser.test_accessible import nothing_found

BOOKS = ("/rules/", "/rules/pagat/", "/rules/sniff/?players=4", "/rules/five_up/", "/rules/muggins/?players=3")
LOCALES = pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])


def figure(page: Page, title: str) -> Locator:
    return page.get_by_role("group", name=title, exact=True)


def shown(drawn: Locator) -> str:
    """What the step that is seen says."""
    return " ".join(drawn.locator(".fig-steps > li:visible .fig-says").inner_text().split())


def meaning(page: Page) -> Locator:
    return page.locator(".meaning:popover-open")


# --- figures ---


def test_a_figure_is_stepped_through_by_keys(people: People) -> None:
    page = people("Eve").visit("/rules/pagat/")
    keys, drawn = Keys(page), figure(page, "A spinner filled on four sides")
    assert shown(drawn).startswith("Double five leads. 5 + 5 = 10 10 points")
    drawn.get_by_role("button", name="Next step").focus()
    counts = []
    for _each in range(5):
        counts.append(re.search(r"= (\d+)", shown(drawn))[1])  # type: ignore[index]
        keys.press("ArrowRight")
    assert counts == ["10", "10", "3", "5", "11"]
    assert shown(drawn).startswith("Six-five on the lower arm.")
    keys.press("ArrowLeft")
    assert shown(drawn).startswith("Five-two on the top arm.")
    keys.press("Home")
    assert shown(drawn).startswith("Double five leads.")
    keys.press("End")
    assert shown(drawn).startswith("Six-five")
    expect(drawn.get_by_role("status")).to_have_text(re.compile(r"^Six-five on the lower arm\. 0 \+ 3 \+ 2 \+ 6 = 11"))


def test_keys_move_the_figure_in_view_and_no_other(people: People) -> None:
    page = people("Eve").visit("/rules/pagat/")
    spinner, nine = figure(page, "A double becomes the spinner"), figure(page, "Nine moves")
    nine.evaluate("figure => figure.scrollIntoView({ block: 'center' })")
    page.keyboard.press("ArrowRight")
    assert shown(nine).startswith("Double one on the right.")
    assert shown(spinner).startswith("Six-four leads.")


def test_the_focus_goes_along_the_strip(people: People) -> None:
    page = people("Eve").visit("/rules/five_up/")
    keys, drawn = Keys(page), figure(page, "A tree grows")
    drawn.get_by_role("button", name=re.compile("^1\\.")).focus()
    keys.press("ArrowRight")
    assert keys.focused.startswith("2. Six-four on the left.")
    assert keys.ring_is_seen()
    assert drawn.locator("[aria-current=step]").count() == 1


def test_a_figure_is_stepped_through_by_pressing(people: People) -> None:
    eve = people("Eve", size=PHONE)
    page = eve.visit("/rules/sniff/")
    drawn = figure(page, "Crosswise or lengthwise")
    drawn.get_by_role("button", name="Next step").tap()
    assert "10 + 0 = 10" in shown(drawn)
    drawn.get_by_role("button", name="Next step").tap()
    assert shown(drawn).startswith("Or double five lengthwise. 5 + 0 = 5")
    expect(drawn.get_by_role("button", name="Next step")).to_have_attribute("aria-disabled", "true")
    drawn.get_by_role("button", name=re.compile("^1\\.")).tap()
    assert shown(drawn).startswith("Five-blank leads.")


def test_nothing_jumps_from_step_to_step(people: People) -> None:
    page = people("Eve").visit("/rules/pagat/")
    drawn = figure(page, "Nine moves")
    go_on = drawn.get_by_role("button", name="Next step")
    go_on.scroll_into_view_if_needed()
    places = []
    for _each in range(9):
        lead = drawn.locator(".fig-steps > li:visible .laid > g").first
        places.append((drawn.bounding_box(), lead.locator("use").first.bounding_box()))
        go_on.click(force=True)
    assert places == [places[0]] * 9


def test_without_script_every_step_is_there(people: People) -> None:
    page = people("Eve", script=False).visit("/rules/pagat/")
    drawn = figure(page, "Nine moves")
    expect(drawn.locator(".fig-steps > li:visible")).to_have_count(9)
    expect(drawn.locator(".fig-nav")).to_be_hidden()
    sentences = drawn.locator(".did").all_inner_texts()
    assert (sentences[0], sentences[-1]) == ("Four-one leads.", "Three-one on the lower arm.")


# --- words ---


def test_a_word_is_explained_to_a_keyboard(people: People) -> None:
    page = people("Eve").visit("/rules/pagat/")
    keys = Keys(page)
    keys.to("^boneyard$")
    expect(meaning(page)).to_have_text(re.compile("Boneyard.*The tiles that nobody was dealt"))
    keys.press("Escape")
    expect(meaning(page)).to_have_count(0)
    assert keys.focused == "boneyard"
    keys.press("Enter")
    expect(meaning(page)).to_have_count(1)
    keys.press("Enter")
    expect(meaning(page)).to_have_count(0)
    keys.to("^lead$")
    expect(meaning(page)).to_have_text(re.compile("^Lead"))


def test_a_word_is_explained_to_a_finger(people: People) -> None:
    page = people("Eve", size=PHONE).visit("/rules/pagat/")
    page.get_by_role("button", name="boneyard").first.tap()
    expect(meaning(page)).to_have_text(re.compile("^Boneyard"))
    assert sideways(page) == 0
    box = meaning(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    page.get_by_role("button", name="lead", exact=True).first.tap()
    expect(meaning(page)).to_have_text(re.compile("^Lead"))
    page.get_by_role("heading", level=1).tap()
    expect(meaning(page)).to_have_count(0)


def test_a_word_is_explained_to_a_mouse(people: People) -> None:
    page = people("Eve").visit("/rules/pagat/")
    word = page.get_by_role("button", name="spinner", exact=True).first
    word.hover()
    expect(meaning(page)).to_have_text(re.compile("^Spinner"))
    meaning(page).hover()
    page.wait_for_timeout(300)
    expect(meaning(page)).to_have_count(1)
    page.get_by_role("heading", level=1).hover()
    expect(meaning(page)).to_have_count(0)
    word.click()
    page.get_by_role("heading", level=1).hover()
    page.wait_for_timeout(300)
    expect(meaning(page)).to_have_count(1)
    word.click()
    expect(meaning(page)).to_have_count(0)


def test_a_word_is_explained_without_script(people: People) -> None:
    page = people("Eve", script=False).visit("/rules/muggins/")
    page.get_by_role("button", name="boneyard").first.click()
    expect(meaning(page)).to_have_text(re.compile("^Boneyard"))
    page.keyboard.press("Escape")
    expect(meaning(page)).to_have_count(0)


def test_words_are_explained_in_portuguese(people: People) -> None:
    page = people("Eve", locale="pt-BR").visit("/rules/latino/?players=4")
    page.get_by_role("button", name="carroça").first.click()
    expect(meaning(page)).to_have_text(re.compile("^Carroça.*bucha"))


# --- all of it ---


@LOCALES
def test_axe_finds_nothing_on_the_rules(people: People, locale: str) -> None:
    eve = people("Eve", locale=locale)
    for path in BOOKS:
        page = eve.visit(path)
        for last in page.locator(".fig-strip li:last-child button").all():
            last.click()
        nothing_found(page, path)
    page.locator(".term").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(meaning(page)).to_have_count(1)
    nothing_found(page, "a word explained")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL_PHONE])
def test_the_rules_fit_every_screen(people: People, size: tuple[int, int]) -> None:
    eve = people("Eve", size=size)
    for path in BOOKS:
        page = eve.visit(path)
        assert sideways(page) == 0, path
        assert too_small(page, "main button, main a.btn", 24) == [], path
        assert too_small(page, ".fig-nav > .btn, .sizes a", 40) == [], path


def test_a_rule_book_is_chosen_with_its_number_of_players(people: People) -> None:
    eve = people("Eve")
    page = eve.visit("/rules/")
    page.get_by_role("link", name="Latin American", exact=True).click()
    page.get_by_role("link", name="Four, as partners").click()
    expect(page.get_by_role("link", name="Four, as partners")).to_have_attribute("aria-current", "page")
    expect(page.get_by_text("Play goes anticlockwise.")).to_be_visible()
    page.get_by_role("link", name="Open such a table").click()
    expect(page.locator("[name=preset][value=latino]")).to_be_checked()
    expect(page.locator("[name=players][value='4']")).to_be_checked()


# --- beside the table ---


def open_rules(page: Page) -> Locator:
    page.get_by_role("link", name="Rules", exact=True).click()
    sheet = page.get_by_role("complementary", name="The rules of this table")
    expect(sheet).to_be_visible()
    return sheet


def test_the_rules_stay_beside_the_table_while_the_opponent_moves(people: People) -> None:
    alice, bob = people("Alice"), people("Bob")
    path = open_table(alice, spinner="every")
    player, other = sit_down(bob, path), Player(alice)
    for each in (player, other):
        each.wait_for("turn", "wait")
    mover, reader = (player, other) if player.state == "turn" else (other, player)
    page = reader.page
    reader.person.mark_load()
    sheet = open_rules(page)
    expect(sheet.get_by_role("heading", level=2)).to_be_focused()
    expect(sheet).to_contain_text("Every double is a spinner.")
    drawn = figure(page, "A tree grows")
    drawn.get_by_role("button", name="Next step").click()
    before = reader.version
    mover.play()
    reader.wait_for_version(before + 1)
    expect(sheet).to_be_visible()
    expect(drawn.get_by_role("button", name="Next step")).to_be_focused()
    assert shown(drawn).startswith("Six-four on the left.")
    reader.wait_for("turn", "wait")
    if reader.state == "turn":
        reader.play()  # the table can be played on, for the rules lie beside it
    expect(sheet).to_be_visible()
    assert reader.person.same_load()


def test_escape_closes_a_word_first_and_then_the_rules(people: People) -> None:
    alice = people("Alice")
    open_table(alice, robots=1)
    Player(alice).wait_for("turn")
    page, keys = alice.page, Keys(alice.page)
    sheet = open_rules(page)
    keys.to("^boneyard$")
    expect(meaning(page)).to_have_count(1)
    keys.press("Escape")
    expect(meaning(page)).to_have_count(0)
    expect(sheet).to_be_visible()
    keys.press("Escape")
    expect(sheet).to_be_hidden()
    assert keys.focused == "Rules"
    keys.press("Enter")
    expect(sheet.get_by_role("heading", level=2)).to_be_focused()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    assert keys.focused == "Rules"


def test_the_rules_cover_the_table_of_a_phone_and_give_it_back(people: People) -> None:
    alice = people("Alice", size=PHONE)
    open_table(alice, robots=1)
    player = Player(alice, touch=True)
    player.wait_for("turn")
    page = alice.page
    page.get_by_role("link", name="Rules", exact=True).tap()
    sheet = page.get_by_role("complementary", name="The rules of this table")
    expect(sheet.get_by_text("Your turn")).to_be_visible()
    assert page.locator("#table").evaluate("table => table.inert")
    nothing_found(page, "the rules over the table of a phone")
    assert sideways(page) == 0
    sheet.get_by_role("button", name="Back to the table").tap()
    expect(sheet).to_be_hidden()
    player.play()


def test_the_rules_are_there_at_the_end_of_a_round(people: People) -> None:
    alice = people("Alice")
    open_table(alice, robots=1)
    player = Player(alice)
    rush([player])
    sheet = open_rules(alice.page)
    nothing_found(alice.page, "the rules beside the end of a round")
    expect(player.next).to_be_visible()
    player.go_on()
    expect(sheet).to_be_visible()


def test_without_script_the_rules_are_a_page_that_leads_back(people: People) -> None:
    alice = people("Alice", script=False)
    path = open_table(alice, robots=1)
    page = alice.page
    page.get_by_role("link", name="Rules", exact=True).first.click()
    assert alice.path == f"{path}rules/"
    expect(page.get_by_role("heading", level=1)).to_have_text("All Fives (classic)")
    page.get_by_role("link", name="Back to the table").click()
    assert alice.path == path
