"""No row of section B is forgotten, and those that one table of requests cannot show."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.models import new_code
from games.services.announce import table_group
from tests.cast import make_cast
from tests.rows import accounts, bodies, company, moves, pages, sockets, tables
from tests.rows.elsewhere import ELSEWHERE
from tests.tables import standing_clock, timed

HERE = Path(__file__).parent
IDS = (settings.BASE_DIR / "tests/data/rows_b.txt").read_text().split()


def shown() -> set[str]:
    """The rows that something here shows: the tables, and the tests whose names begin with a row's."""
    https = (row.number for theme in (moves, tables, pages, accounts, company, bodies) for row in theme.ROWS)
    wires = (row.number for row in (*sockets.REQUESTS, *sockets.ENDS))
    named = re.findall(r"def test_(b\d+)_", "".join(path.read_text() for path in HERE.glob("test_*.py")))
    told = {"B42", "B43", "B44", *sockets.NUMBERS.values()}  # tests/rows/test_wire.py, by their dictionaries
    return {*https, *wires, *told, *ELSEWHERE, *(name.upper() for name in named)}


def test_every_row_of_the_section_is_here() -> None:
    assert len(IDS) == len(set(IDS)) == 56
    assert [row for row in IDS if row not in shown()] == []


def test_no_row_is_here_that_the_section_does_not_have() -> None:
    assert shown() - set(IDS) == set()


@pytest.mark.parametrize("address", [address for told in ELSEWHERE.values() for address in told])
def test_what_is_told_elsewhere_is_told(address: str) -> None:
    path, _, name = address.partition("::")
    tree = ast.parse((settings.BASE_DIR / path).read_text())
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_b51_a_group_is_named_by_a_code_that_nobody_chooses() -> None:
    for _ in range(100):
        assert re.fullmatch(r"[A-Za-z0-9_.-]{1,99}", table_group(new_code()))


@pytest.mark.django_db
def test_b64_a_page_counts_down_from_what_is_left_by_the_servers_clock() -> None:
    with standing_clock() as clock:
        match = timed(make_cast(), seconds=20)
        left = r'data-left="(\d+)"'
        page = Client().get(f"/t/{match.code}/", headers={"Date": "Fri, 01 Jan 1999 00:00:00 GMT"}).content.decode()
        before = re.search(left, page)
        clock.pass_by(5)
        after = re.search(left, Client().get(f"/t/{match.code}/").content.decode())
    assert before is not None
    assert after is not None
    assert int(before[1]) - int(after[1]) == 5000


def test_b64_no_script_reads_the_browsers_date() -> None:
    for path in (settings.BASE_DIR / "static/js").glob("table*.js"):
        assert "Date.now" not in path.read_text(), path.name
        assert "new Date" not in path.read_text(), path.name
