"""What happened in a step, as values that can be spoken, stored or shown."""

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
    """A seat laid a tile: the count it made, the ends that gave it, and the points credited to its side.

    Where points are called, `claim` are the points that the seat said aloud, and `points` is None as long as
    nothing has been credited; for those who are not told the count yet (games/rules/sight.py) it is None, too, and
    there are no `ends`.
    """

    seat: int
    play: Play
    count: int | None
    ends: tuple[End, ...]
    points: Number | None
    side: int
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """A seat called «Muggins!» with an amount, rightly or wrongly."""

    seat: int
    points: Number
    right: bool


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """The points of a play by `seat` are told and credited.

    The play made `count` with these `ends`, worth `points`. `credited` is what the side of the mover got, `taken`
    what the side of the seat `taken_by` got (less than `points` only where the target must be hit exactly);
    `penalty` is what a wrong claim gives to each opponent side. `gains` has all that each side was credited.
    """

    seat: int
    side: int
    claim: int | None
    count: int
    ends: tuple[End, ...]
    points: Number
    credited: Number
    taken_by: int | None
    taken: Number
    penalty: Number
    gains: tuple[Number, ...]


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
    """A round ended: ``domino`` or ``target`` by a seat's play, or ``blocked`` after a seat's move.

    Where points are called, ``target`` may also be reached by the seat that took them, or by a penalty.
    """

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


Event = Dealt | Played | Called | WindowClosed | Drew | Passed | RoundOver | MatchOver
