"""Lays a whole board anew inside a given number of cells: a depth-first search that stops at a node budget.

The port with the fewest places goes first; a failure jumps back to the latest tile that had a part in it. Everything
is done in a fixed order, so that the board stays a pure function of the moves.
"""

from __future__ import annotations

from typing import NamedTuple

from games.drawing.berths import edges_of, lead_berth, offers
from games.drawing.board import Board, claim
from games.drawing.planes import WALL, cells, cross, grown, halo
from games.drawing.sizes import TURN_PRICES
from games.drawing.values import Berth, Edge, Frame, Key, Laying

PULLS = (0.5, -1.0, 0.0)  # towards a small picture, outwards, neither
STIFFNESS = (1.0, 4.0, 0.3)  # of lines: as ever, straight, many turns
LIKE_BEFORE = 20.0  # what it is worth that a tile stays where it was
CARE = 8.0  # for the places that others could take


class Option(NamedTuple):
    """A free berth with its price, its cells and its rim."""

    price: float
    berth: Berth
    cells: int
    halo: int


class Need(NamedTuple):
    """Something to be placed at an edge: a laid tile, or a berth to be claimed (then there is no tile)."""

    edge: Edge
    kind: str
    laying: Laying | None
    options: tuple[Option, ...]

    @property
    def name(self) -> tuple[str, ...]:
        """What a failure is blamed on."""
        return (self.laying.tile,) if self.laying else (*self.edge.key, self.kind)


