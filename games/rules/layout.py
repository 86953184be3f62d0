"""The tiles on the table: open ports, spinner, counting ends and the count (RULES.md section 2).

Ports and counting ends are two different lists, but both follow from the open ports: a tile counts by the
port at which its line goes on, and a double by twice its number while such a port is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.rules.arms import arms_of
from games.rules.errors import IllegalMove, NotationError, Reason
from games.rules.moves import Play
from games.rules.ports import LONG_SIDES, SHORT_SIDES, End, Port
from games.rules.ruleset import LayoutRules, Ruleset
from games.rules.tiles import Tile

__all__ = ["End", "Layout", "LayoutRules", "Place", "Port", "empty_layout", "lay_all"]


class Place(NamedTuple):
    """An arm's name as drawn when nothing turns: left, right, up or down.

    `host` is the double at which the arm begins, given only when several open arms go the same way.
    """

    direction: str
    host: Tile | None


class Layout(NamedTuple):
    """The tiles on the table, in the order in which they were laid, and all that follows from them.

    `open_ports` is where a tile may be joined; a new tile's port takes the place in the row of the port that
    it was joined to, so arms keep their order. `first_double` is the first double laid, branching or not.
    """

    rules: LayoutRules
    placements: tuple[Play, ...]
    open_ports: tuple[Port, ...]
    count: int  # type: ignore[assignment]  # hides the method of tuples, which nobody needs here
    first_double: Play | None

    def __repr__(self) -> str:
        return f"<Layout {' '.join(map(str, self.placements))}>"

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been laid."""
        return not self.placements

    @property
    def spinner(self) -> Tile | None:
        """The first double, where the rules let it branch."""
        if self.first_double is None or self.rules.spinner == "none":
            return None
        return self.first_double.tile

    @property
    def lengthwise_choice(self) -> bool:
        """Whether a double laid now may lie lengthwise: the rules allow it and it is the first."""
        return self.rules.lengthwise and self.first_double is None

    @property
    def ends(self) -> tuple[End, ...]:
        """What counts, tiles in the order in which they were laid; the sum of `gives` is the count."""
        order = {play.tile: number for number, play in enumerate(self.placements)}
        found: list[End] = []
        for port in sorted(self.open_ports, key=lambda port: order[port.host]):
            end = self._end_at(port)
            if end is not None and end not in found:
                found.append(end)
        return tuple(found)

    def _end_at(self, port: Port) -> End | None:
        """What an open port counts for; the two of a lone crosswise double are one end, without a port."""
        host = port.host
        if not host.is_double:
            return End(host, port.pip, False, port)
        lengthwise = self._is_lengthwise(host)
        across = port.name in (LONG_SIDES if lengthwise else SHORT_SIDES)
        if across and not self.rules.exposed_sides_count:
            return None
        if across or lengthwise:
            return End(host, port.pip, False, port)
        return End(host, host.pips, True, None if len(self.placements) == 1 else port)

    def _is_lengthwise(self, double: Tile) -> bool:
        first = self.first_double
        return first is not None and first.tile is double and first.lengthwise

    def can_lay(self, play: Play) -> Reason | None:
        """Why the play is not possible here, None when it is; looks at the table alone, not at any hand."""
        return refusal(self.open_ports, play, choice=self.lengthwise_choice)

    def lay(self, play: Play) -> Layout:
        """The layout with one more tile; IllegalMove when the table does not allow it.

        >>> from games.rules.ruleset import preset
        >>> from games.rules.tiles import tile
        >>> empty_layout(preset("pagat", 2)).lay(Play(tile("55"))).count
        10
        """
        if any(laid.tile is play.tile for laid in self.placements):
            raise IllegalMove(Reason.NOT_YOUR_TILE, play, f"{play.tile} lies on the table already")
        reason = self.can_lay(play)
        if reason is not None:
            raise IllegalMove(reason, play)
        return self.with_tile(play)

    def with_tile(self, play: Play) -> Layout:
        """As `lay`, for a play that is known to be possible."""
        first = play if self.first_double is None and play.is_double else self.first_double
        ports = list(self.open_ports)
        count = self.count + join(ports, play, self.rules, first)
        return Layout(self.rules, (*self.placements, play), tuple(ports), count, first)

    def place(self, port: Port) -> Place:
        """Where the arm of an open port goes when nothing turns; NotationError when the port is not open."""
        if port not in self.open_ports:
            raise NotationError(f"{port} is not open")
        arms = arms_of(self.placements)
        direction, host = arms[port]
        rivals = {arms[other][1] for other in self.open_ports if arms[other][0] == direction}
        return Place(direction, host if len(rivals) > 1 else None)


