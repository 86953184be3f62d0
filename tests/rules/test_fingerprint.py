"""A fingerprint is the same for ever, and differs with every setting."""

import pytest

from games.rules.fingerprint import ALPHABET, DEFAULTS, fingerprint_of
from games.rules.ruleset import FIELDS, PRESETS, change, preset, preset_players

#: Written down when fingerprints were new. Records and rankings name them, so that none of these may ever change.
PINNED = {
    ("playelephant", 2): "SYSVXD6E",
    ("playelephant", 4): "E5A911E1",
    ("pagat", 2): "8G9PZ8TN",
    ("pagat", 3): "XA66B78B",
    ("pagat", 4): "E5A911E1",
    ("thoughtco", 2): "PCCCFAGP",
    ("thoughtco", 3): "WPFN4C24",
    ("thoughtco", 4): "PFBSKTSY",
    ("muggins", 2): "PQKQW1AQ",
    ("muggins", 3): "HFET7XF5",
    ("muggins", 4): "N74PF6ZE",
    ("five_up", 2): "2YTVHTTN",
    ("five_up", 3): "66C48248",
    ("five_up", 4): "5NXCZQ42",
    ("sniff", 2): "XNPN5RVK",
    ("sniff", 3): "DC73F08B",
    ("sniff", 4): "QEEA54HM",
    ("latino", 2): "47N8D0JS",
    ("latino", 4): "WRJK5J55",
}
OTHER = {
    "players": 3,
    "partners": True,
    "hand_size": 8,
    "reserve": 2,
    "direction": "anticlockwise",
    "first_lead": "highest_double",
    "next_lead": "rotate",
    "blocked_lead": "highest_double",
    "spinner": "every",
    "lengthwise": True,
    "exposed_sides_count": True,
    "settlement": "own_hand",
    "blocked_by": "lowest_hand",
    "points_per_five": 1,
    "target": 251,
    "target_rule": "exact",
    "calling": "muggins",
    "muggins_seconds": 9,
    "overcall_penalty": True,
}


def test_every_preset_and_size_keeps_its_fingerprint() -> None:
    found = {(name, size): preset(name, size).fingerprint for name in PRESETS for size in preset_players(name)}
    assert found == PINNED


def test_only_presets_with_the_same_settings_share_one() -> None:
    assert len(set(PINNED.values())) == len(PINNED) - 1
    assert preset("pagat", 4).to_dict() == {**preset("playelephant", 4).to_dict(), "name": "pagat"}


@pytest.mark.parametrize("field", list(DEFAULTS))
def test_every_setting_counts(field: str) -> None:
    assert OTHER[field] != DEFAULTS[field]
    assert fingerprint_of({**DEFAULTS, field: OTHER[field]}) != fingerprint_of(DEFAULTS)


def test_no_setting_is_forgotten() -> None:
    """A new setting needs a default here, the one that all earlier tables had; old fingerprints stay as they are."""
    assert set(FIELDS) - {"name"} <= set(DEFAULTS)


def test_the_name_the_order_and_what_is_left_at_its_default_do_not_count() -> None:
    ruleset = change(preset("sniff", 3), target=100)
    data = ruleset.to_dict()
    short = {field: value for field, value in data.items() if value != DEFAULTS.get(field)}
    assert fingerprint_of(dict(reversed(data.items()))) == ruleset.fingerprint
    assert fingerprint_of({**short, "name": "pagat", "colour": "red"}) == ruleset.fingerprint


def test_it_is_short_and_cannot_be_misread() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)
    assert all(len(text) == 8 and set(text) <= set(ALPHABET) for text in PINNED.values())
