"""Every setting of a table as data, the presets, and how one ruleset differs from another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from games.rules.errors import RulesetError
from games.rules.fingerprint import fingerprint_of

#: The values that each worded setting may have; the first is the usual one. Spelt as in records.
CHOICES: dict[str, tuple[str, ...]] = {
    "direction": ("clockwise", "anticlockwise"),
    "first_lead": ("lot", "highest_double"),
    "next_lead": ("went_out", "rotate", "highest_double"),
    "blocked_lead": ("lot", "highest_double"),
    "spinner": ("first", "every", "none"),
    "settlement": ("winner_takes", "own_hand"),
    "blocked_by": ("side", "lowest_hand"),
    "target_rule": ("reach", "exact"),
    "calling": ("automatic", "muggins"),
}
MAX_TARGET = 10_000
MUGGINS_SECONDS = range(3, 61)
TILE_COUNT = 28


class LayoutRules(NamedTuple):
    """The settings that shape a layout, apart from who plays and how it is scored."""

    spinner: str
    lengthwise: bool
    exposed_sides_count: bool


@dataclass(frozen=True)
class Ruleset:
    """All settings of a table, checked when made: RulesetError names the setting that cannot be played.

    >>> preset("pagat", 2).boneyard_size
    10
    >>> preset("latino", 4).next_seat(0), preset("latino", 4).sides
    (3, ((0, 2), (1, 3)))
    """

    name: str
    players: int
    partners: bool
    hand_size: int
    reserve: int
    direction: str
    first_lead: str
    next_lead: str
    blocked_lead: str
    spinner: str
    lengthwise: bool
    exposed_sides_count: bool
    settlement: str
    blocked_by: str
    points_per_five: int
    target: int
    target_rule: str
    calling: str
    muggins_seconds: int = 8
    overcall_penalty: bool = False

    def __post_init__(self) -> None:
        _check_types(self)
        _check_choices(self)
        _check_numbers(self)
        _check_mix(self)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: partners sit across from each other, others score alone."""
        return ((0, 2), (1, 3)) if self.partners else tuple((seat,) for seat in range(self.players))

    @cached_property
    def boneyard_size(self) -> int:
        """How many tiles are left when the hands are dealt, the reserve included."""
        return TILE_COUNT - self.players * self.hand_size

    @cached_property
    def hand_slices(self) -> tuple[slice, ...]:
        """For each seat, its part of the tiles in the order in which they are dealt."""
        size = self.hand_size
        return tuple(slice(seat * size, (seat + 1) * size) for seat in range(self.players))

    @cached_property
    def layout_rules(self) -> LayoutRules:
        """What a layout needs to know of the rules."""
        return LayoutRules(self.spinner, self.lengthwise, self.exposed_sides_count)

    @cached_property
    def fingerprint(self) -> str:
        """Eight characters that two rulesets share exactly when they differ in their names at most."""
        return fingerprint_of({field: getattr(self, field) for field in FIELDS})

    @cached_property
    def next_seats(self) -> tuple[int, ...]:
        """For each seat, who is to move after it."""
        return tuple(map(self.next_seat, range(self.players)))

    @cached_property
    def side_numbers(self) -> tuple[int, ...]:
        """For each seat, the side that it scores for."""
        return tuple(map(self.side_of, range(self.players)))

    def side_of(self, seat: int) -> int:
        """The number of the side that a seat scores for."""
        return seat % 2 if self.partners else seat

    def next_seat(self, seat: int) -> int:
        """Who is to move after this seat."""
        step = 1 if self.direction == "clockwise" else -1
        return (seat + step) % self.players

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data, keys and order as in a record; those of calling only where points are called."""
        left_out = OPTIONAL if self.calling == "automatic" else {}
        return {field: getattr(self, field) for field in FIELDS if field not in left_out}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ruleset:
        """The ruleset of such data; other keys are ignored; RulesetError for a missing or bad one.

        The settings of calling need not be there: they then are the usual ones.
        """
        for field in FIELDS:
            if field not in data and field not in OPTIONAL:
                raise RulesetError(field, "the setting is missing")
        return cls(**{field: data[field] for field in FIELDS if field in data})


FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Ruleset))
#: The settings that only a table where points are called has, and what they usually are.
OPTIONAL: dict[str, Any] = {field.name: field.default for field in fields(Ruleset) if field.default is not MISSING}
_TYPES: dict[str, type] = {
    field.name: {"str": str, "int": int, "bool": bool}[str(field.type)] for field in fields(Ruleset)
}
_TYPE_WORDS = {str: "a word", int: "a whole number", bool: "true or false"}


def _check_types(ruleset: Ruleset) -> None:
    for field, kind in _TYPES.items():
        value = getattr(ruleset, field)
        if type(value) is not kind:
            raise RulesetError(field, f"must be {_TYPE_WORDS[kind]}, not {_shown(value)}")


def _shown(value: object) -> str:
    """A value for a sentence, cut to a readable length whatever it is."""
    text = repr(value) if isinstance(value, str | int | float | bool | None) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:40] + "…"


def _check_choices(ruleset: Ruleset) -> None:
    if ruleset.name not in (*PRESETS, "custom"):
        raise RulesetError("name", f"there is no ruleset called {_shown(ruleset.name)}")
    for field, choices in CHOICES.items():
        value = getattr(ruleset, field)
        if value not in choices:
            raise RulesetError(field, f"must be one of {', '.join(choices)}, not {_shown(value)}")


def _check_numbers(ruleset: Ruleset) -> None:
    if ruleset.players not in (2, 3, 4):
        raise RulesetError("players", "two, three or four can play")
    if ruleset.points_per_five not in (1, 5):
        raise RulesetError("points_per_five", "must be 5, or 1 for one point for every five")
    if not 1 <= ruleset.target <= MAX_TARGET:
        raise RulesetError("target", f"must be between 1 and {MAX_TARGET}")
    if ruleset.muggins_seconds not in MUGGINS_SECONDS:
        first, last = MUGGINS_SECONDS[0], MUGGINS_SECONDS[-1]
        raise RulesetError("muggins_seconds", f"must be between {first} and {last}")
    if ruleset.hand_size < 1:
        raise RulesetError("hand_size", "every hand needs a tile")
    if ruleset.boneyard_size < 0:
        needed = ruleset.players * ruleset.hand_size
        raise RulesetError(
            "hand_size", f"{ruleset.players} hands of {ruleset.hand_size} need {needed} tiles; there are {TILE_COUNT}"
        )
    if not 0 <= ruleset.reserve <= ruleset.boneyard_size:
        raise RulesetError("reserve", f"cannot be {ruleset.reserve}: the boneyard has {ruleset.boneyard_size} tiles")


def _check_mix(ruleset: Ruleset) -> None:
    if ruleset.partners and ruleset.players != 4:
        raise RulesetError("partners", "partners need four players")
    if ruleset.target_rule == "exact" and ruleset.target % ruleset.points_per_five:
        raise RulesetError("target", "can never be reached exactly: every score is a multiple of five")
    if ruleset.lengthwise and ruleset.spinner != "first":
        raise RulesetError("lengthwise", "only a table with one spinner, the first double, can lay it lengthwise")
    if ruleset.exposed_sides_count and ruleset.spinner == "none":
        raise RulesetError("exposed_sides_count", "without a spinner there are no exposed sides")
    if ruleset.calling == "automatic":
        for field, usual in OPTIONAL.items():
            if getattr(ruleset, field) != usual:
                raise RulesetError(field, "is only for tables where points are called")


_USUAL: dict[str, Any] = {
    "reserve": 0,
    "lengthwise": False,
    "exposed_sides_count": False,
    "points_per_five": 5,
    **{field: choices[0] for field, choices in CHOICES.items()},
}


class _Preset(NamedTuple):
    """RULES.md section 5, one column: hand sizes and targets by number of players, and what is unusual."""

    hand_sizes: dict[int, int]
    targets: dict[int, int]
    settings: dict[str, Any]


_TARGETS = {2: 250, 3: 200, 4: 200}
_PRESETS: dict[str, _Preset] = {
    "playelephant": _Preset({2: 7, 4: 5}, _TARGETS, {}),
    "pagat": _Preset({2: 9, 3: 7, 4: 5}, _TARGETS, {}),
    "thoughtco": _Preset({2: 9, 3: 7, 4: 5}, _TARGETS, {"settlement": "own_hand"}),
    "muggins": _Preset({2: 7, 3: 5, 4: 5}, _TARGETS, {"spinner": "none", "settlement": "own_hand"}),
    "five_up": _Preset({2: 5, 3: 5, 4: 5}, {2: 61, 3: 61, 4: 61}, {"spinner": "every", "points_per_five": 1}),
    "sniff": _Preset({2: 7, 3: 6, 4: 5}, _TARGETS, {"lengthwise": True}),
    "latino": _Preset(
        {2: 7, 4: 7},
        _TARGETS,
        {"direction": "anticlockwise", "first_lead": "highest_double", "blocked_lead": "highest_double"},
    ),
}

PRESETS: tuple[str, ...] = tuple(_PRESETS)


def preset(name: str, players: int) -> Ruleset:
    """A preset for so many players (four are partners); RulesetError when there is none.

    >>> preset("five_up", 3).target
    61
    """
    if name not in _PRESETS:
        raise RulesetError("name", f"there is no ruleset called {_shown(name)}")
    hand_sizes, targets, settings = _PRESETS[name]
    if players not in hand_sizes:
        sizes = " or ".join(str(size) for size in hand_sizes)
        raise RulesetError("players", f"{name} is for {sizes} players, not {_shown(players)}")
    sizes_dict = {"hand_size": hand_sizes[players], "target": targets[players]}
    return Ruleset(**{**_USUAL, **settings, **sizes_dict, "name": name, "players": players, "partners": players == 4})


def preset_players(name: str) -> tuple[int, ...]:
    """For how many players a preset exists.

    >>> preset_players("latino")
    (2, 4)
    """
    if name not in _PRESETS:
        raise RulesetError("name", f"there is no ruleset called {_shown(name)}")
    return tuple(_PRESETS[name].hand_sizes)


def change(ruleset: Ruleset, **settings: Any) -> Ruleset:
    """The ruleset with other settings, named after the preset that it equals now, else ``custom``.

    When points are no longer called, the settings of calling are the usual ones again.

    >>> change(preset("pagat", 2), hand_size=7).name
    'playelephant'
    """
    for field in settings:
        if field not in FIELDS:
            raise RulesetError(field, "there is no such setting")
    if settings.get("calling") == "automatic":
        settings = {**OPTIONAL, **settings}
    changed = replace(ruleset, **settings)
    return replace(changed, name=_name_of(changed, ruleset.name))


def _name_of(ruleset: Ruleset, preferred: str) -> str:
    names = [name for name in PRESETS if ruleset.players in preset_players(name)]
    equal = [name for name in names if not differences(ruleset, preset(name, ruleset.players))]
    return preferred if preferred in equal else (equal[0] if equal else "custom")


class Difference(NamedTuple):
    """One setting in which a ruleset departs from another: its value, and the value that is usual there."""

    field: str
    value: Any
    usual: Any


def differences(ruleset: Ruleset, usual: Ruleset) -> tuple[Difference, ...]:
    """Every setting but the name in which two rulesets differ, in the order of the fields."""
    pairs = ((field, getattr(ruleset, field), getattr(usual, field)) for field in FIELDS if field != "name")
    return tuple(Difference(field, value, there) for field, value, there in pairs if value != there)


#: The game that the others are measured against.
CLASSIC = "pagat"


def nearest(ruleset: Ruleset) -> tuple[Ruleset, tuple[Difference, ...]]:
    """The preset of the same size with the fewest differences, and these.

    When tied: its own, else the classic, else the earlier.

    >>> nearest(change(preset("sniff", 2), target=100))[1]
    (Difference(field='target', value=100, usual=250),)
    """
    candidates = [preset(name, ruleset.players) for name in PRESETS if ruleset.players in preset_players(name)]
    usual = min(
        candidates,
        key=lambda each: (len(differences(ruleset, each)), each.name != ruleset.name, each.name != CLASSIC),
    )
    return usual, differences(ruleset, usual)
