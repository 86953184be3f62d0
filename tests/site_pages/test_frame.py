"""What every page round the table has: language, light, a menu, and nothing that a strict policy would stop."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

PAGES = [
    "/",
    "/tables/new/",
    "/rules/",
    "/rules/sniff/",
    "/explain/?rules=sniff&moves=55*,50>55.S1",
    "/learn/",
    "/learn/count/",
    "/learn/plays/",
    "/learn/round/?step=8",
    "/scoresheet/",
    "/nowhere/",
    "/accounts/login/",
    "/accounts/signup/",
]


def body(client: Client, url: str, **headers: str) -> str:
    return client.get(url, headers=headers).content.decode()


@pytest.mark.parametrize("url", PAGES)
def test_no_page_needs_inline_style_or_script(newcomer: Client, url: str) -> None:
    page = body(newcomer, url)
    assert not re.search(r"<[^>]+\sstyle=", page)
    assert not re.search(r"<[^>]+\son[a-z]+=", page)
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


@pytest.mark.parametrize("url", PAGES)
def test_every_page_has_one_headline_and_its_landmarks(newcomer: Client, url: str) -> None:
    page = body(newcomer, url)
    assert len(re.findall(r"<h1[ >]", page)) == 1
    assert len(re.findall(r"<main[ >]", page)) == 1
    assert page.index('class="skip"') < page.index("<header")


@pytest.mark.parametrize("url", ["/", "/tables/new/", "/rules/", "/rules/latino/?players=4"])
def test_every_link_leads_somewhere(newcomer: Client, url: str) -> None:
    page = body(newcomer, url)
    paths = {href.partition("#")[0] for href in re.findall(r'<a[^>]*\shref="(/[^"]*)"', page)}
    assert paths
    for path in paths:
        assert newcomer.get(path).status_code == 200, path
    ids = set(re.findall(r'\sid="([^"]+)"', page))
    assert set(re.findall(r'\shref="#([^"]+)"', page)) <= ids


# D19
@pytest.mark.parametrize("url", ["/", "/tables/new/?preset=sniff", "/rules/", "/rules/pagat/?players=3"])
def test_the_language_switch_comes_back_to_the_page(newcomer: Client, url: str) -> None:
    page = body(newcomer, url)
    assert '<html lang="en"' in page
    assert f'name="next" value="{url}"' in page
    answer = newcomer.post("/i18n/setlang/", {"language": "pt-br", "next": url})
    assert answer["Location"] == url
    assert '<html lang="pt-br"' in body(newcomer, url)


# B30
@pytest.mark.parametrize("target", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
@pytest.mark.parametrize(
    ("url", "field"), [("/i18n/setlang/", {"language": "en"}), ("/settings/theme/", {"theme": "day"})]
)
def test_a_switch_leads_nowhere_else(newcomer: Client, url: str, field: dict[str, str], target: str) -> None:
    answer = newcomer.post(url, {**field, "next": target})
    assert "evil" not in answer.get("Location", "")
    assert "javascript" not in answer.get("Location", "")


# A40
def test_the_light_changes_without_javascript(newcomer: Client) -> None:
    assert "data-theme" not in body(newcomer, "/")
    answer = newcomer.post("/settings/theme/", {"theme": "night", "next": "/rules/"})
    assert answer["Location"] == "/rules/"
    assert 'data-theme="night"' in body(newcomer, "/")
    newcomer.post("/settings/theme/", {"theme": "system", "next": "/"})
    assert "data-theme" not in body(newcomer, "/")


def test_a_guest_is_told_that_the_account_can_be_kept(newcomer: Client) -> None:
    newcomer.post("/accounts/guest/")
    page = body(newcomer, "/rules/")
    assert "Keep this account" in page
    assert "Sign in" not in page


# C41
@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 429, 500, 503])
def test_every_error_page_says_what_to_do_next(status: int) -> None:
    page = render_to_string(f"{status}.html", {})  # without a request: what failed may be what a request needs
    assert page.count("<h1>") == 1
    assert 'class="lead"' in page
    assert re.search(r'<a class="btn main" href="/', page)


def test_an_error_within_a_page_is_one_sentence(newcomer: Client) -> None:
    answer = newcomer.get("/nowhere/", headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert "<html" not in answer.content.decode()


# B16
@pytest.mark.parametrize(
    "path", ["/t/99999999999999999999/", "/t/-1/", "/t/0/", "/t/7.0/", "/t/%EF%BC%97/", "/t/7%2f..%2f8/"]
)
def test_addresses_that_no_table_has(newcomer: Client, path: str) -> None:
    assert newcomer.get(path).status_code == 404