class Uncounted(Layout):
    """A layout whose count is not told yet: it can be looked at and lengthened, but `count` is 0 whatever lies there.

    Who can count finds both by laying the placements again: `lay_all`.
    """

    __slots__ = ()

    @property
    def ends(self) -> tuple[End, ...]:
        """Nothing."""
        return ()

    def with_tile(self, play: Play) -> Layout:
        """As for any layout; the next one is not counted, either."""
        return uncounted(super().with_tile(play))


def uncounted(layout: Layout) -> Layout:
    """The layout without its count."""
    return Uncounted(layout.rules, layout.placements, layout.open_ports, 0, layout.first_double)


def refusal(open_ports: Sequence[Port], play: Play, *, choice: bool) -> Reason | None:
    """Why a play is not possible on a table with these open ports; `choice`: doubles may lie lengthwise now."""
    if play.port is None and open_ports:
        return Reason.NEEDS_PORT
    if play.port is not None:
        if not open_ports:
            return Reason.LEAD_HAS_NO_PORT
        if play.port not in open_ports:
            return Reason.PORT_CLOSED
        if not play.fits:
            return Reason.NO_MATCH
    if play.lengthwise and not choice:
        return Reason.LENGTHWISE_NOT_ALLOWED
    return None


def join(open_ports: list[Port], play: Play, rules: LayoutRules, first_double: Play | None) -> int:
    """Changes the row of open ports as a play does, and returns the change of the count.

    ValueError, and nothing changed, when its port is not open; nothing else is asked. `first_double` is the
    first double on the table, this play included.
    """
    port = play.port
    if port is None:
        open_ports[:] = play.opens
        return play.worth
    index = open_ports.index(port)
    open_ports[index] = play.opens[0]
    if not play.at_double:
        return play.swing
    goes_on = port.twin in open_ports
    is_first = first_double is not None and first_double.tile is port.host
    lengthwise = first_double is not None and is_first and first_double.lengthwise
    branches = rules.spinner == "every" or (is_first and rules.spinner == "first")
    crossing, swing = cross(port, lengthwise, branches, goes_on, rules.exposed_sides_count)
    open_ports[index + 1 : index + 1] = crossing
    return play.worth + swing


@cache
def cross(
    port: Port, lengthwise: bool, branches: bool, goes_on: bool, exposed_sides_count: bool
) -> tuple[tuple[Port, ...], int]:
    """What changes when a tile joins a double at this port: the ports that open across, and by how much it counts.

    `goes_on`: the double's other port in the line is still open.
    """
    host, pip = port.host, port.pip
    across = LONG_SIDES if lengthwise else SHORT_SIDES
    if port.name in across:
        return (), -pip if exposed_sides_count else 0
    if goes_on:
        return (), -pip if lengthwise else 0
    crossing = tuple(Port(host, name) for name in across) if branches else ()
    given = pip if lengthwise else 2 * pip
    return crossing, (pip * len(crossing) if exposed_sides_count else 0) - given


def empty_layout(ruleset: Ruleset) -> Layout:
    """The table before the lead."""
    return _empty(ruleset.layout_rules)


@cache
def _empty(rules: LayoutRules) -> Layout:
    return Layout(rules, (), (), 0, None)


def lay_all(ruleset: Ruleset, plays: Sequence[Play]) -> Layout:
    """The layout after several plays; IllegalMove at the first that is not possible."""
    layout = empty_layout(ruleset)
    for play in plays:
        layout = layout.lay(play)
    return layout
