"""Questions about real positions, harder from level to level: what is the count, and which play scores most?

Of the positions of several rounds of one seed, ordered by how much there is to see, each level has its part. So it
rises under every ruleset alike: a straight line gets longer, a spinner gets arms, a tree gets branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from games.learning.address import without_twins
from games.learning.rounds import Turn, robots_round
from games.rules.layout import Layout
from games.rules.moves import Play
from games.rules.ruleset import PRESETS, Ruleset, change, preset, preset_players
from games.rules.scoring import Number, points_for
from games.rules.tiles import Tile

COUNT, PLAYS = "count", "plays"
KINDS = (COUNT, PLAYS)
LEVELS = 6
#: So many right answers in a row make the next question harder by one level.
RIGHT_A_LEVEL = 2
ROUNDS = 4
#: Every rule book in turn, from few ends to trees, by level.
LADDER_NAME = "all"
LADDER = ("muggins", "pagat", "pagat", "sniff", "five_up", "five_up")
#: A hand of more than this, or more ways to play it, is no question but work.
MOST_OPTIONS = 14
LEAST_OPTIONS = 2


@dataclass(frozen=True)
class CountQuestion:
    """What is the count of this table?"""

    ruleset: Ruleset
    layout: Layout

    @property
    def answer(self) -> int:
        return self.layout.count

    @property
    def points(self) -> int:
        """What whoever laid the last tile scored."""
        return points_for(self.layout.count, self.ruleset)


@dataclass(frozen=True)
class PlaysQuestion:
    """Which of these plays scores most? `points` has what each would earn, in the order of `plays`."""

    ruleset: Ruleset
    layout: Layout
    hand: tuple[Tile, ...]
    plays: tuple[Play, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(points_for(self.layout.with_tile(play).count, self.ruleset) for play in self.plays)

    @property
    def most(self) -> Number:
        return max(self.points)

    @property
    def best(self) -> tuple[Play, ...]:
        """The right answers: one, or several that score alike."""
        return tuple(play for play, points in zip(self.plays, self.points, strict=True) if points == self.most)


Question = CountQuestion | PlaysQuestion


def level_of(streak: int) -> int:
    """How hard the next question is after so many right answers in a row."""
    return min(streak // RIGHT_A_LEVEL, LEVELS - 1)


def ruleset_of(name: str, level: int) -> Ruleset:
    """A rule book for its fewest players, or (``all``) that of the level. KeyError."""
    if name == LADDER_NAME:
        name = LADDER[level]
    if name not in PRESETS:
        raise KeyError(name)
    return preset(name, preset_players(name)[0])


def weight(layout: Layout) -> int:
    """How much there is to see: ends, doubles at ends and within, sides that are open for nothing, and tiles."""
    hosts = {end.tile for end in layout.ends}
    silent = len(layout.open_ports) - len(layout.ends)
    within = sum(play.tile.is_double and play.tile not in hosts for play in layout.placements)
    doubles = sum(end.double for end in layout.ends)
    return 6 * len(layout.ends) + 3 * doubles + 2 * silent + 2 * within + len(layout.placements)


@lru_cache(maxsize=256)
def question(kind: str, ruleset: Ruleset, level: int, seed: int) -> Question:
    """The question of this kind (KINDS, else KeyError), rules, level (from 0) and seed: always the same."""
    if kind == COUNT:
        return _count_question(ruleset, level, seed)
    if kind == PLAYS:
        return _plays_question(ruleset, level, seed)
    raise KeyError(kind)


def practice(ruleset: Ruleset) -> Ruleset:
    """What robots play for a question by these rules: the same ends and points, with hands worth a question."""
    if ruleset.name in PRESETS:
        return ruleset
    layout = ruleset.layout_rules._asdict()
    return change(preset("pagat", 2), **layout, points_per_five=ruleset.points_per_five)


def _turns(ruleset: Ruleset, seed: int) -> list[Turn]:
    """The turns of several rounds of this seed."""
    played = practice(ruleset)
    return [turn for number in range(ROUNDS) for turn in robots_round(played, seed * ROUNDS + number)]


def _part(layouts: Sequence[int], level: int) -> range:
    """The part of an ordered row that a level has."""
    length = len(layouts)
    return range(level * length // LEVELS, max(level * length // LEVELS + 1, (level + 1) * length // LEVELS))


def _count_question(ruleset: Ruleset, level: int, seed: int) -> CountQuestion:
    layouts = sorted((turn.after for turn in _turns(ruleset, seed) if not turn.layout.is_empty), key=weight)
    chosen = Random(seed).choice(_part(range(len(layouts)), level))
    return CountQuestion(ruleset, layouts[chosen])


def _plays_question(ruleset: Ruleset, level: int, seed: int) -> PlaysQuestion:
    """A turn in which one play scores and not all score alike; other seeds follow until there are enough."""
    found: list[PlaysQuestion] = []
    while len(found) < LEVELS:
        found += filter(_is_fair, (_asked(ruleset, turn) for turn in _turns(ruleset, seed)))
        seed += 1
    found.sort(key=lambda asked: len(asked.plays) * 2 + weight(asked.layout))
    return found[Random(seed).choice(_part(range(len(found)), level))]


def _asked(ruleset: Ruleset, turn: Turn) -> PlaysQuestion:
    return PlaysQuestion(ruleset, turn.layout, turn.hand, without_twins(turn.layout, turn.plays))


def _is_fair(asked: PlaysQuestion) -> bool:
    options = len(asked.plays)
    in_reach = not asked.layout.is_empty and LEAST_OPTIONS <= options <= MOST_OPTIONS
    return in_reach and asked.most > 0 and len(asked.best) < options
