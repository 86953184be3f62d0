"""Settings: the table of presets, any mix that can be played, sentences for those that cannot."""

from typing import Any

import pytest

from games.rules.errors import RulesetError
from games.rules.ruleset import FIELDS, OPTIONAL, PRESETS, Difference, Ruleset, change, nearest, preset, preset_players

#: RULES.md section 5: hand size, boneyard and target for each number of players.
SIZES = {
    "playelephant": {2: (7, 14, 250), 4: (5, 8, 200)},
    "pagat": {2: (9, 10, 250), 3: (7, 7, 200), 4: (5, 8, 200)},
    "thoughtco": {2: (9, 10, 250), 3: (7, 7, 200), 4: (5, 8, 200)},
    "muggins": {2: (7, 14, 250), 3: (5, 13, 200), 4: (5, 8, 200)},
    "five_up": {2: (5, 18, 61), 3: (5, 13, 61), 4: (5, 8, 61)},
    "sniff": {2: (7, 14, 250), 3: (6, 10, 200), 4: (5, 8, 200)},
    "latino": {2: (7, 14, 250), 4: (7, 0, 200)},
}
UNUSUAL = {
    "playelephant": {},
    "pagat": {},
    "thoughtco": {"settlement": "own_hand"},
    "muggins": {"settlement": "own_hand", "spinner": "none"},
    "five_up": {"spinner": "every", "points_per_five": 1},
    "sniff": {"lengthwise": True},
    "latino": {"direction": "anticlockwise", "first_lead": "highest_double", "blocked_lead": "highest_double"},
}
USUAL = {
    "reserve": 0,
    "direction": "clockwise",
    "first_lead": "lot",
    "next_lead": "went_out",
    "blocked_lead": "lot",
    "spinner": "first",
    "lengthwise": False,
    "exposed_sides_count": False,
    "settlement": "winner_takes",
    "blocked_by": "side",
    "points_per_five": 5,
    "target_rule": "reach",
    "calling": "automatic",
}
ALL = [(name, players) for name in PRESETS for players in preset_players(name)]
PAGAT = preset("pagat", 2)
CALLING = change(PAGAT, calling="muggins")
#: The settings that every record has.
RECORDED = tuple(field for field in FIELDS if field not in OPTIONAL)


def test_presets_are_those_of_the_rule_book() -> None:
    assert {name: set(preset_players(name)) for name in PRESETS} == {name: set(rows) for name, rows in SIZES.items()}


@pytest.mark.parametrize(("name", "players"), ALL)
def test_a_preset_has_the_settings_of_its_column(name: str, players: int) -> None:
    ruleset = preset(name, players)
    assert (ruleset.hand_size, ruleset.boneyard_size, ruleset.target) == SIZES[name][players]
    settings = ruleset.to_dict()
    assert {key: settings[key] for key in USUAL} == {**USUAL, **UNUSUAL[name]}
    assert ruleset.partners is (players == 4)


@pytest.mark.parametrize(("name", "players"), ALL)
def test_a_ruleset_comes_back_from_its_data(name: str, players: int) -> None:
    data = preset(name, players).to_dict()
    assert tuple(data) == RECORDED
    assert Ruleset.from_dict({**data, "extra": [1]}) == preset(name, players)


