"""Rules that one keeps: saved from the form and from a table, read and shared by an address, renamed, deleted."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.forms import NewTableForm
from games.forms_saved import as_form
from games.models import Match, SavedRuleset
from games.rules.ruleset import PRESETS, preset, preset_players
from games.services.rulesets import save_ruleset
from tests.cast import Cast
from tests.site_pages.test_new_table import URL, USUAL
from tests.tables import open_table, rules

MIX = rules("pagat", 2, hand_size=7, reserve=2)


def save(client: Client, name: str, **settings: str) -> HttpResponse:
    return client.post(URL, {**USUAL, **settings, "save": "1", "save_as": name})


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_form_saves_its_rules_and_stays_as_it_was(alice: Client) -> None:
    response = save(alice, "Sunday rules", hand_size="7", reserve="2", title="Slow boat")
    saved = SavedRuleset.objects.get()
    assert saved.ruleset == MIX.to_dict()
    assert not Match.objects.exists()
    page = alice.get(response["Location"]).content.decode()
    assert "Sunday rules is kept among your rules." in page
    assert 'value="Slow boat"' in page
    assert '<option value="7" selected>' in page
    assert f'href="{URL}?saved={saved.token}" aria-current="true"' in page


def test_a_guest_may_save(newcomer: Client) -> None:
    save(newcomer, "Mine")
    saved = SavedRuleset.objects.get()
    assert saved.user.is_guest
    assert "Mine" in newcomer.get(URL).content.decode()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u200bb", "?!", "a" + "\u0301" * 20])
def test_names_that_are_none_are_refused_beside_the_field(alice: Client, name: str) -> None:
    response = save(alice, name)
    assert response.status_code == 400
    assert 'id="id_save_as_error"' in response.content.decode()
    assert not SavedRuleset.objects.exists()


def test_a_name_twice_is_refused_and_rules_that_cannot_be_played_are_not_kept(alice: Client) -> None:
    save(alice, "Mine")
    response = save(alice, "MINE")
    assert response.status_code == 400
    assert "You keep rules of that name already." in response.content.decode()
    assert save(alice, "Other", players="3", hand_size="14").status_code == 400
    assert SavedRuleset.objects.count() == 1


@pytest.mark.parametrize(
    "ruleset",
    [
        *(preset(name, size) for name in PRESETS for size in preset_players(name)),
        MIX,
        rules("pagat", 4, partners=False, target=365),
        rules("five_up", 3, target=31, settlement="own_hand"),
        rules("sniff", 2, exposed_sides_count=True, next_lead="highest_double", target=155, target_rule="exact"),
        rules("latino", 4, blocked_by="lowest_hand", direction="clockwise", first_lead="lot"),
    ],
    ids=lambda ruleset: ruleset.fingerprint,
)
def test_kept_rules_fill_the_form_with_themselves(ruleset) -> None:  # type: ignore[no-untyped-def]
    usual = {name: field.initial for name, field in NewTableForm().fields.items() if field.initial is not None}
    form = NewTableForm({**usual, **as_form(ruleset)})
    assert form.is_valid(), form.errors
    assert form.ruleset.fingerprint == ruleset.fingerprint


def test_whoever_has_the_address_reads_them_and_plays_by_them(cast: Cast, newcomer: Client) -> None:
    saved = save_ruleset(user=cast.alice, name="Sunday rules", ruleset=MIX)
    page = newcomer.get(f"/rules/mine/{saved.token}/").content.decode()
    assert "Sunday rules" in page
    assert "Kept by Alice." in page
    assert f"Rules {MIX.fingerprint}" in page
    assert "Rename" not in page
    assert f'href="{URL}?saved={saved.token}"' in page
    assert "Classic All Fives" not in newcomer.get(URL).content.decode()
    form = newcomer.get(f"{URL}?saved={saved.token}").content.decode()
    assert f"Rules {MIX.fingerprint}" in form


@pytest.mark.parametrize("path", ["/rules/mine/" + "a" * 22 + "/", URL + "?saved=" + "a" * 22, URL + "?saved=%00"])
def test_an_address_that_is_none(newcomer: Client, path: str) -> None:
    assert newcomer.get(path).status_code in {400, 404}


def test_their_owner_renames_and_deletes_them(cast: Cast, alice: Client) -> None:
    saved = save_ruleset(user=cast.alice, name="Sunday rules", ruleset=MIX)
    address = f"/rules/mine/{saved.token}/"
    assert "Rename" in alice.get(address).content.decode()
    alice.post(address + "change/", {"save_as": "Monday rules"})
    assert "Monday rules" in alice.get(address).content.decode()
    refused = alice.post(address + "change/", {"save_as": ""})
    assert refused.status_code == 400
    assert "Give these rules a name first." in refused.content.decode()
    response = alice.post(address + "change/", {"delete": "1"}, follow=True)
    assert "Monday rules is deleted." in response.content.decode()
    assert alice.get(address).status_code == 404


def test_nobody_else_does(cast: Cast, newcomer: Client) -> None:
    saved = save_ruleset(user=cast.alice, name="Sunday rules", ruleset=MIX)
    address = f"/rules/mine/{saved.token}/change/"
    for form in ({"delete": "1"}, {"save_as": "Mine"}):
        assert browser(cast.bob).post(address, form).status_code == 404
        assert newcomer.post(address, form).status_code == 302
    assert SavedRuleset.objects.get().name == "Sunday rules"


def test_the_rules_of_a_table_are_kept_from_beside_it(cast: Cast, alice: Client) -> None:
    match = open_table(cast.bob, ruleset=MIX)
    sheet = alice.get(f"/t/{match.code}/rules/", headers={"HX-Request": "true"}).content.decode()
    assert "Keep these rules" in sheet
    assert f"Rules {MIX.fingerprint}" in sheet
    address = f"/t/{match.code}/rules/keep/"
    empty = alice.post(address, {"save_as": ""}, headers={"HX-Request": "true"}).content.decode()
    assert "Give these rules a name first." in empty
    kept = alice.post(address, {"save_as": "Bob’s rules"}, headers={"HX-Request": "true"}).content.decode()
    assert "Bob’s rules is kept among your rules." in kept
    assert SavedRuleset.objects.get().user == cast.alice
    plain = alice.post(address, {"save_as": "Once more"})
    assert plain["Location"].startswith("/rules/mine/")
    assert alice.post(address, {"save_as": "once MORE"}).status_code == 200
    assert SavedRuleset.objects.count() == 2


def test_who_is_not_signed_in_is_not_asked_to_keep(cast: Cast, newcomer: Client) -> None:
    match = open_table(cast.bob, ruleset=MIX)
    assert "Keep these rules" not in newcomer.get(f"/t/{match.code}/rules/").content.decode()


def test_rules_that_can_no_longer_be_read_are_left_out(cast: Cast, alice: Client) -> None:
    saved = save_ruleset(user=cast.alice, name="Sunday rules", ruleset=MIX)
    SavedRuleset.objects.update(ruleset={"name": "pagat"})
    assert "Sunday rules" not in alice.get(URL).content.decode()
    assert alice.get(f"/rules/mine/{saved.token}/").status_code == 404
    assert alice.get(f"{URL}?saved={saved.token}").status_code == 404
