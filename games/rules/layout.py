"""The tiles on the table: open ports, spinner, counting ends and the count (RULES.md section 2)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules.errors import IllegalMove, Reason
from games.rules.moves import Play
from games.rules.ports import End, Port
from games.rules.ruleset import Ruleset
from games.rules.stances import Stance, stance
from games.rules.tiles import Tile

__all__ = ["End", "Layout", "LayoutRules", "Place", "Port", "empty_layout", "lay_all"]

NOTHING_USED: frozenset[str] = frozenset()


class LayoutRules:
    """The settings that shape a layout; there is only one object for each mix of them.

    `first` tells how a tile stands when it is laid while no double lies on the table, `later` afterwards.
    """

    __slots__ = ("exposed_count", "first", "later", "lengthwise", "spinner")

    def __init__(self, spinner: str, lengthwise: bool, exposed_count: bool) -> None:
        self.spinner = spinner
        self.lengthwise = lengthwise
        self.exposed_count = exposed_count
        self.first = Arrivals(spinner != "none", exposed_count)
        self.later = Arrivals(spinner == "every", exposed_count)

    def __reduce__(self) -> tuple[object, tuple[str, bool, bool]]:
        return _layout_rules, (self.spinner, self.lengthwise, self.exposed_count)


class Arrivals(dict[Play, Stance]):
    """How the tile of a play stands once it is laid, worked out when first asked for."""

    def __init__(self, branches: bool, exposed_count: bool) -> None:
        super().__init__()
        self.branches = branches
        self.exposed_count = exposed_count

    def __missing__(self, play: Play) -> Stance:
        used = frozenset({play.joins}) if play.joins else NOTHING_USED
        branches = self.branches and play.tile.is_double
        exposed_count = self.exposed_count and branches
        arrived = self[play] = stance(play.tile, play.lengthwise, branches, exposed_count, used)
        return arrived


@lru_cache(maxsize=None)
def _layout_rules(spinner: str, lengthwise: bool, exposed_count: bool) -> LayoutRules:
    return LayoutRules(spinner, lengthwise, exposed_count)


class Place(NamedTuple):
    """An arm's name as drawn when nothing turns: left, right, up or down.

    `host` is the double at which the arm begins, given only when several open arms go the same way.
    """

    direction: str
    host: Tile | None


class Layout(NamedTuple):
    """The tiles on the table, in the order in which they were laid, and all that follows from them.

    `stances` are the tiles that may still be joined; `fits` has the bits of all tiles that can be joined
    somewhere; `first_double` is the first double laid, whether it branches or not.
    """

    rules: LayoutRules
    placements: tuple[Play, ...]
    stances: tuple[Stance, ...]
    count: int
    fits: int
    first_double: Tile | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been laid."""
        return not self.placements

    @property
    def open_ports(self) -> tuple[Port, ...]:
        """Where a tile may be joined, hosts in the order in which they were laid."""
        return tuple(port for stance in self.stances for port in stance.ports)

    @property
    def ends(self) -> tuple[End, ...]:
        """What counts, tiles in the order in which they were laid; the sum of `gives` is the count."""
        return tuple(end for stance in self.stances for end in stance.ends)

    @property
    def spinner(self) -> Tile | None:
        """The first double, where the rules let it branch."""
        return None if self.rules.spinner == "none" else self.first_double

    @property
    def lengthwise_choice(self) -> bool:
        """Whether a double laid now may lie lengthwise: the rules allow it and it is the first."""
        return self.rules.lengthwise and self.first_double is None

    def can_lay(self, play: Play) -> Reason | None:
        """Why the play is not possible here, None when it is; looks at the table alone, not at any hand."""
        if play.port is None and self.placements:
            return Reason.NEEDS_PORT
        if play.port is not None:
            if not self.placements:
                return Reason.LEAD_HAS_NO_PORT
            if play.port not in self.open_ports:
                return Reason.PORT_CLOSED
            if not play.fits:
                return Reason.NO_MATCH
        if play.lengthwise and not self.lengthwise_choice:
            return Reason.LENGTHWISE_NOT_ALLOWED
        return None

    def lay(self, play: Play) -> Layout:
        """The layout with one more tile; IllegalMove when the table does not allow it.

        >>> from games.rules.ruleset import preset
        >>> from games.rules.tiles import tile
        >>> empty_layout(preset("pagat", 2)).lay(Play(tile("55"))).count
        10
        """
        reason = self.can_lay(play)
        if reason is None and any(laid.tile is play.tile for laid in self.placements):
            reason = Reason.NOT_YOUR_TILE
        if reason is not None:
            raise IllegalMove(reason, play)
        return self.with_tile(play)

    def with_tile(self, play: Play) -> Layout:
        """As `lay`, for a play that is known to be possible: the hot path."""
        rules, placements, old_stances, _, _, first_double = self
        if first_double is None:
            arrived = rules.first[play]
            if play.tile.is_double:
                first_double = play.tile
        else:
            arrived = rules.later[play]
        port = play.port
        count = arrived.gives
        fits = arrived.fits
        stances = []
        for standing in old_stances:
            if port in standing.after:
                standing = standing.after[port]  # type: ignore[index]
                if not standing.ports:
                    continue
            count += standing.gives
            fits |= standing.fits
            stances.append(standing)
        stances.append(arrived)
        return Layout(rules, (*placements, play), tuple(stances), count, fits, first_double)

    def place(self, port: Port) -> Place:
        """Where an open port's arm goes: the lead's line runs left to right (DRAWING.md, coordinates).

        NotationError is not raised for a closed port; its arm is named all the same.
        """
        arms = arms_of(self.placements)
        direction, host = arms[port]
        rivals = {arms[other][1] for other in self.open_ports if arms[other][0] == direction}
        return Place(direction, host if len(rivals | {host}) > 1 else None)


