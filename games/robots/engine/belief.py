"""What a seat can know about the tiles that it does not see: who drew or passed on which numbers.

Who draws or passes holds, at that moment, no tile that fits. So the tiles of a hand are grouped by when they came into
it, and the older a group, the more is forbidden to it: the sets of allowed tiles are nested. All deals that fit what
was seen are equally likely; a seat that passed over a score is the less likely to have held the tile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.robots.engine.tables import State, table_for
from games.rules.events import Drew, Passed, Played
from games.rules.layout import empty_layout
from games.rules.tiles import DOUBLES, TILES, bits_of

if TYPE_CHECKING:
    from games.rules.sight import Sight

#: How much less likely a tile is for each score with it that its holder passed over.
PASSED_OVER = 0.35


@dataclass
class Group:
    """Tiles that came into a hand together: how many slots, and the tiles that none of them can be."""

    slots: int
    forbidden: int


@dataclass(frozen=True)
class Leaving:
    """A tile that was played out of a hand: its bit, and the groups of the hand to which it may have belonged."""

    bit: int
    groups: tuple[int, ...]


@dataclass
class Hidden:
    """What is known of the hand of another seat.

    `groups`, oldest first, with as many slots as tiles ever came in, apart from those drawn and played at once;
    `left` the tiles played out of them. `doubts`: for each tile the likelihood that its holder would have played
    as he did, by the group that it is in (a row for each group).
    """

    seat: int
    groups: list[Group]
    left: list[Leaving] = field(default_factory=list)
    doubts: list[dict[int, float]] = field(default_factory=list)

    def learn(self, match: int) -> None:
        """No tile that is in the hand now fits the numbers of these bits."""
        for group in self.groups:
            group.forbidden |= match

    def plays(self, bit: int, state: State, points: int) -> None:
        """A tile of the hand is laid upon a state, for these points."""
        may = [number for number, group in enumerate(self.groups) if not group.forbidden & bit]
        # Should nothing fit, the record is odd; the newest group is as good as any.
        self.left.append(Leaving(bit, tuple(may) or (len(self.groups) - 1,)))
        for best, tile in state.threats:
            if best <= points:
                break
            for doubts in self.doubts:
                doubts[tile] = doubts.get(tile, 1.0) * PASSED_OVER


@dataclass(frozen=True)
class Belief:
    """All that a seat can know of the others: the tiles unseen, what may be drawn, and each other hand."""

    seat: int
    own: int
    laid: int
    unseen: int
    drawable: int
    tiles_left: tuple[int, ...]
    others: tuple[Hidden, ...]
    state: State


def belief_of(sight: Sight) -> Belief:
    """What the seat of this sight can know; ValueError for a spectator."""
    if sight.seat is None or sight.hand is None:
        raise ValueError("a spectator has no hand to think from")
    own = bits_of(sight.hand)
    laid = bits_of([play.tile for play in sight.layout.placements])
    others = _told(sight)
    unseen = ((1 << 28) - 1) & ~own & ~laid
    state = table_for(sight.ruleset.layout_rules).of(sight.layout)
    return Belief(sight.seat, own, laid, unseen, sight.drawable, sight.tiles_left, others, state)


def shut_out(sight: Sight) -> dict[int, frozenset[int]]:
    """For each other seat the numbers that no tile in its hand can have, as far as draws and passes tell.

    A number is named only when every tile with it is laid, or in the own hand, or forbidden to the whole hand by a
    draw or a pass; tiles drawn later may have it again.
    """
    belief = belief_of(sight)
    found = {}
    for hidden in belief.others:
        forbidden = (1 << 28) - 1
        for group in _with_tiles(hidden):
            forbidden &= group.forbidden
        numbers = [
            number
            for number in range(7)
            if all(tile.bit & forbidden for tile in TILES if tile.has(number) and tile.bit & belief.unseen)
            and any(tile.bit & belief.unseen for tile in TILES if tile.has(number))
        ]
        found[hidden.seat] = frozenset(numbers)
    return found


def _with_tiles(hidden: Hidden) -> list[Group]:
    """The groups of which a tile may still be in the hand."""
    kept = []
    for number, group in enumerate(hidden.groups):
        gone = sum(leaving.groups == (number,) for leaving in hidden.left)
        if group.slots > gone:
            kept.append(group)
    return kept


def _told(sight: Sight) -> tuple[Hidden, ...]:
    """Goes through the round as this seat heard it."""
    table = table_for(sight.ruleset.layout_rules)
    layout = empty_layout(sight.ruleset)
    hidden = {
        seat: Hidden(seat, [Group(sight.ruleset.hand_size, 0)], doubts=[{}]) for seat in range(len(sight.tiles_left))
    }
    drawn: int = 0
    drawer: int | None = None
    for event in sight.events:
        if isinstance(event, Drew):
            drawn, drawer = (drawn + 1 if drawer == event.seat else 1), event.seat
        elif isinstance(event, Passed | Played):
            state = table.of(layout)
            count = drawn if drawer == event.seat else 0
            drawn, drawer = 0, None
            if isinstance(event, Passed):
                _keep_drawn(hidden[event.seat], count, state.match)
                continue
            if layout.is_empty and sight.leader_by == "highest_double":
                _nobody_holds_higher(hidden, event)
            layout = layout.with_tile(event.play)
            if count:
                _keep_drawn(hidden[event.seat], count - 1, state.match)
            else:
                hidden[event.seat].plays(event.play.bit, state, table.of(layout).points)
    if drawer is not None:  # in the middle of a turn: the last tile may be the one that fits
        _keep_drawn(hidden[drawer], drawn - 1, table.of(layout).match)
        hidden[drawer].groups.append(Group(1, 0))
        hidden[drawer].doubts.append({})
    return tuple(each for seat, each in hidden.items() if seat != sight.seat)


def _keep_drawn(hidden: Hidden, count: int, match: int) -> None:
    """Who could not play drew so many tiles that do not fit, either."""
    hidden.learn(match)
    if count:
        hidden.groups.append(Group(count, match))
        hidden.doubts.append({})


def _nobody_holds_higher(hidden: dict[int, Hidden], lead: Played) -> None:
    """The highest double leads; without any, the heaviest tile."""
    tile = lead.play.tile
    if tile.is_double:
        higher = bits_of([each for each in TILES if each.is_double and each.pips > tile.pips])
    else:
        heavier = [each for each in TILES if (each.pips, each.high) > (tile.pips, tile.high)]
        higher = DOUBLES | bits_of(heavier)
    for each in hidden.values():
        each.learn(higher)
