"""What a page weighs on its way: HTML is compressed for who reads that, and nothing else is. # D40"""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

from tests.cast import Cast
from tests.tables import open_table, play_out_match

pytestmark = pytest.mark.django_db
READS_GZIP = {"Accept-Encoding": "gzip, deflate, br"}
FRAGMENT = {"HX-Request": "true"}
OTHERS = {"Sec-Fetch-Site": "cross-site"}


def test_pages_and_fragments_and_errors_come_compressed(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.alice)
    table = f"/t/{open_table(cast.alice, robots={1: 'careful'}).code}/"
    asked = [(path, more) for path in ("/", table, "/leaderboards/", "/rules/pagat/") for more in ({}, FRAGMENT)]
    for path, more in [*asked, ("/nowhere/", {})]:
        answer = client.get(path, headers=READS_GZIP | more)
        assert answer.headers.get("Content-Encoding") == "gzip", (path, more)
        assert "Accept-Encoding" in answer["Vary"]
        assert len(answer.content) < 15_000
        assert b"<" in gzip.decompress(answer.content)[:20]


def test_who_does_not_read_it_gets_the_page_as_it_is() -> None:
    answer = Client().get("/")
    assert "Content-Encoding" not in answer
    assert "<!doctype html>" in answer.content.decode().lower()


def test_files_and_pictures_go_as_they_are(cast: Cast) -> None:
    client, code = Client(), play_out_match(open_table(cast.alice, cast.bob)).code
    client.force_login(cast.alice)
    for path in ("/fair/check_deal.py", f"/t/{code}/record/", f"/m/{code}/1.0.png", f"/m/{code}/1.0.svg"):
        answer = client.get(path, headers=READS_GZIP)
        assert answer.status_code == 200, path
        assert "Content-Encoding" not in answer


@pytest.mark.parametrize(
    ("address", "by", "compressed"),
    [
        ("/leaderboards/?family=x", "same-origin", True),
        ("/leaderboards/?family=x", "none", True),
        ("/leaderboards/", None, True),
        ("/leaderboards/?family=x", None, False),
        ("/leaderboards/", "cross-site", False),
        ("/leaderboards/", "same-site", False),
        ("/nowhere/guess", "cross-site", False),
        ("/leaderboards/", "", False),
    ],
)
def test_what_another_site_leads_to_has_the_length_of_the_page(address: str, by: str | None, compressed: bool) -> None:
    """Compressed, it would be shorter where the address repeats what stands on the page: BREACH. # 0283"""
    more = {} if by is None else {"Sec-Fetch-Site": by}
    answer = Client().get(address, headers=READS_GZIP | more, secure=True)
    assert (answer.headers.get("Content-Encoding") == "gzip") is compressed


def test_a_right_guess_in_the_address_is_as_long_as_a_wrong_one(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.alice)
    code = open_table(cast.alice, private=True).code
    page = client.get(f"/t/{code}/", secure=True).content.decode()
    token = page.partition("/invite/")[2][:22]
    lengths = {
        len(client.get(f"/t/{code}/?/invite/{guess}", headers=READS_GZIP | OTHERS, secure=True).content)
        for guess in (token, token[::-1], "A" * 22)
    }
    assert len(token.strip('/"<')) == 22
    assert len(lengths) == 1


def test_without_https_there_is_nothing_to_hide() -> None:
    answer = Client().get("/leaderboards/?family=x", headers=READS_GZIP | OTHERS)
    assert answer.headers.get("Content-Encoding") == "gzip"
