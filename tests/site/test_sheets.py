"""What the style sheets may not ask, for it costs too much on a slow phone (decision 0279)."""

import re

from tests.browser.site import ROOT

SHEETS = sorted((ROOT / "static/css").glob("*.css"))
#: What holds the whole page: asked from here, each change of anything on it makes its style anew.
WHOLE = re.compile(r"(?:^|[\s>+~])(?:html|body|:root|main|\.table-page|\.replay-page)[^\s>+~]*:has\((?!\s*[>+~])")


def selectors() -> list[tuple[str, str]]:
    """(sheet, selector) of all that ask by `:has()`, each alone."""
    found = []
    for path in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for head in re.findall(r"([^{};]*:has\([^{}]*)\{", text):
            found += [(path.name, " ".join(one.split())) for one in re.split(r",(?![^(]*\))", head) if ":has(" in one]
    return found


def last_part(selector: str) -> str:
    """What the selector is about: its part after the last combinator outside brackets, without what it asks."""
    depth, start = 0, 0
    for at, sign in enumerate(selector):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0 and sign in " >+~":
            start = at + 1
    return re.sub(r":(?:not\(:)?has\(.*", "", selector[start:])


def test_no_selector_asks_the_whole_page_what_it_holds() -> None:
    asked = [one for one in selectors() if WHOLE.search(one[1])]
    assert asked == []


def test_what_is_asked_by_content_names_what_it_is_about() -> None:
    """`.a:has(.b) > *` makes the style of all below `.a` anew, and by it of all that anything asks by `:has()`."""
    assert len(selectors()) > 20
    assert [one for one in selectors() if last_part(one[1]) in {"", "*"}] == []
