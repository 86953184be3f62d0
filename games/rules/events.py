"""What happened in a step, as values that can be spoken, stored or shown.

With calling, a play will also have a claim, and there will be an event for points that were stolen.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.moves import Play
from games.rules.ports import End
from games.rules.scoring import Number, Settlement
from games.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins; `round_no` counts from 1, `leader_by` is spelt as in records."""

    round_no: int
    leader: int
    leader_by: str


@dataclass(frozen=True, slots=True)
class Played:
    """A seat laid a tile: the count it made, the ends that gave it, and the points credited to its side."""

    seat: int
    play: Play
    count: int
    ends: tuple[End, ...]
    points: Number
    side: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a tile; `tile` is None for those who may not know which."""

    seat: int
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could neither play nor draw."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round ended: ``domino`` or ``target`` by a seat's play, or ``blocked`` after a seat's move."""

    end: str
    seat: int
    settlement: Settlement
    scores_before: tuple[Number, ...]
    scores: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A side won the match with these scores."""

    side: int
    scores: tuple[Number, ...]


Event = Dealt | Played | Drew | Passed | RoundOver | MatchOver
