"""Every preset, for two, three and partners, has a robot of each level that finishes its matches, and the oracle."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from games.management.commands import simulate
from games.robots import AT_TABLES
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players

TABLES = [preset(name, players) for name in PRESETS for players in preset_players(name)]
CALLED = [change(preset("pagat", players), calling="muggins") for players in (2, 3, 4)]
MAX_ROUNDS = 500


@pytest.mark.parametrize("kind", AT_TABLES)
@pytest.mark.parametrize("ruleset", [*TABLES, *CALLED], ids=lambda each: f"{each.name}-{each.players}-{each.calling}")
def test_it_finishes_a_match(ruleset: Ruleset, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Boxwood, which takes points, in the other seats: where each loses his own tiles, careful ones could sink."""
    monkeypatch.setattr(simulate, "choose_open", partial(simulate.choose_open, rollouts=2))
    robots = (kind, *["scorer"] * (ruleset.players - 1))
    record = simulate.simulate(ruleset, robots, Random(kind), MAX_ROUNDS)
    assert (record["end"], record["winner"] is None) == ("target", False)