@pytest.mark.parametrize(
    ("name", "players", "field"),
    [("playelephant", 3, "players"), ("latino", 3, "players"), ("pagat", 5, "players"), ("chess", 2, "name")],
)
def test_there_is_no_preset_for_other_sizes_and_names(name: str, players: int, field: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        preset(name, players)
    assert refusal.value.field == field


def test_partners_sit_across_and_share_a_side() -> None:
    partners, alone = preset("pagat", 4), change(preset("pagat", 4), partners=False)
    assert partners.sides == ((0, 2), (1, 3))
    assert [partners.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert alone.sides == ((0,), (1,), (2,), (3,))
    assert alone.side_of(3) == 3


@pytest.mark.parametrize(
    "settings",
    [
        {"hand_size": 5},
        {"hand_size": 14},
        {"hand_size": 1},
        {"reserve": 1},
        {"reserve": 2},
        {"next_lead": "highest_double"},
        {"next_lead": "rotate"},
        {"target": 100},
        {"target": 150},
        {"target": 365},
        {"target_rule": "exact"},
        {"points_per_five": 1, "target": 31},
        {"points_per_five": 1, "target": 61},
        {"target_rule": "exact", "points_per_five": 1, "target": 61},
        {"exposed_sides_count": True},
        {"settlement": "own_hand", "spinner": "every"},
        {"blocked_by": "lowest_hand"},
        {"spinner": "every", "exposed_sides_count": True},
        {"blocked_lead": "highest_double"},
    ],
    ids=str,
)
def test_a_mix_that_can_be_played_is_a_custom_ruleset(settings: dict[str, Any]) -> None:
    changed = change(PAGAT, **settings)
    assert changed.name == "custom"
    assert {key: getattr(changed, key) for key in settings} == settings


@pytest.mark.parametrize(
    ("players", "settings", "field"),
    [
        (2, {"hand_size": 15}, "hand_size"),
        (3, {"hand_size": 10}, "hand_size"),
        (4, {"hand_size": 8}, "hand_size"),
        (2, {"hand_size": 0}, "hand_size"),
        (2, {"hand_size": -1}, "hand_size"),
        (2, {"reserve": 11}, "reserve"),
        (2, {"reserve": -1}, "reserve"),
        (2, {"partners": True}, "partners"),
        (3, {"partners": True}, "partners"),
        (2, {"players": 5}, "players"),
        (2, {"players": 1}, "players"),
        (2, {"target": 0}, "target"),
        (2, {"target": 10**9}, "target"),
        (2, {"target": 61, "target_rule": "exact"}, "target"),
        (2, {"points_per_five": 2}, "points_per_five"),
        (2, {"lengthwise": True, "spinner": "none"}, "lengthwise"),
        (2, {"lengthwise": True, "spinner": "every"}, "lengthwise"),
        (2, {"exposed_sides_count": True, "spinner": "none"}, "exposed_sides_count"),
        (2, {"calling": "aloud"}, "calling"),
        (2, {"calling": "muggins", "muggins_seconds": 2}, "muggins_seconds"),
        (2, {"calling": "muggins", "muggins_seconds": 61}, "muggins_seconds"),
        (2, {"calling": "muggins", "overcall_penalty": 1}, "overcall_penalty"),
        (2, {"muggins_seconds": 9}, "muggins_seconds"),
        (2, {"overcall_penalty": True}, "overcall_penalty"),
        (2, {"spinner": "second"}, "spinner"),
        (2, {"direction": ""}, "direction"),
        (2, {"name": "pagat2"}, "name"),
    ],
    ids=str,
)
def test_a_mix_that_cannot_be_played_is_refused_with_a_sentence(
    players: int, settings: dict[str, Any], field: str
) -> None:
    with pytest.raises(RulesetError) as refusal:
        Ruleset.from_dict({**preset("pagat", players).to_dict(), **settings})
    assert refusal.value.field == field
    assert str(refusal.value).startswith(f"{field}: ")
    assert len(refusal.value.sentence.split()) > 2


def test_calling_has_two_settings_of_its_own() -> None:
    changed = change(PAGAT, calling="muggins", muggins_seconds=12, overcall_penalty=True)
    assert Ruleset.from_dict(changed.to_dict()) == changed
    assert tuple(changed.to_dict()) == (*RECORDED, "muggins_seconds", "overcall_penalty")
    assert (CALLING.muggins_seconds, CALLING.overcall_penalty) == (8, False)


def test_the_settings_of_calling_may_be_left_out_of_data() -> None:
    data = CALLING.to_dict()
    assert Ruleset.from_dict({field: data[field] for field in RECORDED}) == CALLING


def test_who_calls_no_more_has_the_usual_settings_again() -> None:
    changed = change(PAGAT, calling="muggins", muggins_seconds=12, overcall_penalty=True)
    assert change(changed, calling="automatic") == PAGAT
    assert changed.name == "custom"
    with pytest.raises(RulesetError, match="muggins_seconds: is only for tables where points are called"):
        change(changed, calling="automatic", muggins_seconds=12)


def test_calling_may_be_added_to_any_preset() -> None:
    for name, players in ALL:
        found = nearest(change(preset(name, players), calling="muggins"))[1]
        assert found == (Difference("calling", "muggins", "automatic"),)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [None, [], {}, 2.5, "7", b"x", "x" * 10**5, 10**100], ids=lambda v: repr(v)[:12])
def test_a_value_of_a_wrong_type_or_kind_is_refused_and_names_its_field(field: str, value: object) -> None:
    with pytest.raises(RulesetError) as refusal:
        Ruleset.from_dict({**PAGAT.to_dict(), field: value})
    assert refusal.value.field in {field, "hand_size"}, "so many players cannot be dealt so many tiles"
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("field", ["players", "hand_size", "reserve", "target", "points_per_five"])
def test_true_is_no_number(field: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        Ruleset.from_dict({**PAGAT.to_dict(), field: True})
    assert refusal.value.field == field


@pytest.mark.parametrize("field", RECORDED)
def test_a_missing_setting_is_named(field: str) -> None:
    data = PAGAT.to_dict()
    del data[field]
    with pytest.raises(RulesetError) as refusal:
        Ruleset.from_dict(data)
    assert refusal.value.field == field


def test_a_setting_that_does_not_exist_cannot_be_changed() -> None:
    with pytest.raises(RulesetError) as refusal:
        change(PAGAT, colour="red")
    assert refusal.value.field == "colour"


def test_a_ruleset_changed_back_has_its_name_again() -> None:
    assert change(change(PAGAT, target=100), target=250).name == "pagat"
    assert change(PAGAT, hand_size=7).name == "playelephant", "it equals that preset now"


def test_the_nearest_preset_is_the_one_with_the_fewest_differences() -> None:
    usual, found = nearest(change(preset("five_up", 3), settlement="own_hand", target=31))
    assert usual.name == "five_up"
    assert found == (Difference("settlement", "own_hand", "winner_takes"), Difference("target", 31, 61))


@pytest.mark.parametrize(("name", "players"), ALL)
def test_a_preset_is_nearest_to_itself(name: str, players: int) -> None:
    assert nearest(preset(name, players)) == (preset(name, players), ())


def test_four_alone_differ_from_the_preset_in_partners() -> None:
    assert nearest(change(preset("pagat", 4), partners=False))[1] == (Difference("partners", False, True),)


def test_of_two_presets_that_are_as_near_the_classic_is_named() -> None:
    assert nearest(change(preset("pagat", 4), target=100))[0].name == "pagat"
    assert nearest(preset("playelephant", 4))[0].name == "playelephant"
