"""The pages of the rules: made from the settings themselves, so that they cannot say something else."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from games.models import Match
from games.presenters.rulebook import rulebook
from games.rules.ruleset import PRESETS, change, preset, preset_players
from games.words.glossary import glossary
from games.words.rulebook import CHAPTERS, chapter
from games.words.rules import preset_name
from tests.cast import Cast
from tests.tables import open_table, rules

EVERY = [(name, players) for name in PRESETS for players in preset_players(name)]


def text(client: Client, url: str, **headers: str) -> str:
    """What can be read on a page, blanks made one."""
    page = client.get(url, headers=headers).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


def test_the_list_leads_to_every_rule_book_at_every_size(newcomer: Client) -> None:
    page = newcomer.get("/rules/").content.decode()
    for name, players in EVERY:
        assert preset_name(name) in page
        assert f'href="/rules/{name}/?players={players}"' in page


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_rule_book_is_there_in_its_own_words(newcomer: Client, name: str, players: int) -> None:
    page = text(newcomer, f"/rules/{name}/?players={players}")
    for key in CHAPTERS:
        for sentence in chapter(key, preset(name, players)):
            assert sentence in page


@pytest.mark.parametrize("name", PRESETS)
def test_without_a_number_of_players_it_is_for_the_fewest(newcomer: Client, name: str) -> None:
    fewest = preset_players(name)[0]
    assert text(newcomer, f"/rules/{name}/") == text(newcomer, f"/rules/{name}/?players={fewest}")


@pytest.mark.parametrize(
    "path",
    [
        "/rules/fives/",
        "/rules/pagat/?players=5",
        "/rules/latino/?players=3",
        "/rules/pagat/?players=two",
        "/rules/pagat/?players=",
    ],
)
def test_rules_that_nobody_has_are_not_found(newcomer: Client, path: str) -> None:
    assert newcomer.get(path).status_code == 404


def test_a_rule_book_leads_to_a_table_that_is_played_by_it(newcomer: Client) -> None:
    page = newcomer.get("/rules/sniff/?players=3").content.decode()
    assert 'href="/tables/new/?preset=sniff&amp;players=3"' in page
    form = newcomer.get("/tables/new/?preset=sniff&players=3").content.decode()
    assert re.search(r'name="preset" value="sniff"[^>]*checked', form)
    assert re.search(r'name="players" value="3"[^>]*checked', form)


def test_the_rules_of_a_table_are_those_that_are_played_there(newcomer: Client, cast: Cast) -> None:
    mix = change(preset("sniff", 2), target=100, reserve=1)
    match = open_table(cast.alice, cast.bob, ruleset=mix)
    page = text(newcomer, f"/t/{match.code}/rules/")
    assert "Sniff, 2 rules changed" in page
    assert "Other than in Sniff:the last tile is never drawnto 100" in page
    assert "100 points win: 2 houses." in page
    assert f'href="/t/{match.code}/"' in newcomer.get(f"/t/{match.code}/rules/").content.decode()


@pytest.mark.parametrize("url", ["/rules/latino/?players=4", "TABLE"])
def test_beside_a_table_lies_a_part_and_not_a_page(newcomer: Client, cast: Cast, url: str) -> None:
    if url == "TABLE":
        url = f"/t/{open_table(cast.alice, ruleset=rules('latino', 4)).code}/rules/"
    whole = newcomer.get(url)
    for answer in (
        newcomer.get(url, headers={"HX-Request": "true"}),
        newcomer.get(f"{url}{'&' if '?' in url else '?'}fragment"),
    ):
        part = answer.content.decode()
        assert "<html" not in part
        assert part.lstrip().startswith('<div class="sheet-head">')
        assert "7 tiles each: all 28 are dealt." in part
        assert "HX-Request" in answer["Vary"]
    assert "<html" in whole.content.decode()
    assert "HX-Request" in whole["Vary"]


def test_a_table_that_is_not_there_has_no_rules(newcomer: Client, cast: Cast) -> None:
    assert newcomer.get("/t/AAAAAAAAAAAAAAAAAAAAAA/rules/").status_code == 404
    spoilt = open_table(cast.alice)
    Match.objects.filter(pk=spoilt.pk).update(ruleset={"name": "pagat"})
    assert newcomer.get(f"/t/{spoilt.code}/rules/").status_code == 409


@pytest.mark.parametrize("url", ["/rules/", "/rules/five_up/?players=4", "/rules/sniff/"])
def test_every_explained_word_has_its_meaning_on_the_page(newcomer: Client, url: str) -> None:
    page = newcomer.get(url).content.decode()
    asked = set(re.findall(r'popovertarget="([^"]+)"', page))
    assert asked
    assert asked == set(re.findall(r'id="([^"]+)" popover', page))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_word_has_a_meaning(newcomer: Client, language: str) -> None:
    newcomer.post("/i18n/setlang/", {"language": language, "next": "/rules/"})
    page = newcomer.get("/rules/")
    words = page.context["glossary"]
    assert len({term.word for term in words}) == len(words) == len(glossary()) == 25
    for term in words:
        assert term.meaning.endswith(".")
        assert html.escape(term.meaning) in page.content.decode()


def test_a_name_of_ones_own_stands_over_the_rules() -> None:
    assert rulebook(preset("pagat", 2), "Sunday at Ana’s").name == "Sunday at Ana’s"
    assert rulebook(preset("pagat", 2)).name == "All Fives (classic)"
