"""Rulesets for Hypothesis: the presets, and any mix of settings that can be played, as the plain dict of a record."""

from typing import Any

from hypothesis import strategies as st

from tests.rules import naive

SETTINGS: dict[str, list[Any]] = {
    "hand_size": [1, 3, 5, 6, 7, 9],
    "reserve": [0, 1, 2, 5],
    "direction": ["clockwise", "anticlockwise"],
    "first_lead": ["lot", "highest_double"],
    "next_lead": ["went_out", "rotate", "highest_double"],
    "blocked_lead": ["lot", "highest_double"],
    "spinner": ["first", "every", "none"],
    "lengthwise": [False, True],
    "exposed_sides_count": [False, True],
    "settlement": ["winner_takes", "own_hand"],
    "blocked_by": ["side", "lowest_hand"],
    "points_per_five": [5, 1],
    "target": [20, 35, 60, 250],
    "target_rule": ["exact"],
    "partners": [False, True],
}


def playable(ruleset: naive.Ruleset) -> naive.Ruleset:
    """The mix with what cannot be played together put right."""
    mended = dict(ruleset)
    mended["partners"] &= ruleset["players"] == 4
    mended["lengthwise"] &= ruleset["spinner"] == "first"
    mended["exposed_sides_count"] &= ruleset["spinner"] != "none"
    mended["hand_size"] = min(ruleset["hand_size"], 28 // ruleset["players"])
    mended["reserve"] = min(ruleset["reserve"], 28 - ruleset["players"] * mended["hand_size"])
    return mended


@st.composite
def rulesets(draw: st.DrawFn) -> naive.Ruleset:
    """A preset of some size, half of the time with up to six settings changed."""
    name, players = draw(st.sampled_from(naive.PRESET_SIZES))
    ruleset = naive.preset(name, players)
    if not draw(st.booleans()):
        return ruleset
    names = draw(st.lists(st.sampled_from(sorted(SETTINGS)), min_size=1, max_size=6, unique=True))
    changes = {name: draw(st.sampled_from(SETTINGS[name])) for name in names}
    mix = playable({**ruleset, **changes, "name": "custom"})
    if mix["target_rule"] == "exact":
        mix["target"] = draw(st.sampled_from([10, 20, 35]))  # near enough to be passed
    return mix


@st.composite
def calling_rulesets(draw: st.DrawFn) -> naive.Ruleset:
    """Such a ruleset with points that are called, wrong claims punished or not."""
    calling = {"calling": "muggins", "muggins_seconds": 8, "overcall_penalty": draw(st.booleans())}
    return {**draw(rulesets()), "name": "custom", **calling}
