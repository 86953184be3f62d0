"""Table states: of all that lies on a table, only what matters for what may come, with points in raw points.

A state is the multiset of its open places, and whether a double has been laid. A place is one of four kinds, coded as
a small number: the free half of a tile; the outer long side of a double; a lone double, both of whose sides are open;
an open short side. With one spinner some 6,500 states are met, without one 112; they are made when first met and kept.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.rules.layout import Layout
from games.rules.ports import LONG_SIDES, SHORT_SIDES
from games.rules.ruleset import LayoutRules
from games.rules.tiles import ALL_TILES, MATCH, TILES, Tile

# Codes of places: kind, pip, and for doubles whether they branch and lie lengthwise.
HALF, OUTER, LONE, SIDE = 0, 7, 35, 63
CODES = 70

#: So many states of one set of rules are kept; where every double is a spinner there are more than anyone needs.
MOST_KEPT = 20_000


#: One way of laying a tile: the raw points that it scores, the state it leaves, and a tenth of the tile's pips. A plain
#: tuple: it is taken apart millions of times.
Way = tuple[int, "State", float]


class Join(NamedTuple):
    """What a tile does at a place: the change of the count, the places it makes, whether a double is laid then."""

    swing: int
    makes: tuple[int, ...]
    placed: bool


def _double(base: int, pip: int, *, branches: bool, lengthwise: bool) -> int:
    return base + pip * 4 + branches * 2 + lengthwise


def pip_of(code: int) -> int:
    """The number that a tile needs at this place."""
    if code < OUTER:
        return code
    return code - SIDE if code >= SIDE else (code - OUTER) % 28 // 4


_MATCH_OF = [MATCH[pip_of(_code)] for _code in range(CODES)]


class State:
    """One table state; `match` has the bits of the tiles that fit, `points` what its count scores for who made it.

    `ways` keeps, by a tile's bit, what `ways_of` has found; `threats` (best points of each tile that can score,
    highest first) is worked out when first asked for.
    """

    __slots__ = ("_threats", "codes", "count", "match", "placed", "points", "table", "ways")

    def __init__(self, table: Table, codes: tuple[int, ...], placed: bool, count: int) -> None:
        self.table = table
        self.codes = codes
        self.placed = placed
        self.count = count
        self.points = count if count % 5 == 0 else 0
        match = 0
        for code in codes:
            match |= _MATCH_OF[code]
        self.match = match if codes else ALL_TILES
        self.ways: dict[int, tuple[Way, ...]] = {}
        self._threats: tuple[tuple[int, int], ...] | None = None

    def ways_of(self, bit: int) -> tuple[Way, ...]:
        """The different ways of laying a tile that fits."""
        found = self.ways.get(bit)
        if found is None:
            found = self.ways[bit] = self.table.ways_from(self, bit)
        return found

    @property
    def threats(self) -> tuple[tuple[int, int], ...]:
        """Points and bit of each tile that can score upon this state, the most first."""
        if self._threats is None:
            self._threats = self.table.threats_on(self)
        return self._threats


class Table:
    """All states that were met under one set of rules for layouts."""

    def __init__(self, rules: LayoutRules) -> None:
        self.rules = rules
        self._states: dict[tuple[tuple[int, ...], bool], State] = {}
        self._gives = [self._given(code) for code in range(CODES)]
        self._joins = {(code, placed): self._joined(code, placed) for code in range(CODES) for placed in (False, True)}
        self.empty = State(self, (), self._is_placed(False), 0)

    def state(self, codes: list[int], placed: bool, count: int) -> State:
        """The state of these places, which add up to this count."""
        codes.sort()
        key = (tuple(codes), placed)
        found = self._states.get(key)
        if found is None:
            if len(self._states) >= MOST_KEPT:
                self._states.clear()
                self.empty.ways.clear()  # by which all the others would be held
            found = self._states[key] = State(self, *key, count)
        return found

    def of(self, layout: Layout) -> State:
        """The state of a layout, counted or not."""
        if layout.is_empty:
            return self.empty
        codes: list[int] = []
        first = layout.first_double
        for port in layout.open_ports:
            host = port.host
            if not host.is_double:
                codes.append(HALF + port.pip)
                continue
            is_first = first is not None and first.tile is host
            lengthwise = is_first and first is not None and first.lengthwise
            if port.name in (LONG_SIDES if lengthwise else SHORT_SIDES):
                codes.append(SIDE + port.pip)
            elif port.twin not in layout.open_ports:
                codes.append(self._end_of(OUTER, host, is_first, lengthwise))
            elif port.name.endswith("1"):
                codes.append(self._end_of(LONE, host, is_first, lengthwise))
        return self.state(codes, self._is_placed(first is not None), sum([self._gives[code] for code in codes]))

    def ways_from(self, state: State, bit: int) -> tuple[Way, ...]:
        """Every way of laying a tile that fits."""
        if not state.codes:
            return self._leads(TILES[bit.bit_length() - 1])
        found: list[Way] = []
        for code in set(state.codes):
            joins = self._joins[code, state.placed].get(bit)
            if joins is None:
                continue
            rest = list(state.codes)
            rest.remove(code)
            for swing, makes, placed in joins:
                after = self.state([*rest, *makes], placed, state.count + swing)
                if all(way[1] is not after for way in found):
                    found.append((after.points, after, _LIGHT[bit]))
        return tuple(found)

    def threats_on(self, state: State) -> tuple[tuple[int, int], ...]:
        """Points and bit of each tile that can score here, the most first; makes no further states."""
        best: dict[int, int] = {}
        if not state.codes:
            best = {tile.bit: max(way[0] for way in state.ways_of(tile.bit)) for tile in TILES}
        for code in set(state.codes):
            for bit, joins in self._joins[code, state.placed].items():
                for swing, _, _ in joins:
                    count = state.count + swing
                    if count % 5 == 0 and count > best.get(bit, 0):
                        best[bit] = count
        return tuple(sorted([(points, bit) for bit, points in best.items() if points], reverse=True))

    def _leads(self, tile: Tile) -> tuple[Way, ...]:
        if tile.is_double:
            choices = (False, True) if self.rules.lengthwise else (False,)
            laid = [[self._end_of(LONE, tile, True, lengthwise)] for lengthwise in choices]
        else:
            laid = [[HALF + tile.high, HALF + tile.low]]
        states = [self.state(codes, self._is_placed(tile.is_double), tile.pips) for codes in laid]
        return tuple((after.points, after, _LIGHT[tile.bit]) for after in states)

    def _is_placed(self, placed: bool) -> bool:
        """Whether the first double has been laid counts only where the first is another than the rest."""
        return placed and self.rules.spinner == "first"

    def _choice(self, placed: bool) -> bool:
        return self.rules.lengthwise and not placed

    def _end_of(self, base: int, tile: Tile, is_first: bool, lengthwise: bool) -> int:
        branches = self.rules.spinner == "every" or (is_first and self.rules.spinner == "first")
        return _double(base, tile.high, branches=branches, lengthwise=lengthwise)

    def _given(self, code: int) -> int:
        """What a place adds to the count."""
        pip = pip_of(code)
        if code < OUTER:
            return pip
        if code >= SIDE:
            return pip if self.rules.exposed_sides_count else 0
        lengthwise = (code - OUTER) % 2
        return pip if code < LONE and lengthwise else 2 * pip

    def _joined(self, code: int, placed: bool) -> dict[int, tuple[Join, ...]]:
        """What each of the seven tiles does at a place, by its bit."""
        pip = pip_of(code)
        leaves = self._left_by(code)
        swing = sum(self._gives[each] for each in leaves) - self._gives[code]
        joins = {}
        for tile in TILES:
            if tile.has(pip):
                after = self._is_placed(placed or tile.is_double)
                joins[tile.bit] = tuple(
                    Join(swing + self._gives[made], (*leaves, made), after) for made in self._made_by(tile, pip, placed)
                )
        return joins

    def _left_by(self, code: int) -> tuple[int, ...]:
        """The places that are there instead of this one when a tile has been joined, apart from the tile's own."""
        if code < OUTER or code >= SIDE:
            return ()
        if code >= LONE:
            return (code - LONE + OUTER,)
        branches = (code - OUTER) % 4 >= 2
        return (SIDE + pip_of(code),) * 2 if branches else ()

    def _made_by(self, tile: Tile, pip: int, placed: bool) -> list[int]:
        if not tile.is_double:
            return [HALF + tile.other(pip)]
        ways = (False, True) if self._choice(placed) else (False,)
        return [self._end_of(OUTER, tile, not placed, lengthwise) for lengthwise in ways]


_LIGHT = {tile.bit: tile.pips / 10 for tile in TILES}


@cache
def table_for(rules: LayoutRules) -> Table:
    """The one table of these rules in this process."""
    return Table(rules)
