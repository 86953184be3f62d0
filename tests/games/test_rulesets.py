"""Rules that persons keep under names of their own."""

from __future__ import annotations

import pytest

from games import selectors
from games.models import SavedRuleset
from games.services import errors, rulesets
from tests.cast import Cast
from tests.tables import rules

MIX = rules("pagat", 2, hand_size=7, reserve=2)


def test_rules_are_kept_whole(cast: Cast) -> None:
    saved = rulesets.save_ruleset(user=cast.alice, name="Sunday rules", ruleset=MIX)
    assert saved.ruleset == MIX.to_dict()
    assert saved.fingerprint == MIX.fingerprint
    assert selectors.saved_rulesets(cast.alice) == [saved]
    assert selectors.saved_rulesets(cast.bob) == []
    assert selectors.saved_ruleset(saved.token).user == cast.alice


def test_each_person_has_a_name_once_however_it_is_spelt(cast: Cast) -> None:
    rulesets.save_ruleset(user=cast.alice, name="Café Straße", ruleset=MIX)
    for name in ("Café Straße", "CAFÉ STRASSE", "cafe\u0301 strasse"):
        with pytest.raises(errors.NameTaken):
            rulesets.save_ruleset(user=cast.alice, name=name, ruleset=rules())
    rulesets.save_ruleset(user=cast.bob, name="Café Straße", ruleset=MIX)
    assert SavedRuleset.objects.count() == 2


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_names_that_are_none(cast: Cast, name: str) -> None:
    with pytest.raises(errors.BadSetting):
        rulesets.save_ruleset(user=cast.alice, name=name, ruleset=MIX)
    saved = rulesets.save_ruleset(user=cast.alice, name="Sunday", ruleset=MIX)
    with pytest.raises(errors.BadSetting):
        rulesets.rename_ruleset(user=cast.alice, token=saved.token, name=name)


def test_fifty_are_the_most(cast: Cast) -> None:
    for number in range(50):
        rulesets.save_ruleset(user=cast.alice, name=f"Rules {number}", ruleset=MIX)
    with pytest.raises(errors.ShelfFull):
        rulesets.save_ruleset(user=cast.alice, name="One more", ruleset=MIX)
    rulesets.delete_ruleset(user=cast.alice, token=selectors.saved_rulesets(cast.alice)[0].token)
    rulesets.save_ruleset(user=cast.alice, name="One more", ruleset=MIX)


def test_a_new_name_keeps_the_address(cast: Cast) -> None:
    saved = rulesets.save_ruleset(user=cast.alice, name="Sunday", ruleset=MIX)
    rulesets.save_ruleset(user=cast.alice, name="Monday", ruleset=MIX)
    assert rulesets.rename_ruleset(user=cast.alice, token=saved.token, name="SUNDAY").name == "SUNDAY"
    with pytest.raises(errors.NameTaken):
        rulesets.rename_ruleset(user=cast.alice, token=saved.token, name="monday")
    assert selectors.saved_ruleset(saved.token).name == "SUNDAY"


def test_nobody_changes_anothers(cast: Cast) -> None:
    saved = rulesets.save_ruleset(user=cast.alice, name="Sunday", ruleset=MIX)
    with pytest.raises(errors.UnknownRules):
        rulesets.rename_ruleset(user=cast.bob, token=saved.token, name="Mine")
    with pytest.raises(errors.UnknownRules):
        rulesets.delete_ruleset(user=cast.bob, token=saved.token)
    assert selectors.saved_ruleset(saved.token).name == "Sunday"


@pytest.mark.parametrize("token", ["", "x", "a" * 22, "é" * 22, "\x00" * 22])
def test_an_address_that_is_none(cast: Cast, token: str) -> None:
    with pytest.raises(errors.UnknownRules):
        selectors.saved_ruleset(token)
