"""The page from which a match that is over is left: where, for which seat, against whom."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.presenters.past import seat_facts
from games.presenters.people import robot_name, seat_name
from games.presenters.stage import Stage, stage
from games.robots import ROBOTS
from games.rules.retrace import Spot
from games.words.given import result_words, where_words
from games.words.tiles import capital

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.models import Prescription
    from games.past import Past
    from games.services.what_if import Fork


@dataclass(frozen=True)
class SeatChoice:
    """A seat to take: *chosen* beforehand."""

    index: int
    name: str
    note: str
    chosen: bool


class Branch(NamedTuple):
    """A what-if that one has played: the address of its comparison, where it left the match, how it went."""

    url: str
    where: str
    result: str


@dataclass(frozen=True)
class PlayOn:
    """*spot* is the position that is gone on from, *fork* the move that was made there; *stage* is empty at a lead."""

    title: str
    where: str
    turn: str
    spot: Spot
    fork: Spot
    seats: tuple[SeatChoice, ...]
    robots: tuple[tuple[str, str], ...]
    branches: tuple[Branch, ...]
    stage: Stage | None


def play_on_page(past: Past, fork: Fork, branches: Sequence[Prescription] = ()) -> PlayOn:
    """What the form offers at this fork. *branches*: what-ifs from this match that the viewer has played."""
    seats = seat_facts(past)
    chosen = past.me if past.me is not None else fork.seat
    return PlayOn(
        title=_("What if?"),
        where=where_words(fork.round_number, fork.move),
        turn=seat_name(seats[fork.seat]),
        spot=Spot(fork.round_number, fork.move - 1),
        fork=Spot(fork.round_number, fork.move),
        seats=tuple(
            SeatChoice(
                seat.index,
                seat_name(seat),
                _note(seat.index == past.me, seat.index == fork.seat),
                seat.index == chosen,
            )
            for seat in seats
        ),
        robots=tuple((key, robot_name(key)) for key in ROBOTS),
        branches=tuple(map(_branch, branches)),
        stage=_stage(past, Spot(fork.round_number, fork.move - 1)),
    )


def _stage(past: Past, spot: Spot) -> Stage | None:
    index = past.index_of(spot)
    state = past.positions[index].match.round if index is not None else None
    return None if state is None or state.layout.is_empty else stage(past.ruleset, state.layout)


def _branch(row: Prescription) -> Branch:
    gained, margin = Fraction(row.gained or 0, 2), Fraction(row.margin or 0, 2)
    where = where_words(row.round_number, row.move_number)
    return Branch(reverse("games:compared", args=[row.match.code]), capital(where), result_words(gained, margin))


def _note(mine: bool, on_turn: bool) -> str:
    if mine and on_turn:
        return _("you, on turn")
    if mine:
        return _("you")
    return _("on turn") if on_turn else ""
