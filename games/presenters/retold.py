"""One move of the past explained: what was done, what every end gave, what came of it, who chose it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.presenters.ends import in_reading_order
from games.presenters.facts import TableFacts
from games.presenters.log import LogEntry, dealt_words
from games.presenters.people import robot_name, seat_name, side_name, who
from games.robots import KINDS
from games.rules.events import Called, Drew, Passed, Played
from games.rules.layout import Layout
from games.rules.ports import LONG_SIDES, SHORT_SIDES, End
from games.rules.retrace import Position
from games.rules.scoring import points_for
from games.rules.tiles import Tile
from games.words import calling
from games.words import play as said
from games.words import retelling as words
from games.words.tiles import capital


@dataclass(frozen=True)
class Explanation:
    """*sentence* is what was done; *ends* one sentence for each counting end; *verdict* what it earned and why."""

    title: str
    sentence: str
    ends: tuple[str, ...] = ()
    verdict: str = ""
    calls: tuple[str, ...] = ()
    chosen: str = ""

    @property
    def spoken(self) -> str:
        """All of it for the ear."""
        return " ".join(filter(None, (self.sentence, *self.ends, self.verdict, *self.calls)))


def explain(facts: TableFacts, at: Position, entry: LogEntry | None, by: str, *, open_hands: bool) -> Explanation:
    """*entry* is the move in the log; *open_hands*: drawn tiles may be named."""
    title = words.move_title(at.spot.move)
    move = at.move
    if isinstance(move, Played) and entry is not None:
        return _played(facts, at, move, entry, by)
    if isinstance(move, Drew):
        return Explanation(title, _drew(facts, at, move, open_hands=open_hands), chosen=words.forced())
    if isinstance(move, Passed):
        return Explanation(title, said.passed(who(facts, move.seat)), chosen=words.forced())
    return Explanation(title, dealt_words(facts))


def _drew(facts: TableFacts, at: Position, move: Drew, *, open_hands: bool) -> str:
    player = who(facts, move.seat)
    seen = open_hands or (facts.sight is not None and facts.sight.seat == move.seat)
    if move.tile is None or not seen:
        return words.drew_unseen(player.name, player.me)
    state = at.match.round
    return words.drew_tile(player.name, player.me, move.tile, state is not None and state.must_play is move.tile)


def _played(facts: TableFacts, at: Position, move: Played, entry: LogEntry, by: str) -> Explanation:
    state = at.match.round
    assert state is not None
    side = side_name(facts, move.side)
    return Explanation(
        title=words.move_title(at.spot.move),
        sentence=capital(entry.sentence),
        ends=tuple(end_lines(state.layout)),
        verdict=_verdict(facts, at, move, state.layout.count, side),
        calls=_calls(facts, at, entry),
        chosen=_chosen(facts, move.seat, by),
    )


def _verdict(facts: TableFacts, at: Position, move: Played, count: int, name: str) -> str:
    worth = points_for(count, facts.ruleset)
    if facts.ruleset.calling != "automatic":
        return words.worth(count, worth)
    return words.verdict(count, move.points or 0, worth, name, per_five=facts.ruleset.points_per_five)


def _calls(facts: TableFacts, at: Position, entry: LogEntry) -> tuple[str, ...]:
    """Where points are called: who called in vain, and what came of the claim."""
    wrong = [event for event in at.news if isinstance(event, Called) and not event.right]
    lines = [calling.called_wrongly(who(facts, event.seat), event.points) for event in wrong]
    return tuple(filter(None, (*lines, entry.told)))


def _chosen(facts: TableFacts, seat: int, by: str) -> str:
    sitter = facts.seats[seat]
    name = seat_name(sitter)
    if by == "clock":
        return words.chosen_by_clock(name)
    if by == "stand_in":
        return words.chosen_by_stand_in(robot_name(sitter.stand_in) or robot_name("careful"), name)
    if sitter.robot:
        robot = KINDS.get(sitter.robot)
        return words.chosen_by_robot(name, (robot.level or None) if robot is not None else None)
    return ""


def end_lines(layout: Layout) -> Iterator[str]:
    """What every counting end gives, in reading order, and the doubles that no longer give anything."""
    if len(layout.placements) == 1 and not layout.placements[0].lengthwise:
        yield words.alone(layout.placements[0].tile)
        return
    for end in in_reading_order(layout):
        if end.port is not None:
            yield words.end_gives(layout.place(end.port), end, _is_cross_side(layout, end))
    for double in _open_for_nothing(layout):
        yield words.gives_nothing(double)


def _across(layout: Layout, double: Tile) -> tuple[str, str]:
    first = layout.first_double
    lies_along = first is not None and first.tile is double and first.lengthwise
    return LONG_SIDES if lies_along else SHORT_SIDES


def _is_cross_side(layout: Layout, end: End) -> bool:
    return end.port is not None and end.tile.is_double and end.port.name in _across(layout, end.tile)


def _open_for_nothing(layout: Layout) -> list[Tile]:
    """Doubles with an open side that no end counts for."""
    counted = {end.port for end in layout.ends}
    hosts = (
        port.host
        for port in layout.open_ports
        if port.host.is_double and port not in counted and port.name in _across(layout, port.host)
    )
    return list(dict.fromkeys(hosts))
