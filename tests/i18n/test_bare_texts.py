"""No text for people stands in a template, a script or a view without gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType

from tests.i18n.messages import PACKAGES, ROOT, TEMPLATES

#: Names, which no language changes: the site's, and each language's own.
NAMES = re.compile(r"Muggins|English|Português")
#: Tags whose contents are translated, or nobody sees.
SILENT = (["blocktrans"], ["blocktranslate"], ["comment"])
WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = {"alt", "title", "placeholder", "label", "summary", "aria-label", "aria-description", "aria-roledescription"}


def bare(source: str, html: bool = True) -> list[str]:
    """What would be shown or spoken as it stands in this template."""
    text = "".join(_kept(source))
    if not html:
        return _words(text)
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return [found for shown in reader.shown for found in _words(shown)]


def _kept(source: str) -> Iterator[str]:
    """The source without tags, variables, comments and all that stands within blocktrans."""
    hidden = ""
    for token in Lexer(source).tokenize():
        words = token.contents.split() if token.token_type == TokenType.BLOCK else []
        if hidden:
            hidden = "" if words[:1] == [f"end{hidden}"] else hidden
        elif words[:1] in SILENT or words[:2] in (["block", "body_class"], ["block", "coltype"], ["block", "skip_to"]):
            hidden = words[0]
        elif token.token_type == TokenType.TEXT:
            yield token.contents


def _words(text: str) -> list[str]:
    return WORD.findall(NAMES.sub("", text))


class _Reader(HTMLParser):
    """Gathers text nodes, and attributes that are read to people."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self.in_code = 0

    def handle_data(self, data: str) -> None:
        if not self.in_code:  # what machines read is the same in every language
            self.shown.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.in_code -= tag == "code"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.in_code += tag == "code"
        values = {name: value or "" for name, value in attrs}
        self.shown += [value for name, value in values.items() if name in SPOKEN or _is_sentence(name, value)]
        if tag == "meta" and values.get("name") == "description":
            self.shown.append(values.get("content", ""))
        if tag == "input" and values.get("type") in {"submit", "button"}:
            self.shown.append(values.get("value", ""))


def _is_sentence(name: str, value: str) -> bool:
    """What scripts are to say is kept in data attributes; keys, numbers and selectors are no words with blanks."""
    return name.startswith("data-") and bool(re.search(r"\w+ \w+", value))


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.relative_to(TEMPLATES).as_posix()
)
def test_a_page_has_no_bare_text(path: Path) -> None:
    assert bare(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.txt")), ids=lambda path: path.relative_to(TEMPLATES).as_posix()
)
def test_a_mail_has_no_bare_text(path: Path) -> None:
    assert bare(path.read_text(encoding="utf-8"), html=False) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Your turn</p>", ["Your", "turn"]),
        ('<p>{% trans "Your turn" %}: {{ name }}</p>', []),
        ("<p>{% blocktrans %}Round {{ n }}{% endblocktrans %} of</p>", ["of"]),
        ('<button aria-label="Menu"></button>', ["Menu"]),
        ('<button aria-label="{% trans "Menu" %}" class="btn main"></button>', []),
        ('<span data-text="Try again" data-code="abc"></span>', ["Try", "again"]),
        ('<meta name="description" content="Dominoes">', ["Dominoes"]),
        ("{% comment %}said by nobody{% endcomment %}{# nor this #}Muggins", []),
        ("<p>Type <code>python3 check.py</code> there</p>", ["Type", "there"]),
    ],
)
def test_bare_texts_are_found(source: str, found: list[str]) -> None:
    assert bare(source) == found


SAYING = re.compile(
    r"""(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel)\s*=\s*["'`]([^"'`$]*)["'`]"""
    r"""|(?:append|prepend|alert|confirm|replaceChildren|say)\(["'`]([^"'`]*)["'`]\s*\)"""
    r"""|setAttribute\(\s*["'](?:aria-label|title|placeholder)["'],\s*["'`]([^"'`]*)["'`]"""
)


@pytest.mark.parametrize("path", sorted((ROOT / "static" / "js").glob("*.js")), ids=lambda path: path.name)
def test_a_script_says_only_what_the_page_gave_it(path: Path) -> None:
    said = ["".join(groups) for groups in SAYING.findall(path.read_text(encoding="utf-8"))]
    assert [text for text in said if WORD.search(text)] == []


def test_texts_in_scripts_are_found() -> None:
    assert ["".join(groups) for groups in SAYING.findall('line.textContent = "Copied"; line.append(" + ");')] == [
        "Copied",
        " + ",
    ]


#: Calls whose texts people read, by the place of the text among the arguments.
TELLING = {"ValidationError": 0, "Http404": 0, "HttpResponse": 0, "success": 1, "error": 1, "warning": 1, "info": 1}
#: What a probe asks for.
FOR_MACHINES = {"ok\n"}
LABELS = {"label", "help_text", "empty_label", "verbose_name", "verbose_name_plural"}


def untranslated(source: str) -> list[str]:
    """Texts for people that are given as they stand, in Python."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [text for call in calls for text in (*_told(call), *_labelled(call)) if WORD.search(text)]


def _told(call: ast.Call) -> list[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    of_messages = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "messages"
    if name not in TELLING or (TELLING[name] == 1 and not of_messages):
        return []
    return _literal(call.args[TELLING[name] :][:1])


def _labelled(call: ast.Call) -> list[str]:
    return [text for word in call.keywords if word.arg in LABELS for text in _literal([word.value])]


def _literal(values: list[ast.expr]) -> list[str]:
    return [value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)]


@pytest.mark.parametrize("package", PACKAGES)
def test_python_tells_people_nothing_without_gettext(package: str) -> None:
    paths = [path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts]
    found = [text for path in paths for text in untranslated(path.read_text(encoding="utf-8"))]
    assert set(found) <= FOR_MACHINES


def test_untranslated_texts_in_python_are_found() -> None:
    assert untranslated('raise Http404("No such table")') == ["No such table"]
    assert untranslated('forms.CharField(label="Name", help_text=_("Shown"))') == ["Name"]
    assert untranslated('messages.success(request, "Saved.")\nlogger.error("not for people")') == ["Saved."]
