"""Why a play is better than another, as far as that can be computed from what the seat saw: nothing is guessed.

Each `Reason` is a statement that is true of the two plays; whether it decided, nobody knows. So they are said only
beside a verdict that rests on sampled deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.robots.careful import every_play, mobility, unseen_tiles
from games.robots.simple import credit
from games.rules.events import Drew, Passed, Played
from games.rules.layout import empty_layout
from games.rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.layout import Layout
    from games.rules.moves import Play
    from games.rules.sight import Sight

#: So many reasons are said at most; a reply worth less is not worth a word, nor are fewer pips.
MOST, LEAST_REPLY, LEAST_PIPS = 3, 10, 4
#: So many tiles fewer that would score, or that could go on at all, are worth a word.
LEAST_FEWER, LEAST_ROOM = 2, 3


class Reason(NamedTuple):
    """*kind* says which statement it is; the others are its values, where it has them.

    takes: the better play earns *more* points at once, the other *less*. leaves: after the other
    play *tile*, which is still out, would earn an opponent *more*, and after the better one no tile more than *less*.
    replies: after the other play *more* tiles that are still out would score, after the better one *less*. alone: the
    better play leaves *number* open, and all its tiles that do not lie yet are in the own hand. prepares: if the line
    stays so, *tile* of the own hand takes *more* next, and no tile more than *less* after the other play.
    shut: the better play leaves *number* open, which the other does not, and *seat* has none since it drew (*drew*)
    or passed on it. keeps: after it the hand has *more* tiles with *number*, an open one, after the other *less*.
    fits: so many tiles of the hand fit afterwards. double: it is one, which fits at one number alone, and the other is
    none. room: of the tiles that the seat does not see *less* fit afterwards, *more* after the other. arm: it opens an
    arm of the spinner. pips: it lays *more* pips.
    """

    kind: str
    more: int = 0
    less: int = 0
    tile: Tile | None = None
    number: int = 0
    seat: int = 0
    drew: bool = False


def reasons(sight: Sight, better: Play, other: Play) -> tuple[Reason, ...]:
    """What speaks for the better play against the other, the weightiest first."""
    return tuple(_all(sight, better, other))[:MOST]


def _all(sight: Sight, better: Play, other: Play) -> Iterator[Reason]:
    after, instead = sight.layout.with_tile(better), sight.layout.with_tile(other)
    yield from _takes(sight, after, instead)
    if len(sight.hand or ()) == 1:
        return  # both go out: nothing comes after
    yield from _leaves(sight, after, instead)
    yield from _shuts(sight, after, instead)
    yield from _alone(sight, better, after, instead)
    yield from _prepares(sight, better, other, after, instead)
    yield from _keeps(sight, better, other, after)
    yield from _fits(sight, better, other, after, instead)
    if better.tile.is_double and not other.tile.is_double:
        yield Reason("double")
    yield from _room(sight, after, instead)
    if _opens_arm(sight.layout, better) and not _opens_arm(sight.layout, other):
        yield Reason("arm")
    if better.tile.pips - other.tile.pips >= LEAST_PIPS:
        yield Reason("pips", more=better.tile.pips - other.tile.pips)


def _takes(sight: Sight, after: Layout, instead: Layout) -> Iterator[Reason]:
    assert sight.seat is not None
    side = sight.ruleset.side_of(sight.seat)
    now, then = credit(sight, side, after), credit(sight, side, instead)
    if now > then:
        yield Reason("takes", more=now, less=then)


def _leaves(sight: Sight, after: Layout, instead: Layout) -> Iterator[Reason]:
    """What an opponent could earn next with a tile that the seat does not see, wherever it is."""
    then, now = _replies(sight, instead), _replies(sight, after)
    tile, most = _most(then)
    least = _most(now)[1]
    if tile is not None and _raw(sight, most) >= LEAST_REPLY and most > least:
        yield Reason("leaves", more=most, less=least, tile=tile)
    elif len(then) - len(now) >= LEAST_FEWER:
        yield Reason("replies", more=len(then), less=len(now))


def _replies(sight: Sight, layout: Layout) -> dict[Tile, int]:
    """Of the tiles that the seat does not see those that would earn an opponent points, with the most of each."""
    ruleset = sight.ruleset
    assert sight.seat is not None
    ours = ruleset.side_of(sight.seat)
    others = [side for side in range(len(ruleset.sides)) if side != ours]
    return _earning(sight, layout, unseen_tiles(sight), others)


def _earning(sight: Sight, layout: Layout, tiles: tuple[Tile, ...], sides: list[int]) -> dict[Tile, int]:
    """Those of these tiles that would earn one of the sides points next, with the most that each would."""
    found: dict[Tile, int] = {}
    for play in every_play(layout, tiles):
        made = layout.with_tile(play)
        points = max(credit(sight, side, made) for side in sides)
        if points > found.get(play.tile, 0):
            found[play.tile] = points
    return found


def _most(earning: dict[Tile, int]) -> tuple[Tile | None, int]:
    return max(earning.items(), key=lambda each: each[1], default=(None, 0))


def _raw(sight: Sight, points: int) -> int:
    """Points of the table as five for each five."""
    return points * 5 // sight.ruleset.points_per_five


def _alone(sight: Sight, better: Play, after: Layout, instead: Layout) -> Iterator[Reason]:
    """A number at which only the own hand can go on."""
    unseen, rest = unseen_tiles(sight), _rest(sight, better)
    for number in sorted(_numbers(after) - _numbers(instead)):
        if any(tile.has(number) for tile in rest) and not any(tile.has(number) for tile in unseen):
            yield Reason("alone", number=number)


def _prepares(sight: Sight, better: Play, other: Play, after: Layout, instead: Layout) -> Iterator[Reason]:
    """What the own next play could take, if nobody changed the line."""
    assert sight.seat is not None
    side = [sight.ruleset.side_of(sight.seat)]
    tile, more = _most(_earning(sight, after, tuple(_rest(sight, better)), side))
    _tile, less = _most(_earning(sight, instead, tuple(_rest(sight, other)), side))
    if tile is not None and _raw(sight, more) >= LEAST_REPLY and more > less:
        yield Reason("prepares", more=more, less=less, tile=tile)


def _shuts(sight: Sight, after: Layout, instead: Layout) -> Iterator[Reason]:
    """Numbers that an opponent is known not to hold, and that only the better play leaves open."""
    assert sight.seat is not None
    ours = sight.ruleset.side_of(sight.seat)
    only = _numbers(after) - _numbers(instead)
    for seat, numbers in lacking(sight).items():
        if sight.ruleset.side_of(seat) != ours:
            for number in sorted(only & numbers.keys()):
                yield Reason("shut", number=number, seat=seat, drew=numbers[number])


def lacking(sight: Sight) -> dict[int, dict[int, bool]]:
    """For other seats the numbers of which they have none: whether they drew (True) or passed (False) on them.

    Who draws or passes holds none of the open numbers. All tiles that a seat holds now it held then, but for those
    drawn in that same turn, which did not fit either, or were played.
    """
    layout = empty_layout(sight.ruleset)
    found: dict[int, dict[int, bool]] = {}
    for event in sight.events:
        if isinstance(event, Played):
            layout = layout.lay(event.play)
        elif isinstance(event, Drew) and event.seat != sight.seat:
            found[event.seat] = dict.fromkeys(_numbers(layout), True)  # the new tile may have any other number
        elif isinstance(event, Passed) and event.seat != sight.seat:
            found[event.seat] = dict.fromkeys(_numbers(layout), False) | found.get(event.seat, {})
    return found


def _numbers(layout: Layout) -> frozenset[int]:
    return frozenset(port.pip for port in layout.open_ports)


def _keeps(sight: Sight, better: Play, other: Play, after: Layout) -> Iterator[Reason]:
    found = []
    for number in _numbers(after):
        more, less = _held(sight, better, number), _held(sight, other, number)
        if more > less and more > 1:
            found.append(Reason("keeps", more=more, less=less, number=number))
    yield from sorted(found, key=lambda reason: -reason.more)[:1]


def _held(sight: Sight, play: Play, number: int) -> int:
    return sum(tile.has(number) for tile in _rest(sight, play))


def _rest(sight: Sight, play: Play) -> list[Tile]:
    return [tile for tile in sight.hand or () if tile is not play.tile]


def _fits(sight: Sight, better: Play, other: Play, after: Layout, instead: Layout) -> Iterator[Reason]:
    more, less = mobility(after, _rest(sight, better)), mobility(instead, _rest(sight, other))
    if more - less > 1 or (more and not less):
        yield Reason("fits", more=more, less=less)


def _room(sight: Sight, after: Layout, instead: Layout) -> Iterator[Reason]:
    """How many of the tiles that the seat does not see could go on."""
    unseen = list(unseen_tiles(sight))
    less, more = mobility(after, unseen), mobility(instead, unseen)
    if more - less >= LEAST_ROOM:
        yield Reason("room", more=more, less=less)


def _opens_arm(layout: Layout, play: Play) -> bool:
    """Whether it is the first tile across the spinner."""
    port = play.port
    if port is None or layout.spinner is None or port.host is not layout.spinner:
        return False
    lying = layout.first_double is not None and layout.first_double.lengthwise
    return port.name.startswith("L" if lying else "S")
