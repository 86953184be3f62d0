"""The board: tiles laid so far, and what each port that can still be joined claims for its next tile.

Laid tiles never move; `games.drawing.folding` makes a whole new board in the rare case that nothing else helps.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.drawing.berths import edges_of, line_ports
from games.drawing.planes import WALL, cells, grown, near
from games.drawing.sizes import floor_step, step_for
from games.drawing.values import Berth, Box, Claim, Edge, Frame, Key, Laying, Style


def claim(edge: Edge, plain: Berth | None, double: Berth | None, lying: Berth | None, wish: int = 0) -> Claim:
    """A claim with its planes."""
    taken = close = 0
    for berth in (plain, double, lying):
        if berth is not None:
            taken |= cells(berth)
            close |= near(berth)
    return Claim(edge, plain, double, lying, taken, close, wish)


class Board:
    """Tiles by their text, and claims by port. Changed only while a move is being laid; a copy is laid on."""

    def __init__(self, box: Box, style: Style) -> None:
        self.box, self.style = box, style
        self.berths: dict[str, Berth] = {}
        self.layings: tuple[Laying, ...] = ()
        self.host: dict[str, str] = {}
        self.joined: dict[str, str] = {}  # tile -> the half that points back along the line
        self.used: dict[str, frozenset[str]] = {}
        self.left: tuple[int, ...] = (7,) * 7  # tiles not yet laid, by number
        self.doubles = 0
        self.claims: dict[Key, Claim] = {}
        self.occupied, self.near = WALL, 0
        self.frame: Frame = (0, 0, 0, 0)  # around tiles and claims
        self.step = 0
        self.worst = floor_step(box)  # the smallest size that was accepted so far
        self.known_tight: frozenset[Key] = frozenset()
        self.relaid = False  # whether the last move laid the whole board anew

    def copy(self) -> Board:
        """A board that can be laid on while this one stays as it is."""
        other = object.__new__(Board)
        other.__dict__.update(self.__dict__)
        for name in ("berths", "host", "joined", "used", "claims"):
            setattr(other, name, dict(getattr(self, name)))
        return other

    def put(self, laying: Laying, berth: Berth) -> list[Edge]:
        """Lays a tile into a berth and returns the edges that it offers."""
        tile, lengthwise, host, port = laying
        back = tile[0] if not host else port if port.isdigit() else host[0]
        branches = laying.double and self.style.branches(self.doubles)
        if host:
            self.used[host] |= {port}
            self.host[tile] = host
        self.used[tile] = frozenset((line_ports(lengthwise)[0] if laying.double else back,)) if host else frozenset()
        self.berths[tile], self.joined[tile] = berth, back
        self.layings += (laying,)
        self.doubles += laying.double
        self.left = tuple(n - (str(pip) in tile) for pip, n in enumerate(self.left))
        self.occupied |= cells(berth)
        self.near |= near(berth)
        return list(edges_of(tile, berth, back, lengthwise, branches, lead=not host))

    # -- which ports can still be joined -------------------------------------------------------------------------

    def double_is_out(self, pip: int) -> bool:
        """Whether the double of this number has not been laid yet."""
        return f"{pip}{pip}" not in self.berths

    def may_lie(self) -> bool:
        """Whether the next double may still be laid lengthwise."""
        return self.style.lengthwise and not self.doubles

    def alive(self, edge: Edge) -> bool:
        """Whether a tile for this edge is left. A cross port needs one more for each line port that is still free."""
        needed = 1
        if edge.tile[0] == edge.tile[1]:
            line = self.line_of(edge.tile)
            if edge.name not in line:
                needed += sum(name not in self.used[edge.tile] for name in line)
        return self.left[edge.pip] >= needed

    def line_of(self, double: str) -> tuple[str, str]:
        """The line ports of a laid double."""
        return line_ports(any(laying.tile == double and laying.lengthwise for laying in self.layings))

    def drop_dead_claims(self) -> None:
        """Drops claims that no tile is left for, and berths for doubles that lie elsewhere now."""
        for key, old in list(self.claims.items()):
            if not self.alive(old.edge):
                del self.claims[key]
            elif (old.double and not self.double_is_out(old.edge.pip)) or (old.lying and self.doubles):
                double = old.double if self.double_is_out(old.edge.pip) else None
                self.claims[key] = claim(old.edge, old.plain, double, None)._replace(tight=old.tight)

    def tight(self) -> frozenset[Key]:
        """Ports whose next tile has no place of its own that keeps the gap."""
        return frozenset(key for key, kept in self.claims.items() if kept.tight)

    # -- the frame -----------------------------------------------------------------------------------------------

    def reserve(self, kept: Claim) -> None:
        """Adds a claim; the frame grows to hold it."""
        self.claims[kept.edge.key] = kept
        self.frame = grown(self.frame, *kept.berths)
        self.step = step_for(self.box, self.frame, self.step)

    def measure(self) -> None:
        """Finds the frame and the size anew."""
        claimed: Iterable[Berth] = (berth for kept in self.claims.values() for berth in kept.berths)
        self.frame = grown((0, 0, 0, 0), *self.berths.values(), *claimed)
        self.step = step_for(self.box, self.frame)
