"""What docs/security.md and docs/faults.md say that shows a row, is there, and can fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ("docs/security.md", "docs/faults.md")
#: Rows of CHECKS.md, section C, that the table shows; C44 and C45 are an admin's, and have a paragraph each.
ROWS = [f"C{number}" for number in range(1, 53) if number != 15]
NAMED = re.compile(r"(?:tests|bench)(?:/\w+)+(?:\.py)?|\btest_\w+\.py|\bmake \w+|decisions/[\w-]+\.md")


def rows(doc: str) -> Iterator[tuple[str, str]]:
    """The number of each row of a table with what shows it."""
    for line in (ROOT / doc).read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| row"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            yield cells[0], " ".join(cells[1:])


def named(text: str) -> Iterator[Path | str]:
    """What it names: a bare file stands in the folder that was named last; a target of make is a word."""
    folder = ROOT / "tests"
    for name in NAMED.findall(text):
        if name.startswith("make "):
            yield name.removeprefix("make ")
        elif name.startswith("decisions/"):
            yield ROOT / "docs" / name
        elif "/" in name:
            path = ROOT / name
            folder = path.parent if path.suffix else path
            yield path
        else:
            yield folder / name


@pytest.mark.parametrize("doc", DOCS)
def test_what_a_row_names_is_there(doc: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = [(row, each) for row, text in rows(doc) for each in named(text)]
    assert len(found) > 30
    for row, each in found:
        if isinstance(each, str):
            assert re.search(rf"^{each}:", makefile, re.MULTILINE), (row, each)
        else:
            assert each.exists(), (row, each)


@pytest.mark.parametrize("doc", DOCS)
def test_each_row_names_something_that_can_fail(doc: str) -> None:
    for row, text in rows(doc):
        shows = [each for each in named(text) if not str(each).endswith(".md")]
        assert shows or "torture" in text, row
        for each in shows:
            if isinstance(each, Path) and each.name.startswith("test_"):
                assert re.search(r"^(?:async )?def test_\w+", each.read_text(encoding="utf-8"), re.MULTILINE), each


def test_every_row_of_section_c_is_there() -> None:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    told = {cell for row, _shown in rows("docs/security.md") for cell in spread(row)}
    told |= set(re.findall(r"\((C\d+)\)", text))
    assert [row for row in ROWS if row not in told] == []


def spread(row: str) -> Iterator[str]:
    """``C30-C32`` are three, ``A12, A14`` two."""
    for part in row.split(", "):
        first, _dash, last = part.partition("-")
        if last:
            yield from (f"C{number}" for number in range(int(first[1:]), int(last[1:]) + 1))
        else:
            yield first
