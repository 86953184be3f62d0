"""What Django's own protections can be switched off by, and what follows a stranger's word: nowhere. # C51, C21 to C23

What semgrep's rules for Django look for, as far as ruff's S rules and bandit do not (docs/decisions/0255).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from django.conf import settings

OURS = [settings.BASE_DIR / name for name in ("accounts", "games", "muggins_site")]
CODE = [path for folder in OURS for path in sorted(folder.rglob("*.py"))]
TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.*"))
#: Text that is no longer escaped, forms without a token, SQL by hand, code from data.
NAMES = {
    *("mark_safe", "SafeString", "SafeText", "html_safe", "__html__", "csrf_exempt", "RawSQL"),
    *("eval", "exec", "locals", "Unpickler"),
}
#: Of a queryset.
CALLED = {"raw", "extra"}
#: They ask other hosts.
IMPORTED = {"requests", "httpx", "urllib3", "urllib.request", "xmlrpc"}
RAISED = {"redirect", "HttpResponseRedirect", "open", "FileResponse", "import_module", "HttpResponse", "getattr"}
FROM_OUTSIDE = {"GET", "POST", "META", "COOKIES", "headers", "body"}
SIGNS = re.compile(
    r"\|\s*safe(?:seq)?\b|\{%\s*filter\s+safe|\{%\s*autoescape\s+off"  # not escaped
    r"|<script(?![^>]*\ssrc=)|\son\w+\s*=|javascript:|\sstyle\s*="  # scripts and styles in the page
    r"|\s[\w-]+=\{\{"  # a value without quotation marks
)


def named(tree: ast.AST) -> Iterator[str]:
    """Every name of these that a module uses, makes or fetches."""
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Name | ast.Attribute | ast.FunctionDef):
            words = [getattr(node, name) for name in ("id", "attr", "name") if hasattr(node, name)]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            words = [alias.name for alias in node.names]
            modules = {*words, getattr(node, "module", "") or ""}
            yield from modules & IMPORTED
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from {node.func.attr} & CALLED
        yield from NAMES & set(words)


def handed_on(tree: ast.AST) -> Iterator[str]:
    """Calls that would go, read or answer by a part of the request as it came."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in RAISED:
            parts = {node.attr for each in call.args for node in ast.walk(each) if isinstance(node, ast.Attribute)}
            if parts & FROM_OUTSIDE and "own_address(" not in ast.unparse(call):  # that one says where it may lead
                yield ast.unparse(call)


def shortcuts(text: str) -> list[str]:
    tree = ast.parse(text)
    return [*named(tree), *handed_on(tree)]


def loose(text: str) -> list[str]:
    return SIGNS.findall(re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", text, flags=re.DOTALL))


def test_no_module_takes_a_shortcut() -> None:
    assert len(CODE) > 300
    assert {path.name: found for path in CODE if (found := shortcuts(path.read_text()))} == {}


def test_no_template_lets_anything_through() -> None:
    pages = [path for path in TEMPLATES if path.suffix == ".html"]
    assert len(pages) > 80
    assert {path.name: found for path in pages if (found := loose(path.read_text()))} == {}


def test_escaping_is_off_in_mails_of_plain_text_alone() -> None:
    off = {path for path in TEMPLATES if path.suffix != ".html" and "autoescape off" in path.read_text()}
    mails = {path for path in TEMPLATES if "email" in path.relative_to(settings.BASE_DIR).parts}
    assert {path.name for path in off - mails} <= {"notice.txt"}
    assert {path.suffix for path in mails} == {".txt"}


@pytest.mark.parametrize(
    "planted",
    [
        "from django.utils.safestring import mark_safe",
        "@csrf_exempt\ndef page(request): pass",
        "User.objects.raw(sql)",
        "redirect(request.POST['next'])",
        "HttpResponse(f\"Hello {request.GET['name']}\")",
        "open(request.GET['file'])",
        "import requests",
    ],
)
def test_a_shortcut_would_be_found(planted: str) -> None:
    assert shortcuts(planted) != []


@pytest.mark.parametrize(
    "planted",
    ["{{ name|safe }}", "{% autoescape off %}", "<script>x</script>", '<p onclick="x">', "<a title={{ name }}>"],
)
def test_a_loose_template_would_be_found(planted: str) -> None:
    assert loose(planted) != []
