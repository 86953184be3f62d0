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
