"""Seat plates and sides: who sits where, who plays for whom, whose turn it is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.facts import SeatFacts, TableFacts
from games.presenters.robots import rating_line
from games.presenters.robots import robot_name as robot_name
from games.presenters.robots import robot_tag as robot_tag
from games.presenters.tally import Tally, tally
from games.robots import KINDS, ROBOTS
from games.rules.scoring import Number
from games.words.play import Who, by_clock, stood_in
from games.words.rules import robot_words
from games.words.tiles import count_of_tiles, figure

#: Where a seat is drawn, by how many seats it is clockwise from the viewer.
POSITIONS = {2: {1: "north"}, 3: {1: "west", 2: "east"}, 4: {1: "west", 2: "north", 3: "east"}}


@dataclass(frozen=True)
class Plate:
    """One player as the others see him."""

    seat: int
    name: str
    initial: str
    position: str
    robot: bool
    robot_tag: str
    #: Beside it, where there is room.
    rating: str
    short_tag: str
    stands_in: str
    partner: bool
    away: bool
    to_play: bool
    tiles_left: int
    tiles_text: str

    @property
    def backs(self) -> range:
        return range(min(self.tiles_left, 12))


@dataclass(frozen=True)
class Side:
    """Who scores together."""

    index: int
    name: str
    tag: str
    mine: bool
    score: str
    tally: Tally | None


def robots_count(kinds: Collection[str] = tuple(ROBOTS)) -> list[str]:
    """How well robots of these kinds count where points are called, the weakest first."""
    robots = [robot for kind, robot in KINDS.items() if kind in kinds]
    return [robot_words(robot.name, robot.overlooks, robot.notices) for robot in robots]


def seat_name(seat: SeatFacts) -> str:
    """The name that a seat keeps through the match: the person's, or the robot's by design."""
    if seat.robot:
        return seat.name or robot_name(seat.robot)
    return seat.name or _("Free seat")


def who(facts: TableFacts, seat: int, by: str = "") -> Who:
    """Who acted at a seat, for the sentences; *by* tells of the clock and of stand-ins."""
    player = Who(seat_name(facts.seats[seat]), me=seat == facts.me)
    if by == "clock":
        return by_clock(player)
    if by == "stand_in":
        return stood_in(robot_name(facts.seats[seat].stand_in) or _("A robot"), player)
    return player


def plates(facts: TableFacts) -> tuple[Plate, ...]:
    """The plates of the others, clockwise from the viewer's left; a spectator looks from seat 0's place."""
    base = facts.me or 0
    count = len(facts.seats)
    return tuple(plate(facts, (base + step) % count) for step in range(1, count))


def plate(facts: TableFacts, index: int) -> Plate:
    seat, count = facts.seats[index], len(facts.seats)
    left = facts.sight.tiles_left[index] if facts.sight is not None else 0
    kind = seat.player
    return Plate(
        seat=index,
        name=robot_name(seat.stand_in) if seat.stand_in else seat_name(seat),
        initial=seat_name(seat)[:1].upper(),
        position=POSITIONS[count].get((index - (facts.me or 0)) % count, "south"),
        robot=bool(kind),
        robot_tag=robot_tag(kind) if kind else "",
        rating=rating_line(kind, facts.ruleset) if kind else "",
        short_tag=_short_tag(facts, seat),
        stands_in=_stands_in(seat),
        partner=_is_partner(facts, index),
        away=seat.away and not kind,
        to_play=facts.sight is not None and facts.sight.turn == index,
        tiles_left=left,
        tiles_text=count_of_tiles(left),
    )


def _is_partner(facts: TableFacts, index: int) -> bool:
    return facts.ruleset.partners and facts.me is not None and index == (facts.me + 2) % 4


def _short_tag(facts: TableFacts, seat: SeatFacts) -> str:
    """One quiet word under a name on a phone."""
    if seat.stand_in:
        return _("robot, for %(name)s") % {"name": seat_name(seat)}
    if seat.robot:
        return robot_tag(seat.robot)
    if seat.away:
        return _("away")
    return _("opponent") if facts.ruleset.partners and facts.seated else ""


def _stands_in(seat: SeatFacts) -> str:
    if not seat.stand_in:
        return ""
    if seat.left:
        return _("plays on for %(name)s, who left") % {"name": seat_name(seat)}
    return _("plays on for %(name)s, who is away") % {"name": seat_name(seat)}


def sides(facts: TableFacts, dotted: Number = 0) -> tuple[Side, ...]:
    """The sides with their scores, in side order; *dotted* is the most that a tile of the viewer could add."""
    scores = facts.sight.scores if facts.sight is not None else (0,) * len(facts.ruleset.sides)
    return tuple(side(facts, index, score, dotted) for index, score in enumerate(scores))


def side(facts: TableFacts, index: int, score: Number, dotted: Number = 0) -> Side:
    mine = facts.my_side() == index
    return Side(
        index=index,
        name=side_name(facts, index),
        tag=_side_tag(facts, index, mine),
        mine=mine,
        score=figure(score),
        tally=tally(score, facts.ruleset, dotted if mine else 0),
    )


def side_name(facts: TableFacts, index: int) -> str:
    names = [seat_name(facts.seats[seat]) for seat in facts.ruleset.sides[index]]
    if len(names) == 2:
        return _("%(first)s & %(second)s") % {"first": names[0], "second": names[1]}
    return names[0]


def _side_tag(facts: TableFacts, index: int, mine: bool) -> str:
    if mine:
        return _("your side") if facts.ruleset.partners else _("you")
    seats = [facts.seats[seat] for seat in facts.ruleset.sides[index]]
    return _("robot") if len(seats) == 1 and seats[0].robot else ""


def order_of_play(facts: TableFacts) -> str:
    """``you, Carol, Bob, Brass``: from the viewer on, in the order of play."""
    seat, names = facts.me or 0, []
    for _step in facts.seats:
        names.append(_("you") if seat == facts.me else seat_name(facts.seats[seat]))
        seat = facts.ruleset.next_seat(seat)
    return ", ".join(names)
