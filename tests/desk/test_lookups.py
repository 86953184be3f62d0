"""Lists of the desk are not asked by what they do not show: it would be told a guess at a time. # C14, C34"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, make_cast
from tests.tables import make_move, open_table, play_out_match, rules

pytestmark = pytest.mark.django_db
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)


def listed(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def shown(model: type[Model]) -> set[str]:
    """The columns that a list is filtered by; each of them stands on it."""
    desk = admin.site._registry[model]
    entries = [entry[0] if isinstance(entry, tuple) else entry for entry in desk.list_filter]
    return {str(entry).partition("__")[0] for entry in [*entries, desk.date_hierarchy] if entry}


def guesses(model: type[Model]) -> Iterator[str]:
    """Questions about each other column, and about those of rows that belong to it."""
    for field in model._meta.get_fields():
        if field.name not in shown(model) and not field.is_relation:
            yield from (f"{field.name}__startswith", f"{field.name}__contains", f"{field.name}__gte", field.name)
        elif field.is_relation and field.related_model and field.related_model != "self":
            rows = field.related_model._meta.concrete_fields
            yield from (f"{field.name}__{row.name}__startswith" for row in rows if row.name not in {"id", "kind"})


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_no_list_answers_a_guess_at_what_it_does_not_show(model: type[Model]) -> None:
    desk, asked = admin.site._registry[model], [*guesses(model)]
    assert len(asked) > 10
    own = desk.asked_by  # type: ignore[attr-defined]
    assert [one for one in asked if one not in own and desk.lookup_allowed(one, "1")] == []
    assert all(desk.lookup_allowed(f"{name}__exact", "1") for name in shown(model) & {"state", "kind", "act"})


def test_the_hands_of_a_round_that_is_played_cannot_be_guessed(desk: Client, cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob, ruleset=rules(target=100))
    make_move(match)
    tiles = match.rounds.get().tiles
    for guess in (tiles[:2], tiles[3:5], "@"):
        for address, asked in (("round", "tiles__contains"), ("round", "tiles__regex"), ("match", "rounds__tiles")):
            answer = desk.get(f"/admin/games/{address}/", {asked: guess})
            assert answer.status_code == 400
    assert desk.get("/admin/games/move/", {"text__startswith": "+"}).status_code == 400


def test_every_link_of_the_desk_still_leads_somewhere(desk: Client, cast: Cast) -> None:
    match = play_out_match(open_table(cast.alice, cast.bob, ruleset=rules(target=20)))
    pages = [
        reverse("admin:index"),
        reverse("admin:games_match_change", args=[match.pk]),
        reverse("admin:accounts_user_change", args=[cast.alice.pk]),
        *map(listed, REGISTERED),
    ]
    links = {
        unescape(link)
        for page in pages
        for link in re.findall(r'href="([^"]*\?[^"]*)"', desk.get(page, follow=True).content.decode())
    }
    asking = {link for link in links if link.startswith("/admin/")}
    assert len(asking) > 8
    assert {link: status for link in asking if (status := desk.get(link, follow=True).status_code) != 200} == {}


def test_every_filter_of_a_list_can_be_chosen(desk: Client) -> None:
    play_out_match(open_table(*make_cast().seated(2), ruleset=rules(target=20)))
    for model in REGISTERED:
        page = desk.get(listed(model), follow=True)
        links = re.findall(r'href="\?([^"]+)"', page.content.decode())
        chosen = {key for link in links for key in parse_qs(unescape(link))} - {"o", "q", "p", "all", "_facets"}
        assert not admin.site._registry[model].list_filter or chosen
        assert {key for key in chosen if not admin.site._registry[model].lookup_allowed(key, "1")} == set(), model
