"""Privacy, terms, imprint, security.txt: there, in both languages, and linked on every page. # C50"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db

PAPERS = {
    "/privacy/": ("Privacy", "Privacidade"),
    "/terms/": ("Terms", "Termos de uso"),
    "/imprint/": ("Imprint", "Quem responde pelo site"),
}


@pytest.mark.parametrize("address", PAPERS)
def test_in_both_languages(client: Client, address: str) -> None:
    for language, heading in zip(("en", "pt-br"), PAPERS[address], strict=True):
        client.cookies["django_language"] = language
        assert f"<h1>{heading}</h1>" in client.get(address).content.decode()


@pytest.mark.parametrize("address", ["/", "/accounts/signup/", "/rules/"])
def test_linked_on_every_page(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert all(f'href="{paper}"' in page for paper in PAPERS)


def test_whoever_runs_the_site_says_so(client: Client, settings: Settings) -> None:
    settings.MUGGINS_IMPRINT = "Domino Club <Riverside> | 1 Mill Lane"
    settings.MUGGINS_CONTACT = "club@example.org"
    page = client.get("/imprint/").content.decode()
    assert "Domino Club &lt;Riverside&gt;<br>1 Mill Lane" in page
    assert "mailto:club@example.org" in page


@pytest.mark.parametrize(
    "contact, said", [("", "Contact: http://testserver/imprint/"), ("a@b.example", "Contact: mailto:a@b.example")]
)
def test_where_a_hole_is_reported(client: Client, settings: Settings, contact: str, said: str) -> None:
    settings.MUGGINS_CONTACT = contact
    answer = client.get("/.well-known/security.txt")
    lines = answer.content.decode().splitlines()
    assert (answer.headers["Content-Type"], lines[0]) == ("text/plain; charset=utf-8", said)
    until = datetime.fromisoformat(lines[1].removeprefix("Expires: "))
    assert timedelta(days=30) < until - datetime.now(UTC) < timedelta(days=365)
