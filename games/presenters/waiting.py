"""The table before the match: who sits where, what will be played, and how to fill the free seats."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.facts import SeatFacts, TableFacts
from games.presenters.people import robots_count, seat_name
from games.presenters.robots import robot_choice, robot_tag, robots_styles
from games.presenters.window import is_called
from games.robots import AT_TABLES
from games.robots.oracle import ALL_SEEING
from games.words import hints
from games.words.boards import rated_sentence, why_friendly
from games.words.tables import TableLine, but_words, table_lines


@dataclass(frozen=True)
class SeatRow:
    """One seat of a table that is gathering players."""

    index: int
    name: str
    initial: str
    tag: str
    free: bool
    robot: bool
    mine: bool
    partner: str
    away: bool


@dataclass(frozen=True)
class RobotChoice:
    kind: str
    label: str
    chosen: bool = False


#: Whom the list for a free seat shows first.
USUAL = "careful"


@dataclass(frozen=True)
class Waiting:
    seats: tuple[SeatRow, ...]
    settings: tuple[TableLine, ...]
    but: str
    fingerprint: str
    robots: tuple[RobotChoice, ...]
    heading: str
    may_sit: bool
    may_arrange: bool
    guest: bool
    private: bool
    #: A private table, and the viewer has no invitation: he can look.
    closed: bool
    first_free: int | None
    invite: str
    may_renew: bool


def waiting(facts: TableFacts) -> Waiting:
    """What the page shows while the table is open."""
    free = sum(seat.free for seat in facts.seats)
    closed = facts.private and not facts.seated and not facts.invited
    return Waiting(
        seats=tuple(_row(facts, seat) for seat in facts.seats),
        settings=_settings(facts),
        but=but_words(facts.ruleset),
        fingerprint=facts.ruleset.fingerprint,
        robots=_choices(facts),
        heading=ngettext("Waiting for %(count)d player", "Waiting for %(count)d players", free) % {"count": free},
        may_sit=not facts.seated and free > 0 and not closed,
        may_arrange=facts.seated,
        guest=not facts.signed_in,
        private=facts.private,
        closed=closed,
        first_free=next((seat.index for seat in facts.seats if seat.free), None),
        invite=facts.invite,
        may_renew=facts.may_renew,
    )


def _robots(facts: TableFacts) -> list[str]:
    """How well robots count, where they have to: those that sit here, or all while a free seat may get any."""
    if not is_called(facts):
        return []
    if any(seat.free for seat in facts.seats):
        return robots_count()
    return robots_count({seat.robot for seat in facts.seats})


def _settings(facts: TableFacts) -> tuple[TableLine, ...]:
    """Everything that is settled before one sits down."""
    best_of = facts.standing.best_of if facts.standing is not None else 1
    lines = table_lines(facts.ruleset, facts.turn_seconds, best_of, facts.round_limit)
    stake = rated_sentence(facts.rated) if not facts.friendly_by_guest else why_friendly("guest_seated")
    styles = robots_styles([seat.robot for seat in facts.seats], facts.ruleset)
    return (*lines, *(TableLine(text) for text in (*styles, *_robots(facts), *_hints(facts), stake)))


def _hints(facts: TableFacts) -> list[str]:
    return [hints.allowed()] if facts.hints else []


def _choices(facts: TableFacts) -> tuple[RobotChoice, ...]:
    """The robots that may take a free seat; no oracle where ratings are at stake."""
    kinds = [kind for kind in AT_TABLES if not (facts.rated and kind in ALL_SEEING)]
    return tuple(RobotChoice(kind, robot_choice(kind, facts.ruleset), kind == USUAL) for kind in kinds)


def _row(facts: TableFacts, seat: SeatFacts) -> SeatRow:
    mine = seat.index == facts.me
    return SeatRow(
        index=seat.index,
        name=seat_name(seat),
        initial=seat_name(seat)[:1].upper(),
        tag=_("you") if mine else robot_tag(seat.robot, facts.ruleset) if seat.robot else "",
        free=seat.free,
        robot=bool(seat.robot),
        mine=mine,
        partner=_partner(facts, seat),
        away=seat.away,
    )


def _partner(facts: TableFacts, seat: SeatFacts) -> str:
    """With partners: beside whom one would sit down."""
    if not facts.ruleset.partners:
        return ""
    other = facts.seats[(seat.index + 2) % 4]
    if other.index == facts.me:
        return _("your partner")
    if other.free:
        return ""
    return _("partner of %(name)s") % {"name": seat_name(other)}