class Budget:
    """Nodes that a draw may still visit; shared by all tries, so that no draw takes long."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def share(self, nodes: int) -> Budget:
        """A part of it for one try."""
        part = min(nodes, self.nodes)
        self.nodes -= part
        return Budget(part)

    def give_back(self, part: Budget) -> None:
        """What a try has left over."""
        self.nodes += max(part.nodes, 0)


class Relay:
    """One try: a frame's width and height in cells, a whim (how to weigh), and whether claims may overlap."""

    def __init__(self, board: Board, width: int, height: int, whim: int, share: bool, budget: Budget) -> None:
        self.board, self.width, self.height, self.whim, self.share, self.budget = (
            board,
            width,
            height,
            whim,
            share,
            budget,
        )
        self.pull, self.stiffness = PULLS[whim % 3], STIFFNESS[whim // 3 % 3]
        self.care = 0.0 if whim % 2 else CARE
        self.wanted: dict[Key, list[tuple[str, Laying | None]]] = {}
        self.branching: set[str] = set()
        self.berths: dict[str, Berth] = {}
        self.edges: dict[Key, Edge] = {}
        self.found: dict[Key, dict[str, Berth]] = {}
        self.placed: dict[tuple[str, ...], int] = {}
        self._list_wants()

    def _list_wants(self) -> None:
        board, doubles = self.board, 0
        for laying in board.layings:
            if laying.double and board.style.branches(doubles):
                self.branching.add(laying.tile)
            doubles += laying.double
            if laying.host:
                self.wanted[laying.host, laying.port] = [(laying.kind, laying)]
        for key, kept in board.claims.items():
            out = board.double_is_out(kept.edge.pip)
            kinds = ["plain"] + ["double"] * out + ["lying"] * (out and board.may_lie())
            self.wanted[key] = [(kind, None) for kind in kinds]

    def run(self) -> Board | None:
        """The board laid anew, or None."""
        lead = self.board.layings[0]
        berth = lead_berth(lead.tile, lead.lengthwise)
        self.placed[(lead.tile,)] = cells(berth)
        occupied, frame = WALL | cells(berth), grown((0, 0, 0, 0), berth)
        needs = self._onward(lead, berth, occupied, frame)
        return None if self._search(needs, occupied, frame) is not None else self._finished()

    def _finished(self) -> Board:
        old = self.board
        board = Board(old.box, old.style)
        for laying in old.layings:
            board.put(laying, self.berths[laying.tile])
        for key, found in self.found.items():
            board.claims[key] = claim(self.edges[key], found["plain"], found.get("double"), found.get("lying"))
        board.measure()
        return board

    # -- the search ----------------------------------------------------------------------------------------------

    def _search(self, needs: list[Need], occupied: int, frame: Frame) -> set[tuple[str, ...]] | None:
        """None when all is placed; else the names of what caused the failure."""
        if not needs:
            return None
        self.budget.nodes -= 1
        if self.budget.nodes < 0:
            return set()
        for need in needs:
            if not need.options:
                return self._blame(need)
        laid = [need for need in needs if need.laying]
        if self.share and not laid:
            self._claim_all(needs, frame)
            return None
        need = min(laid if self.share else needs, key=lambda need: len(need.options))
        return self._try(need, [other for other in needs if other is not need], occupied, frame)

    def _try(self, need: Need, rest: list[Need], occupied: int, frame: Frame) -> set[tuple[str, ...]] | None:
        blame: set[tuple[str, ...]] = set()
        for option in self._ranked(need, rest, frame):
            self.placed[need.name] = option.cells
            fault = self._descend(need, option, rest, occupied, frame)
            if fault is None:
                return None
            del self.placed[need.name]
            if not need.laying:
                self.found[need.edge.key].pop(need.kind)
            if need.name not in fault or self.budget.nodes < 0:
                return fault
            blame |= fault - {need.name}
        return blame | self._blame(need)

    def _descend(
        self, need: Need, option: Option, rest: list[Need], occupied: int, frame: Frame
    ) -> set[tuple[str, ...]] | None:
        old, frame, occupied = frame, grown(frame, option.berth), occupied | option.cells
        left = [self._narrowed(other, need, option, frame if frame != old else None) for other in rest]
        if need.laying:
            left += self._onward(need.laying, option.berth, occupied, frame)
        else:
            self._keep(need, option.berth)
        return self._search(left, occupied, frame)

    def _narrowed(self, other: Need, placed: Need, option: Option, frame: Frame | None) -> Need:
        """A need without the places that the newly placed one takes, or that a changed frame has no room for now."""
        free: int = option.cells
        if not placed.laying and (self.share or placed.edge.key == other.edge.key):
            free = 0  # berths of one port may overlap: only one of them will be used
        options = tuple(o for o in other.options if not o.halo & free)
        if frame is not None:
            options = tuple(o for o in options if self._inside(grown(frame, o.berth)))
        return other if len(options) == len(other.options) else other._replace(options=options)

    def _ranked(self, need: Need, rest: list[Need], frame: Frame) -> list[Option]:
        """The options, best first: short turns, the wanted frame, and few places taken from others."""

        def price(option: Option) -> float:
            left, top, right, bottom = grown(frame, option.berth)
            total = option.price + self.pull * (right - left + bottom - top)
            if self.care and len(need.options) > 1:
                for other in rest:
                    if other.options:
                        hits = sum(bool(o.halo & option.cells) for o in other.options)
                        total += self.care * hits / len(other.options) ** 1.5
            return total

        return sorted(need.options, key=lambda option: (price(option), option.berth))

    def _claim_all(self, needs: list[Need], frame: Frame) -> None:
        for need in needs:
            self._keep(need, self._ranked(need, [], frame)[0].berth)

    def _keep(self, need: Need, berth: Berth) -> None:
        self.edges[need.edge.key] = need.edge
        self.found.setdefault(need.edge.key, {})[need.kind] = berth

    # -- needs and their options ---------------------------------------------------------------------------------

    def _onward(self, laying: Laying, berth: Berth, occupied: int, frame: Frame) -> list[Need]:
        """What is to be placed at the edges of a newly placed tile."""
        tile = laying.tile
        self.berths[tile] = berth
        back = self.board.joined[tile]
        edges = edges_of(tile, berth, back, laying.lengthwise, tile in self.branching, lead=not laying.host)
        return [
            Need(edge, kind, child, self._options(edge, kind, child, occupied, frame))
            for edge in edges
            for kind, child in self.wanted.get(edge.key, ())
        ]

    def _inside(self, frame: Frame) -> bool:
        return frame[2] - frame[0] <= self.width and frame[3] - frame[1] <= self.height

    def _options(self, edge: Edge, kind: str, child: Laying | None, occupied: int, frame: Frame) -> tuple[Option, ...]:
        host = self.board.host.get(edge.tile)
        grand = cells(self.berths[host]) if host else 0
        blocked = occupied & ~cells(self.berths[edge.tile]) & ~grand
        old = self.board.berths.get(child.tile) if child else None
        found = []
        for berth, turn in offers(edge, kind):
            rim = halo(berth)
            if rim & blocked or (rim & grand and cross(berth) & grand) or not self._inside(grown(frame, berth)):
                continue
            price = self.stiffness * TURN_PRICES[turn] + (self._quirk(berth) if self.whim else 0.0)
            if berth == old and not self.whim:
                price -= LIKE_BEFORE
            found.append(Option(price, berth, cells(berth), rim))
        return tuple(found)

    def _quirk(self, berth: Berth) -> float:
        """A small price that differs from whim to whim, so that they try different ways."""
        mixed = berth.x * 7919 + berth.y * 104729 + berth.dx * 31 + berth.dy * 57 + self.whim * 65537
        return mixed * 2654435761 % 4096 / 1024

    def _blame(self, need: Need) -> set[tuple[str, ...]]:
        """What keeps a port from its places: its own tile, and whatever lies in or before them."""
        rim = 0
        for berth, _ in offers(need.edge, need.kind):
            rim |= halo(berth)
        return {(need.edge.tile,)} | {name for name, taken in self.placed.items() if taken & rim}
