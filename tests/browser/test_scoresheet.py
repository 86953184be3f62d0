"""The score sheet in print: one page, of the paper that was chosen, black on white, without the rest of the site."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People

SIZES = {"a4": (595, 842), "letter": (612, 792)}
SHEETS = (
    "preset=pagat&players=2",
    "preset=muggins&players=3&name1=Alice&name2=Bob&name3=Carol",
    "preset=pagat&players=alone&target=1000",
    "preset=five_up&players=alone&target=121",
    "preset=sniff&players=alone&exposed_sides_count=yes&reserve=2&next_lead=highest_double&target=365",
)


@pytest.mark.parametrize("paper", SIZES)
def test_every_sheet_is_one_page(people: People, paper: str) -> None:
    eve = people("Eve", color_scheme="dark")
    for query in SHEETS:
        page = eve.visit(f"/scoresheet/?{query}&paper={paper}")
        pdf = page.pdf(prefer_css_page_size=True)
        assert re.findall(rb"/Count (\d+)", pdf) == [b"1"], query
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        assert box is not None
        assert (round(float(box[1])), round(float(box[2]))) == SIZES[paper]


def test_only_the_sheet_is_printed_black_on_white(people: People) -> None:
    eve = people("Eve", color_scheme="dark")
    page = eve.visit("/scoresheet/?preset=five_up")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for hidden in (".top", ".foot", ".sheet-form", "h1"):
        expect(page.locator(hidden).first).to_be_hidden()
    for seen in ("#sheet-head", ".sheet-rules li >> nth=4", ".sheet .pegs", ".sheet td >> nth=0"):
        expect(page.locator(seen)).to_be_visible()
    colours = page.evaluate(
        "[getComputedStyle(document.querySelector('.sheet')).color,"
        " getComputedStyle(document.querySelector('.sheet .peg-wood')).stroke,"
        " getComputedStyle(document.body).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]


def test_the_form_changes_the_sheet_and_the_button_prints_it(people: People) -> None:
    eve = people("Eve")
    page = eve.visit("/scoresheet/")
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    page.get_by_label("Rule book").select_option("five_up")
    page.get_by_text("Three, each alone").click()
    expect(page.get_by_label("Player 4")).to_be_hidden()
    page.get_by_label("Player 1").fill("Alice")
    page.get_by_role("button", name="Show this sheet").click()
    expect(page.get_by_role("heading", name="Five Up")).to_be_visible()
    expect(page.locator(".sheet .lane")).to_have_count(3)
    expect(page.get_by_role("heading", name="Alice")).to_be_visible()


def test_without_script_the_browsers_own_print_does(people: People) -> None:
    eve = people("Eve", script=False)
    page = eve.visit("/scoresheet/?preset=latino&players=3")
    expect(page.get_by_role("alert")).to_contain_text("There is no such sheet yet.")
    page.get_by_text("Four, two against two").click()
    page.get_by_role("button", name="Show this sheet").click()
    expect(page.locator(".sheet")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
