"""What other engines than the tests' own need, read from the files: there each was seen to go wrong (decision 0270)."""

import re

from tests.browser.site import ROOT

SHEETS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static/css").glob("*.css")}


def declarations(sheet: str, selector: str) -> str:
    """All that this sheet says of exactly this selector, wherever it stands."""
    return " ".join(re.findall(rf"(?:^|[{{}}/])\s*{re.escape(selector)} {{([^}}]*)}}", SHEETS[sheet], re.MULTILINE))


def test_a_drawing_asks_its_column_for_no_width() -> None:
    said = declarations("learn.css", ".pan > .board")
    assert "width: 0;" in said
    assert "min-width: min(100%, 800px);" in said
    for selector in (".stage .board", ".way-picture .board"):
        assert re.search(r"(?<![-\w])width:", declarations("learn.css", selector)) is None, selector


def test_a_picture_of_a_way_stays_within_its_column() -> None:
    for selector in (".learn-ways li", ".way-picture"):
        assert "minmax(0, 1fr)" in declarations("learn.css", selector), selector