LEFT_OF = {"right": "up", "up": "left", "left": "down", "down": "right"}
OPPOSITE = {"right": "left", "left": "right", "up": "down", "down": "up"}


def arms_of(placements: tuple[Play, ...]) -> dict[Port, tuple[str, Tile]]:
    """For every port of the tiles laid that a further tile may join: its direction, and where its arm begins.

    An arm begins at the double from whose cross side it starts; the first line begins at the lead.
    """
    arms: dict[Port, tuple[str, Tile]] = {}
    for play in placements:
        if play.port is None:
            walk, origin = "right", play.tile
        else:
            walk, origin = arms[play.port]
        arms.update(_ports_walked(play, walk, origin))
    return arms


def _ports_walked(play: Play, walk: str, origin: Tile) -> dict[Port, tuple[str, Tile]]:
    """The ports of a tile that is reached while walking in a direction; the lead's are seen walking right.

    Reached by its L1, a double has S1 on the walker's left. A lead has L1 (lengthwise: S1, plain: its high
    half) behind it, which is to the left.
    """
    tile = play.tile
    if not tile.is_double:
        if play.port is None:
            high, low = (Port(tile, str(pip)) for pip in (tile.high, tile.low))
            return {high: ("left", origin), low: ("right", origin)}
        return {Port(tile, str(tile.other(play.port.pip))): (walk, origin)}
    line, cross = ("S", "L") if play.lengthwise else ("L", "S")
    left = LEFT_OF[walk]
    ports = {f"{line}2": (walk, origin), f"{cross}1": (left, tile), f"{cross}2": (OPPOSITE[left], tile)}
    if play.port is None:
        ports[f"{line}1"] = (OPPOSITE[walk], origin)
    return {Port(tile, name): arm for name, arm in ports.items()}


def empty_layout(ruleset: Ruleset) -> Layout:
    """The table before the lead."""
    rules = _layout_rules(ruleset.spinner, ruleset.lengthwise, ruleset.exposed_sides_count)
    return Layout(rules, (), (), 0, 0, None)


def lay_all(ruleset: Ruleset, plays: tuple[Play, ...] | list[Play]) -> Layout:
    """The layout after several plays; IllegalMove at the first that is not possible."""
    layout = empty_layout(ruleset)
    for play in plays:
        layout = layout.lay(play)
    return layout
