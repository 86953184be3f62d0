"""Marks that lead to the moves that made them: strokes of the tally, and points along the scrubber."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.presenters.board import num
from games.presenters.tally import IN_A_HOUSE, STROKES, TURNS
from games.rules.retrace import Credit, Position, Spot
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number
from games.words import retelling as words
from games.words.tiles import strokes_name

#: The scrubber's picture: as wide as it is, its heights are figures of the same scale.
WIDTH, HEIGHT, MIDDLE, TALLEST = 1000.0, 64.0, 32.0, 30.0
#: A play of so many fives makes a bar of full height.
MOST_FIVES = 6


@dataclass(frozen=True)
class StrokeLink:
    """A stroke and the move that earned it; *number* is its place in the house, from 1."""

    number: int
    path: str
    spot: Spot
    fresh: bool


@dataclass(frozen=True)
class HouseLinks:
    turn: int
    empty: bool
    strokes: tuple[StrokeLink, ...]


class Source(NamedTuple):
    """A line of the list that says where the points of a side came from."""

    spot: Spot
    text: str


@dataclass(frozen=True)
class LinkedTally:
    """The tally of one side as it stood, with its ways back."""

    name: str
    houses: tuple[HouseLinks, ...]


def stroke_spots(credits_: Iterable[Credit], side: int) -> list[Spot]:
    """For each stroke of a side's score, the move that earned it; what is lost takes the last strokes away."""
    spots: list[Spot] = []
    total: Number = 0
    for credit in credits_:
        if credit.side != side:
            continue
        total += credit.points
        strokes = max(0, int(Fraction(total) // 5))
        del spots[strokes:]
        spots += [credit.spot] * (strokes - len(spots))
    return spots


def linked_tally(
    ruleset: Ruleset, credits_: Iterable[Credit], side: int, score: Number, at: Spot
) -> LinkedTally | None:
    """None where the score is kept in figures or pegs (as in `tally`)."""
    if ruleset.points_per_five != 5 or score < 0 or Fraction(score).denominator != 1:
        return None
    spots = stroke_spots(credits_, side)
    houses = max(-(-ruleset.target // 50), -(-len(spots) // IN_A_HOUSE))
    return LinkedTally(strokes_name(int(score)), tuple(_house(spots, index, at) for index in range(houses)))


def _house(spots: Sequence[Spot], index: int, at: Spot) -> HouseLinks:
    mine = spots[index * IN_A_HOUSE : (index + 1) * IN_A_HOUSE]
    strokes = [StrokeLink(n + 1, STROKES[n], spot, spot == at) for n, spot in enumerate(mine)]
    return HouseLinks(TURNS[index % len(TURNS)], not strokes, tuple(strokes))


def sources(credits_: Iterable[Credit], side: int) -> tuple[Source, ...]:
    """Where the points of a side came from, the newest first."""
    lines = [
        Source(credit.spot, words.credit_of(*credit.spot, credit.points, credit.settled))
        for credit in credits_
        if credit.side == side
    ]
    return tuple(reversed(lines))


@dataclass(frozen=True)
class Bar:
    """Points on the scrubber: where, how high, whose, by which move."""

    d: str
    side: int
    spot: Spot
    settled: bool


@dataclass(frozen=True)
class RoundMark:
    """Where a round begins."""

    x: str
    number: int
    spot: Spot


@dataclass(frozen=True)
class Scrubber:
    """*counts* has the number of moves of every round: all that is needed to name each place."""

    bars: tuple[Bar, ...]
    rounds: tuple[RoundMark, ...]
    counts: tuple[int, ...]
    last: int


def scrubber(positions: Sequence[Position], credits_: Iterable[Credit], ruleset: Ruleset) -> Scrubber:
    """Two sides: one up, one down. More: a lane each."""
    places = {at.spot: index for index, at in enumerate(positions)}
    last = max(1, len(positions) - 1)
    lanes = len(ruleset.sides)
    bars = [
        Bar(_bar(places[credit.spot] / last * WIDTH, credit, lanes, ruleset), credit.side, credit.spot, credit.settled)
        for credit in credits_
        if credit.points > 0
    ]
    starts = [at.spot for at in positions if at.spot.move == 0]
    each = Counter(at.spot.round_no for at in positions)
    counts = [each[start.round_no] - 1 for start in starts]
    rounds = [RoundMark(num(places[spot] / last * WIDTH), spot.round_no, spot) for spot in starts]
    return Scrubber(tuple(bars), tuple(rounds), tuple(counts), len(positions) - 1)


def _bar(x: float, credit: Credit, lanes: int, ruleset: Ruleset) -> str:
    fives = min(MOST_FIVES, float(credit.points) / ruleset.points_per_five)
    if lanes == 2:
        base, way, most = MIDDLE, (-1 if credit.side == 0 else 1), TALLEST
    else:
        base, way, most = (credit.side + 1) * HEIGHT / lanes, -1, HEIGHT / lanes - 4
    return f"M{num(x)} {num(base)}v{num(way * max(4.0, most * fives / MOST_FIVES))}"
