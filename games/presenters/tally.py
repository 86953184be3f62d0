"""The traditional score: ten strokes are a house of fifty."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from games.rules.ruleset import Ruleset
from games.rules.scoring import Number
from games.words.tiles import strokes_name

STROKES = (
    "M7 6.5C18 17 31 30 41.5 41",
    "M41 6C30.5 17.5 18 29.5 6.5 42",
    "M20 5.5 28.2 14",
    "M28 5.2 19.7 13.8",
    "M34.3 20 42.6 28.4",
    "M42.8 19.6 34 28",
    "M19.8 34.4 28.4 42.8",
    "M28.2 34 19.6 42.6",
    "M5.4 19.8 13.8 28.2",
    "M14 19.5 5.2 28.4",
)
#: No two houses look stamped: each is turned by a few degrees.
TURNS = (0, -3, 2, -1, 3)
IN_A_HOUSE = len(STROKES)


@dataclass(frozen=True)
class NextStroke:
    """A dotted stroke that a chosen tile would add: its place in the whole tally, and its path."""

    number: int
    path: str


@dataclass(frozen=True)
class Way:
    """A link to a play: where, what it says, and what the play made, where that is said."""

    url: str
    text: str
    points: str = ""


@dataclass(frozen=True)
class House:
    """On a table, with ways (games/presenters/earned.py): *plays* of this round, the newest first, and the score at
    each *earlier* stroke, which leads to its play in the replay."""

    turn: int
    full: bool
    empty: bool
    strokes: tuple[int, ...]
    dotted: tuple[NextStroke, ...]
    plays: tuple[Way, ...] = ()
    earlier: tuple[Way, ...] = ()


@dataclass(frozen=True)
class Tally:
    name: str
    strokes: int
    houses: tuple[House, ...]


def tally(score: Number, ruleset: Ruleset, dotted: Number = 0) -> Tally | None:
    """The tally of a score with room to the target, and *dotted* points more that some tile could add.

    None where figures are used instead: below zero, half points, and at one point for every five (RULES.md section 7).
    """
    if ruleset.points_per_five != 5 or score < 0 or Fraction(score).denominator != 1:
        return None
    strokes, more = int(score) // 5, int(dotted) // 5
    houses = max(-(-ruleset.target // 50), -(-(strokes + more) // IN_A_HOUSE))
    return Tally(strokes_name(int(score)), strokes, tuple(_house(index, strokes, more) for index in range(houses)))


def _house(index: int, strokes: int, more: int) -> House:
    before = index * IN_A_HOUSE
    drawn = max(0, min(IN_A_HOUSE, strokes - before))
    dotted = range(max(strokes, before), min(strokes + more, before + IN_A_HOUSE))
    return House(
        turn=TURNS[index % len(TURNS)],
        full=drawn == IN_A_HOUSE,
        empty=drawn == 0,
        strokes=tuple(range(1, drawn + 1)),
        dotted=tuple(NextStroke(number, STROKES[number - before]) for number in dotted),
    )
