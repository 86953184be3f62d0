"""The peg board, for scores at one point for every five: holes in streets and groups of five, two pegs a side.

Pure: names and scores in, a drawing in figures out. Units: holes stand 6 apart, a lane is 9 high, 12 in long streets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from games.presenters.board import num
from games.rules.events import Played, RoundOver, WindowClosed
from games.rules.ruleset import Ruleset
from games.rules.scoring import Number
from games.rules.sight import Sight
from games.words import pegs as words

#: Beyond this a board would be a rash of holes: figures do (a cribbage board has 121).
MOST_HOLES = 121
IN_A_GROUP = 5
#: Groups in a street: six are read beside the moves, twelve lie in one street across a phone.
STREET, LONG_STREET = 6, 12
PITCH, GROUP_GAP, LANE, STREET_GAP, EDGE = 6.0, 3.0, 9.0, 5.0, 2.0
#: Long streets are drawn small, so lanes are wider and pegs bigger in them.
LONG_LANE, LONG_SCALE = 12.0, 1.35
#: The ebony that shows round the wood.
RIM = 1.2
#: Pixels for a unit, at most.
PIXELS, LONG_PIXELS = 1.75, 1.1
#: Where a street begins, after the two holes of those who have nothing yet, or less than nothing.
HEAD = 21.0
NOUGHT, BELOW = 13.0, 6.0
FINISH = 9.5
TURN = 6.0
SIGN = 14.0

Spot = tuple[float, float]


@dataclass(frozen=True)
class Peg:
    """A peg in its hole; *back* is the one that shows the score before, *dark* one in ebony."""

    side: int
    transform: str
    back: bool
    dark: bool


@dataclass(frozen=True)
class Lane:
    """One side's way round the board: the wood as a thick line, the holes as dots of a path, the last hole.

    *sign* places the shape of its pegs before the start, on boards without pegs.
    """

    side: int
    dark: bool
    path: str
    rim: str
    sign: str
    holes: str
    finish_x: str
    finish_y: str


@dataclass(frozen=True)
class PegBoard:
    """A whole board. *name* says every score in figures, for the ear."""

    name: str
    target: int
    view_box: str
    width: int
    long: bool
    empty: bool
    lanes: tuple[Lane, ...]
    pegs: tuple[Peg, ...]


def is_pegged(ruleset: Ruleset) -> bool:
    """Whether the scores of this ruleset are kept on a peg board."""
    return ruleset.points_per_five == 1 and ruleset.target <= MOST_HOLES


def pegs_of(sight: Sight, names: Sequence[str], *, long: bool = False) -> PegBoard | None:
    """The board of a round as seen; None where the score is kept in strokes or figures."""
    if not is_pegged(sight.ruleset):
        return None
    return peg_board(names, sight.scores, sight.ruleset.target, previous=previous_scores(sight), long=long)


def peg_board(
    names: Sequence[str],
    scores: Sequence[Number],
    target: int,
    *,
    previous: Sequence[Number] = (),
    long: bool = False,
    pixels: float = 0,
) -> PegBoard:
    """The board for so many sides; without *scores* an empty one, to be printed. *long*: in streets of twelve groups.
    *pixels* for a unit, at most.

    A score below zero stands in the hole behind the start, one at or past the target in the last, half a point in the
    hole that is reached: the figure beside the board says it all.
    """
    wood = _Wood(len(names), target, long)
    empty = not scores
    before = tuple(previous) or tuple(scores)
    pegs = [
        _peg(wood, side, score, back=back)
        for back, row in ((True, before), (False, tuple(scores)))
        for side, score in enumerate(row)
        if not back or wood.step(score) != wood.step(scores[side])
    ]
    return PegBoard(
        name=words.board(target, names, scores, before),
        target=target,
        view_box=" ".join(num(value) for value in wood.box(SIGN if empty else 0)),
        width=round(wood.box()[2] * (pixels or (LONG_PIXELS if long else PIXELS))),
        long=long,
        empty=empty,
        lanes=tuple(_lane(wood, side) for side in range(len(names))),
        pegs=tuple(pegs),
    )


def previous_scores(sight: Sight) -> tuple[Number, ...]:
    """Where each side stood before its last points of this round; without any, where it stands."""
    last: dict[int, Number] = {}
    for event in reversed(sight.events):
        if isinstance(event, RoundOver):
            last.update({side: gain for side, gain in enumerate(event.settlement.gains) if gain})
        elif isinstance(event, WindowClosed):
            # Before its play, which tells only of the mover's side: others may have taken points, or a penalty.
            for side, gain in enumerate(event.gains):
                if gain:
                    last.setdefault(side, gain)
        elif isinstance(event, Played) and event.points:
            last.setdefault(event.side, event.points)
    return tuple(score - last.get(side, 0) for side, score in enumerate(sight.scores))


def _peg(wood: _Wood, side: int, score: Number, *, back: bool) -> Peg:
    x, y = wood.spot(side, wood.step(score))
    scale = f" scale({LONG_SCALE})" if wood.long else ""
    return Peg(side, f"translate({num(x)} {num(y)}){scale}", back, _is_dark(side))


def _is_dark(side: int) -> bool:
    return side % 2 == 1


def _lane(wood: _Wood, side: int) -> Lane:
    finish_x, finish_y = wood.spot(side, wood.target)
    spots = [wood.spot(side, step) for step in range(-1, wood.target)]
    holes = "".join(f"M{num(x)} {num(y)}h0" for x, y in spots)
    path, rim = wood.path(side), wood.path(side, RIM)
    sign = f"translate({num(-SIGN / 2)} {num(wood.spot(side, 0)[1])})"
    return Lane(side, _is_dark(side), path, rim, sign, holes, num(finish_x), num(finish_y))


class _Wood:
    """Where everything stands. Streets run to and fro; on each turn the lanes lie one within the other."""

    def __init__(self, sides: int, target: int, long: bool) -> None:
        self.sides, self.target, self.long = sides, target, long
        self.lane = LONG_LANE if long else LANE
        groups = max(1, math.ceil((target - 1) / IN_A_GROUP))
        self.streets = math.ceil(groups / (LONG_STREET if long else STREET))
        self.groups = math.ceil(groups / self.streets)
        self.per_street = self.groups * IN_A_GROUP
        self.length = (self.per_street - 1) * PITCH + (self.groups - 1) * GROUP_GAP
        self.height = sides * self.lane + STREET_GAP

    def box(self, before: float = 0.0) -> tuple[float, float, float, float]:
        """Left, top, width, height, with room for so much *before* the start."""
        reach = TURN + self.sides * self.lane + STREET_GAP / 2
        left = HEAD - reach if self.streets > 2 else 0.0
        right = HEAD + self.length + (reach if self.streets > 1 else FINISH + TURN)
        left = min(left, -before) - EDGE
        bottom = self.streets * self.height - STREET_GAP
        return left, -EDGE, right + EDGE - left, bottom + 2 * EDGE

    def step(self, score: Number) -> int:
        """The hole of a score: -1 below zero, 0 before the first, the target when it is reached."""
        return max(-1, min(math.floor(score), self.target))

    def spot(self, side: int, step: int) -> Spot:
        if step < 1:
            return (NOUGHT if step == 0 else BELOW), self._y(side, 0)
        if step >= self.target:
            x, y = self._hole(side, self.target - 2) if self.target > 1 else (HEAD - FINISH, self._y(side, 0))
            return x + (FINISH if self._goes_right(self._street_of(self.target - 2)) else -FINISH), y
        return self._hole(side, step - 1)

    def path(self, side: int, beyond: float = 0.0) -> str:
        """The middle of a lane from before its first hole to behind its last, longer by *beyond* at both ends."""
        y = self._y(side, 0)
        parts = [f"M{num(-beyond)} {num(y)}"]
        for street in range(self.streets - 1):
            right = self._goes_right(street)
            x = HEAD + self.length + TURN if right else HEAD - TURN
            following = self._y(side, street + 1)
            radius = (following - self._y(side, street)) / 2
            parts.append(f"H{num(x)}A{num(radius)} {num(radius)} 0 0 {int(right)} {num(x)} {num(following)}")
        end, _y = self.spot(side, self.target)
        more = TURN + beyond
        parts.append(f"H{num(end + (more if self._goes_right(self.streets - 1) else -more))}")
        return "".join(parts)

    def _hole(self, side: int, index: int) -> Spot:
        street, at = divmod(index, self.per_street)
        along = at * PITCH + at // IN_A_GROUP * GROUP_GAP
        x = HEAD + (along if self._goes_right(street) else self.length - along)
        return x, self._y(side, street)

    def _street_of(self, index: int) -> int:
        return max(0, index) // self.per_street

    @staticmethod
    def _goes_right(street: int) -> bool:
        return street % 2 == 0

    def _y(self, side: int, street: int) -> float:
        lane = side if self._goes_right(street) else self.sides - 1 - side
        return street * self.height + (lane + 0.5) * self.lane
