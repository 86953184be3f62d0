"""What a season of matches should come to, in plain words: from exported records and what a test has arranged.

Of the site's own code this uses none but the robots' fixed strength; ratings come from openskill, called here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from openskill.models import PlackettLuce

from games.robots.anchors import ANCHORS

FAMILY = {"pagat": "classic", "playelephant": "classic", "thoughtco": "classic"}
FORMAT = {2: "two", 3: "three", 4: "partners"}
model = PlackettLuce(beta=25)
Skill = tuple[float, float]


@dataclass
class Played:
    """What the test knows of a match: what it arranged, and the record that the site hands out."""

    code: str
    at: datetime
    preset: str
    custom: bool
    private: bool
    rated: bool
    left: set[str]
    record: dict[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """By seat; a robot is its kind."""
        return [seat["robot"] or seat["name"] for seat in self.record["seats"]]

    @property
    def family(self) -> str:
        if self.custom:
            return ""
        return "calling" if self.is_called else FAMILY.get(self.preset, self.preset)

    @property
    def is_called(self) -> bool:
        return self.record["ruleset"]["calling"] == "muggins"

    @property
    def format(self) -> str:
        return FORMAT[len(self.names)]

    def side(self, name: str) -> int:
        return self.names.index(name) % 2 if self.format == "partners" else self.names.index(name)

    @property
    def persons(self) -> list[str]:
        return [seat["name"] for seat in self.record["seats"] if not seat["robot"]]

    @property
    def scores(self) -> list[Fraction]:
        return [Fraction(str(score)) for score in self.record["rounds"][-1]["scores"]]

    @property
    def winner(self) -> int | None:
        return self.record["winner"]

    def outcome(self, name: str) -> str:
        if name in self.left:
            return "left"
        if self.winner is None:
            return "nobody won"
        return "won" if self.side(name) == self.winner else "lost"

    def best(self, name: str) -> int:
        seat = self.names.index(name)
        plays = [move for told in self.record["rounds"] for move in told["moves"] if move["seat"] == seat]
        return max([move.get("points", 0) for move in plays], default=0)

    def rounds(self, name: str) -> int:
        return 0 if name in self.left else len(self.record["rounds"])

    def points(self, name: str) -> Fraction:
        return Fraction(0) if name in self.left else self.scores[self.side(name)]

    def strokes(self, name: str) -> int:
        return max(0, int(self.points(name)) // (1 if self.preset == "five_up" else 5))

    def calls(self, name: str) -> tuple[int, int, int]:
        """How often he claimed rightly, missed points of his own, and took another's, by himself."""
        if not self.is_called:
            return 0, 0, 0
        seat = self.names.index(name)
        unit = 1 if self.preset == "five_up" else 5
        plays = [move for told in self.record["rounds"] for move in told["moves"] if "claim" in move]
        worth = [move for move in plays if move["seat"] == seat and move["count"] and move["count"] % 5 == 0]
        claimed = sum(move["claim"] == move["count"] // 5 * unit for move in worth)
        # Whoever has left did so before the last play: what is called upon that is called by his stand-in.
        heard = plays[:-1] if name in self.left else plays
        taken = sum(move["muggins"] is not None and move["muggins"]["seat"] == seat for move in heard)
        return claimed, len(worth) - claimed, taken

    def places(self) -> list[int]:
        """By side: the winner first, the others by their scores."""
        if self.winner is None:
            return [1] * len(self.scores)
        key = [(side != self.winner, -score) for side, score in enumerate(self.scores)]
        return [1 + sum(other < own for other in key) for own in key]


class Expected:
    """The whole season, added up in plain words."""

    def __init__(self, season: list[Played]) -> None:
        self.season = season
        self.skill: dict[tuple[str, str, str], Skill] = {}
        self.rated: dict[tuple[str, str, str], int] = defaultdict(int)
        self.change: dict[tuple[str, str], tuple[Skill, Skill]] = {}
        for match in season:
            if match.rated:
                self.rate(match)

    def rate(self, match: Played) -> None:
        game = (match.family, match.format)
        anchors = ANCHORS[match.family][match.format]
        before = {name: self.skill.get((name, *game), (25.0, 25 / 3)) for name in match.persons}
        sides = range(len(match.scores))
        seated = [[name for name in match.names if match.side(name) == side] for side in sides]

        def skills(name: str, standing_in: bool) -> Skill:
            if name in anchors:
                return anchors[name]
            return anchors["careful"] if standing_in and name in match.left else before[name]

        present = [side for side in sides if any(name not in match.left for name in seated[side])]
        places = match.places()
        after: dict[str, Skill] = {}
        if len(present) > 1:
            teams = [[skills(name, True) for name in seated[side]] for side in present]
            found = run(teams, [places[side] for side in present])
            for side, team in zip(present, found, strict=True):
                after |= {name: skill for name, skill in zip(seated[side], team, strict=True) if name not in match.left}
        elif present:
            order = [present[0], *[side for side in sides if side != present[0]]]
            teams = [[skills(name, side == present[0]) for name in seated[side]] for side in order]
            [own, *_others] = run(teams, [1] + [2] * (len(order) - 1))
            after |= {
                name: skill for name, skill in zip(seated[present[0]], own, strict=True) if name not in match.left
            }
        for leaver in match.left:
            teams = [[skills(name, False) for name in team] for team in seated]
            found = run(teams, [2 if leaver in team else 1 for team in seated])
            after |= {
                name: skill
                for team, skills_after in zip(seated, found, strict=True)
                for name, skill in zip(team, skills_after, strict=True)
                if name == leaver
            }
        for name in match.persons:
            self.change[match.code, name] = (before[name], after[name])
            self.skill[name, *game] = after[name]
            self.rated[name, *game] += 1

    def of(self, name: str, since: datetime | None = None, *, family: str, form: str) -> list[Played]:
        return [
            match
            for match in self.season
            if match.rated
            and name in match.persons
            and (match.family, match.format) == (family, form)
            and (since is None or match.at >= since)
        ]


def run(teams: list[list[Skill]], ranks: list[int]) -> list[list[Skill]]:
    rated = model.rate([[model.rating(mu, sigma) for mu, sigma in team] for team in teams], ranks=ranks)
    return [[(player.mu, player.sigma) for player in team] for team in rated]


def longest(outcomes: list[str]) -> int:
    return max(
        [len(run) for run in re.findall("w+", "".join("w" if each == "won" else "-" for each in outcomes))], default=0
    )
