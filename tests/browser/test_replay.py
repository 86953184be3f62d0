"""Looking back in a browser: by keyboard, by mouse, by finger, by itself, and without script. # D48"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.rules.record import check
from tests.browser.conftest import People
from tests.browser.measure import out_of_view, sideways, too_small
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.play import Player, open_table
from tests.browser.test_accessible import nothing_found

RECORDS = Path(__file__).parents[1] / "data" / "rules" / "good.jsonl"
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def study(person: Person, tmp_path: Path, line: int = 0) -> Page:
    """A record of the tests, brought by a guest: what is looked at is the same page as for a match."""
    person.visit("/")
    person.press("Play now")
    person.page.wait_for_url("**/t/*/")
    record = tmp_path / "record.json"
    record.write_text(RECORDS.read_text(encoding="utf-8").splitlines()[line], encoding="utf-8")
    page = person.visit("/matches/upload/")
    page.locator("#id_file").set_input_files(record)
    person.press("Check and add")
    page.wait_for_url("**/study/*/")
    return page


def at(page: Page, spot: str) -> None:
    """This move is shown, and the address says so."""
    expect(page.locator("#step")).to_have_attribute("data-move", spot)


def spot(page: Page) -> tuple[int, int]:
    round_no, move = str(page.locator("#step").get_attribute("data-move")).split(".")
    return int(round_no), int(move)


@SIZES
def test_by_keyboard(people: People, tmp_path: Path, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    page = study(alice, tmp_path)
    alice.mark_load()
    at(page, "1.0")
    for key, expected in (
        ("ArrowRight", "1.1"),
        (".", "1.2"),
        (",", "1.1"),
        ("ArrowRight", "1.2"),
        ("ArrowLeft", "1.1"),
    ):
        page.keyboard.press(key)
        at(page, expected)
    expect(page).to_have_url(re.compile(r"\?move=1\.1$"))
    expect(page.locator("#replay-live")).to_contain_text("led")
    page.keyboard.press("End")
    expect(page.locator("#key-next")).to_have_attribute("aria-disabled", "true")
    last = page.locator("#scrub").get_attribute("max")
    expect(page.locator("#scrub")).to_have_value(str(last))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    at(page, "1.0")
    expect(page).to_have_title(re.compile("round 1, the deal"))
    assert alice.same_load()


def test_the_focus_stays_on_the_key(people: People, tmp_path: Path) -> None:
    page = study(people("Alice"), tmp_path)
    page.locator("#key-next").focus()
    for number in range(1, 4):
        page.keyboard.press("Enter")
        at(page, f"1.{number}")
    expect(page.locator("#key-next")).to_be_focused()


def test_a_link_that_goes_hands_on_the_focus(people: People, tmp_path: Path) -> None:
    page = study(people("Alice"), tmp_path)
    page.locator("#key-last").click()
    expect(page.locator("#key-last")).to_have_attribute("aria-disabled", "true")
    page.locator(".log a").nth(3).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".log .now a")).to_be_focused()
    page.locator(".replay-rounds a").first.focus()
    page.keyboard.press("Enter")
    at(page, "1.0")
    expect(page.locator(".replay-rounds [aria-current]")).to_be_focused()


@SIZES
def test_by_mouse_or_finger(people: People, tmp_path: Path, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    page = study(alice, tmp_path)
    page.locator("#key-last").click()
    expect(page.locator("#key-last")).to_have_attribute("aria-disabled", "true")
    page.locator(".log a").nth(2).click()
    here = spot(page)
    page.locator("#key-back").click()
    expect(page.locator("#step")).not_to_have_attribute("data-move", f"{here[0]}.{here[1]}")
    page.locator(".replay-rounds a").first.click()
    at(page, "1.0")
    page.locator(".scrub").evaluate("one => one.scrollIntoView({ block: 'center' })")
    page.locator(".scrub a").nth(3).click(force=True)
    expect(page.locator("#step")).not_to_have_attribute("data-move", "1.0")
    page.get_by_text("Where the points of").first.click()
    page.locator(".sources a").last.click()
    expect(page.locator(".sources[open]")).to_have_count(1)  # what was open stays open
    assert sideways(page) == 0
    assert too_small(page, ".keys .btn", 44) == []
    assert too_small(page, ".replay-rounds a, .replay-tools .btn", 36) == []


def test_a_phone_on_its_side_shows_board_and_keys_at_once(people: People, tmp_path: Path) -> None:
    page = study(people("Alice", size=(844, 390), touch=True), tmp_path, line=1)  # four hands
    page.locator("#key-last").tap()
    expect(page.locator("#key-last")).to_have_attribute("aria-disabled", "true")
    assert out_of_view(page, ".keys .btn, #scrub, #auto, .replay-rounds a") == []
    assert too_small(page, ".keys .btn", 44) == []
    assert sideways(page) == 0
    for part in (".boardspace", ".count", ".above >> nth=0", ".above >> nth=1"):
        box = page.locator(f".stage {part}").bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 390, part


def test_a_stroke_leads_to_the_move_that_earned_it(people: People, tmp_path: Path) -> None:
    page = study(people("Alice"), tmp_path)
    page.locator("#key-last").click()
    expect(page.locator("#key-last")).to_have_attribute("aria-disabled", "true")
    stroke = page.locator(".replay-sides .tally a").first
    expected = str(stroke.get_attribute("href")).removeprefix("?move=")
    stroke.locator(".hit").click(force=True)
    at(page, expected)
    expect(page.locator(".replay-sides .tally a.fresh").first).to_be_attached()


def test_the_scrubber_is_dragged(people: People, tmp_path: Path) -> None:
    alice = people("Alice")
    page = study(alice, tmp_path)
    alice.mark_load()
    slider = page.locator("#scrub")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2, steps=12)
    page.mouse.up()
    value = int(slider.input_value())
    assert value > 10
    expect(page.locator("#step")).to_have_attribute("data-index", str(value))
    said = str(slider.get_attribute("aria-valuetext"))
    assert said.startswith(f"Round {spot(page)[0]}, ")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_have_attribute("data-index", str(value + 1))
    assert alice.same_load()


def test_by_itself(people: People, tmp_path: Path) -> None:
    page = study(people("Alice"), tmp_path)
    page.locator("#speed").select_option("350")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.locator("#auto")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#step")).to_have_attribute("data-index", re.compile(r"^([3-9]|\d\d)$"))
    page.keyboard.press(" ")
    expect(page.locator("#auto")).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(600)
    here = page.locator("#step").get_attribute("data-index")
    page.wait_for_timeout(900)
    assert page.locator("#step").get_attribute("data-index") == here


def test_one_seats_view_stays_from_step_to_step(people: People, tmp_path: Path) -> None:
    page = study(people("Alice"), tmp_path)
    assert page.locator('.handline use[href="#back"]').count() == 0
    page.locator(".views summary").click()
    page.locator(".views .menu-panel a").nth(1).click()
    expect(page.locator('.handline use[href="#back"]').first).to_be_attached()
    page.keyboard.press("ArrowRight")
    at(page, "1.1")
    expect(page).to_have_url(re.compile(r"move=1\.1&seat=0$"))
    page.locator(".scrub a").first.click(force=True)
    expect(page.locator("#step")).to_have_attribute("data-view", "0")


def test_the_next_step_is_there_before_it_is_asked_for(people: People, tmp_path: Path) -> None:
    page = study(people("Alice"), tmp_path)
    page.wait_for_load_state("networkidle")
    page.evaluate("performance.clearResourceTimings()")
    page.keyboard.press("ArrowRight")
    at(page, "1.1")
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate("""() => performance.getEntriesByType('resource')
      .filter((one) => one.name.endsWith('move=1.1')).map((one) => one.transferSize)""")
    assert sizes == [0]  # from the browser's own store


def test_without_script_every_way_is_a_link(people: People, tmp_path: Path) -> None:
    address = study(people("Alice"), tmp_path).url
    page = people("Bob", script=False).page
    page.goto(address)
    page.get_by_role("link", name="Next").click()
    at(page, "1.1")
    page.get_by_role("link", name="Last").click()
    page.get_by_role("link", name="Back").click()
    page.get_by_text("The whole round in sentences").click()
    page.locator(".sentences a").first.click()
    assert spot(page)[1] == 0
    expect(page.locator("#scrub")).to_be_hidden()
    expect(page.locator("#auto")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
@SIZES
def test_nothing_stands_in_anybodys_way(people: People, tmp_path: Path, locale: str, size: tuple[int, int]) -> None:
    alice = people("Alice", locale="en-GB", size=size)
    address = study(alice, tmp_path, line=2).url
    other = people("Bob", locale=locale, size=size)
    page = other.visit(f"{address.removeprefix(other.site.url)}?move=1.4")
    page.locator("main .slip details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    nothing_found(page, "replay")
    page.keyboard.press("End")
    expect(page.locator("#key-last")).to_have_attribute("aria-disabled", "true")
    nothing_found(page, "the end of a replay")
    other.visit(f"{address.removeprefix(other.site.url)}play-on/?move=1.4")
    nothing_found(page, "where a study is left, to play on")
    assert sideways(page) == 0


def test_a_record_that_does_not_hold_says_where(people: People) -> None:
    alice = people("Alice")
    alice.watch.expect("status of 422")
    alice.visit("/")
    alice.press("Play now")
    alice.page.wait_for_url("**/t/*/")
    page = alice.visit("/matches/upload/")
    page.get_by_label("Or its text").fill('{"format": "fives-record", "version": 2}')
    alice.press("Check and add")
    expect(page.get_by_role("alert")).to_contain_text("nothing was added")
    nothing_found(page, "a refused record")


@SIZES
def test_a_match_that_was_just_played(people: People, size: tuple[int, int]) -> None:
    alice = people("Alice", size=size)
    open_table(alice, robots=1, target=20)
    Player(alice).play_match()
    page = alice.page
    page.get_by_role("link", name="This match, move by move").click()
    page.wait_for_url("**/m/*/")
    the_deal_is_checked(page)
    page.keyboard.press("End")
    expect(page.locator(".ending")).to_contain_text("the match")
    the_deal_is_checked(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#key-next")).not_to_have_attribute("aria-disabled", "true")
    alice.visit("/matches/")
    expect(page.locator(".matches li")).to_have_count(1)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download my records").click()
    (line,) = Path(got.value.path()).read_text(encoding="utf-8").splitlines()
    assert check(json.loads(line)).finished
    expect(page.locator(".stream [role=status]")).to_have_text("1 of 1")
    assert sideways(page) == 0


def the_deal_is_checked(page: Page) -> None:
    """By this browser; and it would say so if anything did not fit."""
    part = page.locator("#deal-proof")
    expect(part.locator("[data-verdict=held]")).to_be_visible()
    page.evaluate("""() => {
      const deal = document.getElementById("deal-proof").dataset;
      deal.proof = deal.proof.replace(/"secret": "../, (found) => `${found.slice(0, -2)}00`);
      document.dispatchEvent(new Event("htmx:afterSwap"));
    }""")
    expect(part.locator("[data-verdict=broken]")).to_be_visible()
    expect(part.locator("[data-verdict=held]")).to_be_hidden()


def test_filters_work_at_once_and_without_script(people: People) -> None:
    alice = people("Alice")
    open_table(alice, robots=1, target=20)
    Player(alice).play_match()
    page = alice.visit("/matches/")
    alice.mark_load()
    page.locator("#id_format").select_option("three")
    expect(page.locator("#history")).to_contain_text("No match is like that.")
    expect(page).to_have_url(re.compile("format=three"))
    page.locator("#id_format").select_option("two")
    expect(page.locator(".matches li")).to_have_count(1)
    assert alice.same_load()
    eve = people("Eve", script=False).visit("/matches/")
    eve.locator("#id_rules").select_option("sniff")
    eve.get_by_role("button", name="Show").click()
    expect(eve.locator("#history")).to_contain_text("No match is like that.")
