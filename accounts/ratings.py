"""How a match changes ratings: values in, values out (docs/decisions/0135, 0136).

The model is Weng and Lin's Plackett–Luce of `openskill`, with a beta that fits so lucky a game (ANCHORS: log loss .625
against .710 with the usual one). A rating is (mu, sigma); what is shown is 1500 + 7·(mu − 25).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from openskill.models import PlackettLuce

Skill = tuple[float, float]

BETA = 25.0
START: Skill = (25.0, 25.0 / 3.0)
SHOWN_AT_START = 1500
SHOWN_PER_MU = 7
#: Rated matches until a rating is no longer provisional and stands in the leaderboard.
SETTLED = 20
_ALWAYS = datetime.max.replace(tzinfo=UTC)
_model = PlackettLuce(mu=START[0], sigma=START[1], beta=BETA)


@dataclass(frozen=True)
class Chair:
    """A place at the table as the rating sees it.

    `player`: the key of a person, None for a robot, whose `skill` stays as it is. `place`: that of his side, from 1,
    equal for sides that drew. `gone_at`: since when a person was gone at the end, None when he played to it;
    `stand_in`: the skill of the robot that then played for him.
    """

    side: int
    place: int
    skill: Skill
    player: int | None = None
    gone_at: datetime | None = None
    stand_in: Skill = START


def shown(mu: float) -> int:
    """The figure that people see."""
    return round(SHOWN_AT_START + SHOWN_PER_MU * (mu - START[0]))


def shown_error(sigma: float) -> int:
    """Give or take: one sigma, in the same figures."""
    return round(SHOWN_PER_MU * sigma)


def rate(chairs: Sequence[Chair], *, abandoned: bool = False) -> dict[int, tuple[Skill, int]]:
    """The new skill of each person, and the place for which he got it.

    A match that was played to its end: who left is last, and his opponents' side is before him; the others are rated
    among themselves by the result, with the robot that stood in as a partner's partner. When only one side stayed, it
    has won against those who left. An abandoned match goes to whoever was there longest.
    """
    found = {} if abandoned else _among_who_stayed(chairs)
    for chair in chairs:
        if chair.player is None or chair.player in found:
            continue
        found[chair.player] = _by_presence(chairs, chair) if abandoned else _as_leaver(chairs, chair)
    return found


def _sides(chairs: Sequence[Chair]) -> list[list[Chair]]:
    return [[chair for chair in chairs if chair.side == side] for side in sorted({chair.side for chair in chairs})]


def _anew(teams: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """The skills after a match in which these teams came in on these ranks; equal ranks drew."""
    rated = _model.rate(
        [[_model.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in teams],
        ranks=[float(rank) for rank in ranks],
    )
    return [[(player.mu, player.sigma) for player in team] for team in rated]


def _among_who_stayed(chairs: Sequence[Chair]) -> dict[int, tuple[Skill, int]]:
    """Robots by design stay. A side of which somebody stayed goes on with the stand-in for who did not."""
    sides = _sides(chairs)
    present = [side for side in sides if any(chair.gone_at is None for chair in side)]
    absent = [side for side in sides if side not in present]
    if not present:
        return {}
    alone = len(present) == 1
    rated = present + (absent if alone else [])
    ranks = [1] + [2] * len(absent) if alone else [side[0].place for side in present]
    teams = [[_played(chair) if side in present else chair.skill for chair in side] for side in rated]
    found: dict[int, tuple[Skill, int]] = {}
    for side, rank, skills in zip(rated, ranks, _anew(teams, ranks), strict=True):
        for chair, skill in zip(side, skills, strict=True):
            if chair.player is not None and chair.gone_at is None:
                found[chair.player] = (skill, 1 + sum(other < rank for other in ranks))
    return found


def _played(chair: Chair) -> Skill:
    return chair.skill if chair.gone_at is None else chair.stand_in


def _as_leaver(chairs: Sequence[Chair], leaver: Chair) -> tuple[Skill, int]:
    """His own side last, all others before it; what it does to them is not asked here."""
    sides = _sides(chairs)
    ranks = [2 if side[0].side == leaver.side else 1 for side in sides]
    return _own(sides, ranks, leaver), len(sides)


def _by_presence(chairs: Sequence[Chair], own: Chair) -> tuple[Skill, int]:
    """The sides in the order in which they were left, the last one first; robots were there to the end."""
    sides = _sides(chairs)
    until = [_until([own]) if side[0].side == own.side else max(_until([chair]) for chair in side) for side in sides]
    ranks = [1 + sum(other > mine for other in until) for mine in until]
    mine = next(rank for side, rank in zip(sides, ranks, strict=True) if side[0].side == own.side)
    return _own(sides, ranks, own), mine


def _until(chairs: Sequence[Chair]) -> datetime:
    return max(chair.gone_at or _ALWAYS for chair in chairs)


def _own(sides: Sequence[Sequence[Chair]], ranks: Sequence[int], own: Chair) -> Skill:
    rated = _anew([[chair.skill for chair in side] for side in sides], ranks)
    return next(
        skill
        for side, skills in zip(sides, rated, strict=True)
        for chair, skill in zip(side, skills, strict=True)
        if chair is own
    )
