"""Every stored match knows the fingerprint of its rules."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps

from games import verification
from games.models import Match
from games.services import records
from tests.cast import Cast
from tests.tables import fresh, open_table, rules


def test_a_new_table_has_that_of_its_rules(cast: Cast) -> None:
    ruleset = rules("sniff", 3, target=100)
    match = open_table(cast.alice, ruleset=ruleset)
    assert match.fingerprint == ruleset.fingerprint
    assert records.export_record(match)["fingerprint"] == ruleset.fingerprint


def test_tables_made_before_there_were_any_are_given_theirs(cast: Cast) -> None:
    whole, spoilt = open_table(cast.alice, ruleset=rules("five_up", 3)), open_table(cast.bob)
    Match.objects.filter(pk=spoilt.pk).update(ruleset=[])
    Match.objects.update(fingerprint="")
    import_module("games.migrations.0002_rules_and_series").fill_fingerprints(apps, None)
    assert fresh(whole).fingerprint == rules("five_up", 3).fingerprint
    assert fresh(spoilt).fingerprint == ""


def test_another_ones_is_found(cast: Cast) -> None:
    match = open_table(cast.alice, cast.bob)
    assert verification.faults_of(match) == []
    Match.objects.filter(pk=match.pk).update(fingerprint="00000000")
    expected = f"fingerprint is stored as 00000000, and is {rules().fingerprint} by the rules"
    assert verification.faults_of(fresh(match)) == [expected]
